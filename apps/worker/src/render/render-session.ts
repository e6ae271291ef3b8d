/** Renders one job, from its template to the stored file: prepare, print, finish, store. */
import type { RenderedFile, RenderJob, TemplateFindings } from '@toolpress/contract';
import type { MadeEInvoice } from '@toolpress/e-invoice';
import {
  type Background,
  checkedPageCount,
  type Finish,
  finishPdf,
  isBlank,
  isShrunkToLimit,
  outlineOf,
} from '@toolpress/pdf';
import type { RenderContext } from '@toolpress/queue';
import type { FileKind } from '@toolpress/storage';
import type { DocumentTexts } from '@toolpress/template';
import { pdfTooLarge } from '../browser/print-errors.js';
import type { PrintWork } from '../browser/printer.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { OwnFonts } from '../resources/own-fonts.js';
import { JobSheets } from '../resources/sheet-source.js';
import { AccessibleContent } from './accessible-content.js';
import { DocumentContent, NOTHING_PRINTED, replacedIn, warningsOf } from './content.js';
import { CONTENT_CUT } from './cut-content.js';
import { Faults } from './faults.js';
import type { JobAtWork, LendPage, PageNeeds, RenderFeature, RenderServices } from './feature.js';
import { formFeatures } from './forms.js';
import type { PageOfDocument } from './headers/page-parts.js';
import { NewFile } from './new-file.js';
import { NO_MARGINS } from './paper.js';
import { type PreparedDocument, prepareDocument } from './prepare-document.js';
import { type PrintedDocument, printDocument } from './print-document.js';
import { neverFits } from './print-rounds.js';
import { readBackground } from './read-background.js';
import { Standards, withEInvoice, xmlFilename } from './standards.js';

/** The largest number of rounds. Headers of unexpected pages may have images or blocked content, which needs another round. */
const MOST_ROUNDS = 3;
/** A smaller PDF, in bytes, is finished in milliseconds, without another turn at the thread. */
const QUICK_BYTES = 256 * 1024;

export class RenderSession implements JobAtWork {
  readonly deadline: number;
  readonly ownFonts: OwnFonts | undefined;
  eInvoice: MadeEInvoice | undefined;
  background: Background | undefined;
  private sheets: JobSheets | undefined;
  private file: NewFile | undefined;
  /** Faults found before the document is prepared. */
  private readonly faults = new Faults();

  constructor(
    readonly services: RenderServices,
    public job: RenderJob,
    readonly context: RenderContext,
  ) {
    this.deadline = Date.now() + context.remainingMs;
    this.ownFonts = context.fonts.length === 0 ? undefined : new OwnFonts(context, services.fontFiles);
  }

