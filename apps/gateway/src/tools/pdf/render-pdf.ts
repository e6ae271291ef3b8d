/** Handles PDF requests (specification 4.2 and 4.3): resolves variables, queues the job, then signs links and reads the file. */
import {
  type Delivered,
  JOB_TOOLS,
  PdfRequest,
  PdfResult,
  type PrintedTemplate,
  type RecordRequest,
  type RenderedFile,
  type RenderReply,
  ServiceError,
  type StoredPdfRequest,
  TemplateCheck,
  TOOLS,
  type UnsentRenderJob,
  withEnding,
} from '@toolpress/contract';
import { type RenderQueue, type SubmitOptions, writePayload } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import { contentDisposition, type FileStore, fileExpiry, fileKind, storeUnavailable } from '@toolpress/storage';
import type { Buckets } from '../../accounts/connections/buckets.js';
import type { DownloadLinks } from '../../accounts/files/downloads.js';
import type { Variables } from '../../accounts/variables/variables.js';
import { type AnyToolEndpoint, type Endpoint, forCaller, forTool, type RequestContext } from '../../api/endpoint.js';
import { payloadHolder } from '../../api/memory-budget.js';
import { Base64, BytesAnswer } from '../../api/respond.js';
import type { Caller } from '../../auth/callers.js';
import type { Records } from '../get-record/records.js';
import { addRecord } from './record-data.js';
import { renderJob } from './render-job.js';
import { addTemplate } from './template-request.js';

export interface PdfToolOptions {
  queue: RenderQueue;
  store: FileStore;
  variables: Variables;
  records: Pick<Records, 'check' | 'get'>;
  buckets: Pick<Buckets, 'check' | 'open' | 'deliver'>;
  tracing: Tracing;
  storeGate: StoreGate;
  links: DownloadLinks;
  /** The life of a signed link in seconds. */
  signedUrlTtl: number;
  /** The longest time in milliseconds that a caller waits for a PDF. */
  deadlineMs: number;
  /** The longest life of a file in seconds. */
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
        ...RECORD_ERRORS,
      ],
      chargedAs: ({ data_from }) => (data_from === undefined ? [tool] : [tool, 'get-record']),
      async check({ body, caller }, context) {
        if (hasTemplate(body)) await addTemplate(options.variables, body, caller.accountId, context);
        const { data_from, deliver_to, filename } = body;
        if (deliver_to !== undefined) await options.buckets.check(deliver_to, filename, caller.accountId);
        if (data_from !== undefined) await options.records.check(data_from, caller.accountId, 'data_from');
      },
      handle: async ({ body, caller }, context) => {
        const { filename, return: wanted, printed_template: template, deliver_to } = body as StoredPdfRequest;
        const asked = {
          ...(filename !== undefined && { filename: withEnding(filename) }),
          ...(wanted === 'link' && { isLinkOnly: true }),
          ...(template !== undefined && { template }),
        };
        const bucket = deliver_to && (await options.buckets.open(deliver_to, caller.accountId));
        const file = { ...asked, ...(await renderPdf(options, body, caller, context)) };
        if (deliver_to === undefined || bucket === undefined) return file;
        return { ...file, ...(await options.buckets.deliver(deliver_to, bucket, file, context)) };
      },
      fileOf: ({ fileId: id, sizeBytes }) => ({ id, sizeBytes }),
      present: (file, context) => answerOf(options, file, context),
    }),
  );
}

/** The errors that are faults of the document, so that a check lists them. */
const FAULT_STATUS = 422;

