/**
 * Does jobs: each gateway takes some at a time and has them rendered as it does calls, behind all calls for which somebody waits. A job is
 * under a lease while it is worked on; when its gateway dies, another takes it. It is charged, and completed, in one step: what a second
 * one has rendered meanwhile is deleted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, type WebhookEvent } from '@toolpress/contract';
import type { RenderQueue } from '@toolpress/queue';
import { isRedisOutage, type Logger } from '@toolpress/runtime';
import { fileExpiry } from '@toolpress/storage';
import type { Accounts } from '../accounts/accounts.js';
import type { Deliveries } from '../accounts/webhooks/deliveries.js';
import type { Caller } from '../auth/tokens.js';
import type { RequestContext } from '../http/endpoint.js';
import type { LargeBodies } from '../http/large-bodies.js';
import type { MemoryBudget } from '../http/memory-budget.js';
import { discard, settle, type ToolCalls } from '../http/tool-call.js';
import { archiveLost, archiveVerdictOn, MAX_ARCHIVE_ATTEMPTS } from './archive-verdict.js';
import { type Archives, isAssembly } from './archives.js';
import type { Batches } from './batches.js';
import { type JobTools, presentedBy } from './job-tools.js';
import { inputGone, type Jobs, type TakenJob } from './jobs.js';
import { readPdfRequest } from './pdf-request.js';
import { MAX_ATTEMPTS, tooOften, verdictOn } from './verdict.js';

/** How many jobs a gateway works on at a time: so many for each page of the workers, and some more, that wait for their images, say. */
const JOBS_PER_PAGE = 2;
const MORE_JOBS = 8;
const LEAST_JOBS = 16;
const MOST_JOBS = 128;
/** How often it looks, at work to capacity, how many pages there are. */
const COUNT_PAGES_EVERY_MS = 5_000;
/** How many batches it has put together at a time, besides; one of an account, so that no large one keeps those of others waiting. */
const MOST_ASSEMBLIES = 2;
/** About how long another waits meanwhile. */
const ASSEMBLY_PAUSE_MS = 3_000;
/** How often it looks for jobs that others have submitted. */
const LOOK_EVERY_MS = 500;
const RENEW_EVERY_MS = 3_000;
/** How often it is tried to tell Redis what became of a job: for about as long as its lease lasts. */
const TELL_TRIES = 20;
/** A request is held as bytes, and once more as what was made of it. */
const COPIES = 2;

export interface DispatcherOptions extends Omit<ToolCalls, 'idempotency'> {
  jobs: Jobs;
  batches: Batches;
  archives: Archives;
  deliveries: Pick<Deliveries, 'send'>;
  tools: JobTools;
  accounts: Pick<Accounts, 'find'>;
  queue: Pick<RenderQueue, 'pages' | 'abandon'>;
  largeBodies: LargeBodies;
  memory: MemoryBudget;
  logger: Logger;
}

export class Dispatcher {
  private isClosing = false;
  /** What is at work, and what ends it. */
  private readonly running = new Map<Promise<void>, AbortController>();
  /** The accounts of those that are assemblies, which keep no page busy. */
  private readonly assembling = new Set<string>();
  private most = LEAST_JOBS;
  private pagesCountedAt = Number.NEGATIVE_INFINITY;
  /** Since it looked last. */
  private isWoken = false;
  private wakeUp: () => void = () => undefined;
  private readonly looking: Promise<void>;

  constructor(private readonly options: DispatcherOptions) {
    for (const each of [options.jobs, options.batches]) each.onSubmitted = () => this.wake();
    this.looking = this.look();
  }

  private wake(): void {
    this.isWoken = true;
    this.wakeUp();
  }

  /** Takes no more jobs, and puts those at work back for other gateways. */
  async close(): Promise<void> {
    this.isClosing = true;
    for (const end of this.running.values()) end.abort(new Error('the gateway ends'));
    this.wake();
    await this.looking;
    for (const end of this.running.values()) end.abort(new Error('the gateway ends'));
    await Promise.all(this.running.keys());
  }

  private async look(): Promise<void> {
    while (!this.isClosing) {
      this.isWoken = false;
      const job = (await this.hasRoom()) ? await this.next() : undefined;
      if (job === undefined) await this.pause();
      else if (isAssembly(job) && !this.mayAssemble(job)) await this.putOff(job);
      else this.begin(job);
    }
  }

  private mayAssemble({ accountId }: TakenJob): boolean {
    return this.assembling.size < MOST_ASSEMBLIES && !this.assembling.has(accountId);
  }

  private begin(job: TakenJob): void {
    if (isAssembly(job)) this.assembling.add(job.accountId);
    const end = new AbortController();
    const run = this.run(job, end).finally(() => {
      if (isAssembly(job)) this.assembling.delete(job.accountId);
      this.running.delete(run);
      this.wake();
    });
    this.running.set(run, end);
  }

