/** From a job to what may be printed: templates filled, contents checked. */
import { type ContentWarning, type PageTexts, type RenderJob, type ServiceError, wantsTags } from '@toolpress/contract';
import {
  type Accessibility,
  type AccessibilityOptions,
  type AnyReports,
  type CheckedDocument,
  checkDocument,
  DocumentFiles,
  type DocumentImage,
  type DocumentResources,
  type DocumentTexts,
  type FontFallback,
  fillDocument,
  hasText as holdsText,
  type Margins,
  type MissingCharacters,
  mergeFontFallback,
  missingValues,
  OUR_FAMILIES,
  ownMarginsDocument,
  type References,
  tagReports,
  tellMissing,
  WorkBudget,
} from '@toolpress/document';
import type { Faults } from './faults.js';
import type { OwnFonts } from './fonts/own-fonts.js';
import { HeaderFooter } from './header-footer/header-footer.js';
import { hasText, likelyPages, type PageOfDocument, PageParts } from './header-footer/page-parts.js';
import { MarginMark, requestedPage } from './page-layout.js';

/** What is known only when a document is printed. */
interface DocumentValues {
  /** In its margins, where the request decides them. */
  boxes?: string;
  /** Of its page, where that is automatic. */
  height?: number;
  /** Of pages, by the ids of the elements that begin on them. */
  numbers?: ReadonlyMap<string, number>;
  /** It is printed for the places of its elements only: nothing of it shows, which halves the time. */
  isDraft?: boolean;
}

export interface PreparedDocument {
  /** With these margins, where the request decides them. */
  html: (margins: Margins, more?: DocumentValues) => string;
  /** A page without content that has the document's own margins, and boxes in them; absent where the request decides them, or no sheet does. */
  ownMarginsPage?: (boxes: string) => string;
  /** Whether there is text in it that may show. */
  hasText: () => boolean;
  /** See `CheckedDocument`. */
  structure: Pick<CheckedDocument, 'words' | 'formulas'> & { hidesText: boolean };
  /** See `CheckedDocument`. */
  references: References;
  /** What the service does for its sheets, where the browser does not. */
  features: CheckedDocument['features'];
  /** See `CheckedDocument`. */
  strings: CheckedDocument['strings'];
  /** Whether soft hyphens are in its words, or those of its headers, or will be put there. */
  hasSoftHyphens: () => boolean;
  /** See `CheckedDocument`. */
  counted: CheckedDocument['counted'];
  /** Whether it is to be one page, as high as its content. */
  hasAutoHeight: boolean;
  /** See `CheckedDocument`. */
  replacedFonts: CheckedDocument['replacedFonts'];
  files: DocumentFiles;
  /** Header's and footer's among them. */
  images: DocumentImage[];
  /** Of any of its parts, see `CheckedDocument`. */
  changesPage: boolean;
  fonts: FontFallback;
  language: string | undefined;
  /** Of the PDF: its own, else its file's. */
  title: string | undefined;
  /** See `CheckedDocument`. */
  ownMargins: boolean;
  accessibility?: Accessibility;
  /** Says where characters stand that are in no font. */
  tellMissing: (missing: MissingCharacters) => ContentWarning[];
  headerFooter: HeaderFooter | undefined;
  /** Of all parts. */
  reports: AnyReports[];
  /** URLs of sheets that have to be fetched: then the document has to be prepared again, with them. */
  wantedSheets: string[];
}

/**
 * @param fetched gives the sheets that are there already.
 * @param ownFonts of the account.
 * @param options.onMachine families, see `machineFamilies`.
 * @param options.seen its pages, if it was printed before.
 * @param options.texts its templates, filled.
 * @param options.faults gets the faults of its templates and beyond limits. What has one is left out of the document, or its template
 *   stands for it: the other faults are found then.
 */
