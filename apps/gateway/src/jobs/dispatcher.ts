/**
 * Runs jobs. Each gateway takes several at a time and sends them to the render queue, behind all synchronous calls. A job is under a lease
 * while it runs; when its gateway dies, another gateway takes it. A job is charged and completed in one step. If two gateways render the
 * same job, the file of the second is deleted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreOutage, ServiceError } from '@toolpress/contract';
import type { RenderQueue } from '@toolpress/queue';
import { isRedisOutage, type Logger } from '@toolpress/runtime';
import type { RequestContext } from '../api/endpoint.js';
import type { MemoryBudget } from '../api/memory-budget.js';
import { LeasedQueue } from '../shared/leased-queue.js';
import type { TakenJob } from './job-record.js';
import type { Jobs } from './jobs.js';
import { cancel, type JobKind } from './printing.js';

/** The number of jobs that a gateway runs for each page of the workers. */
const JOBS_PER_PAGE = 2;
/** The number of additional jobs, because some wait for images and use no page. */
const EXTRA_JOBS = 8;
const MIN_JOBS = 16;
const MAX_JOBS = 128;
/** The interval in milliseconds at which a fully loaded gateway counts the workers' pages. */
const COUNT_PAGES_EVERY_MS = 5_000;
/** The number of archives that a gateway creates at a time, at most one per account, so that large batches do not block other accounts. */
const MAX_ASSEMBLIES = 2;
/** The average delay, in milliseconds, of an archive that exceeds this limit. */
const ASSEMBLY_PAUSE_MS = 3_000;
/** The interval in milliseconds at which a gateway looks for jobs that other gateways accepted. */
const POLL_EVERY_MS = 500;
/** The largest number of jobs that a gateway takes at a time. */
const MAX_TAKEN = 32;
/** A busy gateway takes jobs only when this share of its jobs has ended, or at the next poll: one step for several jobs. */
const ROOM_SHARE = 0.25;
const RENEW_EVERY_MS = 3_000;
/** The number of attempts to write a job's outcome to Redis. Together they take about as long as the lease. */
const OUTCOME_TRIES = 20;

export interface DispatcherOptions {
  jobs: Jobs;
  kindOf: (job: TakenJob) => JobKind;
  queue: Pick<RenderQueue, 'pages' | 'abandon'>;
  /** Closed while the file store is unavailable. All jobs need it. */
  storeGate: { isOpen(): Promise<boolean>; suspect(): Promise<void> };
  memory: MemoryBudget;
  logger: Logger;
}

export class Dispatcher {
  private readonly leased: LeasedQueue<TakenJob>;
  private maxPrinting = MIN_JOBS;
  private pagesCountedAt = Number.NEGATIVE_INFINITY;
  private takenAt = Number.NEGATIVE_INFINITY;
  /** The running jobs, each with what to do when it is no longer open, or lost to another owner. */
  private readonly running = new Map<TakenJob, (isLost: boolean) => void>();
  private readonly renewal: NodeJS.Timeout;

  constructor(private readonly options: DispatcherOptions) {
    this.leased = new LeasedQueue({
      take: (running) => this.take(running),
      run: (job, end) => this.run(job, end),
      pollEveryMs: POLL_EVERY_MS,
    });
    options.jobs.onSubmitted = () => this.leased.wake();
    this.renewal = setInterval(() => void this.renewLeases(), RENEW_EVERY_MS);
  }

  /** Stops taking jobs, and returns the running ones to the queue for other gateways. */
  async close(): Promise<void> {
    await this.leased.close();
    clearInterval(this.renewal);
  }

  /** If this fails, the next renewal extends the leases, unless another gateway has taken the jobs. */
  private async renewLeases(): Promise<void> {
    const unheld = await this.options.jobs.leases.renew([...this.running.keys()]).catch(() => []);
    for (const { job, isLost } of unheld) this.running.get(job)?.(isLost);
  }

  private async take(running: readonly TakenJob[]): Promise<TakenJob[]> {
    if (!(await this.options.storeGate.isOpen())) return [];
    // Archives use no page.
    const archives = running.filter((job) => !this.isPrinted(job));
    const room = await this.roomBeside(running.length - archives.length);
    if (room === 0) return [];
    const taken: TakenJob[] = [];
    for (const job of await this.next(Math.min(room, MAX_TAKEN))) {
      const isArchive = !this.isPrinted(job);
      const isAllowed =
        archives.length < MAX_ASSEMBLIES && archives.every(({ accountId }) => accountId !== job.accountId);
      if (isArchive && !isAllowed) {
        await this.putOff(job);
        this.leased.wake(); // takes the next one
        continue;
      }
      if (isArchive) archives.push(job);
      taken.push(job);
    }
    return taken;
  }

  private isPrinted(job: TakenJob): boolean {
    return this.options.kindOf(job).isPrinted;
  }

  /** Returns a job to the queue. The random delay spreads the retries of many jobs. */
  private async putOff(job: TakenJob): Promise<void> {
    const pause = Math.round(ASSEMBLY_PAUSE_MS * (0.5 + Math.random()));
    await this.options.jobs.leases.putBack(job, pause).catch(() => undefined); // the job is free again when its lease expires
  }

