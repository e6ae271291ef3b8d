/** The jobs of each worker, read from Redis. */
import type { TestRedis } from './redis.js';

const PREFIX = 'toolpress';

/** Returns the active jobs of a worker process, found by their locks. */
export async function jobsOf(redis: TestRedis, pid: number): Promise<string[]> {
  const worker = await idOf(redis, pid);
  const active = (await redis.command('LRANGE', `${PREFIX}:render:active`, '0', '-1')) as string[];
  const owned = await Promise.all(
    active.map(async (job) => {
      const [owner, isLocked] = await Promise.all([
        redis.command('HGET', `${PREFIX}:render:${job}`, 'pb'),
        redis.command('EXISTS', `${PREFIX}:render:${job}:lock`),
      ]);
      return owner === worker && isLocked === 1;
    }),
  );
  return active.filter((_job, index) => owned[index]);
}

/** Returns the id under which a worker process has registered. */
async function idOf(redis: TestRedis, pid: number): Promise<string | undefined> {
  const ids = (await redis.command('SMEMBERS', `${PREFIX}:workers`)) as string[];
  const beats = await Promise.all(ids.map((id) => redis.command('GET', `${PREFIX}:worker:${id}`)));
  return ids.find((_id, index) => (JSON.parse(String(beats[index])) as { pid: number } | null)?.pid === pid);
}
