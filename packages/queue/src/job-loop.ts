/**
 * Takes and ends the jobs of one queue by BullMQ's manual processing. BullMQ itself keeps the state of jobs, their
 * locks, retries and the search for stalled jobs. The call that ends a job also takes the next one.
 *
 * The token of all locks is the id of the worker. So other workers can return the jobs of a dead worker, and a worker
 * can return a job that Redis has given to it without its knowledge.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRedisOutage, isReplyError, type Redis } from '@toolpress/runtime';
import { Job, Worker } from 'bullmq';
import { endAttempt } from './begin-job.js';
import { type DocumentJob, type DocumentQueue, type JobRecord, KEY_PREFIX, type ResultRecord } from './queues.js';

/** The number of renewals during the lifetime of a lock. */
const RENEWALS = 6;
/** The interval of the search for jobs without a lock. */
const LOOK_FOR_STALLED_MS = 2_000;
/** Puts BullMQ's own limit out of reach, because it would report a failure of the service. */
const MAX_STALLED = 100;
/** How long an idle worker waits for a job at a time. A Redis that vanished silently is noticed a second later. */
const WAIT_SECONDS = 2;
/** The pause after an error of Redis. */
const ERROR_PAUSE_MS = 200;
/** The time for which a worker takes no job after it has returned one, so that another worker takes it: idle workers look every two seconds. */
const GIVEN_BACK_PAUSE_MS = 2_000;

/** A job that was moved to another state by its handler, so that it is not ended. */
export const MOVED = Symbol('moved');

export interface JobLoopOptions {
  redis: Redis;
  workerId: string;
  /** The number of jobs at a time. */
  concurrency: number;
  lockMs: number;
  runner: {
    /** Runs a job. @returns the result for BullMQ. @throws the failure of the attempt, which BullMQ stores. */
    run(job: DocumentJob, loop: JobLoop): Promise<ResultRecord | typeof MOVED>;
  };
  /** Called when all attempts at a job have failed. */
  onFailed: (job: DocumentJob, error: Error) => void;
  /** Called with a job whose lock has expired: its worker is dead or silent. */
  onStalled: (jobId: string) => void;
}

