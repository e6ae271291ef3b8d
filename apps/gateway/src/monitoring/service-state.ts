/** The service at a glance, as the operator's page and `/ops/state` show it. */
import type { ErrorCode } from '@toolpress/contract';
import type { QueueState, WorkerSeen } from '@toolpress/queue';
import type { ThroughputHour } from '@toolpress/runtime';
import type { QueueFigures } from './queue-figures.js';
import type { Readiness } from './readiness.js';
import type { RedisHealth } from './redis-health.js';
import { type Trouble, troublesOf } from './troubles.js';

/** Figures that only Redis knows are null while it is away. Durations are seconds; null when nothing was timed. */
export interface ServiceState {
  at: string;
  /** Of the gateway that answers. */
  gateway: { version: string; uptimeSeconds: number };
  troubles: Trouble[];
  redis: { reachable: boolean; health: RedisHealth | null };
  storage: { reachable: boolean };
  queue: QueueState | null;
  workers: WorkerSeen[] | null;
  work: Work | null;
}

/** What the whole service did: rates and durations over the last minute, the rest over the last hour. */
export interface Work {
  requestsPerSecond: number;
  pdfsPerSecond: number;
  /** 95 of 100 were faster. */
  p95: { request: number | null; wait: number | null; render: number | null };
  /** The last hour minute by minute, the oldest first. */
  requestsPerMinute: number[];
  pdfsPerMinute: number[];
  /** How many requests ended with which error, the most frequent first. */
  errors: { code: ErrorCode; count: number }[];
}

export interface Findings {
  version: string;
  readiness: Readiness;
  redisHealth: RedisHealth | undefined;
  figures: QueueFigures | undefined;
  hour: ThroughputHour | undefined;
}

export function serviceState({ version, readiness, redisHealth, figures, hour }: Findings): ServiceState {
  const state = {
    at: new Date().toISOString(),
    gateway: { version, uptimeSeconds: Math.floor(process.uptime()) },
    redis: { reachable: readiness.redis.there, health: redisHealth ?? null },
    storage: { reachable: readiness.storage.there },
    queue: figures?.queue ?? null,
    workers: figures?.workers ?? null,
    work: hour === undefined ? null : workOf(hour),
  };
  return { ...state, troubles: troublesOf(state) };
}

function workOf(hour: ThroughputHour): Work {
  return {
    requestsPerSecond: hour.perSecond('requests'),
    pdfsPerSecond: hour.perSecond('pdfs'),
    p95: {
      request: hour.quantile('request', 0.95) ?? null,
      wait: hour.quantile('wait', 0.95) ?? null,
      render: hour.quantile('render', 0.95) ?? null,
    },
    requestsPerMinute: hour.perMinute('requests'),
    pdfsPerMinute: hour.perMinute('pdfs'),
    errors: hour.errors(),
  };
}
