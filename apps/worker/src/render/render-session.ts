/** Renders one job, from its template to the finished file: prepare, print, finish. */
import type { ContentWarning, RenderJob, StoredFont, TemplateFindings } from '@toolpress/contract';
import type { MissingCharacters, Report } from '@toolpress/document';
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
import type { FileKind } from '@toolpress/storage';
import { type DocumentTexts, fillDocument } from '@toolpress/template';
import { pdfTooLarge } from '../browser/print-errors.js';
import type { PrintWork } from '../browser/printer.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { OwnFonts } from '../resources/own-fonts.js';
import { sheetsOf } from '../resources/sheet-source.js';
import { AccessibleContent } from '../parts/accessibility/accessible-content.js';
import { DocumentContent, NOTHING_PRINTED, replacedIn, warningsOf } from './features/content.js';
import { Standards, withEInvoice, xmlFilename } from '../parts/standards/standards.js';
import type { PageOfDocument } from './headers/page-parts.js';
import { CONTENT_CUT } from './paper/cut-content.js';
import { formFeatures } from '../parts/gotenberg/forms.js';
import { NO_MARGINS } from './paper/paper.js';
import { type PreparedDocument, prepareDocument } from './prepare/prepare-document.js';
import { isPlain, type PrintedDocument, printDocument } from './print/print-document.js';
import { neverFits } from './print/print-rounds.js';
import { Faults } from './task/faults.js';
import type { JobAtWork, LendPage, PageNeeds, RenderFeature, RenderServices } from './task/feature.js';
import { type MadeFile, WARNINGS_INCOMPLETE } from './task/render-task.js';
import { Wanted } from './task/wanted.js';
import { WarningTime } from './task/warning-time.js';

/** A finished file, and what is not wrong but worth knowing. */
export interface Rendered {
  readonly made: MadeFile;
  readonly bytes: Buffer;
  /** Looks for what the answer warns of. @throws ServiceError `content_forbidden`, if the request wants that for missing style. */
  warnings(): ContentWarning[];
}

/** The largest number of rounds. Headers of unexpected pages may have images or blocked content, which needs another round. */
const MOST_ROUNDS = 3;
export class RenderSession implements JobAtWork {
  readonly accountId: string;
  readonly ownFonts: OwnFonts | undefined;
  eInvoice: MadeEInvoice | undefined;
  background: Background | undefined;
  /** Faults found before the document is prepared. */
  private readonly faults = new Faults();

  /** @param account the id and the fonts of the account. */
  constructor(
    readonly services: RenderServices,
    public job: RenderJob,
    { accountId, fonts }: { accountId: string; fonts: readonly StoredFont[] },
  ) {
    this.accountId = accountId;
    this.ownFonts = fonts.length === 0 ? undefined : new OwnFonts(fonts, (font) => services.readFont(font));
  }

  /**
   * @throws ServiceError for the caller's mistakes: one error names all of them.
   * @throws Wanted for what has to be fetched first.
   */
  async run(): Promise<Rendered> {
    await this.readParts();
    if (this.job.eInvoice?.output === 'xml') return this.invoiceAlone();
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
   * @throws ServiceError for the service's failures, and `deadline_exceeded`. Wanted for what has to be fetched first.
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
    const warnings = faults.collect(() => this.warnings(features, conditions)) ?? [];
    return { faults: faults.list(), warnings };
  }

  private async readParts(): Promise<void> {
    const { eInvoice, backgroundPdf } = this.job;
    if (eInvoice !== undefined)
      ({ job: this.job, eInvoice: this.eInvoice } = withEInvoice(this.job, eInvoice, this.faults));
    if (backgroundPdf !== undefined && eInvoice?.output !== 'xml')
      this.background = await this.faults.collectAsync(() =>
        this.services.readBackground(backgroundPdf, this.job.conformance),
      );
  }

