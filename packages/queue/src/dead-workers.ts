/** Returns the jobs of dead workers to their queues, long before their locks expire. */
import type { Redis } from '@toolpress/runtime';
import { blockingKey, type DocumentQueue, ownerKey } from './queues.js';

/** How long a job stays locked while it is returned, in milliseconds. */
const RETURN_LIMIT_MS = 10_000;

export class DeadWorkers {
  /** The ids of workers that had no job any longer when they were looked at. */
  private readonly withoutJobs = new Set<string>();

  /** @param queues all queues whose jobs workers take. */
  constructor(
    private readonly redis: Redis,
    private readonly queues: readonly DocumentQueue[],
  ) {}

  /**
   * Returns the jobs of a dead worker to their queues. Can be repeated.
   *
   * @param workerId the token of the worker's locks, see `job-loop.ts`.
   * @throws the error of Redis.
   */
  async returnJobsOf(workerId: string): Promise<void> {
    if (this.withoutJobs.has(workerId)) return;
    const isKilled = (await this.redis.exists(blockingKey(workerId))) === 0;
    const found = await Promise.all(this.queues.map((queue) => this.returnJobs(queue, workerId, isKilled)));
    if (!found.some(Boolean)) this.withoutJobs.add(workerId);
  }

  /**
   * @param isKilled whether the death counts for each job: none has blocked the worker.
   * @returns whether there were jobs.
   */
  private async returnJobs(queue: DocumentQueue, workerId: string, isKilled: boolean): Promise<boolean> {
    const jobs = (await queue.getActive()).filter(({ processedBy }) => processedBy === workerId);
    for (const job of jobs) {
      const { id = '', data } = job;
      const isLocked = (await job.extendLock(workerId, RETURN_LIMIT_MS)) === 1;
      if (!isLocked) continue; // it has ended, or its lock has expired
      const deadWorkers = new Set([...(data.deadWorkers ?? []), workerId]);
      if (isKilled) await job.updateData({ ...data, deadWorkers: [...deadWorkers] });
      await this.redis.unlink(ownerKey(id));
      await job.moveToWait(workerId);
    }
    // BullMQ wakes idle workers for a queue that resumes, but not for a job that returns.
    if (jobs.length > 0) await queue.resume();
    return jobs.length > 0;
  }
}
