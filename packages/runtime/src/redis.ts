/** Connections to Redis that reconnect after an outage. */
import { once } from 'node:events';
import { ServiceError } from '@toolpress/contract';
import { type Redis, type RedisOptions, ReplyError } from 'ioredis';
import { ConfigError } from './config.js';
import { reasonOf } from './logged-error.js';
import type { Logger } from './logger.js';
import { addressOf, type RedisAddress, redisClient } from './redis-address.js';
import { parseInfo, redisFaults } from './redis-info.js';
import { KEY_PREFIX, refusedCommands, TRIED } from './redis-rights.js';

export type { Redis };

/** A command that takes longer than this counts as "Redis is unavailable". */
const COMMAND_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a closing connection waits for the other side. */
const DISCONNECT_TIMEOUT_MS = 500;
/** The longest blocking command of BullMQ. */
const BLOCKS_FOR_MS = 10_000;

/**
 * Creates a connection for calls: while Redis is unavailable, commands fail immediately and are not queued.
 *
 * @param purpose the name of the connection in the log.
 */
export function nonQueueingRedis(address: RedisAddress, purpose: string, logger: Logger): Redis {
  const redis = redisClient(address, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
    reconnectOnError: isReplica,
  });
  return prepared(redis, logger.child({ connection: purpose }));
}

/** Creates a connection that waits for work or events, through any outage. */
export function blockingRedis(address: RedisAddress, purpose: string, logger: Logger): Redis {
  const redis = redisClient(address, {
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
    reconnectOnError: isReplica,
  });
  // BullMQ duplicates the connection to wait for jobs.
  const duplicate = redis.duplicate.bind(redis);
  Object.assign(redis, {
    duplicate: (options?: Partial<RedisOptions>) =>
      prepared(duplicate(options), logger.child({ connection: `${purpose}, waiting` }), BLOCKS_FOR_MS),
  });
  return prepared(redis, logger.child({ connection: purpose }));
}

function prepared(redis: Redis, logger: Logger, blocksForMs = 0): Redis {
  watchLiveness(redis, blocksForMs);
  reportOutages(redis, logger);
  return redis;
}

/** Resolves when the connection is ready or has failed for the first time. */
export async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await Promise.race([once(redis, 'ready'), once(redis, 'error')]).catch(() => undefined);
}

function reconnectDelay(attempt: number): number {
  return Math.min(50 * attempt, 1_000);
}

/** After a failover a connection may lead to a replica. A new one finds the primary, by the sentinels or the host name. */
const isReplica = (error: Error): boolean => error.message.startsWith('READONLY');

/**
 * Logs the start and the end of an outage, instead of an error per attempt. Also logs when Redis rejects this process
 * after an outage, because that does not end by itself.
 */
function reportOutages(redis: Redis, logger: Logger): void {
  let isUnavailable = false;
  let refuses = false;
  let sentinelReason: string | undefined;
  redis.on('sentinelError', (error: Error) => {
    sentinelReason = reasonOf(error);
  });
  redis.on('error', (error: Error) => {
    const reason = SENTINELS_FAIL.test(error.message) ? (sentinelReason ?? reasonOf(error)) : reasonOf(error);
    if (isRefusal(error) && !refuses) logger.error({ reason }, 'Redis rejects this process');
    else if (!isUnavailable) logger.warn({ reason }, 'Redis is unavailable');
    isUnavailable = true;
    refuses ||= isRefusal(error);
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis is available again');
    isUnavailable = false;
    refuses = false;
  });
}

/** Says whether Redis rejects the connection permanently: a wrong password, an unknown database, missing rights. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b|^ERR (invalid )?DB index/i.test(error.message);

const SENTINELS_FAIL = /^All sentinels are unreachable/;

const UNAVAILABLE =
  /Connection is closed|All sentinels are unreachable|isn't writeable|Command timed out|max retries per request|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|^(LOADING|READONLY|OOM|EXECABORT|NOREPLICAS|MISCONF|MASTERDOWN|CLUSTERDOWN|BUSY|NOAUTH|WRONGPASS)\b/;

/** Says whether an error means that Redis is unavailable, overloaded or full, not that the command was wrong. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE.test(error.message) || UNAVAILABLE.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Says whether Redis has answered with an error, so that it has not run the command. */
export const isReplyError = (error: unknown): boolean => error instanceof ReplyError;

/** Returns the error for callers while Redis is unavailable. */
export const redisUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The service’s database is unavailable; try again in a moment.', {
    cause,
    headers: { 'Retry-After': '1' },
  });

/** The limit of refused commands in the message. */
const MOST_NAMED = 8;

