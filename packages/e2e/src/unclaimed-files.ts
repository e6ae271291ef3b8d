/** The unclaimed files of a service, and their sweep. */
import { eventually, type TestRedis } from '@toolpress/testkit';
import { Queue } from 'bullmq';

interface WithRedis {
  readonly redis: Pick<TestRedis, 'url' | 'command'>;
}

const KEY = 'toolpress:unclaimed-files';
/** The queue and the name of the sweep. */
const QUEUE = 'scheduled-jobs';
const SWEEP = 'sweep unclaimed files';

const members = async ({ redis }: WithRedis): Promise<string[]> =>
  (await redis.command('ZRANGE', KEY, '0', '-1')) as string[];

/** Returns their ids. */
export const unclaimedFiles = async (service: WithRedis): Promise<string[]> =>
  (await members(service)).map((member) => member.replace(/^.*:/, ''));

/** Makes a worker sweep them as if hours had passed: all files recorded now are deleted. */
export async function sweepUnclaimedFiles(service: WithRedis): Promise<void> {
  const { redis } = service;
  for (const member of await members(service)) await redis.command('ZADD', KEY, 'XX', '1', member);
  const queue = new Queue(QUEUE, { connection: { url: redis.url }, prefix: 'toolpress' });
  try {
    // The first after a pause deletes nothing.
    for (let sweep = 0; sweep < 2; sweep++) {
      const job = await queue.add(SWEEP, {});
      await eventually(async () => {
        const state = await job.getState();
        if (state !== 'completed') throw new Error(`the sweep is ${state}`);
      });
    }
  } finally {
    await queue.close();
  }
}
