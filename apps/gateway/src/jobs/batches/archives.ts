/**
 * Creates the archive of a batch, the file of all rows (`output`), when all rows have ended. A separate job does this: the batch's row 0.
 * It is queued and leased as rows are, runs on a worker and is not charged. Its input is only the ids of the rows' files.
 */
import {
  type AssemblyJob,
  type Batch,
  type ErrorData,
  isStoreOutage,
  type Job,
  type JobTool,
  type Json,
  type JsonObject,
  outputsOf,
  type PdfResult,
  type RenderedFile,
  ServiceError,
} from '@toolpress/contract';
import type { PayloadSealer, RenderQueue } from '@toolpress/queue';
import { fileExpiry } from '@toolpress/storage';
import type { Files } from '../../accounts/files/files.js';
import type { StorageLimit, StoredFile } from '../../api/charging.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { TakenJob } from '../job-record.js';
import { type JobTools, presentedBy } from '../job-tools.js';
import type { Jobs } from '../jobs.js';
import { ASSEMBLY_ROW, blocksOf, rowId } from '../row-records.js';
import { MAX_ATTEMPTS, type Tried, type Verdict, verdictOn } from '../verdict.js';
import { archivesIn } from './batch-record.js';
import type { Batches } from './batches.js';
import { mergedProtection } from './merging.js';

/** The time limit of one attempt in milliseconds, including the wait for a worker. */
const DEADLINE_MS = 15 * 60_000;

export const isAssembly = ({ row }: Pick<TakenJob, 'row'>): boolean => row?.number === ASSEMBLY_ROW;

/** The error of a batch whose archive has expired. */
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
  sealer: Pick<PayloadSealer, 'seal'>;
}

export class Archives {
  constructor(private readonly options: ArchivesOptions) {}

  /** Returns the batch with its archive; undefined when the batch does not exist. */
  async find(accountId: string, id: string, context: RequestContext): Promise<Batch | undefined> {
    const batch = await this.options.batches.find(accountId, id);
    return batch && this.withArchive(accountId, batch, context);
  }

  /** Adds the archive, or the archive's error, to a batch that is done. */
  async withArchive(accountId: string, batch: Batch, context: RequestContext): Promise<Batch> {
    const { jobs, tools } = this.options;
    if (!hasArchive(batch) || batch.status !== 'done') return batch;
    const present = presentedBy(tools, context);
    const results: NonNullable<Batch['result']>[] = [];
    const job = await jobs.find(accountId, rowId(batch.id, ASSEMBLY_ROW), async (archive, tool) => {
      const { also, ...first } = archive as unknown as MadeArchive;
      const { missing = 0 } = first;
      let presented: Job['result'];
      for (const file of also === undefined ? [first] : [first, also]) {
        const shown = await present(file as unknown as Json, tool);
        if (shown === undefined) return undefined;
        const { page_count, ...links } = shown as PdfResult;
        results.push({ ...links, ...(page_count > 0 && { page_count }), missing });
        presented ??= shown;
      }
      return presented;
    });
    const error = job === undefined && batch.done > 0 ? ARCHIVE_EXPIRED : job?.error;
    const [result, merged] = error === undefined ? results : [];
    return { ...batch, ...(result && { result }), ...(merged && { merged }), ...(error && { error }) };
  }

  /**
   * Creates the archive on a worker.
   *
   * @returns the files that must be deleted, because another gateway has taken or completed the job.
   * @throws ServiceError the errors of a call; `file_expired` when all files of the rows have expired.
   */
  async make(
    job: TakenJob,
    storage: StorageLimit,
    { requestId, signal, memory }: RequestContext,
  ): Promise<StoredFile[]> {
    const { batches, jobs, files, queue, sealer } = this.options;
    const { accountId, owner, row: { batchId = '' } = {} } = job;
    const plan = await batches.rows.assembly(accountId, batchId);
    const ids = plan && (await this.rowFiles(job, batchId, plan.rows));
    if (plan === undefined || ids === undefined || !ids.some(Boolean)) {
      throw new ServiceError('file_expired', 'The files of all rows have expired.');
    }
    await storage.check(accountId);
    const { outputs, filename, expiresIn, merging } = plan;
    const named = filename === undefined ? {} : { filename };
    const [output = 'zip', also] = outputs;
    const order: AssemblyJob = {
      ...{ requestId, output, files: ids.join(','), ...named },
      ...(also === 'merged' && { also }),
      ...(expiresIn && { expiresIn }),
      ...(merging && { protect: await mergedProtection(merging, sealer, accountId) }),
    };
    const onHeld = (bytes: number, giveUp?: () => void) => memory.body.set(bytes, giveUp);
    const waiting = { accountId, deadlineMs: DEADLINE_MS, backgroundId: owner, signal, onHeld };
    const reply = await queue.assembleAndWait(order, waiting);
    if (!reply.ok) throw ServiceError.fromData(reply.error);
    if (reply.file === undefined) throw new Error('the worker has combined no files');
    const { also: second, ...first } = reply.file;
    const missing = (first.missing ?? 0) + plan.done - ids.filter(Boolean).length;
    const made: MadeArchive = { ...first, missing, ...named };
    if (second !== undefined) made.also = { ...second, ...(filename && { filename: filename.replace(/zip$/, 'pdf') }) };
    const kept = storedFilesOf(made);
    const completion = jobs.completion(job, made as unknown as Json, fileExpiry(first.fileId) ?? new Date());
    const storedBytes = await files.keep(accountId, kept, completion);
    if (storedBytes === undefined) return kept;
    storage.note(accountId, storedBytes);
    return [];
  }

