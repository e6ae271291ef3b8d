/** The state of the service, as the operator's page and `/ops/state` show it. */
import type { ErrorCode } from '@toolpress/contract';
import type { QueueState, WorkerSeen } from '@toolpress/queue';
import type { Redis, ThroughputHour } from '@toolpress/runtime';

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
  gateway: { version: string; uptimeSeconds: number };
  /** The health issues, under the name that `/ops/state` has for them. */
  troubles: HealthIssue[];
  redis: { reachable: boolean; health: RedisHealth | null };
  storage: { reachable: boolean };
  queue: QueueState | null;
  workers: WorkerSeen[] | null;
  work: Work | null;
}

/** Throughput of the whole service: rates and durations over the last minute, the rest over the last hour. */
export interface Work {
  requestsPerSecond: number;
  pdfsPerSecond: number;
  p95: { request: number | null; wait: number | null; render: number | null };
  /** The last hour minute by minute, the oldest first. */
  requestsPerMinute: number[];
  pdfsPerMinute: number[];
  /** How many requests ended with which error, the most frequent first. */
  errors: { code: ErrorCode; count: number }[];
}

export interface RedisHealth {
  version: string;
  usedBytes: number;
  /** Null when there is no limit. */
  maxBytes: number | null;
  /** What happens when memory is full; anything but `noeviction` loses jobs and accounts. */
  evictionPolicy: string;
  appendOnly: boolean;
  /** Whether the last writes to disk worked. */
  writesWork: boolean;
  connectedClients: number;
}

export function workOf(hour: ThroughputHour): Work {
  const p95 = (what: 'request' | 'wait' | 'render') => hour.quantile(what, 0.95) ?? null;
  return {
    requestsPerSecond: hour.perSecond('requests'),
    pdfsPerSecond: hour.perSecond('pdfs'),
    p95: { request: p95('request'), wait: p95('wait'), render: p95('render') },
    requestsPerMinute: hour.perMinute('requests'),
    pdfsPerMinute: hour.perMinute('pdfs'),
    errors: hour.errors(),
  };
}

/** @throws the error of Redis while it is unavailable. */
export async function readRedisHealth(redis: Redis): Promise<RedisHealth> {
  const lines = (await redis.info()).split('\r\n').map((line) => line.split(':'));
  const fields = new Map(lines.map(([name = '', value = '']) => [name, value]));
  const numberOf = (name: string): number => Number(fields.get(name) ?? 0);
  return {
    version: fields.get('redis_version') ?? '',
    usedBytes: numberOf('used_memory'),
    maxBytes: numberOf('maxmemory') || null,
    evictionPolicy: fields.get('maxmemory_policy') ?? '',
    appendOnly: numberOf('aof_enabled') === 1,
    writesWork: fields.get('aof_last_write_status') === 'ok' && fields.get('rdb_last_bgsave_status') === 'ok',
    connectedClients: numberOf('connected_clients'),
  };
}