/** Returns the endpoint that checks a document as the PDF tools do, and prints nothing. It is not charged. */
export const templateCheckEndpoint = (options: PdfToolOptions): Endpoint =>
  forCaller({
    method: 'post',
    path: '/api/utilities/check-template',
    id: 'checkTemplate',
    summary: 'Lists all faults and warnings of a document without printing it; not charged',
    audit: 'work',
    body: PdfRequest,
    answer: TemplateCheck,
    errors: ['body_too_large', 'variable_unknown', 'queue_full', 'overloaded', 'unavailable', 'deadline_exceeded'],
    async handle({ body, caller }, context) {
      if (body.data_from !== undefined) {
        throw new ServiceError(
          'invalid_parameter',
          '`data_from` is for printing only, because reading a record is charged: send its fields in `data`.',
        );
      }
      if (hasTemplate(body)) await addTemplate(options.variables, body, caller.accountId, context);
      const { faults, warnings } = await submit(options, body, caller, context, { checkOnly: true }).then(
        ({ findings }) => findings ?? { faults: [], warnings: [] },
        (error: unknown) => {
          // Variables are resolved here, not by the worker.
          if (!(error instanceof ServiceError) || error.status !== FAULT_STATUS) throw error;
          const { code, message, position } = error;
          return { faults: [{ code, message, ...position }], warnings: [] };
        },
      );
      return { ok: faults.length === 0, faults, warnings };
    },
  });

/** The errors of reading the record of `data_from`. */
const RECORD_ERRORS = [
  ...(['host_forbidden', 'connection_unknown', 'provider_refused', 'record_not_found'] as const),
  ...(['response_too_large', 'target_unreachable', 'response_invalid'] as const),
];

/** The result that is stored for repeated requests. */
interface PrintedFile extends RenderedFile {
  /** The file name with its extension. */
  filename?: string;
  /** Whether the request has `"return": "link"`. The answer then has no `pdf_base64`. */
  isLinkOnly?: boolean;
  /** The object in the account's bucket. */
  delivered?: Delivered;
  /** The version of `template`. */
  template?: PrintedTemplate;
}

/** What a job leaves out, and whether a worker stops when the caller hangs up. */
type Wanted = Pick<UnsentRenderJob, 'checkOnly' | 'firstPageOnly'> & Pick<SubmitOptions, 'stopsWithCaller'>;

/** Renders a request on a worker. @throws ServiceError any error of the PDF tools. */
export async function renderPdf(
  options: PdfToolOptions,
  request: PdfRequest,
  caller: Caller,
  context: RequestContext,
  wanted: Omit<Wanted, 'checkOnly'> = {},
): Promise<RenderedFile> {
  const { file } = await submit(options, request, caller, context, wanted);
  if (file === undefined) throw new Error('the worker has printed no file');
  return file;
}

/**
 * Has a worker print a document, or only check it.
 *
 * @returns the file, or the findings of a check. @throws ServiceError any error of the PDF tools.
 */
async function submit(
  options: PdfToolOptions,
  request: PdfRequest,
  caller: Caller,
  context: RequestContext,
  { stopsWithCaller = false, ...only }: Wanted = {},
): Promise<RenderReply & { ok: true }> {
  const { requestId, signal, memory, backgroundId } = context;
  checkExpiry(request, options.fileTtl);
  await options.storeGate.pass();
  const begun = Date.now();
  const { tracing, deadlineMs } = options;
  const { accountId } = caller;
  if (hasRecord(request))
    await tracing.span('read the record', {}, () =>
      addRecord(options.records, request, accountId, context, deadlineMs),
    );
  // A caller waits for both; a job has the whole time for printing.
  const deadline = (backgroundId === undefined ? begun : Date.now()) + deadlineMs;
  const job = await tracing.span('resolve variables', {}, () =>
    renderJob(options.variables, request, { accountId, requestId, memory, signal }),
  );
  const reply = await tracing.span('queue', { kind: 'producer' }, async () => {
    const traceparent = tracing.traceparent();
    const more = { ...only, ...(traceparent !== undefined && { traceparent }) };
    const payload = await writePayload({ ...job, ...more });
    // Free the document's memory, even if callers still refer to the request or the job: the payload is complete.
    for (const part of [request, job]) empty(part);
    return options.queue.submitAndWait(payload, {
      accountId,
      deadlineMs: deadline - Date.now(),
      signal,
      onHeld: payloadHolder(memory),
      ...(backgroundId !== undefined && { backgroundId }),
      ...(stopsWithCaller && { stopsWithCaller }),
    });
  });
  if (!reply.ok) throw ServiceError.fromData(reply.error);
  return reply;
}

