/** The first contact with Redis: one that refuses us is set up wrongly, one that is not there is waited for. */
import { once } from 'node:events';
import { ConfigError } from './config.js';
import { reasonOf } from './logged-error.js';
import { isRedisOutage, isRefusal, type Redis } from './redis.js';

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
    // Of a database that is not there Redis says so, and is ready with another one: what comes first counts.
    if (redis.status !== 'ready') await once(redis, 'ready');
    await Promise.all([redis.set(TRIED, '', 'PX', 1_000), redis.publish(TRIED, ''), redis.eval('return 1', 0)]);
    return true;
  } catch (error) {
    const { host, port, path } = redis.options;
    if (isRefusal(error)) {
      throw new ConfigError([`REDIS_URL: Redis at ${path ?? `${host}:${port}`} refuses: ${reasonOf(error)}`]);
    }
    if (isRedisOutage(error) || redis.status !== 'ready') return false;
    throw error;
  }
}
