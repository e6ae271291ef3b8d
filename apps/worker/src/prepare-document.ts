/** From a job to what may be printed: templates filled, contents checked. */
import { type ContentWarning, type RenderJob, wantsTags } from '@toolpress/contract';
import {
  type Accessibility,
  type AccessibilityOptions,
  type AnyReports,
  checkDocument,
  DocumentFiles,
  type DocumentImage,
  type DocumentResources,
  FilledText,
  type FontFallback,
  Formats,
  type Margins,
  type MissingCharacters,
  mergeFontFallback,
  type References,
  requireValues,
  tagReports,
  tellMissing,
  templateFor,
  withPageNumbers,
} from '@toolpress/document';
import type { OwnFonts } from './fonts/own-fonts.js';
import { HeaderFooter } from './header-footer/header-footer.js';
import { hasText, likelyPages, type PageOfDocument, PageParts } from './header-footer/page-parts.js';
import { AUTO_HEIGHT, MarginMark, requestedPage } from './page-layout.js';

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
  /** See `CheckedDocument`. */
  references: References;
  /** Whether it is to be one page, as high as its content. */
  hasAutoHeight: boolean;
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
 * @param seen its pages, if it was printed before.
 * @throws ServiceError for every fault of a template.
 */
export function prepareDocument(
  job: RenderJob,
  fetched: DocumentResources['fetched'],
  ownFonts?: OwnFonts,
  seen: readonly PageOfDocument[] = [],
): PreparedDocument {
  const formats = new Formats(job);
  const html = new FilledText(templateFor(job.html, 'html'), job.data, { formats });
  const css = new FilledText(templateFor(job.css ?? '', 'css'), job.data, { escape: 'css', formats, document: html });
  const mark = new MarginMark();
  const resources = { files: new DocumentFiles(job.files), fetched, ...(ownFonts && { families: ownFonts.families }) };
  const page = requestedPage(job, mark);
  const document = checkDocument(
    {
      html,
      css,
      page,
      headings: job.outline === true,
      marked: wantsTags(job.conformance ?? []),
      tagged: job.tagged === true || wantsTags(job.conformance ?? []),
      accessibility: accessibilityOf(job),
    },
    resources,
  );
  const { language, references } = document;
  const pages = [...likelyPages(job, references.running), ...seen];
  const filling = { data: job.data, formats, document: html, hasRunning: references.running.length > 0 };
  const header = hasText(job.headerHtml) ? new PageParts(job.headerHtml, 'header_html', filling, pages) : undefined;
  const footer = hasText(job.footerHtml) ? new PageParts(job.footerHtml, 'footer_html', filling, pages) : undefined;
  const { html: marked = '', layer } = job.watermarkHtml ?? {};
  const watermark = marked === '' ? undefined : new PageParts(marked, 'watermark_html', filling, pages);
  const parts = [header, footer, watermark].flatMap((one) => one?.all ?? []);
  const texts = { html, css, ...Object.fromEntries(parts.map((part) => [part.field, part.texts])) };
  if (job.strict) requireValues(texts);
  const checked = [document, ...parts.map((part) => part.check({ language, resources }))];
  ownFonts?.lookIn(
    document.html,
    parts.flatMap((part) => part.texts.map(({ text }) => text)),
  );
  const still = MOVES.test(document.html) ? beginningWith(STILL_STYLE, document.html) : document.html;
  const styled = ownFonts === undefined ? still : beginningWith(ownFonts.style, still);
  const { title = titleOfFile(job.filename) } = document;
  const titled = document.title === undefined ? withTitle(styled, title) : styled;
  return {
    html: (margins, { boxes = '', height, numbers = NO_NUMBERS, isDraft = false } = {}) => {
      const text = isDraft ? beginningWith(DRAFT_STYLE, titled) : titled;
      const numbered = references.numbered.length > 0 ? withPageNumbers(text, numbers) : text;
      return height === undefined
        ? mark.replaced(numbered, margins, boxes)
        : beginningWith(rollStyle(boxes), mark.replaced(numbered, margins, '').replaceAll(AUTO_HEIGHT, `${height}in`));
    },
    references,
    hasAutoHeight: document.html.includes(AUTO_HEIGHT),
    images: checked.flatMap(({ images }) => images),
    changesPage: checked.some(({ changesPage }) => changesPage),
    fonts: checked.reduce((all, { fonts }) => mergeFontFallback(all, fonts), new Map<number, string>()),
    language,
    title,
    ownMargins: document.ownMargins,
    tellMissing: (missing) => tellMissing(texts, missing),
    ...(document.accessibility && { accessibility: document.accessibility }),
    reports: [...checked.map(({ reports }) => reports), tagReports(texts)],
    wantedSheets: [...new Set(checked.flatMap(({ wantedSheets }) => wantedSheets))],
    headerFooter: parts.length > 0 ? new HeaderFooter(styled, { header, footer, watermark, layer }, pages) : undefined,
  };
}

const MOVES = /transition|animation/i;

/**
 * Paper does not move: what does is printed as it is in the end, not as it happens to be when the browser prints. Important declarations of
 * the first layer outdo all of the document's.
 */
const STILL_STYLE =
  '<style>@layer toolpress-still { *, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important } }</style>';

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
const withTitle = (html: string, title: string | undefined): string =>
  title === undefined
    ? html
    : beginningWith(`<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`, html);

/** The document with an element more at the beginning of its head. */
const beginningWith = (element: string, html: string): string =>
  element === '' ? html : html.replace(BEGIN, (begin) => `${begin}${element}`);

/** Nothing breaks the one page. Important declarations of the first layer outdo all of the document's. */
const rollStyle = (boxes: string): string =>
  `<style>@layer toolpress-roll { *, ::before, ::after { ${['before', 'after', 'inside'].map((where) => `break-${where}: auto !important; `).join('')}page: auto !important } } @page { ${boxes} }</style>`;
