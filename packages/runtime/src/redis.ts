/** Connections to Redis that fail at once when Redis is away, and come back by themselves. */
import { ServiceError } from '@toolpress/contract';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.js';

export type { Redis };

/** A command that takes longer than this counts as "Redis is away". */
const COMMAND_TIMEOUT_MS = 3_000;

/** Options for connections on which a caller waits: no offline queue, so that a lost Redis is an immediate error. */
export const failFast = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: 5_000,
  retryStrategy: reconnectDelay,
} satisfies RedisOptions;

/** Options for connections that wait for work or for events: patient, they outlive any outage. */
export const patient = {
  maxRetriesPerRequest: null,
  connectTimeout: 5_000,
  retryStrategy: reconnectDelay,
} satisfies RedisOptions;

function reconnectDelay(attempt: number): number {
  return Math.min(50 * attempt, 1_000);
}

/**
 * Opens a connection for commands. It resolves once connected, or after a first failed try: from then on commands fail at
 * once until Redis is there.
 */
export async function connectRedis(url: string, logger: Logger): Promise<Redis> {
  const redis = new Redis(url, { ...failFast, lazyConnect: true });
  reportOutages(redis, logger);
  await redis.connect().catch(() => undefined);
  return redis;
}

/** Logs an outage once when it begins and once when it ends, instead of an error per attempt. */
export function reportOutages(
  connection: { on(event: string, listener: (error?: Error) => void): unknown },
  logger: Logger,
): void {
  let away = false;
  connection.on('error', (error) => {
    if (!away) logger.warn({ reason: error?.message }, 'Redis is away');
    away = true;
  });
  connection.on('ready', () => {
    if (away) logger.info('Redis is back');
    away = false;
  });
}

const AWAY =
  /Connection is closed|isn't writeable|Command timed out|max retries per request|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|^(LOADING|READONLY|OOM|MISCONF|MASTERDOWN|CLUSTERDOWN|BUSY|NOAUTH|WRONGPASS)\b/;

/** Says whether an error means that Redis is away, overloaded or full, rather than that our command was wrong. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return AWAY.test(error.message) || AWAY.test((error as NodeJS.ErrnoException).code ?? '');
}

/** The error a caller sees while Redis is away. */
export const redisAway = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The service’s database is away; try again in a moment.', {
    cause,
    headers: { 'Retry-After': '1' },
  });
