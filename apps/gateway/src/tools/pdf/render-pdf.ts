/** Handles PDF requests (specification 4.2 and 4.3): resolves variables, queues the job, then signs links and reads the file. */
import {
  actionBlocks,
  type ContentWarning,
  type Delivered,
  type DeliverTo,
  PDF_TOOLS,
  PdfRequest,
  PdfResult,
  type PrintedTemplate,
  pageBlocks,
  type RenderedFile,
  StoredPdfRequest,
  TOOLS,
  withEnding,
} from '@toolpress/contract';
import { contentDisposition, type FileStore, fileExpiry, fileKind, storeUnavailable } from '@toolpress/storage';
import type { DownloadLinks } from '../../accounts/files/downloads.js';
import { again } from '../../api/charging.js';
import { type AnyToolEndpoint, forTool, type RequestContext } from '../../api/endpoint.js';
import { Base64, BytesAnswer } from '../../api/respond.js';
import type { Caller } from '../../auth/callers.js';
import { FOR_AGENTS } from './for-agents.js';
import { isList } from './record-data.js';
import { type PrintOptions, renderPdf } from './render-job.js';
import { addTemplate } from './template-request.js';

/** Delivers files to the places that callers own. `Target` is an opened place. */
export interface FileDelivery<Target = unknown> {
  /** Checks a place before anything is charged or queued. @throws ServiceError. */
  check(to: DeliverTo, filename: string | undefined, accountId: string): Promise<void>;
  /** Opens a place before the document is printed. @throws ServiceError. */
  open(to: DeliverTo, accountId: string): Promise<Target>;
  /** Delivers a stored file. @returns where it is, or warnings. @throws ServiceError. */
  deliver(
    to: DeliverTo,
    target: Target,
    file: RenderedFile & { filename?: string },
    context: Pick<RequestContext, 'memory' | 'signal' | 'deliveryKey' | 'cover'>,
  ): Promise<{ delivered: Delivered } | { warnings: ContentWarning[] }>;
}

export interface PdfToolOptions extends PrintOptions {
  store: FileStore;
  /** @throws ServiceError when deliveries are switched off. */
  delivery(): FileDelivery;
  links: DownloadLinks;
  /** The life of a signed link in seconds. */
  signedUrlTtl: number;
}

const ERRORS = [
  ...(['body_too_large', 'variable_unknown', 'template_invalid', 'content_forbidden'] as const),
  ...(['document_too_complex', 'tag_without_value', 'image_unavailable', 'page_limit'] as const),
  ...(['storage_quota_exceeded', 'pdf_too_large', 'pdf_invalid', 'e_invoice_invalid', 'queue_full'] as const),
  ...(['overloaded', 'unavailable', 'deadline_exceeded'] as const),
  ...(['file_unknown', 'file_expired'] as const),
  // Reading the record of `data_from`:
  ...(['host_forbidden', 'connection_unknown', 'provider_refused', 'record_not_found'] as const),
  ...(['response_too_large', 'target_unreachable', 'response_invalid'] as const),
  ...(['provider_cannot', 'too_many_records'] as const),
];

export function pdfEndpoints(options: PdfToolOptions): AnyToolEndpoint[] {
  return PDF_TOOLS.map((tool) =>
    forTool({
      method: 'post',
      path: TOOLS[tool].path,
      id: ({ 'html-to-pdf': 'htmlToPdf', 'json-to-pdf': 'jsonToPdf' } as const)[tool],
      summary: TOOLS[tool].purpose,
      agents: FOR_AGENTS[tool],
      bytes: 'application/pdf',
      tool,
      body: PdfRequest,
      answer: PdfResult,
      errors: ERRORS,
      chargedAs: ({ data_from }) =>
        data_from === undefined ? [tool] : [tool, isList(data_from) ? 'list-records' : 'get-record'],
      moreCharged: ({ pageCount, recordsRead = 0 }: PrintedFile) => [
        ...again(tool, pageBlocks(pageCount)),
        ...again('list-records', actionBlocks(recordsRead)),
      ],
      async check({ body, caller }, context) {
        if (body.template !== undefined) await addTemplate(options, body, caller.accountId, context);
        const { data_from, deliver_to, filename } = body;
        if (deliver_to !== undefined) await options.delivery().check(deliver_to, filename, caller.accountId);
        if (data_from !== undefined) await options.records.check(data_from, caller.accountId, 'data_from');
      },
      handle: ({ body, caller }, context) => printed(options, body, caller, context),
      fileOf: ({ fileId: id, sizeBytes }) => ({ id, sizeBytes }),
      present: (file, context) => answerOf(options, file, context),
      asJob: {
        input: StoredPdfRequest,
        present: (file, context) =>
          answerOf(options, { ...file, isLinkOnly: true }, { ...context, prefers: () => false }),
      },
    }),
  );
}

