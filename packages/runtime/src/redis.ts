/** Connections to Redis, which come back by themselves, and Lua scripts on them. */
import { once } from 'node:events';
import { ServiceError } from '@toolpress/contract';
import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import { ConfigError } from './config.js';
import { reasonOf } from './logged-error.js';
import type { Logger } from './logger.js';
import { KEY_PREFIX, noteScript, refusedCommands, TRIED } from './redis-rights.js';

export type { Redis };

/** A command that takes longer than this counts as "Redis is unavailable". */
const COMMAND_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a connection that is ended in order may wait for the other end to do the same. */
const DISCONNECT_TIMEOUT_MS = 500;
/** The longest that BullMQ lets Redis hold back its answer. */
const BLOCKS_FOR_MS = 10_000;

/**
 * A connection on which a caller waits: while Redis is unavailable, every command fails at once, nothing is queued.
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
  let isUnavailable = false;
  let refuses = false;
  redis.on('error', (error: Error) => {
    if (isRefusal(error) && !refuses) logger.error({ reason: reasonOf(error) }, 'Redis refuses this process');
    else if (!isUnavailable) logger.warn({ reason: reasonOf(error) }, 'Redis is unavailable');
    isUnavailable = true;
    refuses ||= isRefusal(error);
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis is available again');
    isUnavailable = false;
    refuses = false;
  });
}

/** Says whether Redis refuses what waiting does not mend: a wrong password, a database that is not there, a user without the rights. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b|^ERR (invalid )?DB index/i.test(error.message);

const UNAVAILABLE =
  /Connection is closed|isn't writeable|Command timed out|max retries per request|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|^(LOADING|READONLY|OOM|EXECABORT|NOREPLICAS|MISCONF|MASTERDOWN|CLUSTERDOWN|BUSY|NOAUTH|WRONGPASS)\b/;

/** Says whether an error means that Redis is unavailable, overloaded or full, rather than that our command was wrong. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE.test(error.message) || UNAVAILABLE.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Says whether Redis has answered with an error: then it has not done what it was asked for. */
export const isReplyError = (error: unknown): boolean => error instanceof ReplyError;

/** The error a caller sees while Redis is unavailable. */
export const redisUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The service’s database is unavailable; try again in a moment.', {
    cause,
    headers: { 'Retry-After': '1' },
  });

/** How many refused commands are named. */
const MOST_NAMED = 8;

/**
 * The first contact: a Redis that refuses us, or a command of ours, is set up wrongly, one that is not there is waited for. Resolves once the
 * connection is ready, or has failed for the first time.
 *
 * @returns whether Redis is there.
 * @throws ConfigError when it refuses us.
 */
export async function checkRedisAtStart(redis: Redis): Promise<boolean> {
  try {
    // Of a database that is not there Redis says so, and is ready with another one: what comes first counts.
    if (redis.status !== 'ready') await once(redis, 'ready');
    const refused = await refusedCommands(redis);
    if (refused.length > 0) throw new ConfigError([`REDIS_URL: ${missingRights(redis, refused)}`]);
    await Promise.all([redis.set(TRIED, '', 'PX', 1_000), redis.publish(TRIED, '')]);
    return true;
  } catch (error) {
    if (isRefusal(error))
      throw new ConfigError([`REDIS_URL: Redis at ${addressOf(redis)} refuses: ${reasonOf(error)}`]);
    if (isRedisOutage(error) || redis.status !== 'ready') return false;
    throw error;
  }
}

const addressOf = ({ options: { host, port, path } }: Redis): string => path ?? `${host}:${port}`;

function missingRights(redis: Redis, commands: readonly string[]): string {
  const named = commands.slice(0, MOST_NAMED).join(', ');
  const more = commands.length > MOST_NAMED ? ` and ${commands.length - MOST_NAMED} more` : '';
  return `Redis at ${addressOf(redis)} does not let this user (NOPERM) use ${named}${more} with keys and channels that begin with \`${KEY_PREFIX}:\`; docs/operations.md has the rights that are needed.`;
}

export type RedisScript = (
  redis: Redis,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
) => Promise<unknown>;

let scripts = 0;

/**
 * @param lua what Redis runs as one step.
 * @returns the script as a function. Redis gets the text with the first call of each connection, and is called by its hash from
 *   then on (ioredis): what is sent behind a call is done behind it. Should it have forgotten the text, it gets it again.
 */
export function redisScript(lua: string): RedisScript {
  const name = `script${scripts++}`;
  noteScript(lua);
  return (redis, keys, values) => {
    // A user of Redis who is limited to our keys is refused the whole script for any other.
    const foreign = keys.find((key) => !key.startsWith(`${KEY_PREFIX}:`));
    if (foreign !== undefined) throw new TypeError(`A script is given a key without our prefix: "${foreign}"`);
    if (!(name in redis)) redis.defineCommand(name, { lua });
    const commands = redis as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    return commands[name]?.(keys.length, ...keys, ...values) as Promise<unknown>;
  };
}

/**
 * Whether Redis is still at the other end. A host that vanishes without a word leaves its connections standing for a quarter of
 * an hour: what is sent is sent again and again, and nobody is told. So a connection that hears nothing asks, and one that is
 * not answered is ended; then a new one is made, to whatever address the name has by then.
 *
 * Time is counted in ticks of the process itself: while it did not run, or was busy, it could not have heard anything either.
 */
const TICK_MS = 1_000;
/** Ticks without a byte, after which it asks. */
const ASK_AFTER = 1;
/** Ticks without a byte, after which nobody is there. Shorter than that, Redis may just be slow. */
const DEAD_AFTER = 7;
/** Ticks without a byte, after which nobody should rely on the connection. */
const DOUBTFUL_AFTER = 4;

const silence = new WeakMap<Redis, number>();

/**
 * Ends each connection of this client that hears nothing for some seven seconds.
 *
 * @param blocksForMs the longest that a command may keep others on the connection from being answered.
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
      const isReady = redis.status === 'ready'; // before that nothing blocks, and the client itself is asking
      if (isReady && silent === ASK_AFTER) redis.ping().catch(() => undefined);
      const limit = isReady ? DEAD_AFTER + blockedTicks : DEAD_AFTER;
      if (silent >= limit) stream.destroy(new Error(`nothing was heard for ${silent} s`));
    }, TICK_MS).unref();
  });
  redis.on('close', () => clearInterval(timer));
}

/** Whether the connection stands and Redis has answered on it within the last seconds. */
export const isAnswering = (redis: Redis): boolean =>
  redis.status === 'ready' && (silence.get(redis) ?? 0) < DOUBTFUL_AFTER;
