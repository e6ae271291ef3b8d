/**
 * The file of all rows of a batch (`output`). It is made when the rows are over, by a job of its own, which is the batch's row 0: taken in
 * turns and under leases as rows are, done by a worker, not charged. It holds nothing but the ids of the rows' files.
 */
import {
  type Batch,
  type BatchRequest,
  type ErrorData,
  type JobTool,
  type Json,
  type JsonObject,
  type RenderedFile,
  ServiceError,
} from '@toolpress/contract';
import type { RenderQueue } from '@toolpress/queue';
import { fileExpiry } from '@toolpress/storage';
import type { StorageQuota } from '../accounts/billing/storage-quota.js';
import type { Files } from '../accounts/files/files.js';
import type { RequestContext } from '../http/endpoint.js';
import type { Batches } from './batches.js';
import { type JobTools, presentedBy } from './job-tools.js';
import { type Jobs, rowId, type TakenJob } from './jobs.js';

/** How long one attempt may take, waiting for a worker included. */
const DEADLINE_MS = 15 * 60_000;
/** How many rows are read, or deleted, at a time. */
const ROWS_AT_A_TIME = 500;
/** The row that is the batch's assembly. */
export const ASSEMBLY_ROW = 0;

export const isAssembly = ({ row }: Pick<TakenJob, 'row'>): boolean => row?.number === ASSEMBLY_ROW;

/** With what is known of it. */
const ARCHIVE_EXPIRED: ErrorData = {
  code: 'file_expired',
  message: 'The file of all rows has expired and is deleted.',
};

export interface ArchivesOptions {
  jobs: Jobs;
  batches: Batches;
  tools: JobTools;
  files: Files;
  queue: Pick<RenderQueue, 'assembleAndWait'>;
}

export class Archives {
  constructor(private readonly options: ArchivesOptions) {}

  /** @returns the batch as it is told of, with its archive; undefined when there is none. */
  async find(accountId: string, id: string, context: RequestContext): Promise<Batch | undefined> {
    const batch = await this.options.batches.find(accountId, id);
    return batch && this.withArchive(accountId, batch, context);
  }

  async withArchive(accountId: string, batch: Batch, context: RequestContext): Promise<Batch> {
    const { jobs, tools } = this.options;
    if (batch.output === 'files' || batch.status !== 'done') return batch;
    const present = presentedBy(tools, context);
    let result: Batch['result'];
    const job = await jobs.find(accountId, rowId(batch.id, ASSEMBLY_ROW), async (archive, tool) => {
      const presented = await present(archive, tool);
      if (presented === undefined) return undefined;
      const { page_count, ...links } = presented;
      const { missing = 0 } = archive as unknown as RenderedFile;
      result = { ...links, ...(page_count > 0 && { page_count }), missing };
      return presented;
    });
    const error = job === undefined && batch.done > 0 ? ARCHIVE_EXPIRED : job?.error;
    return { ...batch, ...(result && { result }), ...(error && { error }) };
  }

  /** Has it made. @returns its file where that is nobody's, as another gateway has the job or has done it. @throws ServiceError what a call would answer; `file_expired` when no file of a row is there. */
  async make(
    job: TakenJob,
    storage: StorageQuota,
    { requestId, signal, memory }: RequestContext,
  ): Promise<{ id: string; sizeBytes: number } | undefined> {
    const { batches, jobs, files, queue } = this.options;
    const { accountId, owner, row: { batchId = '' } = {} } = job;
    const plan = await batches.assembly(accountId, batchId);
    const ids = plan && (await this.rowFiles(accountId, batchId, plan.rows));
    if (plan === undefined || ids === undefined || !ids.some(Boolean)) {
      throw new ServiceError('file_expired', 'No file of a row is there any more.');
    }
    await storage.check(accountId);
    const { output, filename, expiresIn } = plan;
    const named = filename === undefined ? {} : { filename };
    const order = { requestId, output, files: ids.join(','), ...named, ...(expiresIn && { expiresIn }) };
    const onHeld = (bytes: number, giveUp?: () => void) => memory.body.set(bytes, giveUp);
    const waiting = { accountId, deadlineMs: DEADLINE_MS, backgroundId: owner, signal, onHeld };
    const reply = await queue.assembleAndWait(order, waiting);
    if (!reply.ok) throw ServiceError.fromData(reply.error);
    const { fileId: id, sizeBytes } = reply.file;
    // Of rows whose files have expired nothing is known any more.
    const missing = (reply.file.missing ?? 0) + plan.done - ids.filter(Boolean).length;
    const completion = jobs.completion(job, { ...reply.file, missing, ...named }, fileExpiry(id) ?? new Date());
    const storedBytes = await files.keep(accountId, { id, sizeBytes }, completion);
    if (storedBytes === undefined) return { id, sizeBytes };
    storage.note(accountId, storedBytes);
    return undefined;
  }

