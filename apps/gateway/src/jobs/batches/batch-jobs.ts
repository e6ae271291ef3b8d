/** Runs the jobs of batches: rows and archives. */
import { ServiceError, type WebhookEvent } from '@toolpress/contract';
import { discard } from '../../api/charging.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { ToolCalls } from '../../api/keyed-calls.js';
import type { TakenJob } from '../job-record.js';
import type { JobTools } from '../job-tools.js';
import type { Jobs } from '../jobs.js';
import { cancel, type JobKind, type Printing, REQUEST_COPIES } from '../printing.js';
import { verdictOn } from '../verdict.js';
import { type Archives, archiveLost, archiveVerdictOn, isAssembly, MAX_ARCHIVE_ATTEMPTS } from './archives.js';
import type { Batches } from './batches.js';

export interface BatchJobsOptions extends Pick<ToolCalls, 'storage' | 'store'> {
  jobs: Jobs;
  batches: Batches;
  archives: Archives;
  tools: JobTools;
  printing: Printing;
}

/** Returns a function that chooses the kind of a batch's job: row or archive. */
export function batchJobs(options: BatchJobsOptions): (job: TakenJob) => JobKind {
  const [rows, assemblies] = [new Rows(options), new Assemblies(options)];
  return (job) => (isAssembly(job) ? assemblies : rows);
}

const batchOf = ({ row }: TakenJob): string => row?.batchId ?? '';

class Rows implements JobKind {
  readonly isPrinted = true;
  readonly verdictOn = verdictOn;

  constructor(private readonly options: BatchJobsOptions) {}

  work(job: TakenJob, context: RequestContext): Promise<boolean> {
    const { printing, batches } = this.options;
    const keyOf = (wanted: string): Promise<string> =>
      batches.deliveryKeys.claim(job.accountId, batchOf(job), job.row?.number ?? 0, wanted);
    return printing
      .print(job, () => this.request(job, context), { ...context, deliveryKey: keyOf })
      .catch((error: unknown) => {
        throw namedInBatch(error, job);
      });
  }

  async leave(job: TakenJob, context: RequestContext): Promise<void> {
    const { jobs, batches, printing } = this.options;
    const batch = batchOf(job);
    if (!(await jobs.leases.leaveRow(job, batch))) return;
    const isOver = await batches.rowIsOver(job.accountId, batch);
    await printing.leave(job, isOver ? await eventOf(this.options, job, context) : undefined);
  }

  private async request(job: TakenJob, { memory, signal }: RequestContext): Promise<unknown> {
    const { batches, tools } = this.options;
    const { accountId, tokenId } = job;
    const input = await batches.rows.input(accountId, batchOf(job), job.row?.number ?? 0);
    await memory.body.take(REQUEST_COPIES * (input?.bytes ?? 0), signal);
    // What all rows share was checked when the batch was submitted.
    const caller = { accountId, tokenId, monthlyActions: null };
    if (input?.isVaried) await tools.get(job.tool)?.check?.({ body: input.request, caller }, { memory, signal });
    return input?.request;
  }
}

/** Returns an error that names the parameters of the batch: a row of `rows_from` is printed as a document with `data_from`. */
function namedInBatch(error: unknown, { row }: TakenJob): unknown {
  if (!(error instanceof ServiceError)) return error;
  const id = `\`rows_from.record_ids[${(row?.number ?? 1) - 1}]\``;
  const message = error.message.replaceAll('`data_from.record_id`', id).replaceAll('`data_from', '`rows_from');
  return message === error.message ? error : error.withMessage(message);
}

class Assemblies implements JobKind {
  readonly isPrinted = false;
  readonly verdictOn = archiveVerdictOn;

  constructor(private readonly options: BatchJobsOptions) {}

  async work(job: TakenJob, context: RequestContext): Promise<boolean> {
    const { jobs, archives, printing, storage } = this.options;
    if (job.attempts > MAX_ARCHIVE_ATTEMPTS) throw archiveLost(MAX_ARCHIVE_ATTEMPTS);
    if ((await printing.account(job.accountId)) === undefined) return cancel(jobs, job);
    for (const file of await archives.make(job, storage, context)) discard(this.options.store, file);
    const [ending] = await jobs.endings(job.accountId, [job.id]);
    return ending?.place !== undefined;
  }

  async leave(job: TakenJob, context: RequestContext): Promise<void> {
    const { jobs, batches, printing } = this.options;
    const batch = batchOf(job);
    if (!(await jobs.leases.leaveRow(job, batch))) return;
    await batches.assemblyIsOver(job.accountId, batch);
    await printing.leave(job, await eventOf(this.options, job, context));
  }
}

/** Returns the event of a batch that has ended; undefined when it was cancelled or reopened. */
async function eventOf(
  { batches, archives }: BatchJobsOptions,
  job: TakenJob,
  context: RequestContext,
): Promise<WebhookEvent | undefined> {
  const { accountId } = job;
  const batchId = batchOf(job);
  const batch = await archives.find(accountId, batchId, context);
  if (batch?.status !== 'done') return undefined;
  const type = batch.done > 0 ? 'batch.done' : 'batch.failed';
  const retries = await batches.retries.count(accountId, batchId);
  const id = retries === 0 ? `evt_${batchId}` : `evt_${batchId}-${retries}`;
  return { id, type, timestamp: batch.finished_at ?? batch.created_at, data: { ...batch } };
}