export function prepareDocument(
  job: RenderJob,
  fetched: DocumentResources['fetched'],
  ownFonts?: OwnFonts,
  { seen = [], faults = THROWN, texts: filledTexts = fillDocument(job), onMachine }: PrepareOptions = {},
): PreparedDocument {
  const { html: filled, css, written, formats, marks, errors } = filledTexts;
  const refuse = (error: ServiceError): void =>
    faults.collect(() => {
      throw error;
    });
  errors.forEach(refuse);
  const mark = new MarginMark();
  const families = {
    ...(ownFonts?.families ?? OUR_FAMILIES),
    isOnMachine: (family: string) => onMachine?.has(family.toLowerCase()) === true,
  };
  const resources = { files: new DocumentFiles(job.files), fetched, families };
  const page = requestedPage(job, mark);
  const sources = {
    html: filled ?? written.text,
    ...(css && { css }),
    page,
    headings: job.outline === true,
    marked: wantsTags(job.conformance ?? []),
    tagged: job.tagged === true || wantsTags(job.conformance ?? []),
    ...(filled && { accessibility: accessibilityOf(job) }),
    marks,
  };
  const document = faults.collect(() => checkDocument(sources, resources)) ?? checkDocument({ html: '' });
  const { language, references } = document;
  const pages = [...likelyPages(job, references), ...seen];
  const filling = {
    data: job.data,
    formats,
    document: written,
    hasRunning: references.running.length > 0,
    budget: new WorkBudget(MAX_PART_STEPS),
  };
  const partOf = (texts: PageTexts | undefined, field: 'header_html' | 'footer_html' | 'watermark_html') =>
    hasText(texts) ? faults.collect(() => new PageParts(texts, field, filling, pages)) : undefined;
  const header = partOf(job.headerHtml, 'header_html');
  const footer = partOf(job.footerHtml, 'footer_html');
  const { html: marked = '', layer } = job.watermarkHtml ?? {};
  const watermark = partOf(marked, 'watermark_html');
  const parts = [header, footer, watermark].flatMap((one) => one?.all ?? []);
  const texts = {
    ...(filled && { html: filled }),
    ...(css && { css }),
    ...Object.fromEntries(parts.map((part) => [part.field, part.texts])),
  };
  if (job.strict) missingValues(texts).forEach(refuse);
  const checked = [
    document,
    ...parts.flatMap((part) => faults.collect(() => part.check({ language, resources })) ?? []),
  ];
  ownFonts?.lookIn(
    document.html,
    parts.flatMap((part) => part.texts.map(({ text }) => text)),
  );
  const styles = `${ownFonts?.style ?? ''}${MOVES.test(document.html) ? STILL_STYLE : ''}`;
  const { title = titleOfFile(job.filename) } = document;
  const headings = HEADING.test(document.html) ? HEADING_STYLE : '';
  const begin = `${document.title === undefined ? titleElement(title) : ''}${headings}${styles}`;
  return {
    html: (margins, { boxes = '', height, numbers = NO_NUMBERS, isDraft = false } = {}) => {
      const numbered = references.numbered.length > 0 ? document.numbered(numbers) : document.html;
      const whole = beginningWith(isDraft ? `${DRAFT_STYLE}${begin}` : begin, numbered);
      return height === undefined
        ? mark.replaced(whole, margins, boxes)
        : beginningWith(rollStyle(boxes), mark.replaced(whole, margins, '').replaceAll(mark.autoHeight, `${height}in`));
    },
    ...(document.html.includes(mark.keptAs) && {
      ownMarginsPage: (boxes: string) => ownMarginsDocument(document.html, mark.keptAs, boxes),
    }),
    hasText: () => holdsText(document.html),
    references,
    features: document.features,
    strings: document.strings,
    replacedFonts: document.replacedFonts,
    files: resources.files,
    hasSoftHyphens: () =>
      document.features.has('hyphens') ||
      document.html.includes('\u00ad') ||
      parts.some((part) => part.texts.some(({ text }) => SOFT_HYPHEN.test(text))),
    counted: document.counted,
    hasAutoHeight: document.html.includes(mark.autoHeight),
    images: checked.flatMap(({ images }) => images),
    changesPage: checked.some(({ changesPage }) => changesPage),
    fonts: checked.reduce((all, { fonts }) => mergeFontFallback(all, fonts), new Map<number, string>()),
    language,
    title,
    ownMargins: document.ownMargins,
    tellMissing: (missing) => tellMissing(texts, missing),
    structure: { words: document.words, formulas: document.formulas, hidesText: HIDES_TEXT.test(document.html) },
    ...(document.accessibility && { accessibility: document.accessibility }),
    reports: [...checked.map(({ reports }) => reports), tagReports(texts)],
    wantedSheets: [...new Set(checked.flatMap(({ wantedSheets }) => wantedSheets))],
    headerFooter:
      parts.length > 0
        ? new HeaderFooter(beginningWith(styles, document.html), { header, footer, watermark, layer }, pages)
        : undefined,
  };
}

