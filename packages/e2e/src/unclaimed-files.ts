/** The files of a service that nobody has claimed, and their sweep. */
import { eventually, type TestService } from '@toolpress/testkit';
import { Queue } from 'bullmq';

const KEY = 'toolpress:unclaimed-files';
/** Of its scheduled jobs. */
const QUEUE = 'scheduled-jobs';
const SWEEP = 'sweep unclaimed files';

const members = async ({ redis }: TestService): Promise<string[]> =>
  (await redis.command('ZRANGE', KEY, '0', '-1')) as string[];

/** @returns their ids. */
export const unclaimedFiles = async (service: TestService): Promise<string[]> =>
  (await members(service)).map((member) => member.replace(/^.*:/, ''));

/** Has a worker sweep them as if hours had passed: what is noted now is deleted. */
export async function sweepUnclaimedFiles(service: TestService): Promise<void> {
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
