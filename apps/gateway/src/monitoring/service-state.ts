/** The state of the service for the operator's page and `/ops/state`, and its health issues. */
import { ERRORS } from '@toolpress/contract';
import type { QueueState, WorkerSeen } from '@toolpress/queue';
import type { Redis, ThroughputHour } from '@toolpress/runtime';
import type { Backlog } from './backlog.js';

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

/** Values from Redis are null while it is unavailable. Durations are in seconds, or null without measurements. */
export interface ServiceState {
  at: string;
  /** The gateway that answers. */
  gateway: { version: string; uptimeSeconds: number; refusedAccounts: number };
  /** The health issues, under their name in `/ops/state`. */
  troubles: HealthIssue[];
  redis: { reachable: boolean; health: RedisHealth | null };
  storage: { reachable: boolean };
  queue: QueueState | null;
  workers: WorkerSeen[] | null;
  /** Jobs, batches and deliveries. */
  backlog: Backlog | null;
  work: Work | null;
}

type Work = ReturnType<typeof workOf>;
type RedisHealth = Awaited<ReturnType<typeof readRedisHealth>>;

/** Returns the throughput of the service: rates and durations over the last minute, the rest over the last hour. */
export function workOf(hour: ThroughputHour) {
  const p95 = (what: 'request' | 'wait' | 'render') => hour.quantile(what, 0.95) ?? null;
  return {
    requestsPerSecond: hour.perSecond('requests'),
    pdfsPerSecond: hour.perSecond('pdfs'),
    p95: { request: p95('request'), wait: p95('wait'), render: p95('render') },
    /** One value per minute, the oldest first. */
    requestsPerMinute: hour.perMinute('requests'),
    pdfsPerMinute: hour.perMinute('pdfs'),
    errors: hour.errors(),
  };
}

/** @throws the error of Redis while it is unavailable. */
export async function readRedisHealth(redis: Redis) {
  const lines = (await redis.info()).split('\r\n').map((line) => line.split(':'));
  const fields = new Map(lines.map(([name = '', value = '']) => [name, value]));
  const numberOf = (name: string): number => Number(fields.get(name) ?? 0);
  return {
    version: fields.get('redis_version') ?? '',
    usedBytes: numberOf('used_memory'),
    /** Null when there is no limit. */
    maxBytes: numberOf('maxmemory') || null,
    /** The policy when memory is full. Any other than `noeviction` loses jobs and accounts. */
    evictionPolicy: fields.get('maxmemory_policy') ?? '',
    appendOnly: numberOf('aof_enabled') === 1,
    /** Whether the last writes to disk succeeded. */
    writesWork: fields.get('aof_last_write_status') === 'ok' && fields.get('rdb_last_bgsave_status') === 'ok',
    connectedClients: numberOf('connected_clients'),
  };
}

/** The longest normal waiting time of a document, in seconds. */
const LONG_WAIT = 10;
/** The longest normal waiting time of an asynchronous job, in seconds. */
const LONG_JOB_WAIT = 3_600;
/** The share of its memory limit at which a warning is shown. */
const NEARLY_FULL = 0.8;

/** Returns the issues, the worst first. */
export function healthIssuesOf(state: Omit<ServiceState, 'troubles'>): HealthIssue[] {
  const { gateway, redis, storage, workers, queue, backlog, work } = state;
  const issues: HealthIssue[] = [];
  const check = (level: HealthIssue['level'], isIssue: boolean, text: string): void => {
    if (isIssue) issues.push({ level, text });
  };
  check('bad', !redis.reachable, 'Redis does not answer: every request is refused.');
  check(
    'bad',
    !storage.reachable,
    'The file store does not answer: PDFs cannot be created or downloaded; all other requests are served.',
  );
  const refused = gateway.refusedAccounts;
  check(
    'bad',
    refused > 0,
    `Redis refuses charges of ${refused === 1 ? 'an account' : `${refused} accounts`}. This gateway refuses their calls; its log has the reason (“a charge fails”).`,
  );
  if (workers !== null) {
    const silent = workers.filter(({ alive }) => !alive).length;
    check('bad', silent === workers.length, 'No worker is alive: documents are not printed.');
    check(
      'warn',
      silent > 0,
      `${silent === 1 ? 'A worker has' : `${silent} workers have`} stopped sending heartbeats.`,
    );
  }
  if (queue !== null) {
    const seconds = queue.oldestWaitingSeconds;
    check('warn', seconds >= LONG_WAIT, `A document has waited for ${Math.round(seconds)} s: more workers would help.`);
  }
  if (backlog !== null) {
    const seconds = backlog.jobs.oldestWaitingSeconds;
    const minutes = Math.round(seconds / 60);
    check('warn', seconds >= LONG_JOB_WAIT, `A job has waited for ${minutes} min: more workers would help.`);
  }
  if (redis.health !== null) {
    const { usedBytes, maxBytes, evictionPolicy, appendOnly, writesWork } = redis.health;
    const isNearlyFull = maxBytes !== null && usedBytes >= NEARLY_FULL * maxBytes;
    check('bad', !writesWork, 'Redis can’t write to its disk.');
    check('warn', isNearlyFull, 'The memory of Redis is nearly full.');
    check('warn', !appendOnly, 'Redis does not persist: its append-only file is off.');
    check('warn', evictionPolicy !== 'noeviction', `Redis evicts keys (${evictionPolicy}): set noeviction.`);
  }
  for (const { code, count } of work?.errors ?? []) {
    // Mistakes of callers and targets that do not answer are no issues of the service.
    check('warn', [500, 503].includes(ERRORS[code].status), `${count} × ${code} in the last hour.`);
  }
  return [...issues.filter(({ level }) => level === 'bad'), ...issues.filter(({ level }) => level === 'warn')];
}