interface PrepareOptions {
  onMachine?: ReadonlySet<string>;
  seen?: readonly PageOfDocument[];
  texts?: DocumentTexts;
  faults?: Pick<Faults, 'collect'>;
}

/** The first fault is thrown. */
const THROWN: Pick<Faults, 'collect'> = { collect: (check) => check() };

/** Headers, footers and watermarks of all pages, which are filled while others wait, page by page. */
const MAX_PART_STEPS = 2_000_000;

/** As it is, or as HTML may write it. */
const SOFT_HYPHEN = /\u00ad|&(?:shy|#0*173|#x0*ad)/i;

const MOVES = /transition|animation/i;

/**
 * Paper does not move: what does is printed as it is in the end, not as it happens to be when the browser prints. Important declarations of
 * the first layer outdo all of the document's.
 */
const STILL_STYLE =
  '<style>@layer toolpress-still { *, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important } }</style>';

const HEADING = /<h[1-6][\s>]/;

/**
 * A heading stays with what follows it. The browser does not say so itself. The first layer is weaker than every rule of the document:
 * its own `break-after` and `page-break-after` hold.
 */
const HEADING_STYLE = '<style>@layer toolpress-headings { h1, h2, h3, h4, h5, h6 { break-after: avoid } }</style>';
/** What is drawn, and not read. */
const HIDES_TEXT = /\saria-hidden="true"|<(?:select|meter|progress)\b/;

const NO_NUMBERS: ReadonlyMap<string, number> = new Map();

/** What does not show is laid out all the same. */
const DRAFT_STYLE = '<style>html { visibility: hidden !important }</style>';

/** The beginning of every checked document. */
const BEGIN = /^(?:<!DOCTYPE html[^>]*>)?<html(?: [^\s=]+="[^"]*")*><head>/;

/** What its tags have to say, where the request wants them to conform. */
function accessibilityOf({
  conformance = [],
  locale,
  metadata,
  filename,
}: RenderJob): AccessibilityOptions | undefined {
  if (!wantsTags(conformance)) return undefined;
  const title = metadata?.title ?? titleOfFile(filename);
  return { isUniversal: conformance.includes('pdf/ua-1'), language: locale, hasTitle: Boolean(title) };
}

const titleOfFile = (filename: string | undefined): string | undefined =>
  filename?.replace(/\.pdf$/i, '').trim() || undefined;

/** A document without a title of its own is called like its file: a reader shows something then. */
const titleElement = (title: string | undefined): string =>
  title === undefined ? '' : `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`;

/** @returns the document with more elements at the beginning of its head. */
const beginningWith = (elements: string, html: string): string =>
  elements === '' ? html : html.replace(BEGIN, (begin) => `${begin}${elements}`);

/** Nothing breaks the one page. Important declarations of the first layer outdo all of the document's. */
const rollStyle = (boxes: string): string =>
  `<style>@layer toolpress-roll { *, ::before, ::after { ${['before', 'after', 'inside'].map((where) => `break-${where}: auto !important; `).join('')}page: auto !important } } @page { ${boxes} }</style>`;
