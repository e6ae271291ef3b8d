/** Assembles the files of a batch into an archive or a PDF, as a stream. */
import {
  type AssemblyJob,
  type ErrorData,
  isStoreOutage,
  type JobProtect,
  type MergeSecrets,
  type RenderReply,
  ServiceError,
} from '@toolpress/contract';
import type { AssemblyContext, AssemblyHandler, PayloadOpener } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { NewFile } from '../../jobs/storing.js';
import { type ZipEntry, zipped } from '../../zip.js';
import { type MergeProtection, mergedInThread } from './merge.js';
import { UniqueNames } from './names.js';
import { RowFiles } from './row-files.js';

export interface AssemblyOptions {
  store: Pick<FileStore, 'open' | 'putStream' | 'remove'>;
  tracing: Tracing;
  secrets: Pick<PayloadOpener, 'open'>;
  /** The longest time that a file is kept, in seconds. */
  fileTtl: number;
}

export function assemblies(options: AssemblyOptions): AssemblyHandler {
  return (job, context) =>
    options.tracing.span('assemble', { kind: 'consumer', parent: job.traceparent }, () =>
      assemble(options, job, context),
    );
}

async function assemble(options: AssemblyOptions, job: AssemblyJob, context: AssemblyContext): Promise<RenderReply> {
  const { log, attempt, signal } = context;
  const begun = performance.now();
  const outputs = job.also === undefined ? [job.output] : [job.output, job.also];
  const made: MadeFile[] = [];
  try {
    for (const output of outputs) made.push(await makeFile(options, output, job, context));
    const [file, also] = made as [MadeFile, MadeFile?];
    const milliseconds = Math.round(performance.now() - begun);
    const bytes = made.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    log.info({ output: outputs.join(), milliseconds, attempt, bytes, missing: file.missing }, 'assembly');
    // A file that was deleted in between is missing in the second one only, but its row is done in both.
    const missing = Math.max(...made.map((each) => each.missing));
    return { ok: true, file: { ...file, missing, ...(also && { also }) } };
  } catch (error) {
    await options.store.remove(...made.map(({ fileId }) => fileId)).catch(() => undefined); // else a sweep deletes them
    // This worker stops, or a part is unavailable: the job is retried.
    if (signal.aborted) throw error;
    // The gateway repeats it later. Each attempt reads all files.
    if (isStoreOutage(error)) return { ok: false, error: error.toData() };
    if (error instanceof ServiceError && error.status >= 500) throw error;
    log.error({ err: error, output: outputs.join() }, 'files could not be put together');
    return { ok: false, error: error instanceof ServiceError ? error.toData() : NOT_ASSEMBLED };
  }
}

interface MadeFile {
  fileId: string;
  sizeBytes: number;
  pageCount: number;
  missing: number;
}

/** Makes one file of all rows. */
async function makeFile(
  { store, secrets, fileTtl }: AssemblyOptions,
  output: AssemblyJob['output'],
  { files: ids, filename: given, expiresIn, protect }: AssemblyJob,
  { accountId, signal, noteFile }: AssemblyContext,
): Promise<MadeFile> {
  const kind = output === 'zip' ? 'zip' : 'pdf';
  const filename = given?.replace(/\.(?:zip|pdf)$/i, `.${kind}`);
  const files = new RowFiles(store, ids.split(','), signal);
  let pageCount = 0;
  const onPages = (count: number): void => {
    pageCount = count;
  };
  const protection = kind === 'zip' ? undefined : await opened(protect, secrets, accountId);
  const pieces =
    kind === 'zip' ? zipped(entriesOf(files)) : mergedInThread(files, filename, protection, onPages, signal);
  const file = new NewFile({ noteFile }, { kind, expiresIn, fileTtl });
  const sizeBytes = await file.store((id) => store.putStream(id, pieces, { filename }));
  return { fileId: file.id, sizeBytes, pageCount, missing: files.missing };
}

/** @throws SecretUnreadable; ServiceError `unavailable`. */
async function opened(
  { sealed, permissions }: JobProtect = {},
  secrets: AssemblyOptions['secrets'],
  accountId: string,
): Promise<MergeProtection | undefined> {
  if (sealed === undefined) return undefined;
  const { secret, ...passwords } = await secrets.open<MergeSecrets>(sealed, accountId);
  return { secret, ofFile: { ...passwords, ...(permissions && { permissions }) } };
}

async function* entriesOf(files: RowFiles): AsyncGenerator<ZipEntry> {
  const names = new UniqueNames();
  for await (const { row, kind, filename, storedAt, content } of files)
    yield { name: names.next(filename, row, kind), content, modifiedAt: storedAt };
}

/** A retry would fail, too. */
const NOT_ASSEMBLED: ErrorData = {
  code: 'internal',
  message:
    'The file of all rows could not be created; the files of the rows exist. The operator can find the cause in the log by the batch’s id.',
};