  /** For a time that differs, so that many are not all there again at once. */
  private async putOff(job: TakenJob): Promise<void> {
    const pause = Math.round(ASSEMBLY_PAUSE_MS * (0.5 + Math.random()));
    await this.options.jobs.putBack(job, pause).catch(() => undefined); // else its lease ends
  }

  /** Whether it may work on one more: on as many as keep all workers busy, whatever other gateways do. */
  private async hasRoom(): Promise<boolean> {
    const now = performance.now();
    const printing = this.running.size - this.assembling.size;
    if (printing >= this.most && now - this.pagesCountedAt >= COUNT_PAGES_EVERY_MS) {
      this.pagesCountedAt = now;
      const pages = await this.options.queue.pages().catch(() => 0);
      this.most = Math.min(Math.max(JOBS_PER_PAGE * pages + MORE_JOBS, LEAST_JOBS), MOST_JOBS);
    }
    return printing < this.most;
  }

  /** While Redis is unavailable there are none; its connection has told the log. */
  private async next(): Promise<TakenJob | undefined> {
    const { jobs, logger } = this.options;
    try {
      return await jobs.take();
    } catch (error) {
      if (!isRedisOutage(error)) logger.error({ err: error }, 'jobs can not be taken');
      return undefined;
    }
  }

  private async pause(): Promise<void> {
    if (this.isWoken) return;
    const woken = new AbortController();
    this.wakeUp = () => woken.abort();
    await sleep(LOOK_EVERY_MS, undefined, { signal: woken.signal }).catch(() => undefined);
  }

  /** Never rejects. @param end aborted when the gateway ends, or the job is over. */
  private async run(job: TakenJob, end: AbortController): Promise<void> {
    const { jobs, memory, logger } = this.options;
    const log = logger.child({ requestId: job.id, accountId: job.accountId });
    let isOver = job.isOver;
    const renewal = setInterval(() => {
      // When it fails, the next one renews the lease, or another gateway has it.
      const renewed = jobs.renew(job).catch(() => true);
      void renewed.then((isOpen) => {
        if (isOpen) return;
        isOver = true;
        end.abort(new Error('the job is over'));
      });
    }, RENEW_EVERY_MS);
    const share = memory.share(job.accountId);
    const basics = { requestId: job.id, log, signal: end.signal, memory: share };
    const context = { ...basics, prefers: () => false, isKept: true, backgroundId: job.owner };
    try {
      if (job.isOver || (await this.work(job, context))) await this.leave(job, context);
    } catch (error) {
      await this.told(() => this.afterError(job, isOver, error, context)).catch((fault: unknown) => {
        if (!isRedisOutage(fault)) log.warn({ err: fault }, 'a job stays under its lease until that ends');
      });
    } finally {
      clearInterval(renewal);
      share.release();
    }
  }

  /** @returns whether the job is over; else another gateway has it, as this one was too slow. */
  private async work(job: TakenJob, context: RequestContext): Promise<boolean> {
    const { jobs, tools, accounts, archives, charges, storage } = this.options;
    const { accountId, tokenId } = job;
    if (job.row?.isCancelled) return this.cancel(job);
    if (job.ownersBefore.length > 0) await this.clearUp(job);
    const isRow = !isAssembly(job);
    if (isRow && job.attempts > MAX_ATTEMPTS) throw tooOften();
    if (!isRow && job.attempts > MAX_ARCHIVE_ATTEMPTS) throw archiveLost(MAX_ARCHIVE_ATTEMPTS);
    const tool = tools.get(job.tool);
    const request = isRow ? this.request(job, context) : undefined;
    const [account, body] = await Promise.all([accounts.find(accountId), request]);
    if (account?.suspended) throw new ServiceError('account_suspended', 'The account is suspended.');
    if (!isRow && account !== undefined) {
      discard(this.options, await archives.make(job, storage, context));
      const [ending] = await jobs.endings(accountId, [job.id]);
      return ending?.place !== undefined;
    }
    if (job.row !== undefined && body === undefined) return this.cancel(job);
    if (tool === undefined || account === undefined || body === undefined) throw inputGone();
    const caller: Caller = { accountId, tokenId, monthlyActions: account.monthly_actions };
    const input = { params: {}, query: {}, body, caller };
    await storage.check(accountId);
    const charge = await charges.begin(caller, tool.tool, context.log, job);
    try {
      const result = await tool.handle(input, context);
      const file = tool.fileOf?.(result);
      const completion = jobs.completion(job, result, (file && fileExpiry(file.id)) ?? new Date());
      const settled = await settle(this.options, charge, { completion, file });
      if (settled.done === undefined) {
        jobs.onEnded(job.id, 'done');
        return true;
      }
      discard(this.options, file);
      charges.release(charge);
      return jobs.isOver(settled.done);
    } catch (error) {
      charges.release(charge);
      throw error;
    }
  }

