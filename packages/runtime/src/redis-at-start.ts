/** The first contact with Redis: one that refuses us is set up wrongly, one that is not there is waited for. */
import { once } from 'node:events';
import { ConfigError } from './config.js';
import { reasonOf } from './logged-error.js';
import { isRedisOutage, type Redis } from './redis.js';

/** What waiting does not mend: a wrong password, a database that is not there, a user without the rights. */
const REFUSAL = /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b|^ERR (invalid )?DB index/i;

/** What both apps do all the time: scripts that write under our prefix and read the clock, messages to our channels. */
const TRY = `
  redis.call('SET', KEYS[1], '', 'PX', 1000)
  redis.call('PUBLISH', KEYS[1], '')
  return redis.call('TIME')
`;
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
    await redis.eval(TRY, 1, TRIED);
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
