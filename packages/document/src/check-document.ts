/**
 * Checks a document against the content policy and completes it for printing. The serialised tree of a real parser is
 * printed, never the raw text: the browser gets exactly what was checked.
 */
import { ServiceError } from '@toolpress/contract';
import { defaultTreeAdapter as tree } from 'parse5';
import { Accessibility } from './accessibility/accessibility.js';
import { type Drawn, Study, type StudyOptions } from './accessibility/study.js';
import type { CountReference } from './css/count-targets.js';
import type { IgnoredCss } from './css/ignored-css.js';
import { PageRules } from './css/page-rules.js';
import type { PrintFeature } from './css/print-css.js';
import { scanCss } from './css/scan.js';
import type { UsedString } from './css/strings.js';
import type { TargetReference } from './css/targets.js';
import type { CssRange } from './css/tokens.js';
import { DocumentFiles } from './files.js';
import { OUR_FAMILIES } from './fonts/families.js';
import { type Element, isElement, type ParentNode, styleElement } from './html.js';
import {
  type DocumentImage,
  documentImages,
  explained,
  placeOf,
  Reports,
  type SourceText,
  textOf,
} from './policy/explain.js';
import { Findings, type ReplacedFont } from './policy/findings.js';
import type { FontFallback } from './policy/font-fallback.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { atRuleMayChangePage } from './policy/page-state.js';
import { type DocumentResources, Stylesheets } from './policy/stylesheets.js';
import { cssSubject, cssViolation, elementSubject, type Span, Spans, type Subject } from './policy/violation.js';
import { mayHaveReferences, ReferredElements } from './references/collect.js';
import { CONTENTS_STYLE } from './references/contents.js';
import { countRequired, PageMarks, pagesById } from './references/page-marks.js';
import type { References } from './references/references.js';
import { markStructure } from './structure/marks.js';
import { Words } from './structure/words.js';
import type { PageNumber } from './template/page-number.js';

/** The request's page settings. They override the document's own `@page` rules, but for those with a selector. */
export interface PageRule {
  /** A CSS value such as `4.1in 5.8in`. */
  readonly size?: string;
  /** The CSS shorthand of one to four lengths. */
  readonly margin?: string;
  /** Turns the document's own size on its side. */
  readonly landscape?: boolean;
  /** Whether the request names the upright format, which turns no size that lies on its side. */
  readonly portrait?: boolean;
  /** The edges that get a header or footer, in the place of the document's own margin boxes, of any rule. */
  readonly edges?: readonly ('top' | 'bottom')[];
  /** What `counter(page)` is on the first page, in the document's own margin boxes. */
  readonly firstNumber?: number;
  /** What begins the names of the document's own margins, which the request's take the place of: see `ownMarginsDocument`. */
  readonly keepMarginsAs?: string;
  /** What the document has in the place of an automatic height. */
  readonly autoHeight?: string;
}

export interface DocumentParts {
  /** A whole document or any part of one. */
  readonly html: SourceText;
  readonly css?: SourceText;
  /** Replaces the same properties in the document's `@page` rules, `!important` included. Not checked. */
  readonly page?: PageRule;
  /** Whether its PDF is to be tagged. */
  readonly tagged?: boolean;
  /** Whether its headings are wanted, as for an outline. */
  readonly headings?: boolean;
  /** Whether the tags of its PDF are repaired, see `markStructure`. */
  readonly marked?: boolean;
  /** Whether it is to be tagged as PDF/A or PDF/UA wants it. */
  readonly accessibility?: AccessibilityOptions | undefined;
  /** Of the page numbers in `html`. */
  readonly marks?: PageMarks;
}

export interface AccessibilityOptions extends StudyOptions {
  /** Whether PDF/UA-1 is asked for, or level A of PDF/A alone. */
  readonly isUniversal: boolean;
}

