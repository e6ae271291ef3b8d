/** Prepares a job's document for printing: fills templates and checks contents. */
import type { ContentWarning, PageTexts, RenderJob, ServiceError } from '@toolpress/contract';
import {
  type AnyReports,
  type CheckedDocument,
  checkDocument,
  DocumentFiles,
  type DocumentImage,
  type DocumentResources,
  type FontFallback,
  type FontFamilies,
  fontsOfDrawing,
  hasText as holdsText,
  type Margins,
  type MissingCharacters,
  mayHaveCharacters,
  mergeFontFallback,
  NO_FILES,
  OUR_FAMILIES,
  ownMarginsDocument,
  type PagePart,
  type Report,
  scriptFaces,
  tellMissing,
} from '@toolpress/document';
import {
  asFilled,
  type DocumentTexts,
  type FieldTexts,
  FilledText,
  fillDocument,
  missingValues,
  tagWarnings,
  WorkBudget,
} from '@toolpress/template';
import type { PrintSettings } from '../../browser/printer.js';
import type { OwnFonts } from '../../resources/own-fonts.js';
import { HeaderFooter, type HeaderFooterParts } from '../headers/header-footer.js';
import { likelyPages, type PageOfDocument, PageParts } from '../headers/page-parts.js';
import type { BrowserLayout } from '../paper/browser-layout.js';
import { RIGHT_TO_LEFT } from '../paper/cut-content.js';
import { isGiven, MARGIN_MARKS, requestedPage } from '../paper/paper.js';
import type { Faults } from '../task/faults.js';
import { mayLose } from './applied-styles.js';
import { type DocumentValues, PrintedHtml } from './printed-html.js';

/** What a document is prepared with beside its job. */
export interface PreparedWith {
  /** Returns options for the check of the document. @param isFilled whether its template has no faults. */
  sources?(isFilled: boolean): Partial<Parameters<typeof checkDocument>[0]>;
  /** The layout in place of the service's. */
  readonly layout?: BrowserLayout;
}

/** A checked document, ready for its prints. */
export interface PreparedDocument
  extends Omit<CheckedDocument, 'html' | 'images' | 'fonts' | 'title' | 'reports' | 'wantedSheets'> {
  /** Returns the HTML with these margins, if the request decides them. */
  html: (margins: Margins, more?: DocumentValues) => string;
  /** Returns an empty page with the document's own margins, and boxes in them. Absent if no style sheet decides the margins. */
  ownMarginsPage?: (boxes: string) => string;
  /** Returns whether it has text that may be visible. */
  hasText: () => boolean;
  /** See `CheckedDocument`. */
  structure: Pick<CheckedDocument, 'words' | 'formulas'> & { hidesText: boolean; hasEmphasis: boolean };
  /** Returns whether words of the document or its headers have soft hyphens, or will have them. */
  hasSoftHyphens: () => boolean;
  /** Whether the document or its headers may have Chinese characters, or punctuation that vertical text changes. */
  hasChinese: boolean;
  /** Whether the document or its headers choose forms of glyphs, such as small capitals. */
  choosesForms: boolean;
  /** Whether it is printed on one page as high as its content. */
  hasAutoHeight: boolean;
  files: DocumentFiles;
  /** The images, including those of headers and footers. */
  images: DocumentImage[];
  /** Whether any of its parts changes the page, see `CheckedDocument`. */
  changesPage: boolean;
  /** See `CheckedDocument`, for all of its parts. */
  fonts: FontFallback | undefined;
  /** The title of the PDF: the document's, else the file's. */
  title: string | undefined;
  /** Returns warnings with the places of characters that no font has. */
  tellMissing: (missing: MissingCharacters) => ContentWarning[];
  /** Whether content of it depends on its pages: page numbers of elements, footnotes, CSS for print that the browser lacks. */
  isPaged: boolean;
  /** Whether parts of it may run from right to left. */
  isRightToLeft: boolean;
  /** Whether boxes may cut, cover or hide its text, or it may have page breaks that the browser ignores. */
  mayLose: boolean;
  headerFooter: HeaderFooter | undefined;
  layout: BrowserLayout | undefined;
  /** The print settings for the headers and footers of `layout`. */
  templates: PrintSettings | undefined;
  /** The reports of all parts that found something. */
  reports: AnyReports[];
  /** Returns warnings about tags. Absent if no text of it is filled. */
  tagWarnings?: () => Report[];
  /** URLs of style sheets that have to be fetched. Then the document has to be prepared again. */
  wantedSheets: string[];
}

/**
 * Prepares a document.
 *
 * @param fetched returns style sheets that were fetched.
 * @param ownFonts of the account.
 * @param options.onMachine families, see `machineFamilies`.
 * @param options.parts of the service that the job needs.
 * @param options.seen the pages of earlier prints.
 * @param options.texts the filled templates.
 * @param options.faults collects faults. Invalid parts are left out or replaced by their templates, so that other faults are found, too.
 */
