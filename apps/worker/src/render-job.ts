/** A job from its template to the stored file: fill, check, fetch its images, print, finish, store. */
import {
  type BackgroundPdf,
  type ErrorData,
  type RenderedFile,
  type RenderJob,
  type RenderReply,
  ServiceError,
} from '@toolpress/contract';
import type { DocumentTexts, Report } from '@toolpress/document';
import type { MadeEInvoice } from '@toolpress/e-invoice';
import type { RenderContext, RenderHandler } from '@toolpress/queue';
import { doWork, type Tracing, UncaughtError } from '@toolpress/runtime';
import type { FileKind, FileStore } from '@toolpress/storage';
import { AccessibleContent, NO_MARGINS } from './accessible-content.js';
import { BlockedContent } from './blocked-content.js';
import { checkPdfSize, tooLate } from './browser/print-errors.js';
import type { PrintWork } from './browser/printer.js';
import type { Renderer } from './browser/renderer.js';
import { invoiceFile, invoiceSchema, withEInvoice, xmlFilename } from './e-invoice.js';
import { Faults } from './faults.js';
import { Fillings } from './filling/fillings.js';
import { FontFiles } from './fonts/font-files.js';
import { InstalledFonts } from './fonts/installed-fonts.js';
import { machineFamilies } from './fonts/machine-families.js';
import { OwnFonts } from './fonts/own-fonts.js';
import { replacedFonts } from './fonts/replaced-fonts.js';
import type { PageOfDocument } from './header-footer/page-parts.js';
import { fetchImages, type ImageSource, sentImages, withDrawings, withoutBroken } from './images/image-source.js';
import { NewFile } from './new-file.js';
import { OwnThread } from './own-thread.js';
import { attachedFile } from './pdf/attachments.js';
import { type Background, Backgrounds } from './pdf/background/backgrounds.js';
import { infoOf } from './pdf/conformance/metadata.js';
import { checkedPageCount, isBlank } from './pdf/count.js';
import { type Finish, finishPdf } from './pdf/finish.js';
import { outlineOf } from './pdf/outline.js';
import { type PreparedDocument, prepareDocument } from './prepare-document.js';
import { neverFits, type PrintedDocument, printDocument } from './print-document.js';
import { PASS_LIMITS } from './print-passes/print-passes.js';
import { type SlowAccounts, whileSlow } from './slow-accounts.js';
import { JobSheets, type SheetOptions } from './stylesheets/sheet-source.js';

export interface RenderJobOptions extends SheetOptions {
  renderer: Renderer;
  images: ImageSource;
  store: Pick<FileStore, 'put' | 'readKept'>;
  tracing: Tracing;
  /** Records documents whose images or sheets are slow. */
  slowAccounts?: SlowAccounts;
  /** How long a file is kept at most, seconds. */
  fileTtl: number;
  /** How large a PDF may be, bytes. */
  maxPdfBytes: number;
}

export function renderJobs(options: RenderJobOptions): RenderHandler {
  const fontFiles = new FontFiles(options.store);
  const installedFonts = new InstalledFonts();
  const parts = {
    ...options,
    installedFonts,
    families: machineFamilies(),
    backgrounds: new Backgrounds(),
    fillings: new Fillings(),
    ownThread: new OwnThread(),
  };
  return async (job, context) => {
    const ownFonts = OwnFonts.of(context, fontFiles);
    try {
      return { ok: true, file: await doWork(job.requestId, () => render(parts, job, ownFonts, context)) };
    } catch (error) {
      return errorResult(error);
    } finally {
      void parts.ownThread.giveMemoryBack();
    }
  };
}

interface RenderParts extends RenderJobOptions {
  installedFonts: InstalledFonts;
  backgrounds: Backgrounds;
  fillings: Fillings;
  ownThread: OwnThread;
  /** Of the machine. */
  families: Promise<ReadonlySet<string>>;
}