export interface CheckedDocument {
  /** The serialised tree that was checked: a whole document, in the mode that its doctype asks for, with marks of page numbers. */
  readonly html: string;
  /** @returns it with numbers of pages, by the ids of the elements on them. They stand where the checked tree has texts, or attributes that we gave it. */
  readonly numbered: (pages: ReadonlyMap<string, number>) => string;
  /** The images to be fetched or taken out of `files`, each once, in document order. */
  readonly images: DocumentImage[];
  /** Of the first `title`, white space collapsed. */
  readonly title?: string;
  /** `lang` of the `html` element. */
  readonly language?: string;
  /** Whether it may leave traces in the browser page that shows it, which then has to be reset. */
  readonly changesPage: boolean;
  /** Which documents it can share a browser process with; absent: all. */
  readonly fonts?: FontFallback;
  /** What is not printed as it was sent. */
  readonly reports: Reports;
  /** URLs of sheets that have to be fetched: then the document has to be checked again, with them. */
  readonly wantedSheets: readonly string[];
  /** Whether some pages have margins of their own beside those that the request gives. */
  readonly ownMargins: boolean;
  readonly references: References;
  /** What the service does for its sheets, where the browser does not. */
  readonly features: ReadonlySet<PrintFeature>;
  /** What its margin boxes print of the texts that its elements set. */
  readonly strings: readonly UsedString[];
  /** Families that the service has, and of which the document brings files of its own. */
  readonly replacedFonts: readonly ReplacedFont[];
  /** The counters of its elements that sheets print elsewhere, see `CountedElement`. */
  readonly counted: readonly CountReference[];
  /** Where it is asked for. */
  readonly accessibility?: Accessibility;
  /** Of its texts, where its tags are repaired. */
  readonly words?: Words | undefined;
  /** Likewise: texts of its formulas, by the numbers in their marks. */
  readonly formulas: readonly string[];
}

/** A document that brings nothing along, on a service without a network. */
export const NO_RESOURCES: DocumentResources = {
  files: new DocumentFiles(),
  families: OUR_FAMILIES,
  fetched: () => ({ fault: 'is not loaded' }),
};

/**
 * The whole policy is in `docs/document-policy.md`.
 *
 * @throws ServiceError `document_too_complex` beyond a limit. What is not allowed is taken out, and in the reports.
 */
export function checkDocument(parts: DocumentParts, resources: Partial<DocumentResources> = {}): CheckedDocument {
  const { html, css = '' } = parts;
  const sources: Record<string, SourceText> = { html, css };
  const all = { ...NO_RESOURCES, ...resources };
  const marks = parts.marks ?? new PageMarks('elements');
  const check = (located: boolean, given = parts) => checkParts({ ...given, marks }, all, sources, located);
  const { images, title, language, findings, wantedSheets, study, words, ...checked } = explained(sources, check);
  const { accessibility } = parts;
  const locate = (drawn: Drawn) =>
    check(true, { ...parts, ...(accessibility && { accessibility: { ...accessibility, drawn } }) }).study?.noted ?? [];
  return {
    html: checked.html,
    numbered: (pages) => marks.split(checked.html).with(pagesById(pages)),
    images: documentImages(images, sources, () => check(true).images),
    changesPage: checked.changesPage,
    ownMargins: checked.ownMargins,
    references: checked.references,
    formulas: checked.formulas,
    features: featuresOf(findings, checked.counted),
    strings: [...findings.strings.values()],
    replacedFonts: findings.replacedFonts,
    counted: checked.counted ?? [],
    reports: new Reports(findings, sources, () => check(true).findings),
    wantedSheets,
    ...(words && { words }),
    ...(checked.fonts && { fonts: checked.fonts }),
    ...(study && { accessibility: new Accessibility(study, accessibility?.isUniversal === true, sources, locate) }),
    ...(tidy(title) && { title: tidy(title) }),
    ...(language?.trim() && { language: language.trim() }),
  };
}

