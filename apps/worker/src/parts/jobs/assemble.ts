/** Assembles the files of a batch into an archive or a PDF, as a stream. */
import { type AssemblyJob, type ErrorData, isStoreOutage, type RenderReply, ServiceError } from '@toolpress/contract';
import type { AssemblyContext, AssemblyHandler } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { NewFile } from '../../jobs/storing.js';
import { type ZipEntry, zipped } from '../../zip.js';
import { mergedInThread } from './merge.js';
import { UniqueNames } from './names.js';
import { RowFiles } from './row-files.js';

export interface AssemblyOptions {
  store: Pick<FileStore, 'open' | 'putStream' | 'remove'>;
  tracing: Tracing;
  /** The longest time that a file is kept, in seconds. */
  fileTtl: number;
}

export function assemblies(options: AssemblyOptions): AssemblyHandler {
  return (job, context) =>
    options.tracing.span('assemble', { kind: 'consumer', parent: job.traceparent }, () =>
      assemble(options, job, context),
    );
}

async function assemble(
  { store, fileTtl }: AssemblyOptions,
  { output, files: ids, filename, expiresIn }: AssemblyJob,
  { log, attempt, signal, noteFile }: AssemblyContext,
): Promise<RenderReply> {
  const begun = performance.now();
  const files = new RowFiles(store, ids.split(','), signal);
  try {
    let pageCount = 0;
    const onPages = (count: number): void => {
      pageCount = count;
    };
    const isZip = output === 'zip';
    const pieces = isZip ? zipped(entriesOf(files)) : mergedInThread(files, filename, onPages, signal);
    const file = new NewFile({ noteFile }, { kind: isZip ? 'zip' : 'pdf', expiresIn, fileTtl });
    const sizeBytes = await file.store((id) => store.putStream(id, pieces, { filename }));
    const { missing } = files;
    const milliseconds = Math.round(performance.now() - begun);
    log.info({ output, milliseconds, attempt, bytes: sizeBytes, missing }, 'assembly');
    return { ok: true, file: { fileId: file.id, sizeBytes, pageCount, missing } };
  } catch (error) {
    // This worker stops, or a part is unavailable: the job is retried.
    if (signal.aborted) throw error;
    // The gateway repeats it later. Each attempt reads all files.
    if (isStoreOutage(error)) return { ok: false, error: error.toData() };
    if (error instanceof ServiceError && error.status >= 500) throw error;
    log.error({ err: error, output }, 'files could not be put together');
    return { ok: false, error: error instanceof ServiceError ? error.toData() : NOT_ASSEMBLED };
  }
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
