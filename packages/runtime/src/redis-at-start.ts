/** The first contact with Redis: one that refuses us is set up wrongly, one that is not there is waited for. */
import { once } from 'node:events';
import { ConfigError } from './config.js';
import { reasonOf } from './reason-of.js';
import { isRedisOutage, type Redis } from './redis.js';

/** What waiting does not mend: a wrong password, a database that is not there, a user without the rights. */
const REFUSAL = /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b|^ERR (invalid )?DB index/i;

/** Under the prefix of our keys and channels; nobody reads it, nobody listens. */
const TRIED = 'toolpress:start';

/**
 * Resolves once the connection is ready, or has failed for the first time.
 *
 * @returns whether Redis is there.
 * @throws ConfigError when it refuses us.
 */
export async function contactAtStart(redis: Redis): Promise<boolean> {
  try {
    if (redis.status !== 'ready') await ready(redis);
    await Promise.all([redis.set(TRIED, '', 'PX', 1_000), redis.publish(TRIED, ''), redis.eval('return 1', 0)]);
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    const { host, port, path } = redis.options;
    if (REFUSAL.test(reason))
      throw new ConfigError([`REDIS_URL: Redis at ${path ?? `${host}:${port}`} refuses: ${reason}`]);
    if (isRedisOutage(error) || redis.status !== 'ready') return false;
    throw error;
  }
}

/** Of a database that is not there Redis says so, and is ready with another one: what comes first counts. */
async function ready(redis: Redis): Promise<void> {
  const failed = once(redis, 'error').then(([error]) => {
    throw error;
  });
  await Promise.race([once(redis, 'ready'), failed]);
}
