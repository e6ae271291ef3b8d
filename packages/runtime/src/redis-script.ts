/** Lua scripts that Redis runs as one step. */
import { createHash } from 'node:crypto';
import type { Redis } from './redis.js';

export type RedisScript = (
  redis: Redis,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/**
 * @returns the script as a function. Redis gets its text with the first call and is called by its hash from then on; should
 *   it have forgotten the text meanwhile, after a restart, it gets it again.
 */
export function redisScript(lua: string): RedisScript {
  const sha1 = createHash('sha1').update(lua).digest('hex');
  const has = new WeakSet<Redis>();
  return async (redis, keys, values) => {
    if (!has.has(redis)) {
      has.add(redis);
      return redis.eval(lua, keys.length, ...keys, ...values);
    }
    try {
      return await redis.evalsha(sha1, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await redis.eval(lua, keys.length, ...keys, ...values);
    }
  };
}