const hasTemplate = (request: PdfRequest): request is PdfRequest & { template: string } =>
  request.template !== undefined;

const hasRecord = (request: PdfRequest): request is PdfRequest & { data_from: RecordRequest } =>
  request.data_from !== undefined;

/** Checks `expires_in`. @throws ServiceError `invalid_parameter` when it exceeds the longest life of files. */
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
 * Returns the fields of the answer. If the caller prefers `application/pdf`, returns the PDF itself, with its properties in headers. XML is
 * always a field.
 *
 * @throws ServiceError `file_unknown`, `file_expired`, `unavailable`, `overloaded`.
 */
export async function answerOf(
  options: PdfToolOptions,
  file: PrintedFile,
  {
    memory,
    signal,
    prefers,
    largestFile = Number.POSITIVE_INFINITY,
  }: Pick<RequestContext, 'memory' | 'signal' | 'prefers' | 'largestFile'>,
): Promise<(Omit<PdfResult, 'pdf_base64'> & { pdf_base64?: Base64 }) | BytesAnswer> {
  const expiry = fileExpiry(file.fileId);
  if (expiry === undefined) throw new Error('the worker sent an invalid file id');
  const { store, tracing, links, signedUrlTtl } = options;
  const read = async (): Promise<Buffer> => {
    await memory.answer.take(file.sizeBytes, signal);
    const bytes = await tracing.span('read the file', {}, () => store.read(file.fileId));
    if (bytes.length !== file.sizeBytes)
      throw new Error(`the store returned ${bytes.length} of ${file.sizeBytes} bytes`);
    return bytes;
  };
  const downloadUrl = links.urlOf(file.fileId);
  const isXml = fileKind(file.fileId) === 'xml';
  if (prefers(PDF) && !isXml) return new BytesAnswer(await read(), headersOf(file, downloadUrl, expiry));
  const isIncluded = !file.isLinkOnly && file.sizeBytes <= largestFile;
  const bytes = isIncluded ? await read() : undefined;
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
    ...(file.delivered && { delivered: file.delivered }),
    ...(file.warnings && { warnings: file.warnings }),
    ...(file.template && { template: file.template }),
  };
}

const PDF = 'application/pdf';

function headersOf({ pageCount, filename, warnings = [], template }: PrintedFile, downloadUrl: string, expiry: Date) {
  const codes = [...new Set(warnings.map(({ code }) => code))];
  return {
    'Content-Type': PDF,
    'Content-Disposition': filename === undefined ? 'inline' : contentDisposition(filename),
    'X-Page-Count': String(pageCount),
    'X-Download-Url': downloadUrl,
    'X-Expires-At': expiry.toISOString(),
    ...(codes.length > 0 && { 'X-Warnings': codes.join(', ') }),
    ...(template && { 'X-Template': `${template.name}@${template.version}` }),
  };
}

/** The outcome of the last check of the file store, with the reason of a failure. */
interface StoreState {
  storage: { available: boolean; reason?: string };
}

/** The number of failed checks after which requests are rejected. The retries of a job bridge a single failure. */
const FAILED_CHECKS = 2;

/**
 * Rejects documents while the file store is unavailable, because a worker could not store them. While it is available, no request waits for
 * the check.
 */
export class StoreGate {
  private last: Promise<StoreState> | undefined;
  private failedChecks: number;
  private state: StoreState['storage'] = { available: false };

  /**
   * @param check returns the state of the service's parts; called for each document.
   * @param isAvailable whether the store was available at the start.
   */
  constructor(
    private readonly check: () => Promise<StoreState>,
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

  /** Checks the store. Requests within a second share one check, which counts once. */
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