  /** Fills the templates and checks the document, with the style sheets that were fetched. */
  private async prepare(seen: readonly PageOfDocument[]): Promise<{ document: PreparedDocument; faults: Faults }> {
    const { services, job, ownFonts } = this;
    services.begin('filled');
    const texts: DocumentTexts = fillDocument(job);
    services.begin('checked');
    let { sheets } = services.fetched;
    for (;;) {
      const faults = this.faults.copy();
      const options = { seen, faults, texts, onMachine: services.families };
      const document = prepareDocument(job, sheetsOf(sheets), ownFonts, options);
      const wanted = document.wantedSheets;
      if (wanted.length === 0) return { document, faults };
      sheets = await services.freshSheets(wanted);
      const unknown = wanted.filter((url) => !sheets.has(url));
      if (unknown.length > 0) throw new Wanted({ sheets: unknown });
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
      const isSingle =
        isPlain(document) &&
        !document.isRightToLeft &&
        !document.mayLose &&
        !features.some(({ printer }) => printer !== undefined);
      const printed = await lend(async (page) => {
        let printer = page;
        for (const feature of features) printer = (await feature.printer?.(printer)) ?? printer;
        return printDocument(printer, document, job, services.maxPdfBytes, this.accountId);
      }, isSingle);
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
    const { services, accountId, job } = this;
    const file = job.checkOnly === true ? undefined : { kind: kindOf(features), expiresIn: job.expiresIn };
    return <Result>(run: PrintWork<Result>['run'], isSingle = false) => {
      services.begin('printed');
      const needs: PageNeeds[] = features.map((feature) => feature.work ?? {});
      const work = Object.assign(
        { accountId, images: NO_IMAGES, changesPage, fonts, run, isSingle },
        ...needs,
      ) as PrintWork<Result>;
      return services.print(work, file);
    };
  }

  private async finish(
    document: PreparedDocument,
    features: readonly RenderFeature[],
    printed: PrintedDocument,
  ): Promise<Rendered> {
    const { services, job } = this;
    services.begin('finished');
    const { pdf: whole, stamps } = printed;
    const { language, references } = document;
    const pageCount = checkedPageCount(whole);
    let missing: MissingCharacters | undefined;
    const isPart = job.firstPageOnly === true && pageCount > 1;
    const finish: Finish = {
      ...{ job, stamps, language, hasSoftHyphens: document.hasSoftHyphens(), hasChinese: document.hasChinese },
      choosesForms: document.choosesForms,
      mayLackGlyphs: document.fonts !== undefined,
      onMissing: (found) => {
        missing = found;
      },
      ...(isPart && { firstPageOnly: true }),
      ...(references.headings.length > 0 && { outline: outlineOf(references, printed) }),
      ...Object.assign({}, ...features.map((feature) => feature.finish?.(pageCount))),
    };
    const make = (pages?: readonly number[]): Buffer => {
      const finished = features.reduce(
        (before, feature) => (feature.finishing ? feature.finishing.bind(feature, before) : before),
        () => finishPdf(whole, { ...finish, pages }),
      );
      return finished();
    };
    const split = features.find((feature) => feature.split);
    const bytes = await (split?.split?.(async (pages) => make(pages), pageCount) ?? make());
    if (bytes.length > services.maxPdfBytes) throw pdfTooLarge(services.maxPdfBytes);
    const conditions = new Set<string>(printed.conditions);
    for (const feature of features) for (const one of (await feature.conditions?.()) ?? []) conditions.add(one);
    const { filename, expiresIn } = job;
    const pages = isPart ? { pageCount: printed.isBeginning ? 1 : pageCount, isPart: true as const } : { pageCount };
    const warnings = (): ContentWarning[] => {
      const ofPdf = [
        ...(!isPart && isBlank(whole) && document.hasText() ? [NOTHING_PRINTED] : []),
        ...(isShrunkToLimit(whole) ? [CONTENT_CUT] : []),
        ...(missing ? document.tellMissing(missing).map((one): Report => ({ ...one, kind: 'notice' })) : []),
        ...(printed.reports ?? []),
      ];
      return this.warnings(features, conditions, ofPdf);
    };
    return { made: { kind: kindOf(features), filename, expiresIn, ...pages }, bytes, warnings };
  }

  /** @param ofPdf what the print shows. */
  private warnings(
    features: readonly RenderFeature[],
    conditions: ReadonlySet<string>,
    ofPdf: readonly Report[] = [],
  ): ContentWarning[] {
    this.services.begin('searched for warnings');
    const time = new WarningTime();
    const found = [...features.flatMap((feature) => feature.reports?.(conditions, time) ?? []), ...ofPdf];
    const warnings = found.length === 0 ? [] : warningsOf(found, this.job.onBlocked);
    return time.wasOver ? [...warnings, WARNINGS_INCOMPLETE] : warnings;
  }

  private invoiceAlone(): Rendered {
    this.faults.check();
    const { eInvoice, job } = this;
    if (eInvoice === undefined) throw new Error('an e-invoice without faults was not made');
    const { expiresIn } = job;
    const made: MadeFile = { kind: 'xml', filename: xmlFilename(job, eInvoice), expiresIn, pageCount: 0 };
    return { made, bytes: Buffer.from(eInvoice.xml), warnings: () => [] };
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
