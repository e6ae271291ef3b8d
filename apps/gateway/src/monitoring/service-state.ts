/** The state of the service for the operator's page and `/ops/state`, and its health issues. */
import type { ErrorCode } from '@toolpress/contract';
import type { QueueState, WorkerSeen } from '@toolpress/queue';
import { isReplyError, parseInfo, type Redis, TRIED } from '@toolpress/runtime';
import type { Backlog } from './backlog.js';
import type { RecentError } from './recent-errors.js';
import type { StoreWrites } from './store-probe.js';

/** The queue of documents and its workers across the service. */
export interface QueueStatistics {
  queue: QueueState;
  workers: WorkerSeen[];
}

/** `bad`: callers are or will be affected. `warn`: the operator should check it. */
export interface HealthIssue {
  level: 'bad' | 'warn';
  text: string;
}

/** Values from Redis are null while it is unavailable. Durations are in seconds. */
export interface ServiceState {
  at: string;
  /** The gateway that answers. */
  gateway: { version: string; uptimeSeconds: number; refusedAccounts: number };
  /** The health issues, under their name in `/ops/state`. */
  troubles: HealthIssue[];
  redis: { reachable: boolean; health: RedisHealth | null };
  /** `writes`: whether the store took the latest test file; null before the first check. */
  storage: { reachable: boolean; writes: StoreWrites | null };
  queue: QueueState | null;
  workers: WorkerSeen[] | null;
  /** Jobs, batches and deliveries. */
  backlog: Backlog | null;
  /** The errors of the last hour. */
  errors: RecentError[] | null;
}

export type RedisHealth = Awaited<ReturnType<typeof readRedisHealth>>;

/** @throws the error of Redis while it is unavailable. */
export async function readRedisHealth(redis: Redis) {
  const fields = parseInfo(await redis.info());
  const numberOf = (name: string): number => Number(fields.get(name) ?? 0);
  return {
    version: fields.get('redis_version') ?? '',
    usedBytes: numberOf('used_memory'),
    /** Null when there is no limit. */
    maxBytes: numberOf('maxmemory') || null,
    /** The policy when memory is full. Any other than `noeviction` loses jobs and accounts. */
    evictionPolicy: fields.get('maxmemory_policy') ?? 'noeviction',
    appendOnly: numberOf('aof_enabled') === 1,
    /** Whether Redis takes writes. It refuses them when its disk fails, but not after every failed snapshot. */
    writesWork: await takesWrites(redis),
    connectedClients: numberOf('connected_clients'),
  };
}

/** @throws the error of Redis while it is unavailable. */
async function takesWrites(redis: Redis): Promise<boolean> {
  try {
    await redis.set(TRIED, '', 'PX', 1_000);
    return true;
  } catch (error) {
    if (!isReplyError(error)) throw error;
    return !(error as Error).message.startsWith('MISCONF');
  }
}

/** The longest normal waiting time of a document, in seconds. */
const LONG_WAIT = 10;
/** The longest normal waiting time of an asynchronous job or a row, in seconds. */
const LONG_JOB_WAIT = 3_600;
/** The longest normal delay of a delivery, in seconds. */
const LONG_DELIVERY_DELAY = 900;
/** Failed rows are an issue when there are more than this, and more than this share of all ended rows. */
const MANY_FAILED_ROWS = 20;
const FAILED_ROWS_SHARE = 0.2;
/** The waiting jobs of an account at which a warning is shown: four fifths of the limit. */
const MANY_JOBS = 16_000;
/** The share of its memory limit at which a warning is shown. */
const NEARLY_FULL = 0.8;

