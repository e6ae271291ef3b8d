/** Specification 4.2 and 4.3, a PDF request from end to end: resolve the variables, have it rendered; then sign the links, read the bytes. */
import { PdfRequest, PdfResult, type RenderedFile, ServiceError, TOOLS } from '@toolpress/contract';
import { type RenderQueue, writePayload } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import { type FileStore, fileExpiry } from '@toolpress/storage';
import type { DownloadLinks } from '../../accounts/files/links.js';
import type { StoreGate } from '../../accounts/files/store-gate.js';
import type { Variables } from '../../accounts/variables/variables.js';
import type { Caller } from '../../auth/tokens.js';
import { type Endpoint, forTool, type RequestContext } from '../../http/endpoint.js';
import { Base64 } from '../../http/respond.js';
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

export function pdfEndpoints(options: PdfToolOptions): Endpoint[] {
  return (['html-to-pdf', 'json-to-pdf'] as const).map((tool) =>
    forTool({
      method: 'post',
      path: TOOLS[tool].path,
      summary: TOOLS[tool].purpose,
      tool,
      body: PdfRequest,
      answer: PdfResult,
      errors: [
        'body_too_large',
        'variable_unknown',
        'template_invalid',
        'content_forbidden',
        'document_too_complex',
        'tag_without_value',
        'image_unavailable',
        'page_limit',
        'storage_quota_exceeded',
        'pdf_too_large',
        'queue_full',
        'overloaded',
        'unavailable',
        'deadline_exceeded',
      ],
      handle: ({ body, caller }, context) => renderPdf(options, body, caller, context),
      fileOf: ({ fileId: id, sizeBytes }) => ({ id, sizeBytes }),
      present: (file, context) => answerOf(options, file, context),
    }),
  );
}

/** @throws ServiceError every error of the PDF tools. */
async function renderPdf(
  options: PdfToolOptions,
  request: PdfRequest,
  caller: Caller,
  { requestId, signal, memory }: RequestContext,
): Promise<RenderedFile> {
  await options.storeGate.pass();
  const deadline = Date.now() + options.deadlineMs;
  const { tracing } = options;
  const { accountId } = caller;
  const job = await tracing.span('resolve variables', {}, () =>
    renderJob(options.variables, request, { accountId, requestId, memory, signal }),
  );
  const reply = await tracing.span('queue', { kind: 'producer' }, async () => {
    const traceparent = tracing.traceparent();
    const payload = await writePayload(traceparent === undefined ? job : { ...job, traceparent });
    // Whoever still holds the request, or the job, holds an empty one: the document waits in Redis, not here.
    for (const part of [request, job]) empty(part);
    // It stays in the pool that most of it came from.
    const { body, variables } = memory;
    const [from, other] = variables.bytes > body.bytes ? [variables, body] : [body, variables];
    const onHeld = (bytes: number, giveUp?: () => void): void => {
      from.set(bytes, giveUp);
      other.set(0);
    };
    return options.queue.submitAndWait(payload, { accountId, deadlineMs: deadline - Date.now(), signal, onHeld });
  });
  if (!reply.ok) throw ServiceError.fromData(reply.error);
  return reply.file;
}

function empty(part: Record<string, unknown>): void {
  for (const name of Object.keys(part)) delete part[name];
}

/** @throws ServiceError `file_unknown`, `file_expired`, `unavailable`, `overloaded`. */
export async function answerOf(
  options: PdfToolOptions,
  file: RenderedFile,
  { memory, signal }: Pick<RequestContext, 'memory' | 'signal'>,
): Promise<Omit<PdfResult, 'pdf_base64'> & { pdf_base64: Base64 }> {
  const expiry = fileExpiry(file.fileId);
  if (expiry === undefined) throw new Error('the worker gave an invalid file id');
  const { store, tracing } = options;
  await memory.answer.take(file.sizeBytes, signal);
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
