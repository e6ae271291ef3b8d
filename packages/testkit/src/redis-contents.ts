import type { Redis } from 'ioredis';
import { withRedis } from './redis.js';

/** Returns the whole content of a Redis as one text, to prove that something is not stored. */
export async function redisContents(url: string): Promise<string> {
  return withRedis(url, async (redis) => {
    const lines: string[] = [];
    for (const key of await redis.keys('*')) lines.push(key, JSON.stringify(await contentOf(redis, key)));
    return lines.join('\n');
  });
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none':
      return undefined; // expired meanwhile
    default:
      throw new Error(`a key of type ${type}: teach redisContents to read it`);
  }
}
