/** Specification 4.2 and 4.3, a PDF request from end to end: resolve the variables, have it rendered; then sign the links, read the bytes. */
import { JOB_TOOLS, PdfRequest, PdfResult, type RenderedFile, ServiceError, TOOLS } from '@toolpress/contract';
import { type RenderQueue, writePayload } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import { contentDisposition, type FileStore, fileExpiry, fileKind, storeUnavailable } from '@toolpress/storage';
import type { DownloadLinks } from '../../accounts/files/downloads.js';
import type { Variables } from '../../accounts/variables/variables.js';
import type { Caller } from '../../auth/tokens.js';
import { type AnyToolEndpoint, forTool, type RequestContext } from '../../http/endpoint.js';
import { Base64, BytesAnswer } from '../../http/respond.js';
import type { PartState, Readiness } from '../../monitoring/health.js';
import { renderJob, withEnding } from './render-job.js';

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
  /** How long a file is kept at most, seconds. */
  fileTtl: number;
}

export function pdfEndpoints(options: PdfToolOptions): AnyToolEndpoint[] {
  return JOB_TOOLS.map((tool) =>
    forTool({
      method: 'post',
      path: TOOLS[tool].path,
      id: ({ 'html-to-pdf': 'htmlToPdf', 'json-to-pdf': 'jsonToPdf' } as const)[tool],
      summary: TOOLS[tool].purpose,
      bytes: 'application/pdf',
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
        'pdf_invalid',
        'e_invoice_invalid',
        'queue_full',
        'overloaded',
        'unavailable',
        'deadline_exceeded',
      ],
      handle: async ({ body, caller }, context) => {
        const { filename, return: wanted } = body;
        const asked = {
          ...(filename !== undefined && { filename: withEnding(filename) }),
          ...(wanted === 'link' && { isLinkOnly: true }),
        };
        return { ...asked, ...(await renderPdf(options, body, caller, context)) };
      },
      fileOf: ({ fileId: id, sizeBytes }) => ({ id, sizeBytes }),
      present: (file, context) => answerOf(options, file, context),
    }),
  );
}

/** What is kept for a repeat. */
interface PrintedFile extends RenderedFile {
  /** With its extension. */
  filename?: string;
  /** `"return": "link"`: the answer has no `pdf_base64`. */
  isLinkOnly?: boolean;
}

/** @throws ServiceError every error of the PDF tools. */
async function renderPdf(
  options: PdfToolOptions,
  request: PdfRequest,
  caller: Caller,
  { requestId, signal, memory, backgroundId }: RequestContext,
): Promise<RenderedFile> {
  checkExpiry(request, options.fileTtl);
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
    return options.queue.submitAndWait(payload, {
      accountId,
      deadlineMs: deadline - Date.now(),
      signal,
      onHeld,
      ...(backgroundId !== undefined && { backgroundId }),
    });
  });
  if (!reply.ok) throw ServiceError.fromData(reply.error);
  return reply.file;
}

/** @throws ServiceError `invalid_parameter` for a file that is to be kept longer than files are. */
function checkExpiry({ expires_in: seconds }: PdfRequest, fileTtl: number): void {
  if (seconds === undefined || seconds <= fileTtl) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`expires_in\` must be at most ${fileTtl}: this service keeps files for that many seconds.`,
  );
}

function empty(part: Record<string, unknown>): void {
  for (const name of Object.keys(part)) delete part[name];
}

/**
 * The fields of the answer; or the PDF itself, its figures in headers, where the caller prefers `application/pdf`. XML is always a field.
 *
 * @throws ServiceError `file_unknown`, `file_expired`, `unavailable`, `overloaded`.
 */
export async function answerOf(
  options: PdfToolOptions,
  file: PrintedFile,
  { memory, signal, prefers }: Pick<RequestContext, 'memory' | 'signal' | 'prefers'>,
): Promise<(Omit<PdfResult, 'pdf_base64'> & { pdf_base64?: Base64 }) | BytesAnswer> {
  const expiry = fileExpiry(file.fileId);
  if (expiry === undefined) throw new Error('the worker gave an invalid file id');
  const { store, tracing, links, signedUrlTtl } = options;
  const read = async (): Promise<Buffer> => {
    await memory.answer.take(file.sizeBytes, signal);
    const bytes = await tracing.span('read the file', {}, () => store.read(file.fileId));
    if (bytes.length !== file.sizeBytes) throw new Error(`the store gave ${bytes.length} of ${file.sizeBytes} bytes`);
    return bytes;
  };
  const downloadUrl = links.urlOf(file.fileId);
  const isXml = fileKind(file.fileId) === 'xml';
  if (prefers(PDF) && !isXml) return new BytesAnswer(await read(), headersOf(file, downloadUrl, expiry));
  const bytes = file.isLinkOnly ? undefined : await read();
  const filename = isXml ? file.filename?.replace(/\.pdf$/i, '.xml') : file.filename;
  const signed = await store.sign(file.fileId, { ttlSeconds: signedUrlTtl, filename });
  return {
    download_url: downloadUrl,
    signed_url: signed.url,
    signed_url_expires_at: signed.expiresAt.toISOString(),
    expires_at: expiry.toISOString(),
    ...(bytes && (isXml ? { xml: bytes.toString() } : { pdf_base64: new Base64(bytes) })),
    size_bytes: file.sizeBytes,
    page_count: file.pageCount,
    ...(file.warnings && { warnings: file.warnings }),
  };
}

const PDF = 'application/pdf';

function headersOf({ pageCount, filename, warnings = [] }: PrintedFile, downloadUrl: string, expiry: Date) {
  const codes = [...new Set(warnings.map(({ code }) => code))];
  return {
    'Content-Type': PDF,
    'Content-Disposition': filename === undefined ? 'inline' : contentDisposition(filename),
    'X-Page-Count': String(pageCount),
    'X-Download-Url': downloadUrl,
    'X-Expires-At': expiry.toISOString(),
    ...(codes.length > 0 && { 'X-Warnings': codes.join(', ') }),
  };
}

/** One failed check may be a hiccup, which the retries of a job outlast. */
const FAILED_CHECKS = 2;

/**
 * Documents are rejected while the file store is known to be unavailable: a worker would print them in vain. While it is available, no
 * request waits for the check.
 */
export class StoreGate {
  private last: Promise<Readiness> | undefined;
  private failedChecks: number;
  private state: PartState = { available: false };

  /**
   * @param check of the parts; called for each document.
   * @param isAvailable whether the store was available at the start.
   */
  constructor(
    private readonly check: () => Promise<Readiness>,
    isAvailable: boolean,
  ) {
    this.failedChecks = isAvailable ? 0 : FAILED_CHECKS;
  }

  /** @throws ServiceError `unavailable`. */
  async pass(): Promise<void> {
    const checked = this.checkAgain();
    if (this.failedChecks < FAILED_CHECKS) return;
    await checked;
    if (this.failedChecks > 0) throw storeUnavailable(this.state.reason);
  }

  /** Requests within a second share a check: it counts once. */
  private checkAgain(): Promise<void> {
    const checking = this.check();
    const isNew = checking !== this.last;
    this.last = checking;
    return checking.then(({ storage }) => {
      if (!isNew) return;
      this.state = storage;
      this.failedChecks = storage.available ? 0 : this.failedChecks + 1;
    });
  }
}