export class JobLoop {
  private readonly worker: Worker<JobRecord, ResultRecord>;
  /** The ids of the jobs that this worker knows it has. */
  private readonly jobs = new Set<string>();
  /** The calls whose answers may contain a job. */
  private readonly asking = new Set<Promise<unknown>>();
  private readonly slots = new Set<Promise<void>>();
  private readonly taking: Promise<void>;
  private readonly renewing: NodeJS.Timeout;
  private isClosing = false;
  /** Whether the connection was lost since the last search for strays. */
  private mayHaveStrays = false;
  /** Until when no job is taken, in milliseconds of the process. */
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly queue: DocumentQueue,
    private readonly options: JobLoopOptions,
  ) {
    const { redis, workerId, lockMs, onStalled } = options;
    this.worker = new Worker(queue.name, null, {
      connection: redis,
      name: workerId,
      prefix: KEY_PREFIX,
      drainDelay: WAIT_SECONDS,
      lockDuration: lockMs,
      // Only one worker searches per interval and may miss a job, so detection takes up to two intervals.
      stalledInterval: Math.min(LOOK_FOR_STALLED_MS, lockMs / 4),
      maxStalledCount: MAX_STALLED,
    });
    this.worker.on('error', () => undefined); // the connection reports outages once
    this.worker.on('stalled', (jobId) => onStalled(jobId));
    void this.worker.startStalledCheckTimer().catch(() => undefined);
    this.renewing = setInterval(() => {
      void this.renewLocks().catch(() => undefined);
      this.lookForStrays();
    }, lockMs / RENEWALS);
    redis.on('close', () => {
      this.mayHaveStrays = true;
    });
    redis.on('ready', () => this.lookForStrays());
    this.taking = this.takeJobs();
  }

  /** Leaves the next jobs to other workers for a moment. */
  pause(): void {
    this.pausedUntil = performance.now() + GIVEN_BACK_PAUSE_MS;
  }

  /** Takes no new job. Resolves when the active jobs have ended. */
  async finish(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.slots);
  }

  /** Gives the running jobs to other workers, because this one ends before them. That counts as no death of a worker. */
  async giveBackAll(): Promise<void> {
    const { redis, workerId } = this.options;
    for (const id of [...this.jobs]) {
      const job = await this.queue.getJob(id);
      if (job === undefined) continue;
      this.jobs.delete(id);
      await endAttempt(redis, job, workerId, true);
      await this.giveBack(job);
    }
  }

  /** Closes without waiting for active jobs: their locks expire. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.renewing);
    await this.worker.close(true);
    await this.taking;
  }

  /**
   * Repeats a command while Redis refuses writes, for the lifetime of a lock: otherwise a job would wait until its lock
   * has expired, and be run again.
   */
  async untilAccepted<Reply>(run: () => Promise<Reply>): Promise<Reply> {
    const until = performance.now() + this.options.lockMs;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        // Without an answer the connection itself repeats the command.
        if (!isReplyError(error) || !isRedisOutage(error) || performance.now() >= until) throw error;
        await sleep(ERROR_PAUSE_MS);
      }
    }
  }

  private async takeJobs(): Promise<void> {
    const { workerId, concurrency } = this.options;
    while (!this.isClosing) {
      const pauseMs = this.pausedUntil - performance.now();
      if (this.slots.size >= concurrency) await Promise.race(this.slots);
      else if (pauseMs > 0) await sleep(Math.min(pauseMs, ERROR_PAUSE_MS));
      else {
        const job = await this.ask(() => this.worker.getNextJob(workerId)).catch(() => sleep(ERROR_PAUSE_MS));
        if (job && this.isClosing)
          await this.giveBack(job).catch(() => undefined); // its lock expires
        else if (job) this.occupySlot(job);
      }
    }
  }

  /** Gives a job to another worker. */
  private async giveBack({ id = '' }: DocumentJob): Promise<void> {
    const job = await this.queue.getJob(id); // the worker's own connection may be closed
    await job?.moveToWait(this.options.workerId);
    await this.queue.resume(); // BullMQ wakes idle workers for a queue that resumes, but not for a job that returns
  }

  private occupySlot(job: DocumentJob): void {
    const slot = this.runFrom(job).finally(() => this.slots.delete(slot));
    this.slots.add(slot);
  }

  /** Runs a job, and those that BullMQ gives at the end of the one before. */
  private async runFrom(first: DocumentJob): Promise<void> {
    let job: DocumentJob | undefined = first;
    while (job !== undefined) {
      const ended: DocumentJob = job;
      job = await this.end(ended, await this.attempt(ended)).catch(() => undefined); // its lock expires
      if (job && this.isClosing) {
        await this.giveBack(job).catch(() => undefined);
        job = undefined;
      }
      if (job?.id !== ended.id) this.jobs.delete(ended.id ?? '');
    }
  }

  private attempt(job: DocumentJob): Promise<ResultRecord | typeof MOVED | Error> {
    return this.options.runner
      .run(job, this)
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  }

  /** @returns the next job, if there is one. */
  private async end(
    job: DocumentJob,
    outcome: Awaited<ReturnType<JobLoop['attempt']>>,
  ): Promise<DocumentJob | undefined> {
    const { workerId, onFailed } = this.options;
    if (outcome === MOVED) return undefined;
    const takesNext = (): boolean => !this.isClosing && performance.now() >= this.pausedUntil;
    return this.ask(async () => {
      const next = await this.untilAccepted(() =>
        outcome instanceof Error
          ? job.moveToFailed(outcome, workerId, takesNext())
          : job.moveToCompleted(outcome, workerId, takesNext()),
      );
      if (outcome instanceof Error && job.finishedOn !== undefined) onFailed(job, outcome);
      const [data, id] = Array.isArray(next) ? next : [];
      return data ? Job.fromJSON<JobRecord, ResultRecord>(this.worker, data, id) : undefined;
    });
  }

  /** Makes a call that may take a job, and notes the job. */
  private ask(call: () => Promise<DocumentJob | undefined>): Promise<DocumentJob | undefined> {
    const asked = call()
      .then((job) => {
        if (job?.id !== undefined) this.jobs.add(job.id);
        return job;
      })
      .finally(() => this.asking.delete(asked));
    this.asking.add(asked);
    return asked;
  }

  private async renewLocks(): Promise<void> {
    const { workerId, lockMs } = this.options;
    const ids = [...this.jobs];
    if (ids.length > 0)
      await this.worker.extendJobLocks(
        ids,
        ids.map(() => workerId),
        lockMs,
      );
  }

  private lookForStrays(): void {
    if (!this.mayHaveStrays || this.options.redis.status !== 'ready') return;
    this.mayHaveStrays = false;
    void this.returnStrays();
  }

  /**
   * Returns the jobs that Redis has given to this worker in answers that were lost with the connection, which then
   * repeats the commands.
   */
  private async returnStrays(): Promise<void> {
    const { workerId } = this.options;
    try {
      const active = await this.queue.getActive();
      await Promise.allSettled(this.asking); // one of them may still name a job
      const strays = active.filter(({ id = '', processedBy }) => processedBy === workerId && !this.jobs.has(id));
      for (const job of strays)
        await this.untilAccepted(() => this.giveBack(job)).catch((error: unknown) => {
          if (isRedisOutage(error)) throw error; // otherwise the job has ended
        });
    } catch {
      this.mayHaveStrays = true; // the next look tries again
    }
  }
}
