/** A PDF request from end to end: resolve the variables, have it rendered; then sign the links, read the bytes. */
import { type PdfRequest, type PdfResult, type RenderedFile, ServiceError } from '@toolpress/contract';
import type { RenderQueue } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import { type FileStore, fileExpiry } from '@toolpress/storage';
import type { DownloadLinks } from '../../files/download-links.js';
import type { StoreGate } from '../../files/store-gate.js';
import type { RequestContext } from '../../http/endpoint.js';
import { Base64 } from '../../http/send-json.js';
import type { Caller } from '../../state/tokens.js';
import type { Variables } from '../../state/variables.js';
import { renderJob } from './render-job.js';

export interface PdfToolOptions {
  queue: RenderQueue;
  store: FileStore;
  variables: Variables;
  tracing: Tracing;
  storeGate: StoreGate;
  links: DownloadLinks;
  /** How long a signed link works, seconds. */
  signedUrlTtl: number;
  /** How long a caller waits for a PDF, milliseconds. */
  deadlineMs: number;
}

/** @throws ServiceError every error of the PDF tools; nothing else reaches the caller. */
export async function renderPdf(
  options: PdfToolOptions,
  request: PdfRequest,
  caller: Caller,
  { requestId, signal }: RequestContext,
): Promise<RenderedFile> {
  await options.storeGate.pass();
  const deadline = Date.now() + options.deadlineMs;
  const { tracing } = options;
  const { accountId } = caller;
  const job = await tracing.span('resolve variables', {}, () =>
    renderJob(options.variables, request, accountId, requestId),
  );
  const reply = await tracing.span('queue', { kind: 'producer' }, () => {
    const traceparent = tracing.traceparent();
    const traced = traceparent === undefined ? job : { ...job, traceparent };
    return options.queue.submitAndWait(traced, { accountId, deadlineMs: deadline - Date.now(), signal });
  });
  if (!reply.ok) throw ServiceError.fromData(reply.error);
  return reply.file;
}

/** @throws ServiceError `file_unknown`, `file_expired`, `unavailable`. */
export async function answerOf(
  options: PdfToolOptions,
  file: RenderedFile,
): Promise<Omit<PdfResult, 'pdf_base64'> & { pdf_base64: Base64 }> {
  const expiry = fileExpiry(file.fileId);
  if (expiry === undefined) throw new Error('the worker gave a file id that is none');
  const { store, tracing } = options;
  const { bytes, filename } = await tracing.span('read the file', {}, () => store.read(file.fileId));
  if (bytes.length !== file.sizeBytes) throw new Error(`the store gave ${bytes.length} of ${file.sizeBytes} bytes`);
  const signed = await store.sign(file.fileId, { ttlSeconds: options.signedUrlTtl, filename });
  return {
    download_url: options.links.urlOf(file.fileId),
    signed_url: signed.url,
    signed_url_expires_at: signed.expiresAt.toISOString(),
    expires_at: expiry.toISOString(),
    pdf_base64: new Base64(bytes),
    size_bytes: file.sizeBytes,
    page_count: file.pageCount,
  };
}