async function render(
  options: RenderParts,
  asked: RenderJob,
  ownFonts: OwnFonts | undefined,
  context: RenderContext,
): Promise<RenderedFile> {
  const deadline = Date.now() + context.remainingMs;
  const { store, fileTtl, tracing, maxPdfBytes } = options;
  const newFile = (kind: FileKind): NewFile => new NewFile(context, { kind, expiresIn: asked.expiresIn, fileTtl });
  const faults = new Faults();
  const { job, eInvoice } = withEInvoice(asked, faults);
  if (asked.eInvoice?.output === 'xml') faults.check();
  if (eInvoice !== undefined && asked.eInvoice?.output === 'xml') {
    const file = newFile('xml');
    const xml = Buffer.from(eInvoice.xml);
    const named = { filename: xmlFilename(job, eInvoice) };
    await tracing.span('store', {}, () => file.store((id) => store.put(id, xml, named)));
    return { fileId: file.id, sizeBytes: xml.length, pageCount: 0 };
  }
  const { backgroundPdf } = job;
  const background =
    backgroundPdf === undefined
      ? undefined
      : await faults.collectAsync(() =>
          tracing.span('read background', {}, () => readBackground(options, backgroundPdf, job, context)),
        );
  const sheets = new JobSheets(options, context, deadline);
  const file = newFile('pdf');
  const within = { ownFonts, context, sheets, deadline, file, faults };
  const { document, printed, blocked, accessible } = await printedJob(options, job, within);
  const { pdf: whole, stamps } = printed;
  const pageCount = checkedPageCount(whole);
  const outline = outlineOf(document.references, printed);
  const { replacedFonts: replaced, files } = document;
  const isOwn = (family: string): boolean => ownFonts?.has(family) ?? false;
  const conditions =
    replaced.length === 0
      ? []
      : await options.ownThread.run(context.accountId, () =>
          replacedFonts(replaced, files, options.installedFonts, isOwn),
        );
  const empty = isBlank(whole) && document.hasText() ? [NOTHING_PRINTED] : [];
  // Once more: headers and footers are laid over it now.
  const hasSoftHyphens = document.hasSoftHyphens();
  const { language } = document;
  const { firstPageNumber } = job;
  const finish = {
    stamps,
    firstPageNumber,
    background,
    outline,
    language,
    hasSoftHyphens,
    ...standardsOf(job, document, eInvoice, accessible),
  };
  const finished = () => accessible.withGlyphs(() => finishPdf(whole, finish));
  const isQuick = whole.length < QUICK_BYTES;
  const pdf = checkPdfSize(
    isQuick ? finished() : await options.ownThread.run(context.accountId, finished),
    maxPdfBytes,
  );
  const warnings = blocked.warnings(
    [...(ownFonts?.reports() ?? []), ...accessible.warnings, ...largeReports(printed), ...empty],
    new Set([...(printed.conditions ?? []), ...conditions]),
  );
  const { filename } = job;
  await tracing.span('store', {}, () => file.store((id) => store.put(id, pdf, { filename })));
  return { fileId: file.id, sizeBytes: pdf.length, pageCount, ...(warnings.length > 0 && { warnings }) };
}

const NOTHING_PRINTED: Report = {
  kind: 'notice',
  code: 'nothing_printed',
  message:
    'Nothing of the document’s text shows on its pages: look for a tag that is never closed, such as `<title>`, `<textarea>` or `<style>`, and for CSS that hides the page on paper.',
};

/** A document of so many elements is printed as the browser does it. */
const largeReports = ({ conditions }: PrintedDocument): Report[] =>
  conditions?.has('print:large')
    ? [
        {
          kind: 'notice',
          code: 'css_ignored',
          message: `The document has more than ${PASS_LIMITS.elements} elements: it is printed without what \`hyphens: auto\`, \`counter(page)\`, \`counter-reset: page\`, \`string-set\`, \`leader()\` and \`break-before\` with a side ask for.`,
        },
      ]
    : [];
/** A PDF that is smaller is finished in milliseconds: it does not wait for a turn once more. */
const QUICK_BYTES = 256 * 1024;

/** What the PDF says of itself, holds and keeps. */
function standardsOf(
  job: RenderJob,
  { title, structure }: PreparedDocument,
  eInvoice: MadeEInvoice | undefined,
  accessible: AccessibleContent,
): Partial<Finish> {
  const { metadata, conformance: levels, attachments = [], protect } = job;
  const files = [...(eInvoice ? [invoiceFile(eInvoice)] : []), ...attachments.map(attachedFile)];
  const info = infoOf(metadata, title);
  return {
    ...(metadata && !levels && { info }),
    ...(files.length > 0 && { attachments: files }),
    ...(levels && {
      conform: {
        levels,
        info,
        schemas: eInvoice ? [invoiceSchema(eInvoice)] : [],
        structure: accessible.structure(structure),
      },
    }),
    ...(protect && { protect }),
  };
}

