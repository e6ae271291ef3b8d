/** Prepares a job's document for printing: fills templates and checks contents. */
import { type PageTexts, pageBlocks, type RenderJob, type ServiceError } from '@toolpress/contract';
import {
  type AnyReports,
  type CheckedDocument,
  checkDocument,
  DocumentFiles,
  type DocumentResources,
  type FontFallback,
  fontsOfDrawing,
  hasText as holdsText,
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
import type { OwnFonts } from '../../resources/own-fonts.js';
import { HeaderFooter, type HeaderFooterParts } from '../headers/header-footer.js';
import { likelyPages, type PageOfDocument, PageParts } from '../headers/page-parts.js';
import type { BrowserLayout } from '../paper/browser-layout.js';
import { RIGHT_TO_LEFT } from '../paper/cut-content.js';
import { isGiven, MARGIN_MARKS, requestedPage } from '../paper/paper.js';
import type { Faults } from '../task/faults.js';
import { mayLose } from './applied-styles.js';
import type { PreparedDocument, PreparedWith, PrepareOptions } from './prepared-document.js';
import { PrintedHtml } from './printed-html.js';

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
    texts: filled = fillDocument(job),
    onMachine,
    parts: service = [],
  }: PrepareOptions = {},
): PreparedDocument {
  refuse(filled.errors, faults);
  const layout = service.find((part) => part.layout)?.layout;
  const sources = sourcesOf(job, filled, service, layout);
  const known = resourcesOf(job, fetched, ownFonts, onMachine);
  const checkedOnce = faults.collect(() => checkDocument(sources, known));
  const first = checkedOnce ?? checkDocument({ html: '' });
  const given = partsOf(job, { references: first.references, seen, faults, texts: filled });
  const parts = given?.all ?? [];
  const fallback = merged([first.fonts, ...parts.map(fallbackOf)]);
  const scripts = fallback ? scriptFaces(fallback) : '';
  const resources = scripts === '' ? known : withScripts(known);
  // Its lists of families end with the fonts of its scripts, which are known now.
  const isChanged = checkedOnce !== undefined && resources !== known;
  const document = (isChanged && faults.collect(() => checkDocument(sources, resources))) || first;
  const { language, title: own } = document;
  const texts = textsOf(filled, parts);
  if (job.strict) refuse(missingValues(texts), faults);
  const templates = layout && faults.collect(() => layout.check({ language, resources }));
  const checked = [
    document,
    ...parts.flatMap((part) => faults.collect(() => part.check({ language, resources })) ?? []),
    ...(templates?.checked ?? []),
  ];
  ownFonts?.lookIn(document.html, partTexts(parts));
  const title = own ?? titleOfFile(job.filename);
  const styles = `${ownFonts?.style ?? ''}${scripts && `<style>${scripts}</style>`}`;
  const isBare = layout !== undefined;
  const printed = new PrintedHtml(document, { title: own === undefined ? title : undefined, styles, isBare });
  return {
    ...document,
    ...looksOf(document, parts),
    ...together(checked),
    ...{ files: resources.files, title, layout, templates: templates?.settings },
    html: (margins, values) => printed.with(margins, values),
    tellMissing: (missing) => tellMissing({ ...documentTexts(filled), ...texts, ...drawingsIn(job.files) }, missing),
    ...(Object.keys(texts).length > 0 && { tagWarnings: () => warningsOfTags(texts, job) }),
    headerFooter: parts.length > 0 && given ? new HeaderFooter(printed.headed, given, given.pages) : undefined,
  };
}

const refuse = (errors: readonly ServiceError[], faults: Pick<Faults, 'collect'>): void =>
  errors.forEach((error) => {
    faults.collect(() => {
      throw error;
    });
  });

/** Returns what is checked: the filled texts, and what the job and its parts ask of the check. */
function sourcesOf(
  job: RenderJob,
  { html, css, written, marks }: DocumentTexts,
  service: readonly PreparedWith[],
  layout: BrowserLayout | undefined,
): Parameters<typeof checkDocument>[0] {
  return {
    html: html ?? written.text,
    ...(css && { css }),
    page: layout ? {} : requestedPage(job),
    headings: job.outline === true,
    ...(job.tagged && { tagged: true }),
    ...(marks && { marks }),
    maxPages: job.maxPages,
    ...Object.assign({}, ...service.map((part) => part.sources?.(html !== undefined))),
  };
}

