/** Who has which jobs, as Redis knows it. */
import type { TestRedis } from './redis.js';

const PREFIX = 'toolpress';

/** @returns the jobs at work in the worker process, by their locks. */
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

/** The id under which a worker process has announced itself. */
async function idOf(redis: TestRedis, pid: number): Promise<string | undefined> {
  const ids = (await redis.command('SMEMBERS', `${PREFIX}:workers`)) as string[];
  const beats = await Promise.all(ids.map((id) => redis.command('GET', `${PREFIX}:worker:${id}`)));
  return ids.find((_id, index) => (JSON.parse(String(beats[index])) as { pid: number } | null)?.pid === pid);
}
