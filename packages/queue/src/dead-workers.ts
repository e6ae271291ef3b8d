/** Returns the jobs of dead workers to their queues, long before their locks expire. */
import type { Redis } from '@toolpress/runtime';
import { endAttempt } from './begin-job.js';
import { DEAD_AFTER_MS, HEARTBEAT, REMEMBERED_MS } from './heartbeats.js';
import { blockingKey, type DocumentJob, type DocumentQueue } from './queues.js';

/** How long a job stays locked while it is returned, in milliseconds. */
const RETURN_LIMIT_MS = 10_000;

export class DeadWorkers {
  /** The ids of workers whose jobs are being returned. */
  private readonly returning = new Set<string>();

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
    if (this.returning.has(workerId)) return;
    this.returning.add(workerId);
    try {
      // It may have sent a heartbeat since it was found.
      const lifeMs = await this.redis.pttl(HEARTBEAT + workerId);
      if (lifeMs > REMEMBERED_MS - DEAD_AFTER_MS) return;
      const isKilled = (await this.redis.exists(blockingKey(workerId))) === 0;
      for (const queue of this.queues) await this.returnJobs(queue, workerId, isKilled);
    } finally {
      this.returning.delete(workerId);
    }
  }

  /** @param isKilled whether the death counts for each job: none has blocked the worker. */
  private async returnJobs(queue: DocumentQueue, workerId: string, isKilled: boolean): Promise<void> {
    const jobs = (await queue.getActive()).filter(({ processedBy }) => processedBy === workerId);
    for (const job of jobs) await this.returnJob(job, workerId, isKilled);
    // BullMQ wakes idle workers for a queue that resumes, but not for a job that returns.
    if (jobs.length > 0) await queue.resume();
  }

  private async returnJob(job: DocumentJob, workerId: string, isKilled: boolean): Promise<void> {
    const isLocked = (await job.extendLock(workerId, RETURN_LIMIT_MS)) === 1;
    if (!isLocked) return; // it has ended, or its lock has expired
    const deadWorkers = new Set([...(job.data.deadWorkers ?? []), workerId]);
    if (isKilled) await job.updateData({ ...job.data, deadWorkers: [...deadWorkers] });
    await endAttempt(this.redis, job, workerId, false);
    await job.moveToWait(workerId);
  }
}
