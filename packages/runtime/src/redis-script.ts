/** Lua scripts that Redis runs as one step. */
import { createHash } from 'node:crypto';
import type { Redis } from './redis.js';

export type RedisScript = (
  redis: Redis,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/** The scripts that Redis has got over a connection, by their hashes: one that was restarted meanwhile has lost them. */
const sent = new WeakMap<Redis, Set<string>>();

function sentOver(redis: Redis): Set<string> {
  const known = sent.get(redis);
  if (known !== undefined) return known;
  const hashes = new Set<string>();
  redis.on('close', () => hashes.clear());
  sent.set(redis, hashes);
  return hashes;
}

/**
 * @returns the script as a function. Redis gets its text with the first call of each connection, and is called by its hash from
 *   then on: so what is sent behind a call is done behind it. Should it have forgotten the text all the same, it gets it again.
 */
export function redisScript(lua: string): RedisScript {
  const sha1 = createHash('sha1').update(lua).digest('hex');
  return async (redis, keys, values) => {
    const known = sentOver(redis);
    if (!known.has(sha1)) {
      known.add(sha1);
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
