/** Runs a job that a gateway has taken: the steps for all kinds of jobs, and those for single jobs. */
import { type Json, ServiceError, type WebhookEvent } from '@toolpress/contract';
import { fileExpiry } from '@toolpress/storage';
import type { Accounts } from '../accounts/accounts.js';
import { discard, RunningCharge } from '../api/charging.js';
import type { RequestContext } from '../api/endpoint.js';
import type { ToolCalls } from '../api/keyed-calls.js';
import type { LargeBodies } from '../api/large-bodies.js';
import type { Caller } from '../auth/callers.js';
import { inputGone, type TakenJob } from './job-record.js';
import { type JobTools, presentedBy } from './job-tools.js';
import type { Jobs } from './jobs.js';
import { MAX_ATTEMPTS, type Tried, tooOften, type Verdict, verdictOn } from './verdict.js';

/** The steps that differ between single jobs, rows of batches and archives. */
export interface JobKind {
  /** Whether the jobs use pages of workers. A gateway runs only a few other jobs at a time, and one per account. */
  readonly isPrinted: boolean;
  /**
   * Runs a job.
   *
   * @returns whether it has ended; if not, another gateway took it because this one was too slow.
   */
  work(job: TakenJob, context: RequestContext): Promise<boolean>;
  /** Decides how a failed job continues. */
  verdictOn(error: unknown, tried: Tried): Verdict;
  /** Notifies the account's webhooks of the end of a job, and releases its lease. */
  leave(job: TakenJob, context: RequestContext): Promise<void>;
}

export interface PrintingOptions extends Omit<ToolCalls, 'idempotency'> {
  jobs: Jobs;
  tools: JobTools;
  accounts: Pick<Accounts, 'find'>;
  /** Passes an event of an account on. Resolves when it is stored. */
  publish(accountId: string, event: WebhookEvent): Promise<void>;
}

/** Does the work of jobs, charges it and completes their records. */
export class Printing {
  constructor(private readonly options: PrintingOptions) {}

  /**
   * Calls the tool of a job.
   *
   * @param readRequest returns the tool's input; undefined when it no longer exists.
   * @returns whether the job has ended, as `JobKind.work` does.
   * @throws ServiceError what the tool throws; `internal` when the input no longer exists.
   */
  async print(job: TakenJob, readRequest: () => Promise<unknown>, context: RequestContext): Promise<boolean> {
    const { jobs, tools, accounts, charges, storage } = this.options;
    const { accountId, tokenId } = job;
    if (job.attempts > MAX_ATTEMPTS) throw tooOften();
    const tool = tools.get(job.tool);
    const [account, body] = await Promise.all([accounts.find(accountId), readRequest()]);
    refuseSuspended(account);
    // The row's batch has ended or was deleted.
    if (job.row !== undefined && body === undefined) return cancel(jobs, job);
    if (tool === undefined || account === undefined || body === undefined) throw inputGone();
    const { monthly_actions: monthlyActions, max_pages } = account;
    const caller: Caller = { accountId, tokenId, monthlyActions, ...(max_pages !== null && { maxPages: max_pages }) };
    const input = { params: {}, query: {}, body, caller };
    await storage.check(accountId);
    const begun = await charges.begin(caller, tool.chargedAs?.(body) ?? [tool.tool], context.log, job);
    const running = new RunningCharge<Json>(charges, tool, begun, context.signal);
    try {
      const result = await tool.handle(input, { ...context, cover: (result) => running.cover(result as Json) });
      const file = tool.fileOf?.(result);
      await running.cover(result).catch((error: unknown) => {
        discard(this.options.store, file);
        throw error;
      });
      const completion = jobs.completion(job, result, file && fileExpiry(file.id));
      const settled = await charges.settle(running.charge, { completion, file });
      if (settled.done === undefined) {
        if (settled.isReleased) job.isReleased = true;
        jobs.onEnded(job.id, 'done');
        return true;
      }
      discard(this.options.store, file);
      charges.release(running.charge);
      return jobs.isOver(settled.done);
    } catch (error) {
      charges.release(running.charge);
      throw error;
    }
  }

  /** Returns the account of a job; undefined when it is closed. @throws ServiceError `account_suspended`. */
  async account(accountId: string): ReturnType<Accounts['find']> {
    const account = await this.options.accounts.find(accountId);
    refuseSuspended(account);
    return account;
  }

  /** Notifies the account's webhooks of the end of a job, then releases its lease. */
  async leave(job: TakenJob, event: WebhookEvent | undefined): Promise<void> {
    if (event !== undefined) await this.options.publish(job.accountId, event);
    // Release the lease last. If this gateway dies before that, the next one completes these steps.
    await this.options.jobs.leases.leave(job);
  }
}

function refuseSuspended(account: Awaited<ReturnType<Accounts['find']>>): void {
  if (account?.suspended) throw new ServiceError('account_suspended', 'The account is suspended.');
}

/** Cancels a job of a batch that was cancelled after the job was taken. */
export async function cancel(jobs: Jobs, { accountId, id, owner }: TakenJob): Promise<true> {
  await jobs.cancel(accountId, id, owner);
  return true;
}

/** A request is in memory as bytes and as the parsed value. */
export const REQUEST_COPIES = 2;

export interface SingleJobsOptions {
  jobs: Jobs;
  tools: JobTools;
  printing: Printing;
  largeBodies: LargeBodies;
}

/** Jobs that belong to no batch. */
export class SingleJobs implements JobKind {
  readonly isPrinted = true;
  readonly verdictOn = verdictOn;

  constructor(private readonly options: SingleJobsOptions) {}

  work(job: TakenJob, context: RequestContext): Promise<boolean> {
    return this.options.printing.print(job, () => this.request(job, context), context);
  }

  async leave(job: TakenJob, context: RequestContext): Promise<void> {
    await this.options.printing.leave(job, await this.event(job, context));
  }

  private async request(job: TakenJob, { memory, signal }: RequestContext): Promise<unknown> {
    const { jobs, tools, largeBodies } = this.options;
    const shape = tools.get(job.tool)?.asJob.input;
    const bytes = await jobs.input(job);
    if (bytes === undefined || shape === undefined) return undefined;
    await memory.body.take(REQUEST_COPIES * bytes.length, signal);
    return largeBodies.readAny(bytes, shape, 'input', { account: job.accountId, signal });
  }

  private async event({ accountId, id }: TakenJob, context: RequestContext): Promise<WebhookEvent | undefined> {
    const job = await this.options.jobs.find(accountId, id, presentedBy(this.options.tools, context));
    if (job?.status !== 'done' && job?.status !== 'failed') return undefined;
    return {
      id: `evt_${id}`,
      type: `job.${job.status}`,
      timestamp: job.finished_at ?? job.created_at,
      data: { ...job },
    };
  }
}
