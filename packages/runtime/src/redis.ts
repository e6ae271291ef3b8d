/** Errors of Redis, and its check when a process starts. */
import { once } from 'node:events';
import { ServiceError } from '@toolpress/contract';
import { ReplyError } from 'ioredis';
import { ConfigError } from './config.js';
import { reasonOf } from './logged-error.js';
import type { Logger } from './logger.js';
import { addressOf } from './redis-client.js';
import { isRefusal, type Redis, SENTINELS_FAIL } from './redis-connection.js';
import { parseInfo, redisFaults } from './redis-info.js';
import { KEY_PREFIX, refusedCommands, TRIED } from './redis-rights.js';

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
  return `Redis at ${addressOf(redis)} does not allow this user (NOPERM) to use ${named}${more} with keys and channels that begin with \`${KEY_PREFIX}:\`; /docs/operations#redis-permissions lists the required rights.`;
}