  /**
   * Repeats the failed rows and the archive of a batch that has ended, and deletes the old archive. Does nothing for a batch that is open or
   * has no failures.
   *
   * @throws ServiceError `retry_impossible`, `queue_full`, `unavailable`.
   */
  async retry(accountId: string, batch: Batch): Promise<void> {
    const { id, status, rows, failed, done, error } = batch;
    const { batches, jobs, files } = this.options;
    if (status === 'cancelled') throw retryImpossible('The batch was cancelled');
    if (status !== 'done' || (failed === 0 && error === undefined)) return;
    if (!(await batches.retries.isKept(accountId, id)))
      throw retryImpossible('The input of the batch has been deleted');
    const [archive] = await jobs.endings(accountId, [rowId(id, ASSEMBLY_ROW)]);
    let again = 0;
    for (const [first = 1] of failed > 0 ? blocksOf(rows) : [])
      again += await batches.retries.rows(accountId, id, first);
    if (again === 0 && hasArchive(batch) && done > 0) await batches.retries.assembly(accountId, id);
    await files.removeAll(accountId, archiveIds(archive?.result));
  }

  /** Returns the ids of the rows' files in order, with an empty string for a row without a file or with an expired one. */
  private async rowFiles({ accountId, tool }: TakenJob, batchId: string, rows: number): Promise<string[]> {
    const ids: string[] = [];
    for (const numbers of blocksOf(rows))
      for (const row of await this.options.jobs.rows(accountId, batchId, numbers)) {
        const id = this.fileOf(tool, row?.result) ?? '';
        ids.push((fileExpiry(id)?.getTime() ?? 0) > Date.now() ? id : '');
      }
    return ids;
  }

  /**
   * Deletes a batch that has ended: the files of its rows, its archive, and their records. Deletes the batch itself last, so that the
   * deletion can be repeated when a gateway is killed in between.
   */
  async remove(accountId: string, { id, tool, rows }: Batch): Promise<void> {
    const { jobs, batches, files } = this.options;
    const archive = rowId(id, ASSEMBLY_ROW);
    for (const numbers of blocksOf(rows)) {
      const before = await jobs.rows(accountId, id, numbers);
      // Rows of a cancelled batch may still be running. Cancel them, so that none is done after this.
      const working = numbers.filter((_row, index) => before[index]?.status === 'working');
      for (const each of working) await jobs.cancel(accountId, rowId(id, each));
      const states = working.length === 0 ? before : await jobs.rows(accountId, id, numbers);
      await files.removeAll(
        accountId,
        states.flatMap((row) => this.fileOf(tool, row?.result) ?? []),
      );
      // Keep the records of cancelled rows: a running row reads there that it was cancelled.
      const over = numbers.filter((_row, index) => states[index]?.status !== 'cancelled');
      await jobs.forgetRows(accountId, id, over);
    }
    await jobs.cancel(accountId, archive);
    const [assembled] = await jobs.endings(accountId, [archive]);
    await files.removeAll(accountId, archiveIds(assembled?.result));
    if (assembled?.place === 'done' || assembled?.place === 'failed') await jobs.forget(accountId, archive);
    await batches.remove(accountId, id);
  }

  private fileOf(tool: JobTool | undefined, result: Json | undefined): string | undefined {
    if (tool === undefined || result === undefined) return undefined;
    return this.options.tools.get(tool)?.fileOf?.(result as JsonObject)?.id;
  }
}

/** The result of an archive's job. */
type MadeArchive = Omit<RenderedFile, 'also'> & {
  filename?: string;
  also?: NonNullable<RenderedFile['also']> & { filename?: string };
};

const storedFilesOf = ({ also, ...first }: MadeArchive): StoredFile[] =>
  [first, ...(also === undefined ? [] : [also])].map(({ fileId: id, sizeBytes }) => ({ id, sizeBytes }));

/** Returns the ids of the files in the result of an archive's job. */
const archiveIds = (result: Json | undefined): string[] =>
  result === undefined ? [] : storedFilesOf(result as unknown as MadeArchive).map(({ id }) => id);

const hasArchive = ({ output }: Batch): boolean => archivesIn(outputsOf(output)).length > 0;

const retryImpossible = (why: string): ServiceError => new ServiceError('retry_impossible', `${why}; submit it again.`);

/** The largest number of attempts when workers or gateways end. Usually the archive is not the cause. */
export const MAX_ARCHIVE_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** The wait for the file store as a fraction of the archive's age, because each attempt reads all files; and its limit in milliseconds. */
const STORE_WAIT_SHARE = 0.25;
const LONGEST_STORE_WAIT_MS = 600_000;

/** Decides how a failed archive continues. */
export function archiveVerdictOn(error: unknown, { attempts, created }: Tried): Verdict {
  if (isStoreOutage(error)) {
    const pause = STORE_WAIT_SHARE * (Date.now() - created);
    return { later: Math.round(Math.min(Math.max(FIRST_PAUSE_MS, pause), LONGEST_STORE_WAIT_MS)) };
  }
  const first = verdictOn(error, { attempts: 1, created });
  const { code, reason } = error instanceof ServiceError ? error : {};
  if (!('again' in first) && reason !== 'workers_ended') return first;
  const limit = code === 'deadline_exceeded' ? MAX_ATTEMPTS : MAX_ARCHIVE_ATTEMPTS;
  if (attempts >= limit) return { fault: archiveLost(attempts).toData(), isServices: false };
  return { again: Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS) };
}

export const archiveLost = (attempts: number): ServiceError =>
  new ServiceError(
    'internal',
    `The file of all rows was not finished in ${attempts} attempts: workers ended, or it took too long. The files of the rows are available. Call \`POST /api/batches/{id}/retry\` to create it again; if that fails too, submit the rows in smaller batches.`,
  );