/** A job whose background is slow to be read, or waits for its turn, moves to the slow queue: it holds no slot of others' documents. */
function readBackground(
  { backgrounds, slowAccounts }: RenderParts,
  given: BackgroundPdf,
  { conformance }: RenderJob,
  context: RenderContext,
): Promise<Background> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate()), context.remainingMs);
  return whileSlow(slowAccounts, context, (postponed) =>
    backgrounds.read(given, context.accountId, conformance, AbortSignal.any([postponed, late.signal])),
  ).finally(() => clearTimeout(timer));
}

interface JobContext {
  ownFonts: OwnFonts | undefined;
  context: RenderContext;
  sheets: JobSheets;
  deadline: number;
  file: NewFile;
  /** Found before. */
  faults: Faults;
}

interface PrintedJob {
  document: PreparedDocument;
  printed: PrintedDocument;
  blocked: BlockedContent;
  accessible: AccessibleContent;
}

/** How often a document is prepared anew for what headers have on pages that nobody expected: an image, something that is blocked. */
const MOST_ROUNDS = 3;

/** @param seen pages that it was printed with before. */
async function printedJob(
  options: RenderParts,
  job: RenderJob,
  within: JobContext,
  seen: readonly PageOfDocument[] = [],
  round = 1,
): Promise<PrintedJob> {
  const { renderer, tracing, maxPdfBytes, ownThread } = options;
  const { ownFonts, context, sheets, deadline, file } = within;
  const { accountId } = context;
  const onMachine = await options.families;
  let faults = within.faults;
  let texts: DocumentTexts | undefined;
  const prepare = () => {
    faults = within.faults.copy();
    return tracing.span('fill and check', {}, async () => {
      const checked = (filled: DocumentTexts): PreparedDocument =>
        prepareDocument(job, sheets.get, ownFonts, { seen, faults, texts: filled, onMachine });
      const prepared = await ownThread.run(accountId, () => {
        texts ??= options.fillings.atOnce(job);
        return texts && checked(texts);
      });
      if (prepared) return prepared;
      const filled = await options.fillings.inTurn(job, { accountId, remainingMs: deadline - Date.now() });
      texts = filled;
      return ownThread.run(accountId, () => checked(filled));
    });
  };
  let document = await prepare();
  while (document.wantedSheets.length > 0) {
    const { wantedSheets } = document;
    await tracing.span('fetch style sheets', {}, () => sheets.fetch(wantedSheets));
    document = await prepare();
  }
  const blocked = new BlockedContent(document.reports, job.onBlocked);
  const sent = sentImages(document.images);
  const attributes = { 'toolpress.images': document.images.length };
  const fetched = await faults.collectAsync(() =>
    tracing.span('fetch images', { attributes }, () => fetchImages(options, document.images, sent, context, deadline)),
  );
  let images = fetched ?? sent;
  const accessible = new AccessibleContent(document);
  let broken: ReadonlySet<string> = new Set();
  const onBroken = (urls: ReadonlySet<string>): void => {
    broken = urls;
  };
  const work = <Result>(run: PrintWork<Result>['run']) =>
    renderer.print(
      {
        images: images.images,
        onBroken,
        ...blocked.toPrint,
        changesPage: document.changesPage,
        fonts: withDrawings(document.fonts, images.images),
        ownFonts: ownFonts?.count ? ownFonts : undefined,
        run,
      },
      deadline - Date.now(),
      context,
    );
  // One answer names all faults, those among them that only the browser knows.
  if (fetched && blocked.asksBrowser && (faults.any || blocked.faults(images.missing).length > 0))
    await faults.collectAsync(() => work((page) => page.heights(document.html(NO_MARGINS), 'html')));
  for (const error of blocked.faults(images.missing)) faults.add(error);
  faults.collect(() => accessible.checkMarkup());
  if (faults.any && fetched && accessible.asksBrowser)
    await faults.collectAsync(() => work((page) => accessible.checkRendered(page)));
  faults.check();
  const print = () =>
    work(async (page) => {
      file.note();
      await accessible.checkRendered(page);
      return printDocument(accessible.printing(page), document, job, maxPdfBytes);
    });
  let printed = await tracing.span('print', {}, print);
  if (broken.size > 0) {
    images = withoutBroken(images, document.images, broken);
    for (const error of blocked.faults(images.missing)) faults.add(error);
    faults.check();
    printed = await tracing.span('print', {}, print);
  }
  if (blocked.asksBrowser) for (const error of blocked.faults(images.missing)) faults.add(error);
  faults.check();
  if (printed.seen === undefined) return { document, printed, blocked, accessible };
  if (round === MOST_ROUNDS) throw neverFits();
  return printedJob(options, job, within, [...seen, ...printed.seen], round + 1);
}

/** Another worker would end over it as well, so the job is not tried again. */
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
