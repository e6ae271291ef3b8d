/** Connections to Redis that fail at once when Redis is away, and come back by themselves. */
import { once } from 'node:events';
import { ServiceError } from '@toolpress/contract';
import { Redis, type RedisOptions } from 'ioredis';
import { reasonOf } from './logged-error.js';
import type { Logger } from './logger.js';
import { watchLiveness } from './redis-liveness.js';
import { writeOncePerTick } from './write-once-per-tick.js';

export { isAnswering } from './redis-liveness.js';
export type { Redis };

/** A command that takes longer than this counts as "Redis is away". */
const COMMAND_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a connection that is ended in order may wait for the other end to do the same. */
const DISCONNECT_TIMEOUT_MS = 500;
/** The longest that BullMQ lets Redis hold back its answer. */
const BLOCKS_FOR_MS = 10_000;

/**
 * A connection on which a caller waits: while Redis is away, every command fails at once, nothing is queued.
 *
 * @param purpose what the connection is for, as the log calls it.
 */
export function nonQueueingRedis(url: string, purpose: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
  });
  return prepared(redis, logger.child({ connection: purpose }));
}

/** A connection that waits for work or for events: it outlives any outage. */
export function blockingRedis(url: string, purpose: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
  });
  // BullMQ waits for jobs on a second connection, which it makes from the first.
  const duplicate = redis.duplicate.bind(redis);
  Object.assign(redis, {
    duplicate: (options?: Partial<RedisOptions>) =>
      prepared(duplicate(options), logger.child({ connection: `${purpose}, waiting` }), BLOCKS_FOR_MS),
  });
  return prepared(redis, logger.child({ connection: purpose }));
}

function prepared(redis: Redis, logger: Logger, blocksForMs = 0): Redis {
  redis.on('connect', () => writeOncePerTick(redis.stream)); // a new one for each connection
  watchLiveness(redis, blocksForMs);
  reportOutages(redis, logger);
  return redis;
}

/** Resolves once the connection is ready, or has failed for the first time: then its commands say so at once. */
export async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await Promise.race([once(redis, 'ready'), once(redis, 'error')]).catch(() => undefined);
}

function reconnectDelay(attempt: number): number {
  return Math.min(50 * attempt, 1_000);
}

/**
 * Logs an outage once when it begins and once when it ends, instead of an error per attempt. A Redis that has come back and refuses
 * us is told of, too: that does not end by itself.
 */
function reportOutages(redis: Redis, logger: Logger): void {
  let away = false;
  let refuses = false;
  redis.on('error', (error: Error) => {
    if (isRefusal(error) && !refuses) logger.error({ reason: reasonOf(error) }, 'Redis refuses this process');
    else if (!away) logger.warn({ reason: reasonOf(error) }, 'Redis is away');
    away = true;
    refuses ||= isRefusal(error);
  });
  redis.on('ready', () => {
    if (away) logger.info('Redis is back');
    away = false;
    refuses = false;
  });
}

/** Says whether Redis refuses what waiting does not mend: a wrong password, a database that is not there, a user without the rights. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b|^ERR (invalid )?DB index/i.test(error.message);

const AWAY =
  /Connection is closed|isn't writeable|Command timed out|max retries per request|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|^(LOADING|READONLY|OOM|EXECABORT|NOREPLICAS|MISCONF|MASTERDOWN|CLUSTERDOWN|BUSY|NOAUTH|WRONGPASS)\b/;

/** Says whether an error means that Redis is away, overloaded or full, rather than that our command was wrong. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return AWAY.test(error.message) || AWAY.test((error as NodeJS.ErrnoException).code ?? '');
}

/** The error a caller sees while Redis is away. */
export const redisUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The service’s database is away; try again in a moment.', {
    cause,
    headers: { 'Retry-After': '1' },
  });
