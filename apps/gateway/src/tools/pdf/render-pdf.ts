/** A PDF request from end to end: resolve the variables, have it rendered; then sign the links, read the bytes. */
import { type PdfRequest, type PdfResult, type RenderedFile, type RenderJob, ServiceError } from '@toolpress/contract';
import { resolveVariables } from '@toolpress/document';
import type { RenderQueue } from '@toolpress/queue';
import { type FileStore, fileExpiry } from '@toolpress/storage';
import type { RequestContext } from '../../http/endpoint.js';
import type { Caller } from '../../state/tokens.js';
import type { Variables } from '../../state/variables.js';

export interface PdfToolOptions {
  queue: RenderQueue;
  store: FileStore;
  variables: Variables;
  /** The base of the links in answers. */
  publicUrl: string;
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
  const deadline = Date.now() + options.deadlineMs;
  const job = await renderJob(options.variables, request, caller, requestId);
  const reply = await options.queue.submitAndWait(job, { deadlineMs: deadline - Date.now(), signal });
  if (!reply.ok) throw ServiceError.fromData(reply.error);
  return reply.file;
}

async function renderJob(
  variables: Variables,
  request: PdfRequest,
  { accountId }: Caller,
  requestId: string,
): Promise<RenderJob> {
  const resolve = (text: string, kind: 'html' | 'css'): Promise<string> =>
    resolveVariables(text, kind, (names) => variables.contents(accountId, kind, names));
  const [html, css] = await Promise.all([
    resolve(request.html, 'html'),
    request.css === undefined ? undefined : resolve(request.css, 'css'),
  ]);
  return {
    requestId,
    html,
    orientation: request.orientation ?? 'portrait',
    ...(css === undefined ? {} : { css }),
    ...(request.data === undefined ? {} : { data: request.data }),
    ...(request.page_size === undefined ? {} : { pageSize: request.page_size }),
  };
}

/** @throws ServiceError `file_unknown`, `file_expired`, `unavailable`. */
export async function answerOf(options: PdfToolOptions, file: RenderedFile): Promise<PdfResult> {
  const expiry = fileExpiry(file.fileId);
  if (expiry === undefined) throw new Error('the worker gave a file id that is none');
  const [{ bytes }, signed] = await Promise.all([
    options.store.read(file.fileId),
    options.store.sign(file.fileId, { ttlSeconds: options.signedUrlTtl }),
  ]);
  return {
    download_url: `${options.publicUrl}/files/${file.fileId}.pdf`,
    signed_url: signed.url,
    signed_url_expires_at: signed.expiresAt.toISOString(),
    expires_at: expiry.toISOString(),
    pdf_base64: bytes.toString('base64'),
    size_bytes: file.sizeBytes,
    page_count: file.pageCount,
  };
}