/**
 * Checks Redis at the start of the process. If Redis rejects the process or one of its commands, is a cluster or evicts
 * keys, the configuration is wrong. If Redis is unavailable, the process waits for it. Resolves when the connection is
 * ready or has failed for the first time.
 *
 * @returns whether Redis is available.
 * @throws ConfigError when Redis rejects the process or a command, or loses or rejects our keys.
 */
export async function checkRedisAtStart(redis: Redis, logger: Logger): Promise<boolean> {
  const sentinels = { unaware: 0, failing: 0 };
  redis.on('sentinelError', ({ message }: Error) => {
    sentinels[/No such master|invalid reply: null/.test(message) ? 'unaware' : 'failing'] += 1;
  });
  try {
    // For an unknown database, Redis sends an error and then continues with another one. The first event counts.
    if (redis.status !== 'ready') await once(redis, 'ready');
    const { fault, warning } = redisFaults(parseInfo(await redis.info()));
    if (fault !== undefined) throw new ConfigError([`REDIS_URL: Redis at ${addressOf(redis)} ${fault}`]);
    const refused = await refusedCommands(redis);
    if (refused.length > 0) throw new ConfigError([`REDIS_URL: ${missingRights(redis, refused)}`]);
    await Promise.all([redis.set(TRIED, '', 'PX', 1_000), redis.publish(TRIED, '')]);
    if (warning !== undefined) logger.warn({ address: addressOf(redis) }, warning);
    return true;
  } catch (error) {
    const isUnknownPrimary = sentinels.unaware > 0 && sentinels.failing === 0;
    if (isUnknownPrimary && error instanceof Error && SENTINELS_FAIL.test(error.message))
      throw new ConfigError([`REDIS_URL: No sentinel of ${addressOf(redis)} knows this primary; correct its name.`]);
    if (isRefusal(error))
      throw new ConfigError([`REDIS_URL: Redis at ${addressOf(redis)} rejects the connection: ${reasonOf(error)}`]);
    if (isRedisOutage(error) || redis.status !== 'ready') return false;
    throw error;
  }
}

function missingRights(redis: Redis, commands: readonly string[]): string {
  const named = commands.slice(0, MOST_NAMED).join(', ');
  const more = commands.length > MOST_NAMED ? ` and ${commands.length - MOST_NAMED} more` : '';
  return `Redis at ${addressOf(redis)} does not allow this user (NOPERM) to use ${named}${more} with keys and channels that begin with \`${KEY_PREFIX}:\`; docs/operations.md lists the required rights.`;
}

/**
 * Detects silent connections. When a host vanishes, TCP keeps its connections open for 15 minutes and retransmits. So
 * a silent connection sends a ping, and is closed without an answer. A new connection then resolves the host name
 * again.
 *
 * Time is counted in ticks of the process, because a frozen or busy process receives nothing.
 */
const TICK_MS = 1_000;
/** The ticks without a byte after which it sends a ping. */
const ASK_AFTER = 1;
/** The ticks without a byte after which the connection is closed. With less silence, Redis may only be slow. */
const DEAD_AFTER = 7;
/** The ticks without a byte after which the connection counts as unreliable. */
const DOUBTFUL_AFTER = 4;

const silence = new WeakMap<Redis, number>();

/**
 * Closes each connection of this client that receives nothing for about seven seconds.
 *
 * @param blocksForMs the longest time that a command may block the connection, in milliseconds.
 */
export function watchLiveness(redis: Redis, blocksForMs: number): void {
  const blockedTicks = Math.ceil(blocksForMs / TICK_MS);
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearInterval(timer);
    const { stream } = redis;
    let heardBytes = 0;
    silence.set(redis, 0);
    timer = setInterval(() => {
      const silent = stream.bytesRead === heardBytes ? (silence.get(redis) ?? 0) + 1 : 0;
      heardBytes = stream.bytesRead;
      silence.set(redis, silent);
      const isReady = redis.status === 'ready'; // before that no command blocks, and the client sends its own commands
      if (isReady && silent === ASK_AFTER) redis.ping().catch(() => undefined);
      const limit = isReady ? DEAD_AFTER + blockedTicks : DEAD_AFTER;
      if (silent >= limit) stream.destroy(new Error(`nothing was received for ${silent} s`));
    }, TICK_MS).unref();
  });
  redis.on('close', () => clearInterval(timer));
}

/** Says whether the connection is ready and Redis has answered within the last seconds. */
export const isAnswering = (redis: Redis): boolean =>
  redis.status === 'ready' && (silence.get(redis) ?? 0) < DOUBTFUL_AFTER;