export function prepareDocument(
  job: RenderJob,
  fetched: DocumentResources['fetched'],
  ownFonts?: OwnFonts,
  {
    seen = [],
    faults = THROWN,
    texts: filledTexts = fillDocument(job),
    onMachine,
    parts: service = [],
  }: PrepareOptions = {},
): PreparedDocument {
  const { html: filled, css, written, marks, errors } = filledTexts;
  const refuse = (error: ServiceError): void =>
    faults.collect(() => {
      throw error;
    });
  errors.forEach(refuse);
  const families: FontFamilies = {
    ...(ownFonts?.families ?? OUR_FAMILIES),
    isOnMachine: (family: string) => onMachine?.has(family.toLowerCase()) === true,
  };
  let resources = {
    files: job.files || job.embeddedResources ? new DocumentFiles(job.files, job.embeddedResources) : NO_FILES,
    fetched,
    families,
  };
  const layout = service.find((part) => part.layout)?.layout;
  const sources = {
    html: filled ?? written.text,
    ...(css && { css }),
    page: layout ? {} : requestedPage(job),
    headings: job.outline === true,
    ...(job.tagged && { tagged: true }),
    ...(marks && { marks }),
    ...Object.assign({}, ...service.map((part) => part.sources?.(filled !== undefined))),
  };
  const checkedOnce = faults.collect(() => checkDocument(sources, resources));
  let document = checkedOnce ?? checkDocument({ html: '' });
  const given = partsOf(job, { references: document.references, seen, faults, texts: filledTexts });
  const parts = given?.all ?? [];
  const fallback = merged([document.fonts, ...parts.map(fallbackOf)]);
  const scripts = fallback ? scriptFaces(fallback) : '';
  if (scripts !== '') {
    // Its lists of families end with the fonts of its scripts, which are known now.
    resources = { ...resources, families: { ...families, key: `${families.key} scripts`, withScripts: true } };
    if (checkedOnce) document = faults.collect(() => checkDocument(sources, resources)) ?? document;
  }
  const { language } = document;
  const texts: FieldTexts = {
    ...(filled instanceof FilledText && { html: filled }),
    ...(css instanceof FilledText && { css }),
    ...Object.fromEntries(parts.map((part) => [part.field, part.texts])),
  };
  if (job.strict) missingValues(texts).forEach(refuse);
  const templates = layout && faults.collect(() => layout.check({ language, resources }));
  const checked = [
    document,
    ...parts.flatMap((part) => faults.collect(() => part.check({ language, resources })) ?? []),
    ...(templates?.checked ?? []),
  ];
  ownFonts?.lookIn(
    document.html,
    parts.flatMap((part) => part.texts.map(({ text }) => text)),
  );
  const { title = titleOfFile(job.filename) } = document;
  const styles = `${ownFonts?.style ?? ''}${scripts && `<style>${scripts}</style>`}`;
  const printed = new PrintedHtml(document, {
    title: document.title === undefined ? title : undefined,
    styles,
    isBare: layout !== undefined,
  });
  const fonts = merged(checked.map(({ fonts }) => fonts));
  const found: AnyReports[] = checked.map(({ reports }) => reports).filter(({ isEmpty }) => !isEmpty);
  return {
    ...document,
    html: (margins, values) => printed.with(margins, values),
    ...(document.html.includes(MARGIN_MARKS.keptAs) && {
      ownMarginsPage: (boxes: string) =>
        ownMarginsDocument(document.html.replaceAll(MARGIN_MARKS.margin, 'none'), MARGIN_MARKS.keptAs, boxes),
    }),
    hasText: () => holdsText(document.html),
    files: resources.files,
    hasSoftHyphens: () =>
      document.features.has('hyphens') ||
      document.html.includes('\u00ad') ||
      parts.some((part) => part.texts.some(({ text }) => SOFT_HYPHEN.test(text))),
    hasAutoHeight: document.html.includes(MARGIN_MARKS.autoHeight),
    images: checked.flatMap(({ images }) => images),
    changesPage: checked.some(({ changesPage }) => changesPage),
    fonts,
    choosesForms: FORMS.test(document.html) || parts.some(({ texts: [first] }) => FORMS.test(first?.text ?? '')),
    hasChinese: fonts !== undefined && mayHaveChinese(fonts),
    title,
    tellMissing: (missing) =>
      tellMissing(
        {
          ...(filled && { html: asFilled(filled, 'html') }),
          ...(css && { css: asFilled(css, 'css') }),
          ...texts,
          ...drawingsIn(job.files),
        },
        missing,
      ),
    structure: {
      ...{ words: document.words, formulas: document.formulas },
      ...{ hidesText: HIDES_TEXT.test(document.html), hasEmphasis: HAS_EMPHASIS.test(document.html) },
    },
    reports: found,
    ...(Object.keys(texts).length > 0 && { tagWarnings: () => warningsOfTags(texts, job) }),
    wantedSheets: [...new Set(checked.flatMap(({ wantedSheets }) => wantedSheets))],
    isPaged: document.references.targets.length > 0 || document.features.size > 0 || HAS_FOOTNOTES.test(document.html),
    isRightToLeft: RIGHT_TO_LEFT.test(document.html),
    mayLose: mayLose(document.html),
    layout,
    templates: templates?.settings,
    headerFooter: parts.length > 0 && given ? new HeaderFooter(printed.headed, given, given.pages) : undefined,
  };
}