  /**
   * Does again what has failed of a batch that is over: its rows, and its archive, which is deleted where there is one. A batch that is not
   * over, or of which nothing has failed, stays as it is.
   *
   * @throws ServiceError `retry_impossible`, `queue_full`, `unavailable`.
   */
  async retry(accountId: string, { id, status, output, rows, failed, done, error }: Batch): Promise<void> {
    const { batches, jobs, files } = this.options;
    if (status === 'cancelled') throw retryImpossible('The batch was cancelled');
    if (status !== 'done' || (failed === 0 && error === undefined)) return;
    if (!(await batches.isKept(accountId, id)))
      throw retryImpossible('What was sent for the batch is not kept any more');
    const [archive] = await jobs.endings(accountId, [rowId(id, ASSEMBLY_ROW)]);
    let again = 0;
    for (const numbers of failed > 0 ? inPages(1, rows) : []) again += await batches.retryRows(accountId, id, numbers);
    if (again === 0 && output !== 'files' && done > 0) await batches.retryAssembly(accountId, id);
    const file = this.fileOf(archive?.tool, archive?.result);
    if (file !== undefined) await files.removeAll(accountId, [file]);
  }

  /** @returns the ids of the rows' files, in their order; empty for a row that has none. */
  private async rowFiles(accountId: string, batchId: string, rows: number): Promise<string[]> {
    const { jobs } = this.options;
    const ids: string[] = [];
    for (const numbers of inPages(1, rows)) {
      const endings = await jobs.endings(
        accountId,
        numbers.map((number) => rowId(batchId, number)),
      );
      for (const ending of endings) ids.push(this.fileOf(ending?.tool, ending?.result) ?? '');
    }
    return ids;
  }

  /**
   * Deletes a batch that is over: the files of its rows, its archive, and what is known of them. The batch itself goes last: what a gateway
   * that is killed has left of it is deleted by deleting it again.
   */
  async remove(accountId: string, { id, rows }: Batch): Promise<void> {
    const { jobs, batches, files } = this.options;
    for (const numbers of inPages(ASSEMBLY_ROW, rows)) {
      const ids = numbers.map((number) => rowId(id, number));
      // Of a batch that was cancelled, some may be at work: they are done before this, or never.
      const before = await jobs.endings(accountId, ids);
      const working = ids.filter((_id, index) => before[index] !== undefined && before[index].place === undefined);
      for (const each of working) await jobs.cancel(accountId, each);
      const endings = working.length === 0 ? before : await jobs.endings(accountId, ids);
      const stored = endings.flatMap((ending) => this.fileOf(ending?.tool, ending?.result) ?? []);
      await files.removeAll(accountId, stored);
      // A cancelled one finds in its record that it is not wanted.
      const over = ids.filter((_id, index) => ['done', 'failed'].includes(endings[index]?.place ?? ''));
      await jobs.forget(accountId, ...over);
    }
    await batches.remove(accountId, id);
  }

  private fileOf(tool: JobTool | undefined, result: Json | undefined): string | undefined {
    if (tool === undefined || result === undefined) return undefined;
    return this.options.tools.get(tool)?.fileOf?.(result as JsonObject)?.id;
  }
}

const retryImpossible = (why: string): ServiceError => new ServiceError('retry_impossible', `${why}; submit it again.`);

function* inPages(first: number, last: number): Generator<number[]> {
  for (let from = first; from <= last; from += ROWS_AT_A_TIME)
    yield Array.from({ length: Math.min(ROWS_AT_A_TIME, last - from + 1) }, (_, index) => from + index);
}

/** @throws ServiceError `invalid_parameter` for what one PDF of all rows could not be. */
export function checkOutput({ output, input }: Pick<BatchRequest, 'output' | 'input'>): void {
  if (output !== 'merged') return;
  const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const field = (['conformance', 'protect', 'e_invoice', 'attachments'] as const).find((name) => isGiven(input[name]));
  if (field === undefined) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`output\`: \`merged\` makes one PDF of all rows, which could not be what \`input.${field}\` asks of each; leave one of them out, or take \`zip\`.`,
  );
}