  /** Returns the number of jobs that may start. One gateway alone can keep all workers busy. */
  private async roomBeside(printing: number): Promise<number> {
    const now = performance.now();
    if (printing >= this.maxPrinting * (1 - ROOM_SHARE) && now - this.pagesCountedAt >= COUNT_PAGES_EVERY_MS) {
      this.pagesCountedAt = now;
      const pages = await this.options.queue.pages().catch(() => 0);
      this.maxPrinting = Math.min(Math.max(JOBS_PER_PAGE * pages + EXTRA_JOBS, MIN_JOBS), MAX_JOBS);
    }
    const room = Math.max(0, this.maxPrinting - printing);
    if (room < this.maxPrinting * ROOM_SHARE && now - this.takenAt < POLL_EVERY_MS) return 0;
    this.takenAt = now;
    return room;
  }

  /** Takes the next jobs. Returns none while Redis is unavailable; its connection logs that. */
  private async next(most: number): Promise<TakenJob[]> {
    const { jobs, logger } = this.options;
    try {
      return await jobs.leases.take(most);
    } catch (error) {
      if (!isRedisOutage(error)) logger.error({ err: error }, 'cannot take jobs');
      return [];
    }
  }

  /** Runs a job. Never rejects. @param end aborted when the gateway stops or the job has ended. */
  private async run(job: TakenJob, end: AbortController): Promise<void> {
    const { memory, logger, kindOf } = this.options;
    const log = logger.child({ requestId: job.id, accountId: job.accountId });
    let isOver = job.isOver;
    let isLost = false;
    this.running.set(job, (hasOtherOwner) => {
      [isOver, isLost] = [!hasOtherOwner, hasOtherOwner];
      end.abort(new Error(isLost ? 'another gateway has the job' : 'the job is over'));
    });
    if (job.unknown !== undefined) log.error({ state: job.unknown }, 'a row had an unknown state and is done again');
    const share = memory.share(job.accountId);
    const basics = { requestId: job.id, log, signal: end.signal, memory: share };
    const origin = `${job.id}:${job.created}`; // a row that its caller retries has a new time
    const context = { ...basics, prefers: () => false, isKept: true, backgroundId: job.owner, origin };
    try {
      if (job.isOver || (await this.work(job, context))) await kindOf(job).leave(job, context);
    } catch (error) {
      await this.withRetries(async () => {
        if (!isLost) await this.afterError(job, isOver, error, context);
      }).catch((fault: unknown) => {
        if (!isRedisOutage(fault)) log.warn({ err: fault }, 'cannot release a job; its lease must expire first');
      });
    } finally {
      this.running.delete(job);
      share.release();
    }
  }

  private async work(job: TakenJob, context: RequestContext): Promise<boolean> {
    if (job.row?.isCancelled) return cancel(this.options.jobs, job);
    if (job.ownersBefore.length > 0) await this.clearUp(job);
    return this.options.kindOf(job).work(job, context);
  }

  /** Removes the documents of dead gateways from the render queue. */
  private async clearUp(job: TakenJob): Promise<void> {
    const { jobs, queue } = this.options;
    for (const owner of job.ownersBefore) await queue.abandon(owner);
    await jobs.leases.clearedUp(job);
  }

  /** Writes a job's outcome, and tries again while Redis is unavailable. Otherwise the attempt would count against the job. */
  private async withRetries(writeOutcome: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await writeOutcome();
      } catch (error) {
        if (!isRedisOutage(error) || this.leased.isClosing || tries === OUTCOME_TRIES) throw error;
        await sleep(POLL_EVERY_MS);
      }
    }
  }

  private async afterError(job: TakenJob, isOver: boolean, error: unknown, context: RequestContext): Promise<void> {
    const { jobs, kindOf } = this.options;
    if (isOver) return kindOf(job).leave(job, context);
    if (this.leased.isClosing) return jobs.leases.putBack(job, 0);
    const verdict = kindOf(job).verdictOn(error, job);
    if ('later' in verdict) {
      await this.pauseOthers(job, error, verdict.later);
      return jobs.leases.putBack(job, verdict.later);
    }
    if ('again' in verdict) return jobs.leases.again(job, verdict.again);
    if (verdict.isServices) context.log.error({ err: error }, 'a job failed because of an internal error');
    await jobs.fail(job, verdict.fault);
    await kindOf(job).leave(job, context);
  }

  /** Pauses the jobs that would fail in the same way for `ms` milliseconds. */
  private async pauseOthers({ accountId, row, ownersBefore }: TakenJob, error: unknown, ms: number): Promise<void> {
    if (!(error instanceof ServiceError)) return;
    const { jobs } = this.options;
    // Closes the gate if the store is unavailable for this gateway, too.
    if (isStoreOutage(error)) void this.options.storeGate.suspect();
    if (error.code === 'concurrency_exceeded') return jobs.leases.pause(accountId, ms);
    if (error.reason !== 'provider_busy') return;
    if (row !== undefined) return jobs.leases.pauseBatch(accountId, row.batchId, ms);
    // A job that was put back must not prolong the pause, because other jobs of the account may need no provider.
    if (ownersBefore.length === 0) await jobs.leases.pause(accountId, ms);
  }
}
