/** Renders one job, from its template to the finished file, in phases: fetch, print, finish, seal. */
import {
  type ContentWarning,
  maxPagesOf,
  pageBlocks,
  type RenderJob,
  type StoredFont,
  type TemplateFindings,
} from '@toolpress/contract';
import type { MissingCharacters, Report } from '@toolpress/document';
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
import { DocumentContent, NOTHING_PRINTED, replacedIn, warningsOf } from './features/content.js';
import type { PageOfDocument } from './headers/page-parts.js';
import { CONTENT_CUT } from './paper/cut-content.js';
import { NO_MARGINS } from './paper/paper.js';
import { type KnownPart, type PartOfJob, partOf } from './part.js';
import { type FilledNames, filledFields } from './prepare/filled-fields.js';
import { prepareDocument } from './prepare/prepare-document.js';
import type { PreparedDocument } from './prepare/prepared-document.js';
import type { PrintedDocument } from './print/flow.js';
import { isOnlyPrinted, printDocument } from './print/print-document.js';
import { neverFits } from './print/print-rounds.js';
import { Faults, WarningTime } from './task/faults.js';
import type { JobAtWork, LendPage, PageNeeds, Rendered, RenderFeature, RenderServices } from './task/feature.js';
import { WARNINGS_INCOMPLETE } from './task/render-task.js';
import { Wanted } from './task/wanted.js';

/** The largest number of rounds. Headers of unexpected pages may have images or blocked content, which needs another round. */
const MOST_ROUNDS = 3;
export class RenderSession implements JobAtWork {
  readonly accountId: string;
  readonly ownFonts: OwnFonts | undefined;
  private background: Background | undefined;
  /** What the parts do for the job. */
  private readonly parts: PartOfJob[] = [];
  private names: FilledNames | undefined;
  /** Faults found before the document is prepared. */
  private readonly faults = new Faults();

  /**
   * @param account the id and the fonts of the account.
   * @param known the parts of the service.
   */
  constructor(
    readonly services: RenderServices,
    public job: RenderJob,
    { accountId, fonts }: { accountId: string; fonts: readonly StoredFont[] },
    private readonly known: readonly KnownPart[],
  ) {
    this.accountId = accountId;
    this.ownFonts = fonts.length === 0 ? undefined : new OwnFonts(fonts, (font) => services.readFont(font));
  }

  /**
   * @throws ServiceError for the caller's mistakes: one error names all of them.
   * @throws Wanted for what has to be fetched first.
   */
  async run(): Promise<Rendered> {
    const alone = await this.begin();
    if (alone !== undefined) {
      this.faults.check(this.job.listsEach);
      return this.named(alone(this.job));
    }
    let seen: readonly PageOfDocument[] = [];
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const { document, faults } = await this.prepare(seen);
      const features = await this.featuresOf(document, faults);
      const printed = await this.print(document, features, faults);
      if (printed.seen === undefined) return this.named(await this.finish(document, features, printed));
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
    const alone = await this.begin();
    if (alone !== undefined) return { faults: this.faults.list(), warnings: [] };
    const prepared = await this.faults.collectAsync(() => this.prepare([]));
    if (prepared === undefined) return { faults: this.faults.list(), warnings: [] };
    const { document, faults } = prepared;
    const features = await this.featuresOf(document, faults);
    const lend = this.lender(document, features);
    await this.checkFeatures(features, faults, lend);
    if (document.images.length > 0 || document.reports.length > 0 || document.tagWarnings !== undefined)
      await faults.collectAsync(() => lend((page) => page.heights(document.html(NO_MARGINS), 'html')));
    for (const feature of features) feature.printed?.(faults);
    const conditions = new Set<string>();
    for (const feature of features) for (const one of (await feature.conditions?.()) ?? []) conditions.add(one);
    const warnings = faults.collect(() => this.warnings(features, conditions)) ?? [];
    return { faults: faults.list(), warnings };
  }

  /** Begins the parts that the job needs. @returns what makes its result, if nothing is printed. */
  private async begin(): Promise<PartOfJob['alone']> {
    const { services, faults } = this;
    for (const known of this.known) {
      if (!known.isRequested?.(this.job)) continue;
      const part = await faults.collectAsync(async () =>
        partOf(known)({ job: this.job, accountId: this.accountId, faults, services }),
      );
      if (part === undefined) continue;
      this.parts.push(part);
      this.job = part.job ?? this.job;
    }
    this.fillFields();
    const alone = this.parts.find((part) => part.alone)?.alone;
    const { backgroundPdf, conformance } = this.job;
    if (backgroundPdf !== undefined && alone === undefined)
      this.background = await faults.collectAsync(() => services.readBackground(backgroundPdf, conformance));
    return alone;
  }

  /** Fills the names and properties that have tags. An invoice with faults lacks values, which are not reported, too. */
  private fillFields(): void {
    if (this.job.eInvoice !== undefined && this.faults.any) return;
    const filled = filledFields(this.job);
    if (filled === undefined) return;
    for (const error of filled.errors) this.faults.add(error);
    this.job = filled.job;
    this.names = filled.names;
  }

