/**
 * Checks a document against the content policy and completes it for printing. The browser gets the serialised tree that was
 * checked, never the raw text.
 */

import { ServiceError } from '@toolpress/contract';
import { countRequired, PageMarks, type PageNumber, pagesById } from '@toolpress/template';
import { defaultTreeAdapter as tree } from 'parse5';
import { Accessibility } from './accessibility/accessibility.js';
import { type Drawn, Study } from './accessibility/study.js';
import type { CheckedDocument, DocumentParts, PageRule } from './checked-document.js';
import type { CountReference } from './css/count-targets.js';
import type { IgnoredCss } from './css/ignored-css.js';
import { AUTO_HEIGHT, type PageChanges, PageRules } from './css/page-rules.js';
import type { PrintFeature } from './css/print-css.js';
import { scannedOnce } from './css/scanned-once.js';
import type { TargetReference } from './css/targets.js';
import type { CssRange } from './css/tokens.js';
import { NO_FILES, ROOT } from './files.js';
import { OUR_FAMILIES } from './fonts/families.js';
import { type Element, isElement, type ParentNode, styleElement } from './html.js';
import {
  documentImages,
  explained,
  isWrittenEmpty,
  placeOf,
  Reports,
  type SourceText,
  textOf,
} from './policy/explain.js';
import { Findings, PRINT_MARK } from './policy/findings.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { atRuleMayChangePage } from './policy/page-state.js';
import { printedReports } from './policy/printed-elements.js';
import { type DocumentResources, type SheetsOfDocument, Stylesheets } from './policy/stylesheets.js';
import { cssSubject, cssViolation, elementSubject, type Span, Spans, type Subject } from './policy/violation.js';
import { REFERRED, ReferredElements } from './references/collect.js';
import { CONTENTS_STYLE } from './references/contents.js';
import type { References } from './references/references.js';
import { markStructure } from './structure/marks.js';
import { Words } from './structure/words.js';

/** The resources of a document without files, on a service without a network. */
export const NO_RESOURCES: DocumentResources = {
  files: NO_FILES,
  families: OUR_FAMILIES,
  fetched: () => ({ fault: 'is not loaded' }),
};

/**
 * Checks a document against the content policy, see `docs/document-policy.md`, and completes it for printing. Forbidden content is
 * removed and reported.
 *
 * @throws ServiceError `document_too_complex` beyond a limit.
 */
export function checkDocument(parts: DocumentParts, resources: Partial<DocumentResources> = {}): CheckedDocument {
  const { html, css = '' } = parts;
  const sources: Record<string, SourceText> = { html, css };
  const all = { ...NO_RESOURCES, ...resources };
  const page: PageNumbers = { marks: parts.marks, made: () => (page.marks ??= new PageMarks('elements')) };
  const check = (located: boolean, given = parts) => checkParts(given, page, all, sources, located);
  const { images, title, language, findings, wantedSheets, study, words, ...checked } = explained(sources, check);
  const { accessibility } = parts;
  const locate = (drawn: Drawn) =>
    check(true, { ...parts, ...(accessibility && { accessibility: { ...accessibility, drawn } }) }).study?.noted ?? [];
  return {
    html: checked.html,
    numbered: (pages) => page.marks?.split(checked.html).with(pagesById(pages)) ?? checked.html,
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
    reportAt: printedReports(sources),
    wantedSheets,
    ...(words && { words }),
    ...(checked.fonts && { fonts: checked.fonts }),
    ...(study && { accessibility: new Accessibility(study, accessibility?.isUniversal === true, sources, locate) }),
    ...(tidy(title) && { title: tidy(title) }),
    ...(language?.trim() && { language: language.trim() }),
  };
}

/** The marks of page numbers, made when the document turns out to have some. */
interface PageNumbers {
  marks: PageMarks | undefined;
  readonly made: () => PageMarks;
}

