/** What nobody waits for, of all accounts: jobs, batches and deliveries that wait or are at work. */
import type { Redis } from '@toolpress/runtime';
import { createdAtOf, keys } from '../shared/keys.js';
import { luaScript } from '../shared/redis-scripts.js';

const readAll = luaScript('read-backlog');

/** Of more accounts, batches or webhooks only the first count. */
const LIMIT = 1_000;
/** The oldest open batches are told one by one. */
const BATCHES_TOLD = 20;
/** Of the jobs of each account, and of all deliveries, so many of the first are looked into. */
const LOOKED_AT = 200;

interface OpenBatch {
  account: string;
  id: string;
  rows: number;
  done: number;
  failed: number;
  createdAt: string;
}

interface FailingHost {
  host: string;
  /** Deliveries that wait to be tried again. */
  waiting: number;
  /** The HTTP status of the last attempt, or its error. */
  last: string;
}

/** The same, whichever gateway reads it. Durations are seconds. */
export interface Backlog {
  /** Rows of batches count among those at work; one that is to be tried again in a moment is at work, too. */
  jobs: { waiting: number; working: number; oldestWaitingSeconds: number };
  batches: { open: number; openRows: number; oldest: OpenBatch[] };
  deliveries: { waiting: number; sending: number; failing: FailingHost[] };
  disabledWebhooks: number;
}

type Reply = [
  ...[waiting: number, oldest: string, working: number, open: number, openRows: number],
  ...[batches: [account: string, id: string, rows: string, done: string, failed: string][]],
  ...[due: number, sending: number, failing: [origin: string, last: string][], disabled: number],
];

/** Costs one call of Redis, some microseconds for each account with such work. @throws the error of Redis while it is unavailable. */
export async function readBacklog(redis: Redis): Promise<Backlog> {
  const reply = await readAll(
    redis,
    [...[keys.jobTurns, keys.jobLeases, keys.openBatches], ...[keys.workingDeliveries, keys.disabledWebhooks]],
    [keys.ofAccounts, LIMIT, BATCHES_TOLD, LOOKED_AT, keys.deliveryTurns],
  );
  const [waiting, oldest, working, open, openRows, batches, due, sending, failing, disabled] = reply as Reply;
  return {
    jobs: {
      waiting,
      working,
      oldestWaitingSeconds: oldest === '' ? 0 : Math.max(0, (Date.now() - createdAtOf(oldest)) / 1_000),
    },
    batches: {
      ...{ open, openRows },
      oldest: batches.map(([account, id, rows, done, failed]) => ({
        ...{ account, id, rows: Number(rows), done: Number(done), failed: Number(failed) },
        createdAt: new Date(createdAtOf(id)).toISOString(),
      })),
    },
    deliveries: { waiting: due, sending, failing: byHost(failing) },
    disabledWebhooks: disabled,
  };
}

/** The host with the most that waits first. */
function byHost(failing: readonly (readonly [origin: string, last: string])[]): FailingHost[] {
  const hosts = new Map<string, FailingHost>();
  const told = failing.map(([origin, last]) => [origin.slice(origin.indexOf('//') + 2), last] as const);
  for (const [host, last] of told) hosts.set(host, { host, last, waiting: (hosts.get(host)?.waiting ?? 0) + 1 });
  return [...hosts.values()].sort((one, other) => other.waiting - one.waiting);
}
