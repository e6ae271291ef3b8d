/** The state of the service, as the operator's page and `/ops/state` show it, and its health issues, each in a sentence. */
import { ERRORS } from '@toolpress/contract';
import type { QueueState, WorkerSeen } from '@toolpress/queue';
import type { Redis, ThroughputHour } from '@toolpress/runtime';
import type { Backlog } from './backlog.js';

/** The queue of documents and its workers, of the whole service. */
export interface QueueStatistics {
  queue: QueueState;
  workers: WorkerSeen[];
}

/** `bad`: callers are affected, or will be. `warn`: somebody should look at it. */
export interface HealthIssue {
  level: 'bad' | 'warn';
  text: string;
}

/** What only Redis knows is null while it is unavailable. Durations are seconds; null when nothing was timed. */
export interface ServiceState {
  at: string;
  /** Of the gateway that answers. */
  gateway: { version: string; uptimeSeconds: number; refusedAccounts: number };
  /** The health issues, under the name that `/ops/state` has for them. */
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

/** Throughput of the whole service: rates and durations over the last minute, the rest over the last hour. */
export function workOf(hour: ThroughputHour) {
  const p95 = (what: 'request' | 'wait' | 'render') => hour.quantile(what, 0.95) ?? null;
  return {
    requestsPerSecond: hour.perSecond('requests'),
    pdfsPerSecond: hour.perSecond('pdfs'),
    p95: { request: p95('request'), wait: p95('wait'), render: p95('render') },
    /** Minute by minute, the oldest first. */
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
    /** What happens when memory is full; anything but `noeviction` loses jobs and accounts. */
    evictionPolicy: fields.get('maxmemory_policy') ?? '',
    appendOnly: numberOf('aof_enabled') === 1,
    /** Whether the last writes to disk worked. */
    writesWork: fields.get('aof_last_write_status') === 'ok' && fields.get('rdb_last_bgsave_status') === 'ok',
    connectedClients: numberOf('connected_clients'),
  };
}

/** Seconds that a document should wait at most. */
const LONG_WAIT = 10;
/** Seconds that a job, for which nobody waits, should wait at most. */
const LONG_WAIT_OF_JOB = 3_600;
/** Part of its memory limit from which on Redis may soon be full. */
const NEARLY_FULL = 0.8;

/** @returns the issues, the worst first; none when all is well. */
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
    'The file store does not answer: PDFs can be neither made nor fetched, all else is served.',
  );
  const refused = gateway.refusedAccounts;
  check(
    'bad',
    refused > 0,
    `Redis refuses charges of ${refused === 1 ? 'an account' : `${refused} accounts`}, whose calls this gateway refuses: its log says why (“a charge fails”).`,
  );
  if (workers !== null) {
    const silent = workers.filter(({ alive }) => !alive).length;
    check('bad', silent === workers.length, 'No worker is alive: documents wait in vain.');
    check('warn', silent > 0, `${silent === 1 ? 'A worker has' : `${silent} workers have`} fallen silent.`);
  }
  if (queue !== null) {
    const seconds = queue.oldestWaitingSeconds;
    check('warn', seconds >= LONG_WAIT, `A document has waited for ${Math.round(seconds)} s: more workers would help.`);
  }
  if (backlog !== null) {
    const seconds = backlog.jobs.oldestWaitingSeconds;
    const minutes = Math.round(seconds / 60);
    check('warn', seconds >= LONG_WAIT_OF_JOB, `A job has waited for ${minutes} min: more workers would help.`);
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
    // The mistakes of callers are no issue of the service, nor is a target that does not answer.
    check('warn', [500, 503].includes(ERRORS[code].status), `${count} × ${code} in the last hour.`);
  }
  return [...issues.filter(({ level }) => level === 'bad'), ...issues.filter(({ level }) => level === 'warn')];
}