function checkParts(
  parts: DocumentParts,
  pageNumbers: PageNumbers,
  resources: DocumentResources,
  sources: Record<string, SourceText>,
  located: boolean,
): NormalForm &
  Pick<CheckedDocument, 'ownMargins' | 'references' | 'words' | 'formulas'> &
  Pick<ReferredElements, 'counted'> & { study: Study | undefined } {
  const { html, css = '', page = {}, headings = false, marked = false, tagged = marked, accessibility } = parts;
  const { families, files } = resources;
  files.beginCheck();
  const text = textOf(css);
  const changes: PageChanges = { ...page, properties: propertiesOf(page) };
  const hasRules = isConcerned(changes) || AUTO_HEIGHT.test(textOf(html)) || AUTO_HEIGHT.test(text);
  let pageRules = hasRules ? new PageRules(changes) : undefined;
  const findings = new Findings(`${PRINT_MARK}-d`, cssAgainst(page), families, isWrittenEmpty(sources), files.embeds);
  const sheets: SheetsOfDocument = {
    all: () => {
      pageRules ??= new PageRules(changes);
      sheets.used ??= new Stylesheets(resources, { findings, pageRules, sources });
      return sheets.used;
    },
  };
  const cssRules = { issue: findings.issue, ...files.cssRules(ROOT) };
  const scan = text === '' ? undefined : scannedOnce(text, families, cssRules);
  if (scan?.fault) throw cssViolation(scan.fault, { name: 'CSS', span: spanInCss(scan.fault) });
  const subjectOf = (name: string, range: CssRange): Subject => cssSubject(name, 'CSS', spanInCss(range));
  if (scan) findings.addCss(scan, subjectOf);
  let study: Study | undefined;
  let words: Words | undefined;
  let formulas: readonly string[] = [];
  let elements: Pick<ReferredElements, 'headings' | 'running' | 'counted'> = {
    headings: [],
    running: [],
    counted: undefined,
  };
  const complete = (document: ParentNode): void => {
    const imports = scan?.imports.length
      ? sheets.all().imported(scan.imports, '', (range) => subjectOf('@import', range))
      : [];
    findings.counts.check('css');
    if (headings || findings.references.size > 0 || REFERRED.test(textOf(html)))
      elements = referredIn(document, { ...parts, marks: pageNumbers.made() }, findings);
    const edited = scan && (pageRules?.edit(scan.css) ?? scan.css);
    addSheets(headOf(document), pageRule(page), [...imports, { css: edited ?? '' }]);
    study = accessibility && new Study(document, new Spans('html', textOf(html)), accessibility);
    if (marked) words = new Words(document);
    const { sheet, ...structure } = marked ? markStructure(document, findings.counts) : { sheet: '', formulas: [] };
    formulas = structure.formulas;
    if (sheet !== '') putFirst(headOf(document), styleElement(sheet));
  };
  const options = {
    field: 'html',
    located,
    pageRules,
    css: text,
    findings,
    files,
    sheets,
    families,
    complete,
    isTagged: tagged,
    ...((parts.marks?.numbersIn(textOf(html)).length ?? 0) > 0 && { marks: parts.marks }),
  };
  const checked = normalForm(textOf(html), { extent: 'document', ...options });
  const { marks } = pageNumbers;
  const numbers = marks?.split(checked.html).numbers ?? [];
  if (marks && checked.numbersInText < countRequired(numbers)) throw noText();
  const changesPage = checked.changesPage || [...(scan?.atRules ?? [])].some(atRuleMayChangePage);
  const askedAt = (id: string): string => {
    const range = marks?.rangeOf(id, textOf(html));
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
    ownMargins: pageRules?.ownMargins === true,
    references,
    counted: elements.counted,
    study,
    words,
    formulas,
  };
}

/** Returns the print features. Counters matter only if something refers to them. */
function featuresOf({ features }: Findings, counted: readonly CountReference[] | undefined): Set<PrintFeature> {
  const all = new Set(features);
  if (counted === undefined) all.delete('numbers');
  else all.add('numbers');
  return all;
}

/** Returns the kinds of CSS that have no effect with the request's page settings. */
const cssAgainst = ({ size, edges = [], portrait = false }: PageRule): ReadonlySet<IgnoredCss> => {
  const kinds: IgnoredCss[] = [...edges];
  if (edges.length > 0) kinds.push('turned');
  if (portrait) kinds.push('portrait');
  // The request's size replaces the style sheet's.
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

/** Returns a style sheet that makes page numbers in attributes of the root available to all others. */
const propertiesFor = (pages: readonly TargetReference[]): string =>
  `:root { ${pages.map(({ printed }) => `--${printed}: attr(${printed});`).join(' ')} }`;

const NO_ELEMENT = 'links to no element of the document, so the page number that a style sheet prints for it is empty';
const NO_LEVELS = 'lists nothing: name the heading levels, as in `data-toc="h1 h2"`';

function referencesOf(
  numbers: readonly PageNumber[],
  { headings, running }: Pick<References, 'headings' | 'running'>,
  marks: PageMarks | undefined,
): Omit<References, 'askedAt'> {
  const numbered = idsIn(numbers);
  const required = idsIn(numbers.filter(({ isRequired }) => isRequired));
  const targets = [...new Set([...numbered, ...[...headings, ...running].map(({ id }) => id)])];
  const textWith: References['textWith'] = (text, pages) =>
    marks?.split(text).with(typeof pages === 'number' ? () => pages : pagesById(pages)) ?? text;
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

/** Whether page settings change style sheets with any `@page` rule. */
const isConcerned = ({ properties, edges = [], landscape = false }: PageChanges): boolean =>
  properties.length > 0 || edges.length > 0 || landscape;

function pageRule(page: PageRule): string {
  const declarations = propertiesOf(page).map((property) => `${property}: ${page[property]}`);
  const rules = declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
  return page.firstNumber === undefined ? rules : `${rules} @page :first { counter-set: page ${page.firstNumber} }`;
}

/**
 * Adds style sheets to the head. The caller's sheet is last: after the document's own, and where no `:last-child` of the body counts
 * it. The page rule is first: in Chromium a rule in a later sheet overrides even a more specific one such as `:first`.
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
  if (head === undefined) throw new Error('the parser returned a document without a head');
  return head;
}

const tidy = (title: string | undefined): string => title?.replace(/\s+/g, ' ').trim() ?? '';

const noText = (): ServiceError =>
  new ServiceError(
    'template_invalid',
    '`page_of` (`[[page-of:#id]]`) gets its number only when the document is printed: use it in text in the body of `html`, not in attributes, the title or CSS.',
  );
