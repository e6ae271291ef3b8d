/** The story of a document: fill, check, fetch its images, print, finish, store. */
import { type ErrorData, type RenderedFile, type RenderJob, type RenderReply, ServiceError } from '@toolpress/contract';
import { paperSize } from '@toolpress/document';
import { Postponed, type RenderContext, type RenderHandler } from '@toolpress/queue';
import { doWork, type Tracing, UncaughtError } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { checkPdfSize } from './browser/print-errors.js';
import type { Printer } from './browser/printer.js';
import type { Renderer } from './browser/renderer.js';
import { type PrintedDocument, printWithHeaderFooter } from './header-footer/print-with-header-footer.js';
import { type FetchedImages, type ImageSource, NO_IMAGES, type RefusalListener } from './images/image-source.js';
import { checkRoom, plainMargins, printSettings } from './page-layout.js';
import { checkedPageCount, pageSizes } from './pdf/count.js';
import { finishPdf } from './pdf/stamp.js';
import { type PreparedDocument, prepareDocument } from './prepare-document.js';
import type { SlowAccounts } from './slow-accounts.js';

/** Who waits for images for so long does it in the slow queue: others want the job slot. */
const IMAGES_SHORT_MS = 1_500;

export interface RenderJobOptions {
  renderer: Renderer;
  images: ImageSource;
  store: Pick<FileStore, 'put'>;
  tracing: Tracing;
  /** Told of documents whose images are slow. */
  slowAccounts?: SlowAccounts;
  /** How long a file is kept, seconds. */
  fileTtl: number;
  /** How large a PDF may be, bytes. */
  maxPdfBytes: number;
}

export function renderJobs(options: RenderJobOptions): RenderHandler {
  return async (job, context) => {
    try {
      return { ok: true, file: await doWork(job.requestId, () => render(options, job, context)) };
    } catch (error) {
      return errorResult(error);
    }
  };
}

async function render(options: RenderJobOptions, job: RenderJob, context: RenderContext): Promise<RenderedFile> {
  const deadline = Date.now() + context.remainingMs;
  const { renderer, store, fileTtl, tracing } = options;
  const document = await tracing.span('fill and check', {}, async () => prepareDocument(job));
  const images = await tracing.span(
    'fetch images',
    { attributes: { 'toolpress.images': document.images.length } },
    () => fetchImages(options, document, context, deadline),
  );
  const run = (printer: Printer): Promise<PrintedDocument> => print(printer, document, job, options.maxPdfBytes);
  const { pdf: printed, stamps } = await tracing.span('print', {}, () =>
    renderer.print(
      { images, changesPage: document.changesPage, fonts: document.fonts, run },
      deadline - Date.now(),
      context,
    ),
  );
  const pageCount = checkedPageCount(printed);
  // Once more: headers and footers are laid over it now.
  const pdf = checkPdfSize(finishPdf(printed, { stamps, language: document.language }), options.maxPdfBytes);
  const expiresAt = new Date(Date.now() + fileTtl * 1_000);
  const fileId = await tracing.span('store', {}, () => store.put(pdf, { expiresAt, filename: job.filename }));
  return { fileId, sizeBytes: pdf.length, pageCount };
}

/** @throws Postponed when they take long and the job need not be done here. */
async function fetchImages(
  { images, slowAccounts }: RenderJobOptions,
  { images: wanted }: PreparedDocument,
  { accountId, mayBePostponed, log }: RenderContext,
  deadline: number,
): Promise<FetchedImages> {
  if (wanted.length === 0) return NO_IMAGES;
  const postponed = new AbortController();
  let ended: (() => void) | undefined;
  const timer = setTimeout(() => {
    ended = slowAccounts?.began(accountId, IMAGES_SHORT_MS);
    if (mayBePostponed) postponed.abort(new Postponed());
  }, IMAGES_SHORT_MS);
  const onRefused: RefusalListener = ({ address, rule }) =>
    log.info({ address, rule }, 'an image’s address was refused');
  try {
    return await images.fetchAll(wanted, deadline - Date.now(), onRefused, postponed.signal);
  } catch (error) {
    postponed.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    ended?.();
  }
}

async function print(
  page: Printer,
  document: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const printer: Printer = {
    print: async (text, options) => checkPdfSize(await page.print(text, options), maxPdfBytes),
    heights: (text, selector) => page.heights(text, selector),
  };
  const { pageSize, orientation, margin: given = {}, tagged } = job;
  const { html, headerFooter } = document;
  const settings = printSettings(pageSize, orientation, tagged);
  if (!headerFooter) {
    const margins = plainMargins(given);
    const pdf = await printer.print(html(margins), settings);
    if (job.margin) for (const size of pageSizes(pdf)) checkRoom(margins, size);
    return { pdf };
  }
  const expected = paperSize(pageSize ?? 'A4', orientation);
  return printWithHeaderFooter(printer, { html, settings, given, headerFooter, expected });
}

/** Another worker would fare as this one did, and end as well. */
const BROKE_RENDERER: ErrorData = {
  code: 'document_too_complex',
  message: 'The document broke the renderer; make it simpler, or split it.',
};

/** The caller's mistake, as data. Anything else is infrastructure, thrown so that the job is tried again. */
function errorResult(error: unknown): RenderReply {
  if (error instanceof UncaughtError) return { ok: false, error: BROKE_RENDERER };
  const isCallers = error instanceof ServiceError && (error.status < 500 || error.code === 'deadline_exceeded');
  if (!isCallers) throw error;
  return { ok: false, error: error.toData() };
}