function resourcesOf(
  { files, embeddedResources }: RenderJob,
  fetched: DocumentResources['fetched'],
  ownFonts: OwnFonts | undefined,
  onMachine: ReadonlySet<string> | undefined,
): DocumentResources {
  const isOnMachine = (family: string): boolean => onMachine?.has(family.toLowerCase()) === true;
  return {
    files: files || embeddedResources ? new DocumentFiles(files, embeddedResources) : NO_FILES,
    fetched,
    families: { ...(ownFonts?.families ?? OUR_FAMILIES), isOnMachine },
  };
}

const withScripts = ({ families, ...others }: DocumentResources): DocumentResources => ({
  ...others,
  families: { ...families, key: `${families.key} scripts`, withScripts: true },
});

/** Returns the filled templates. */
const textsOf = ({ html, css }: DocumentTexts, parts: readonly PagePart[]): FieldTexts => ({
  ...(html instanceof FilledText && { html }),
  ...(css instanceof FilledText && { css }),
  ...Object.fromEntries(parts.map((part) => [part.field, part.texts])),
});

/** Returns `html` and `css`, filled or not. */
const documentTexts = ({ html, css }: DocumentTexts): FieldTexts => ({
  ...(html && { html: asFilled(html, 'html') }),
  ...(css && { css: asFilled(css, 'css') }),
});

const partTexts = (parts: readonly PagePart[]): string[] => parts.flatMap((part) => part.texts.map(({ text }) => text));

type Looks = 'hasText' | 'hasSoftHyphens' | 'hasAutoHeight' | 'choosesForms' | 'structure';

/** Looks at the text of a checked document for what its prints depend on. */
function looksOf(
  { html, features, references, words, formulas }: CheckedDocument,
  parts: readonly PagePart[],
): Pick<PreparedDocument, Looks | 'isPaged' | 'isRightToLeft' | 'mayLose' | 'ownMarginsPage'> {
  return {
    ...(html.includes(MARGIN_MARKS.keptAs) && {
      ownMarginsPage: (boxes: string) =>
        ownMarginsDocument(html.replaceAll(MARGIN_MARKS.margin, 'none'), MARGIN_MARKS.keptAs, boxes),
    }),
    hasText: () => holdsText(html),
    hasSoftHyphens: () =>
      features.has('hyphens') || html.includes('\u00ad') || partTexts(parts).some((text) => SOFT_HYPHEN.test(text)),
    hasAutoHeight: html.includes(MARGIN_MARKS.autoHeight),
    choosesForms: FORMS.test(html) || parts.some(({ texts: [first] }) => FORMS.test(first?.text ?? '')),
    structure: { words, formulas, hidesText: HIDES_TEXT.test(html), hasEmphasis: HAS_EMPHASIS.test(html) },
    isPaged: references.targets.length > 0 || features.size > 0 || HAS_FOOTNOTES.test(html),
    isRightToLeft: RIGHT_TO_LEFT.test(html),
    mayLose: mayLose(html),
  };
}

type CheckedPiece = Pick<CheckedDocument, 'images' | 'changesPage' | 'wantedSheets'> & {
  readonly fonts?: FontFallback;
  readonly reports: AnyReports;
};

/** Returns what the checks of the document, its headers and its footers have found together. */
function together(
  checked: readonly CheckedPiece[],
): Pick<PreparedDocument, 'images' | 'changesPage' | 'fonts' | 'hasChinese' | 'reports' | 'wantedSheets'> {
  const fonts = merged(checked.map((one) => one.fonts));
  return {
    images: checked.flatMap(({ images }) => images),
    changesPage: checked.some(({ changesPage }) => changesPage),
    fonts,
    hasChinese: fonts !== undefined && mayHaveChinese(fonts),
    reports: checked.map(({ reports }) => reports).filter(({ isEmpty }) => !isEmpty),
    wantedSheets: [...new Set(checked.flatMap(({ wantedSheets }) => wantedSheets))],
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
    blocks: job.maxPages === undefined ? 1 : pageBlocks(job.maxPages),
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