function checkParts(
  parts: DocumentParts & { readonly marks: PageMarks },
  resources: DocumentResources,
  sources: Record<string, SourceText>,
  located: boolean,
): NormalForm &
  Pick<CheckedDocument, 'ownMargins' | 'references' | 'words' | 'formulas'> &
  Pick<ReferredElements, 'counted'> & { study: Study | undefined } {
  const { html, css = '', page = {}, headings = false, marked = false, tagged = marked, accessibility, marks } = parts;
  const pageRules = new PageRules({ ...page, properties: propertiesOf(page) });
  const findings = new Findings('d', cssAgainst(page), resources.families);
  const stylesheets = new Stylesheets(resources, { findings, pageRules, sources });
  const text = textOf(css);
  const { has: hasFont } = resources.families;
  const scan = scanCss(text, { issue: findings.issue, hasFont });
  if (scan.fault) throw cssViolation(scan.fault, { name: 'CSS', span: spanInCss(scan.fault) });
  const subjectOf = (name: string, range: CssRange): Subject => cssSubject(name, 'CSS', spanInCss(range));
  findings.addCss(scan, subjectOf);
  let study: Study | undefined;
  let words: Words | undefined;
  let formulas: readonly string[] = [];
  let elements: Pick<ReferredElements, 'headings' | 'running' | 'counted'> = {
    headings: [],
    running: [],
    counted: undefined,
  };
  const complete = (document: ParentNode): void => {
    const imports = stylesheets.imported(scan.imports, '', (range) => subjectOf('@import', range));
    findings.counts.check('css');
    if (headings || findings.references.size > 0 || mayHaveReferences(textOf(html)))
      elements = referredIn(document, parts, findings);
    addSheets(headOf(document), pageRule(page), [...imports, { css: pageRules.edit(scan.css) }]);
    study = accessibility && new Study(document, new Spans('html', textOf(html)), accessibility);
    if (marked) words = new Words(document);
    const { sheet, ...structure } = marked ? markStructure(document) : { sheet: '', formulas: [] };
    formulas = structure.formulas;
    if (sheet !== '') putFirst(headOf(document), styleElement(sheet));
  };
  const { files } = resources;
  const options = {
    field: 'html',
    located,
    pageRules,
    css: text,
    findings,
    files,
    stylesheets,
    hasFont,
    complete,
    isTagged: tagged,
    ...(marks.numbersIn(textOf(html)).length > 0 && { marks }),
  };
  const checked = normalForm(textOf(html), { extent: 'document', ...options });
  const { numbers } = marks.split(checked.html);
  if (checked.numbersInText < countRequired(numbers)) throw noText();
  const changesPage = checked.changesPage || [...scan.atRules].some(atRuleMayChangePage);
  const askedAt = (id: string): string => {
    const range = marks.rangeOf(id, textOf(html));
    return placeOf({ name: '`page_of`', span: range && { field: 'html', ...range } }, sources);
  };
  const references = { ...referencesOf(numbers, elements, marks), askedAt };
  findings.counts.add('pageNumbers', references.targets.length);
  findings.counts.check('html');
  const language = study?.language ?? checked.language;
  return {
    ...checked,
    language,
    changesPage,
    ownMargins: pageRules.ownMargins,
    references,
    counted: elements.counted,
    study,
    words,
    formulas,
  };
}

/** Counters are looked at only where something refers to them. */
function featuresOf({ features }: Findings, counted: readonly CountReference[] | undefined): Set<PrintFeature> {
  const all = new Set(features);
  if (counted === undefined) all.delete('numbers');
  else all.add('numbers');
  return all;
}

/** The kinds of CSS that have no effect beside what the request says of pages. */
const cssAgainst = ({ size, edges = [], portrait = false }: PageRule): ReadonlySet<IgnoredCss> => {
  const kinds: IgnoredCss[] = [...edges];
  if (edges.length > 0) kinds.push('turned');
  if (portrait) kinds.push('portrait');
  // With one of the request's, the sheet's is left out.
  if (size === undefined) kinds.push('size');
  return new Set(kinds);
};