/** Returns the texts of drawings among the files of a request. */
function drawingsIn(files: RenderJob['files'] = {}): FieldTexts {
  const drawings = Object.entries(files).filter(([path]) => /\.svg$/i.test(path));
  return Object.fromEntries(
    drawings.flatMap(([path, content]) => {
      const text = typeof content === 'string' ? content : Buffer.from(content.base64, 'base64').toString();
      // Files are not templates.
      return text.includes('[[') ? [] : [[`files["${path}"]`, asFilled(text, 'html')]];
    }),
  );
}

const FORMS =
  /small-caps|petite-caps|unicase|font-(?:variant|feature)(?!-(?:numeric|settings|ligatures)\s*:\s*["']?(?:tabular-nums|lining-nums|normal|none|tnum|lnum)["']?\s*[;}"])/i;

/** Returns the scripts of a header, footer or watermark, which has the same on all pages. */
const fallbackOf = ({ texts: [first] }: PagePart): FontFallback | undefined => first && fontsOfDrawing(first.text);

function merged(fonts: readonly (FontFallback | undefined)[]): FontFallback | undefined {
  const some = fonts.filter((one) => one !== undefined);
  return some.length === 0 ? undefined : some.reduce(mergeFontFallback, new Map<number, string>());
}

/** Returns headers, footers and watermark; undefined if the request has none. */
function partsOf(
  job: RenderJob,
  {
    references,
    seen,
    faults,
    texts,
  }: Required<Omit<PrepareOptions, 'onMachine' | 'parts'>> & Pick<CheckedDocument, 'references'>,
): (HeaderFooterParts & { pages: readonly PageOfDocument[]; all: PagePart[] }) | undefined {
  const { html: watermarkHtml, layer } = job.watermarkHtml ?? {};
  if (![job.headerHtml, job.footerHtml, watermarkHtml].some(isGiven)) return undefined;
  const pages = [...likelyPages(job, references), ...seen];
  const filling = {
    data: job.data,
    formats: texts.formats,
    document: texts.written,
    hasRunning: references.running.length > 0,
    budget: new WorkBudget(MAX_PART_STEPS),
  };
  const partOf = (html: PageTexts | undefined, field: 'header_html' | 'footer_html' | 'watermark_html') =>
    isGiven(html) ? faults.collect(() => new PageParts(html, field, filling, pages)) : undefined;
  const header = partOf(job.headerHtml, 'header_html');
  const footer = partOf(job.footerHtml, 'footer_html');
  const watermark = partOf(watermarkHtml, 'watermark_html');
  const all = [header, footer, watermark].flatMap((one) => one?.all ?? []);
  return { header, footer, watermark, layer, pages, all };
}

interface PrepareOptions {
  onMachine?: ReadonlySet<string>;
  parts?: readonly PreparedWith[];
  seen?: readonly PageOfDocument[];
  texts?: DocumentTexts;
  faults?: Pick<Faults, 'collect'>;
}

/** Throws the first fault. */
const THROWN: Pick<Faults, 'collect'> = { collect: (check) => check() };

/** The largest number of steps for headers, footers and watermarks of all pages, which are filled in the main thread. */
const MAX_PART_STEPS = 2_000_000;

/** The first and last character. Radicals share the glyphs of some of them. */
const CHINESE = [0x3000, 0x9fff] as const;

/** Returns whether content with this font fallback may have Chinese characters, or punctuation that vertical text changes. */
export const mayHaveChinese = (fonts: FontFallback): boolean => mayHaveCharacters(fonts, ...CHINESE);

/** A quick check for footnotes. */
export const HAS_FOOTNOTES = /\sdata-footnote[\s=>]/;

/** A soft hyphen, as a character or a reference. */
const SOFT_HYPHEN = /\u00ad|&(?:shy|#0*173|#x0*ad)/i;

/** Content that is drawn and not read aloud. */
const HIDES_TEXT = /\saria-hidden="true"|<(?:select|meter|progress)\b/;

/** Matches a document with `text-emphasis` in its styles. Headers and footers are artifacts. */
export const HAS_EMPHASIS = /emphasis/i;

/** Data counts also in an empty template variable. */
function warningsOfTags(texts: FieldTexts, { data = {} }: RenderJob): Report[] {
  if (!Object.values(texts).some((some) => [some].flat().some(({ mayWarn }) => mayWarn))) return [];
  const warnings = tagWarnings(texts, { hasData: Object.keys(data).length > 0 });
  return warnings.map((warning) => ({ kind: 'notice', ...warning }));
}

export const titleOfFile = (filename: string | undefined): string | undefined =>
  filename?.replace(/\.pdf$/i, '').trim() || undefined;
