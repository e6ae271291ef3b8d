/** Connections to Redis that reconnect after an outage. Threads load this without the settings of a process. */
import { once } from 'node:events';
import type { Redis, RedisOptions } from 'ioredis';
import { reasonOf } from './logged-error.js';
import type { Logger } from './logger.js';
import { type RedisAddress, redisClient } from './redis-client.js';

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
  return prepared(redis, purpose, logger);
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
      prepared(duplicate(options), `${purpose}, waiting`, logger, BLOCKS_FOR_MS),
  });
  return prepared(redis, purpose, logger);
}

function prepared(redis: Redis, purpose: string, logger: Logger, blocksForMs = 0): Redis {
  const log = logger.child({ connection: purpose });
  watchLiveness(redis, blocksForMs);
  reportOutages(redis, log);
  keepOpen(redis, purpose, log);
  return redis;
}

/** The connections that this process has not closed, with their names. */
const open = new Map<Redis, string>();
/** The delay before a connection that has ended by itself is opened again, in milliseconds. */
const REOPEN_AFTER_MS = 1_000;

/** Returns the names of the connections that do not answer, of those that this process has not closed. */
export const silentConnections = (): string[] =>
  [...open].flatMap(([redis, purpose]) => (isAnswering(redis) ? [] : [purpose]));

/** Opens a connection again that has ended, although the process has not closed it. ioredis would reject all commands from then on. */
function keepOpen(redis: Redis, purpose: string, logger: Logger): void {
  open.set(redis, purpose);
  const { disconnect, quit } = redis;
  Object.assign(redis, {
    disconnect: (reconnect = false) => {
      if (!reconnect) open.delete(redis);
      disconnect.call(redis, reconnect);
    },
    quit: (...args: []) => {
      open.delete(redis);
      return quit.apply(redis, args);
    },
  });
  redis.on('end', () => {
    if (!open.has(redis)) return;
    logger.error('the connection to Redis has ended; it is opened again');
    setTimeout(() => {
      if (open.has(redis)) redis.connect().catch(() => undefined); // `end` follows, or another attempt
    }, REOPEN_AFTER_MS);
  });
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

export const SENTINELS_FAIL = /^All sentinels are unreachable/;

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

/** What is known of the silence of a connection. */
interface Silence {
  /** The ticks without a byte. */
  ticks: number;
  /** The ticks for which a command may block the connection. */
  readonly blocked: number;
}

const silence = new WeakMap<Redis, Silence>();

/**
 * Closes each connection of this client that receives nothing for about seven seconds.
 *
 * @param blocksForMs the longest time that a command may block the connection, in milliseconds.
 */
export function watchLiveness(redis: Redis, blocksForMs: number): void {
  const own: Silence = { ticks: 0, blocked: Math.ceil(blocksForMs / TICK_MS) };
  silence.set(redis, own);
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearInterval(timer);
    const { stream } = redis;
    let heardBytes = 0;
    own.ticks = 0;
    timer = setInterval(() => {
      const silent = stream.bytesRead === heardBytes ? own.ticks + 1 : 0;
      heardBytes = stream.bytesRead;
      own.ticks = silent;
      const isReady = redis.status === 'ready'; // before that no command blocks, and the client sends its own commands
      if (isReady && silent === ASK_AFTER) redis.ping().catch(() => undefined);
      const limit = isReady ? DEAD_AFTER + own.blocked : DEAD_AFTER;
      if (silent >= limit) stream.destroy(new Error(`nothing was received for ${silent} s`));
    }, TICK_MS).unref();
  });
  redis.on('close', () => clearInterval(timer));
}

/** Says whether the connection is ready and Redis has answered within the last seconds. */
export function isAnswering(redis: Redis): boolean {
  const { ticks, blocked } = silence.get(redis) ?? { ticks: 0, blocked: 0 };
  return redis.status === 'ready' && ticks < DOUBTFUL_AFTER + blocked;
}