/** What to do about faults of the service. Mistakes of callers and targets that do not answer are not issues of the service. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  internal: 'The gateways’ logs have the cause.',
  unavailable: 'The gateways’ logs have the cause.',
  queue_full: 'Start more workers.',
  overloaded: 'Start more gateways, or give them more memory.',
};

type Check = (level: HealthIssue['level'], isIssue: boolean, text: string) => void;

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} min`;

/** Returns the issues, the worst first. Each says what is wrong, and what to do. */
export function healthIssuesOf(state: Omit<ServiceState, 'troubles'>): HealthIssue[] {
  const { gateway, redis, storage, workers, queue, backlog, errors } = state;
  const issues: HealthIssue[] = [];
  const check: Check = (level, isIssue, text) => {
    if (isIssue) issues.push({ level, text });
  };
  check(
    'bad',
    !redis.reachable,
    'Redis does not answer: every request is refused. Start it, or look at its log; the gateways reconnect by themselves.',
  );
  const isWritable = redis.health === null || isTakingWrites(redis.health);
  if (redis.health !== null) checkRedis(check, redis.health);
  checkStore(check, storage);
  const refused = gateway.refusedAccounts;
  check(
    'bad',
    refused > 0,
    `Redis refuses charges of ${refused === 1 ? 'an account' : `${refused} accounts`}. This gateway refuses their calls; its log has the reason (“a charge fails”).`,
  );
  const silent = workers?.filter(({ alive }) => !alive).length ?? 0;
  const isAnyAlive = workers !== null && silent < workers.length;
  // A Redis that refuses changes takes no heartbeats, either.
  check(
    'bad',
    workers !== null && !isAnyAlive && isWritable,
    'No worker is alive: documents are not printed. Start a worker, or look at the workers’ logs.',
  );
  check(
    'warn',
    isAnyAlive && silent > 0,
    silent === 1
      ? 'A worker has stopped sending heartbeats. Look at its log; its jobs are repeated.'
      : `${silent} workers have stopped sending heartbeats. Look at their logs; their jobs are repeated.`,
  );
  if (queue !== null && isAnyAlive) {
    const seconds = queue.oldestWaitingSeconds;
    check('warn', seconds >= LONG_WAIT, `A document has waited for ${Math.round(seconds)} s: start more workers.`);
  }
  if (backlog !== null) checkBacklog(check, backlog, isAnyAlive);
  const isExplained = issues.some(({ level }) => level === 'bad');
  for (const { code, count, minutesAgo } of errors ?? []) {
    const { [code]: advice } = ADVICE;
    if (advice === undefined || (code === 'unavailable' && isExplained)) continue;
    const last = minutesAgo === 0 ? 'also in the last minute' : `the last ${minutesAgo} min ago`;
    check('warn', true, `${count} × \`${code}\` in the last hour, ${last}. ${advice}`);
  }
  return [...issues.filter(({ level }) => level === 'bad'), ...issues.filter(({ level }) => level === 'warn')];
}

function checkStore(check: Check, { reachable, writes }: ServiceState['storage']): void {
  check(
    'bad',
    !reachable,
    'The file store does not answer: PDFs cannot be created or downloaded. Start it, or look for the reason in the gateways’ logs.',
  );
  const refuses = reachable && writes !== null && !writes.work;
  check(
    'bad',
    refuses,
    `The file store rejects writes (${writes?.reason}), so PDFs fail. Free disk space or fix its permissions.`,
  );
}

/** @param isAnyAlive whether a worker is alive. Without one, waiting work is not a separate issue. */
function checkBacklog(check: Check, { jobs, rows, deliveries, shares }: Backlog, isAnyAlive: boolean): void {
  check(
    'warn',
    isAnyAlive && jobs.oldestWaitingSeconds >= LONG_JOB_WAIT,
    `A job has waited for ${minutes(jobs.oldestWaitingSeconds)}: start more workers.`,
  );
  check(
    'warn',
    isAnyAlive && rows.oldestWaitingSeconds >= LONG_JOB_WAIT,
    `${rows.waiting} rows of batches wait, the oldest for ${minutes(rows.oldestWaitingSeconds)}: start more workers.`,
  );
  check(
    'warn',
    rows.failed > MANY_FAILED_ROWS && rows.failed > FAILED_ROWS_SHARE * (rows.done + rows.failed),
    `${rows.failed} rows of open batches have failed. \`toolpress batches list\` shows the accounts; if many are affected, look at the workers’ logs.`,
  );
  check(
    'warn',
    deliveries.overdueSeconds >= LONG_DELIVERY_DELAY,
    `A delivery to a webhook is ${minutes(deliveries.overdueSeconds)} late: its receiver is slow, or the gateways cannot keep up. Start more gateways if many receivers are affected.`,
  );
  const [most] = [...shares].sort((one, other) => other.jobs - one.jobs);
  check(
    'warn',
    (most?.jobs ?? 0) > MANY_JOBS,
    `Account ${most?.account} has ${most?.jobs} waiting jobs; at 20000 its next ones are refused. Start more workers, or ask its owner.`,
  );
}

const isFull = ({ usedBytes, maxBytes }: RedisHealth): boolean => maxBytes !== null && usedBytes >= maxBytes;
const isTakingWrites = (health: RedisHealth): boolean => health.writesWork && !isFull(health);

/** Workers and counts are seen by what they write into Redis. */
const STALE = 'Until then workers and figures are not up to date.';

function checkRedis(check: Check, health: RedisHealth): void {
  const { usedBytes, maxBytes, evictionPolicy, appendOnly, writesWork } = health;
  const isNearlyFull = maxBytes !== null && usedBytes >= NEARLY_FULL * maxBytes && !isFull(health);
  check('bad', !writesWork, `Redis can’t write to its disk: it refuses changes. Free space on its disk. ${STALE}`);
  check(
    'bad',
    isFull(health),
    `Redis is full: it refuses changes, so PDFs are answered 503. Raise its \`maxmemory\`. ${STALE}`,
  );
  check(
    'warn',
    isNearlyFull,
    'The memory of Redis is nearly full: raise its `maxmemory`, or lower `QUEUE_LIMIT_BYTES`.',
  );
  check('warn', !appendOnly, 'Redis does not persist: its append-only file is off. Set `appendonly yes`.');
  check('warn', evictionPolicy !== 'noeviction', `Redis evicts keys (${evictionPolicy}): set noeviction.`);
}