function referredIn(
  document: ParentNode,
  { html, headings = false, marks }: DocumentParts & { readonly marks: PageMarks },
  findings: Findings,
): ReferredElements {
  const references = [...findings.references.values()];
  const { counts } = findings;
  const isNumbered = findings.features.has('numbers');
  const elements = new ReferredElements(document, { headings, references, marks, counts, isNumbered });
  const { contents } = elements;
  if (contents.length > 0) putFirst(headOf(document), styleElement(CONTENTS_STYLE));
  const pages = references.filter((one) => !('attribute' in one));
  if (pages.length > 0) putFirst(headOf(document), styleElement(propertiesFor(pages)));
  const subjectOf = (element: Element): Subject => elementSubject(element, new Spans('html', textOf(html)));
  if (elements.lost)
    findings.notice('lost', { code: 'css_ignored', subject: subjectOf(elements.lost), fault: NO_ELEMENT });
  const lacking = contents.find(({ levels }) => levels === undefined);
  if (lacking) {
    const subject = { ...subjectOf(lacking.nav), name: '`data-toc`' };
    findings.notice('contents', { code: 'markup_ignored', subject, fault: NO_LEVELS });
  }
  return elements;
}

/** A sheet that makes numbers in attributes of the root available to all others. */
const propertiesFor = (pages: readonly TargetReference[]): string =>
  `:root { ${pages.map(({ printed }) => `--${printed}: attr(${printed});`).join(' ')} }`;

const NO_ELEMENT = 'leads to no element of the document, so that the page number that a sheet prints of it is empty';
const NO_LEVELS = 'lists nothing: name the levels of headings, as in `data-toc="h1 h2"`';

function referencesOf(
  numbers: readonly PageNumber[],
  { headings, running }: Pick<References, 'headings' | 'running'>,
  marks: PageMarks,
): Omit<References, 'askedAt'> {
  const numbered = idsIn(numbers);
  const required = idsIn(numbers.filter(({ isRequired }) => isRequired));
  const targets = [...new Set([...numbered, ...[...headings, ...running].map(({ id }) => id)])];
  const textWith: References['textWith'] = (text, pages) =>
    marks.split(text).with(typeof pages === 'number' ? () => pages : pagesById(pages));
  return { headings, running, numbered, required, targets, textWith };
}

function idsIn(numbers: readonly PageNumber[]): string[] {
  const all = new Set<string>();
  for (const { ids } of numbers) for (const id of ids) all.add(id);
  return [...all];
}

const spanInCss = ({ start, end }: CssRange): Span => ({ field: 'css', start, end });

const propertiesOf = (page: PageRule) =>
  (['size', 'margin'] as const).filter((property) => page[property] !== undefined);

function pageRule(page: PageRule): string {
  const declarations = propertiesOf(page).map((property) => `${property}: ${page[property]}`);
  const rules = declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
  return page.firstNumber === undefined ? rules : `${rules} @page :first { counter-set: page ${page.firstNumber} }`;
}

/**
 * The caller's sheet stands at the end of the head: after the document's own, and where no `:last-child` of the body counts it.
 * The page rule stands before all others: to Chromium, one in a later sheet outdoes even a more specific one, `:first`.
 */
function addSheets(head: Element, page: string, sheets: readonly { css: string; media?: string }[]): void {
  if (page !== '') putFirst(head, styleElement(page));
  for (const { css, media } of sheets) if (css !== '') tree.appendChild(head, styleElement(css, media));
}

function putFirst(head: Element, element: Element): void {
  const [first] = head.childNodes;
  if (first) tree.insertBefore(head, element, first);
  else tree.appendChild(head, element);
}

function headOf(document: ParentNode): Element {
  const root = document.childNodes.find(isElement);
  const head = root?.childNodes.find(isElement);
  if (head === undefined) throw new Error('the parser gave a document without a head');
  return head;
}

const tidy = (title: string | undefined): string => title?.replace(/\s+/g, ' ').trim() ?? '';

const noText = (): ServiceError =>
  new ServiceError(
    'template_invalid',
    '`page_of` (`[[page-of:#id]]`) stands for a number that is known only when the document is printed: it may stand in texts of the body of `html`, not in attributes, its title or CSS.',
  );