  private named(rendered: Rendered): Rendered {
    return this.names === undefined ? rendered : { ...rendered, made: { ...rendered.made, names: this.names } };
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
      const options = { seen, faults, texts, onMachine: services.families, parts: this.parts };
      let sheetOf: ReturnType<typeof sheetsOf> | undefined;
      const fetched: ReturnType<typeof sheetsOf> = (url) => {
        sheetOf ??= sheetsOf(sheets);
        return sheetOf(url);
      };
      const document = prepareDocument(job, fetched, ownFonts, options);
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
    const { services, job, accountId } = this;
    const flow = features.find(({ print }) => print)?.print;
    const lend = this.lender(document, features);
    await this.checkFeatures(features, faults, lend);
    faults.check(job.listsEach);
    for (;;) {
      const isAhead = isOnlyPrinted(document) && !features.some(({ printer }) => printer !== undefined);
      const printed = await lend(async (page) => {
        let printer = page;
        for (const feature of features) printer = (await feature.printer?.(printer)) ?? printer;
        return printDocument(printer, document, job, services.maxPdfBytes, { flow, accountId });
      }, isAhead);
      const isIncomplete = features.map((feature) => feature.printed?.(faults)).includes(true);
      faults.check(job.listsEach);
      if (!isIncomplete) return printed;
    }
  }

  private async checkFeatures(features: readonly RenderFeature[], faults: Faults, lend: LendPage): Promise<void> {
    let isComplete = true;
    for (const feature of features) if ((await feature.fetch?.(faults)) === false) isComplete = false;
    for (const feature of features) await feature.check?.(faults, isComplete ? lend : undefined);
  }

  private lender(document: PreparedDocument, features: readonly RenderFeature[]): LendPage {
    const { services, accountId, job } = this;
    const { changesPage, fonts } = document;
    const blocks = blocksOf(document, job);
    const file = job.checkOnly === true ? undefined : { kind: kindOf(features), expiresIn: job.expiresIn };
    return <Result>(run: PrintWork<Result>['run'], isAhead = false) => {
      services.begin('printed');
      const needs: PageNeeds[] = features.map((feature) => feature.work ?? {});
      const work = Object.assign(
        { accountId, images: NO_IMAGES, changesPage, fonts, run, isAhead, ...(blocks > 1 && { blocks }) },
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
    const pageCount = checkedPageCount(whole, maxPagesOf(job));
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
    };
    for (const feature of features) feature.finish?.(finish, pageCount);
    for (const feature of features) feature.seal?.(finish);
    const make = (pages?: readonly number[]): Buffer => {
      try {
        return finishPdf(whole, { ...finish, pages });
      } catch (error) {
        for (const feature of features) feature.failed?.(error);
        throw error;
      }
    };
    const split = features.find((feature) => feature.split);
    const bytes = await (split?.split?.(make, pageCount) ?? make());
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
    const warnings = found.length === 0 ? [] : warningsOf(found, this.job);
    return time.wasOver ? [...warnings, WARNINGS_INCOMPLETE] : warnings;
  }

  /** Returns the features of a document, in the order in which their faults and warnings are listed. */
  private async featuresOf(document: PreparedDocument, faults: Faults): Promise<RenderFeature[]> {
    const { job, background, ownFonts, services } = this;
    const parts = [...this.parts];
    for (const known of this.known) {
      if (!known.isUsed?.(document)) continue;
      const part = await faults.collectAsync(async () =>
        partOf(known)({ job, accountId: this.accountId, faults, services }),
      );
      if (part !== undefined) parts.push(part);
    }
    const features: RenderFeature[] = [];
    if (document.images.length > 0 || document.reports.length > 0) features.push(new DocumentContent(this, document));
    const { tagWarnings } = document;
    if (tagWarnings !== undefined) features.push({ reports: (_, time) => time.unlessOver(tagWarnings) });
    if (ownFonts !== undefined) features.push(ownFonts);
    for (const part of parts) features.push(...(part.features?.(document, job) ?? []));
    if (background !== undefined)
      features.push({
        finish: (finish) => {
          finish.background = background;
        },
      });
    if (document.replacedFonts.length > 0) features.push({ conditions: () => replacedIn(this, document) });
    return features;
  }
}

/** The least number of characters of HTML in `MAX_PAGES` pages: a few lines on each. A short document gets no more time. */
const CHARACTERS_OF_BLOCK = 16 * 1024;

/** Returns the factor by which a document may exceed the usual limits of time: one for each begun 50 pages that it may have. */
function blocksOf(document: Pick<PreparedDocument, 'html'>, job: RenderJob): number {
  const most = pageBlocks(maxPagesOf(job));
  if (most === 1) return 1;
  return Math.min(most, Math.ceil(document.html(NO_MARGINS).length / CHARACTERS_OF_BLOCK));
}

const kindOf = (features: readonly RenderFeature[]): FileKind =>
  features.find(({ kind }) => kind !== undefined)?.kind ?? 'pdf';