  /** What gateways which died have left in the queue is not printed any more. */
  private async clearUp(job: TakenJob): Promise<void> {
    const { jobs, queue } = this.options;
    for (const owner of job.ownersBefore) await queue.abandon(owner);
    await jobs.clearedUp(job);
  }

  /** Its batch was cancelled after it was taken. */
  private async cancel({ accountId, id }: TakenJob): Promise<true> {
    await this.options.jobs.cancel(accountId, id);
    return true;
  }

  /** @returns what the tool takes; undefined when it is gone. */
  private async request(job: TakenJob, { memory, signal }: RequestContext): Promise<unknown> {
    const { jobs, batches, largeBodies } = this.options;
    const { accountId, row } = job;
    if (row !== undefined) {
      const input = await batches.rowInput(accountId, row.batchId, row.number);
      await memory.body.take(COPIES * (input?.bytes ?? 0), signal);
      return input?.request;
    }
    const bytes = await jobs.input(job);
    if (bytes === undefined) return undefined;
    await memory.body.take(COPIES * bytes.length, signal);
    return readPdfRequest(bytes, largeBodies, { account: accountId, signal });
  }

  /** The job is over, by whoever has ended it: the account's webhooks hear of it, or of its batch when that is over by it. */
  private async leave(job: TakenJob, context: RequestContext): Promise<void> {
    const { jobs, deliveries } = this.options;
    if (job.row !== undefined && !(await jobs.leaveRow(job, job.row.batchId))) return;
    const event =
      job.row === undefined ? await this.eventOf(job, context) : await this.eventOfBatch(job, job.row.batchId, context);
    if (event !== undefined) await deliveries.send(job.accountId, event);
    // The lease last: who takes it when this gateway dies before that does the rest.
    await jobs.leave(job);
  }

  private async eventOf({ accountId, id }: TakenJob, context: RequestContext): Promise<WebhookEvent | undefined> {
    const job = await this.options.jobs.find(accountId, id, presentedBy(this.options.tools, context));
    if (job?.status !== 'done' && job?.status !== 'failed') return undefined;
    return {
      id: `evt_${id}`,
      type: `job.${job.status}`,
      timestamp: job.finished_at ?? job.created_at,
      data: { ...job },
    };
  }

  /** @returns nothing unless the batch is over by it. */
  private async eventOfBatch(
    job: TakenJob,
    batchId: string,
    context: RequestContext,
  ): Promise<WebhookEvent | undefined> {
    const { batches, archives } = this.options;
    const { accountId } = job;
    if (isAssembly(job)) await batches.assemblyIsOver(accountId, batchId);
    else if (!(await batches.rowIsOver(accountId, batchId))) return undefined;
    const batch = await archives.find(accountId, batchId, context);
    if (batch?.status !== 'done') return undefined;
    const type = batch.done > 0 ? 'batch.done' : 'batch.failed';
    const retries = await batches.retries(accountId, batchId);
    const id = retries === 0 ? `evt_${batchId}` : `evt_${batchId}-${retries}`;
    return { id, type, timestamp: batch.finished_at ?? batch.created_at, data: { ...batch } };
  }

  /** Tells Redis what became of a job, once more while Redis is unavailable: else its attempt would count, though it was not at fault. */
  private async told(tell: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await tell();
      } catch (error) {
        if (!isRedisOutage(error) || this.isClosing || tries === TELL_TRIES) throw error;
        await sleep(LOOK_EVERY_MS);
      }
    }
  }

  private async afterError(job: TakenJob, isOver: boolean, error: unknown, context: RequestContext): Promise<void> {
    const { jobs } = this.options;
    if (isOver) return this.leave(job, context);
    if (this.isClosing) return jobs.putBack(job, 0);
    const verdict = (isAssembly(job) ? archiveVerdictOn : verdictOn)(error, job.attempts);
    if ('later' in verdict) {
      // Its account's others would find the same: they are not taken meanwhile.
      if (isOfAccount(error)) await jobs.pause(job.accountId, verdict.later);
      return jobs.putBack(job, verdict.later);
    }
    if ('again' in verdict) return jobs.again(job, verdict.again);
    if (verdict.isServices) context.log.error({ err: error }, 'a job failed by a fault of the service');
    await jobs.fail(job, verdict.fault);
    await this.leave(job, context);
  }
}

/** Whether what a job waits for is its own account's: the actions that others of it hold. */
const isOfAccount = (error: unknown): boolean => error instanceof ServiceError && error.code === 'concurrency_exceeded';
