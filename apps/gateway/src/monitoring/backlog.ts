/** The backlog of asynchronous work of all accounts: waiting and running jobs, batches and deliveries. */
import type { Redis } from '@toolpress/runtime';
import { createdAtOf, keys } from '../shared/keys.js';
import { objectScript } from '../shared/redis-scripts.js';

/** The arguments of the script. */
const ARGUMENTS = {
  accounts: keys.ofAccounts,
  turns: keys.deliveryTurns,
  /** The largest number of accounts, batches or webhooks that are counted. */
  limit: 1_000,
  /** The number of open batches that are listed, the oldest first. */
  listed: 20,
  /** The number of jobs per account, and of deliveries in total, that are inspected. */
  inspected: 200,
  /** The number of accounts that are listed, those with the most waiting work. */
  shares: 10,
};
const readAll = objectScript<typeof ARGUMENTS, Reply>('monitoring/read-backlog');

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
  /** The number of deliveries that wait for a retry. */
  waiting: number;
  /** The HTTP status or the error of the last attempt. */
  last: string;
}

/** The waiting work of an account. */
interface Share {
  account: string;
  jobs: number;
  rows: number;
}

/** The backlog of the whole service, the same on every gateway. Durations are in seconds. */
export interface Backlog {
  /** Running jobs include rows of batches and jobs that are about to be retried. */
  jobs: { waiting: number; working: number; oldestWaitingSeconds: number };
  batches: { open: number; openRows: number; oldest: OpenBatch[] };
  /** The rows of open batches. The oldest waiting row is as old as its batch. */
  rows: { waiting: number; done: number; failed: number; oldestWaitingSeconds: number };
  /** `retried`: those whose last attempt failed. `overdueSeconds`: the delay of the first one that is due. */
  deliveries: { waiting: number; sending: number; retried: number; overdueSeconds: number; failing: FailingHost[] };
  disabledWebhooks: number;
  /** The accounts with the most waiting work. */
  shares: Share[];
}

type Reply = [
  ...[waiting: number, oldest: string, working: number, open: number, openRows: number],
  ...[batches: [account: string, id: string, rows: string, done: string, failed: string][]],
  ...[due: number, sending: number, failing: [origin: string, last: string][], disabled: number],
  ...[rows: [waiting: number, oldestSeconds: string, done: number, failed: number], overdueSeconds: string],
  shares: [account: string, jobs: number, rows: number][],
];

/** Takes one call of Redis and some microseconds per account with asynchronous work. @throws the error of Redis while it is unavailable. */
export async function readBacklog(redis: Redis): Promise<Backlog> {
  const counted = [keys.jobTurns, keys.jobLeases, keys.openBatches, keys.workingDeliveries, keys.disabledWebhooks];
  const reply = await readAll.run(redis, counted, ARGUMENTS);
  const [waiting, oldest, working, open, openRows, batches, due, sending, failing, disabled, rows, overdue, shares] =
    reply;
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
    rows: { waiting: rows[0], oldestWaitingSeconds: Number(rows[1]), done: rows[2], failed: rows[3] },
    deliveries: {
      ...{ waiting: due, sending, retried: failing.length, overdueSeconds: Number(overdue) },
      failing: byHost(failing),
    },
    disabledWebhooks: disabled,
    shares: shares.map(([account, jobs, ofBatches]) => ({ account, jobs, rows: ofBatches })),
  };
}

/** Groups failing deliveries by host, those with the most waiting ones first. */
function byHost(failing: readonly (readonly [origin: string, last: string])[]): FailingHost[] {
  const hosts = new Map<string, FailingHost>();
  const entries = failing.map(([origin, last]) => [origin.slice(origin.indexOf('//') + 2), last] as const);
  for (const [host, last] of entries) hosts.set(host, { host, last, waiting: (hosts.get(host)?.waiting ?? 0) + 1 });
  return [...hosts.values()].sort((one, other) => other.waiting - one.waiting);
}