/** Prints a request, and delivers the file where it asks for that. */
async function printed(
  options: PdfToolOptions,
  body: PdfRequest,
  caller: Caller,
  context: RequestContext,
): Promise<PrintedFile> {
  const { filename, return: wanted, printed_template: template, deliver_to } = body as StoredPdfRequest;
  const asked = {
    ...(filename !== undefined && { filename: withEnding(filename) }),
    ...(wanted === 'link' && { isLinkOnly: true }),
    ...(template !== undefined && { template }),
  };
  const target = deliver_to && (await options.delivery().open(deliver_to, caller.accountId));
  const takesFile = context.backgroundId === undefined && (wanted !== 'link' || context.prefers(PDF));
  const rendered = await renderPdf(options, body, caller, context, { takesFile });
  const { recordsRead } = context;
  const file = { ...asked, ...(recordsRead !== undefined && { recordsRead }), ...rendered };
  if (deliver_to === undefined) return file;
  return { ...file, ...(await options.delivery().deliver(deliver_to, target, file, context)) };
}

/** The result that is stored for repeated requests. */
interface PrintedFile extends RenderedFile {
  /** The file name with its extension. */
  filename?: string;
  /** Whether the request has `"return": "link"`. The answer then has no `pdf_base64`. */
  isLinkOnly?: boolean;
  /** The number of records that the list of `data_from` read. */
  recordsRead?: number;
  /** The object in the account's bucket. */
  delivered?: Delivered;
  /** The version of `template`. */
  template?: PrintedTemplate;
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
    received,
    largestFile = Number.POSITIVE_INFINITY,
  }: Pick<RequestContext, 'memory' | 'signal' | 'prefers' | 'received' | 'largestFile'>,
): Promise<(Omit<PdfResult, 'pdf_base64'> & { pdf_base64?: Base64 }) | BytesAnswer> {
  const expiry = fileExpiry(file.fileId);
  if (expiry === undefined) throw new Error('the worker sent an invalid file id');
  const { store, tracing, links, signedUrlTtl } = options;
  const read = async (): Promise<Buffer> => {
    await memory.answer.take(file.sizeBytes, signal);
    const bytes =
      received?.id === file.fileId
        ? received.bytes
        : await tracing.span('read the file', {}, () => store.read(file.fileId));
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
    ...(codes.length > 0 && { 'X-Warnings': codes.join(', '), 'X-Warning-Details': detailsOf(warnings) }),
    ...(template && { 'X-Template': `${template.name}@${template.version}` }),
  };
}

/** The largest header of warnings in bytes. Proxies allow 4 KiB for all headers of an answer. */
const MAX_DETAILS = 2_000;

/** Returns the first warnings as JSON in ASCII. */
function detailsOf(warnings: readonly ContentWarning[]): string {
  const details: string[] = [];
  let room = MAX_DETAILS - '[]'.length;
  for (const { code, message, line, column } of warnings) {
    const json = asciiJson({ code, message, line, column });
    room -= json.length + ','.length;
    if (room < 0) break;
    details.push(json);
  }
  return `[${details.join(',')}]`;
}

const asciiJson = (value: object): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The outcome of the last check of the file store, with the reason of a failure. */
interface StoreState {
  storage: { available: boolean; takesFiles: boolean; reason?: string };
}

/** The number of failed checks after which requests are rejected. The retries of a job bridge a single failure. */
const FAILED_CHECKS = 2;

/**
 * Rejects documents while the file store is known to be unavailable or full, because a worker could not store them. While it works, no
 * request waits for the check.
 */
export class StoreGate {
  private last: Promise<StoreState> | undefined;
  private failedChecks: number;
  private reason: string | undefined;

  /**
   * @param check returns the state of the service's parts; called for each document.
   * @param checkWrites checks whether the store accepts writes, for `check`.
   * @param isAvailable whether the store was available at the start.
   */
  constructor(
    private readonly check: () => Promise<StoreState>,
    private readonly checkWrites: () => Promise<void>,
    isAvailable: boolean,
  ) {
    this.failedChecks = isAvailable ? 0 : FAILED_CHECKS;
  }

  /** @throws ServiceError `unavailable`. */
  async pass(): Promise<void> {
    const checked = this.checkAgain();
    if (this.failedChecks < FAILED_CHECKS) return;
    await checked;
    if (this.failedChecks > 0) throw storeUnavailable(this.reason);
  }

  /** Returns whether documents pass. Asks the store only if the last check failed. */
  async isOpen(): Promise<boolean> {
    if (this.failedChecks === 0) return true;
    return this.pass().then(
      () => true,
      () => false,
    );
  }

  /** Checks the store after a job has failed because of it. Never rejects. */
  async suspect(): Promise<void> {
    await this.checkWrites();
    await this.checkAgain();
  }

  /** Checks the store. Requests within a second share one check, which counts once. */
  private checkAgain(): Promise<void> {
    const checking = this.check();
    const isNew = checking !== this.last;
    this.last = checking;
    return checking.then(({ storage }) => {
      if (!isNew) return;
      this.reason = storage.reason;
      this.failedChecks = storage.available && storage.takesFiles ? 0 : this.failedChecks + 1;
    });
  }
}