  /**
   * @throws ServiceError for the caller's mistakes: one error names all of them.
   * @throws Postponed when the job waits long for what it fetches, and may be postponed.
   */
  async run(): Promise<RenderedFile> {
    await this.readParts();
    if (this.job.eInvoice?.output === 'xml') return this.storeInvoice();
    let seen: readonly PageOfDocument[] = [];
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const { document, faults } = await this.prepare(seen);
      const features = featuresOf(this, document);
      const printed = await this.print(document, features, faults);
      if (printed.seen === undefined) return this.finish(document, features, printed);
      seen = [...seen, ...printed.seen];
    }
    throw neverFits();
  }

  /**
   * Checks the document without printing it: lays it out once, because only the browser knows what is hidden on paper.
   *
   * @throws ServiceError for the service's failures, and `deadline_exceeded`.
   */
  async check(): Promise<TemplateFindings> {
    await this.readParts();
    if (this.job.eInvoice?.output === 'xml') return { faults: this.faults.list(), warnings: [] };
    const prepared = await this.faults.collectAsync(() => this.prepare([]));
    if (prepared === undefined) return { faults: this.faults.list(), warnings: [] };
    const { document, faults } = prepared;
    const features = featuresOf(this, document);
    const lend = this.lender(document, features);
    await this.checkFeatures(features, faults, lend);
    if (document.images.length > 0 || document.reports.length > 0)
      await faults.collectAsync(() => lend((page) => page.heights(document.html(NO_MARGINS), 'html')));
    for (const feature of features) feature.printed?.(faults);
    const conditions = new Set<string>();
    for (const feature of features) for (const one of (await feature.conditions?.()) ?? []) conditions.add(one);
    const found = features.flatMap((feature) => feature.reports?.(conditions) ?? []);
    const warnings = faults.collect(() => warningsOf(found, this.job.onBlocked)) ?? [];
    return { faults: faults.list(), warnings };
  }

  private async readParts(): Promise<void> {
    const { eInvoice, backgroundPdf } = this.job;
    if (eInvoice !== undefined)
      ({ job: this.job, eInvoice: this.eInvoice } = withEInvoice(this.job, eInvoice, this.faults));
    if (backgroundPdf !== undefined && eInvoice?.output !== 'xml')
      this.background = await this.faults.collectAsync(() => readBackground(this, backgroundPdf));
  }

  /** Fills the templates and checks the document; again with the style sheets that have to be fetched first. */
  private async prepare(seen: readonly PageOfDocument[]): Promise<{ document: PreparedDocument; faults: Faults }> {
    const { services, job, ownFonts, deadline } = this;
    const { tracing, ownThread, fillings } = services;
    const { accountId } = this.context;
    const onMachine = await services.families;
    let texts: DocumentTexts | undefined;
    for (;;) {
      const faults = this.faults.copy();
      const checked = (filled: DocumentTexts): PreparedDocument =>
        prepareDocument(job, (url) => this.jobSheets.get(url), ownFonts, { seen, faults, texts: filled, onMachine });
      const document = await tracing.span('fill and check', {}, async () => {
        const prepared = await ownThread.run(accountId, () => {
          texts ??= fillings.atOnce(job);
          return texts && checked(texts);
        });
        if (prepared) return prepared;
        const filled = await fillings.inTurn(job, { accountId, remainingMs: deadline - Date.now() });
        texts = filled;
        return ownThread.run(accountId, () => checked(filled));
      });
      const { wantedSheets } = document;
      if (wantedSheets.length === 0) return { document, faults };
      await tracing.span('fetch style sheets', {}, () => this.jobSheets.fetch(wantedSheets));
    }
  }

  private async print(
    document: PreparedDocument,
    features: readonly RenderFeature[],
    faults: Faults,
  ): Promise<PrintedDocument> {
    const { services, job } = this;
    const lend = this.lender(document, features);
    await this.checkFeatures(features, faults, lend);
    faults.check();
    for (;;) {
      const printed = await services.tracing.span('print', {}, () =>
        lend(async (page) => {
          this.newFile(kindOf(features)).note();
          let printer = page;
          for (const feature of features) printer = (await feature.printer?.(printer)) ?? printer;
          return printDocument(printer, document, job, services.maxPdfBytes, this.context.accountId);
        }),
      );
      const isIncomplete = features.map((feature) => feature.printed?.(faults)).includes(true);
      faults.check();
      if (!isIncomplete) return printed;
    }
  }

  private async checkFeatures(features: readonly RenderFeature[], faults: Faults, lend: LendPage): Promise<void> {
    let isComplete = true;
    for (const feature of features) if ((await feature.fetch?.(faults)) === false) isComplete = false;
    for (const feature of features) await feature.check?.(faults, isComplete ? lend : undefined);
  }

  private lender({ changesPage, fonts }: PreparedDocument, features: readonly RenderFeature[]): LendPage {
    const { services, context, deadline } = this;
    return <Result>(run: PrintWork<Result>['run']) => {
      const needs: PageNeeds[] = features.map((feature) => feature.work ?? {});
      const { accountId } = context;
      const work = Object.assign(
        { accountId, images: NO_IMAGES, changesPage, fonts, run },
        ...needs,
      ) as PrintWork<Result>;
      return services.renderer.print(work, deadline - Date.now(), context);
    };
  }

  private async finish(
    document: PreparedDocument,
    features: readonly RenderFeature[],
    printed: PrintedDocument,
  ): Promise<RenderedFile> {
    const { services, job, context } = this;
    const { pdf: whole, stamps } = printed;
    const { language, references } = document;
    const pageCount = checkedPageCount(whole);
    const isPart = job.firstPageOnly === true && pageCount > 1;
    const conditions = new Set<string>(printed.conditions);
    for (const feature of features) for (const one of (await feature.conditions?.()) ?? []) conditions.add(one);
    const finish: Finish = {
      ...{ job, stamps, language, hasSoftHyphens: document.hasSoftHyphens(), hasChinese: document.hasChinese },
      ...(isPart && { firstPageOnly: true }),
      ...(references.headings.length > 0 && { outline: outlineOf(references, printed) }),
      ...Object.assign({}, ...features.map((feature) => feature.finish?.(pageCount))),
    };
    const split = features.find((feature) => feature.split);
    const isQuick = whole.length < QUICK_BYTES && split === undefined;
    const make = async (pages?: readonly number[]): Promise<Buffer> => {
      const finished = features.reduce(
        (before, feature) => (feature.finishing ? feature.finishing.bind(feature, before) : before),
        () => finishPdf(whole, { ...finish, pages }),
      );
      return isQuick ? finished() : services.ownThread.run(context.accountId, finished);
    };
    const file = await (split?.split?.(make, pageCount) ?? make());
    if (file.length > services.maxPdfBytes) throw pdfTooLarge(services.maxPdfBytes);
    const found = features.flatMap((feature) => feature.reports?.(conditions) ?? []);
    const isEmpty = !isPart && isBlank(whole) && document.hasText();
    if (isEmpty) found.push(NOTHING_PRINTED);
    if (isShrunkToLimit(whole)) found.push(CONTENT_CUT);
    found.push(...(printed.reports ?? []));
    const warnings = found.length === 0 ? [] : warningsOf(found, job.onBlocked);
    const stored = await this.store(kindOf(features), file, job.filename);
    const pages = isPart ? { pageCount: printed.isBeginning ? 1 : pageCount, isPart } : { pageCount };
    return { ...stored, ...pages, ...(warnings.length > 0 && { warnings }) };
  }

  private async store(kind: FileKind, bytes: Buffer, filename: string | undefined) {
    const { store, tracing } = this.services;
    const file = this.newFile(kind);
    await tracing.span('store', {}, () => file.store((id) => store.put(id, bytes, { filename })));
    return { fileId: file.id, sizeBytes: bytes.length };
  }

  private async storeInvoice(): Promise<RenderedFile> {
    this.faults.check();
    const { eInvoice, job } = this;
    if (eInvoice === undefined) throw new Error('an e-invoice without faults was not made');
    const stored = await this.store('xml', Buffer.from(eInvoice.xml), xmlFilename(job, eInvoice));
    return { ...stored, pageCount: 0 };
  }

  /** The file that comes of the job. */
  private newFile(kind: FileKind): NewFile {
    const { job, context, services } = this;
    this.file ??= new NewFile(context, { kind, expiresIn: job.expiresIn, fileTtl: services.fileTtl });
    return this.file;
  }

  private get jobSheets(): JobSheets {
    this.sheets ??= new JobSheets(this.services, this.context, this.deadline);
    return this.sheets;
  }
}

const kindOf = (features: readonly RenderFeature[]): FileKind =>
  features.find(({ kind }) => kind !== undefined)?.kind ?? 'pdf';

/** Returns the features of a document, in the order in which their faults and warnings are listed. */
function featuresOf(session: JobAtWork, document: PreparedDocument): RenderFeature[] {
  const { job, eInvoice, background, ownFonts } = session;
  const features: RenderFeature[] = [];
  if (document.images.length > 0 || document.reports.length > 0) features.push(new DocumentContent(session, document));
  if (ownFonts !== undefined) features.push(ownFonts);
  const accessible = job.conformance && new AccessibleContent(document);
  if (accessible) features.push(accessible);
  if (job.metadata || job.conformance || job.attachments || job.protect)
    features.push(new Standards(job, document, { eInvoice, accessible }));
  if (background !== undefined) features.push({ finish: () => ({ background }) });
  if (job.form !== undefined) features.push(...formFeatures(job.form, session.services.maxPdfBytes));
  if (document.replacedFonts.length > 0) features.push({ conditions: () => replacedIn(session, document) });
  return features;
}
