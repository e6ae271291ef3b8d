/**
 * Checks a document against the content policy and completes it for printing. The browser gets the serialised tree that was
 * checked, never the raw text.
 */

import { ServiceError } from '@toolpress/contract';
import { countRequired, PageMarks, type PageNumber, pagesById } from '@toolpress/template';
import { defaultTreeAdapter as tree } from 'parse5';
import type { Drawn, Study } from './accessibility/study.js';
import type { CheckedDocument, DocumentParts, PageRule } from './checked-document.js';
import type { CountReference } from './css/count-targets.js';
import type { IgnoredCss } from './css/ignored-css.js';
import { AUTO_HEIGHT, type PageChanges, PageRules } from './css/page-rules.js';
import type { PrintFeature } from './css/print-css.js';
import type { ScannedCss } from './css/scanned-css.js';
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
import { printedReports, type ReportAt } from './policy/printed-elements.js';
import { type DocumentResources, type SheetsOfDocument, Stylesheets } from './policy/stylesheets.js';
import { cssSubject, cssViolation, elementSubject, type Span, Spans, type Subject } from './policy/violation.js';
import { REFERRED, ReferredElements } from './references/collect.js';
import { CONTENTS_STYLE } from './references/contents.js';
import type { References } from './references/references.js';
import type { Words } from './structure/words.js';

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
  const { html, css = '', accessibility } = parts;
  const sources: Record<string, SourceText> = { html, css };
  const shared: SharedByRuns = { sources, resources: { ...NO_RESOURCES, ...resources }, marks: parts.marks };
  const located = (given = parts) => new CheckRun(given, shared, true).result();
  const { images, title, language, findings, wantedSheets, study, words, ...checked } = explained(
    sources,
    (isLocated) => new CheckRun(parts, shared, isLocated).result(),
  );
  const locate = (drawn: Drawn) =>
    located({ ...parts, ...(accessibility && { accessibility: accessibility.ofDrawn(drawn) }) }).study?.noted ?? [];
  let reportAt: ReportAt | undefined;
  return {
    html: checked.html,
    numbered: (pages) => shared.marks?.split(checked.html).with(pagesById(pages)) ?? checked.html,
    images: documentImages(images, sources, () => located().images),
    changesPage: checked.changesPage,
    ownMargins: checked.ownMargins,
    references: checked.references,
    formulas: checked.formulas,
    features: featuresOf(findings, checked.counted),
    strings: [...findings.strings.values()],
    replacedFonts: findings.replacedFonts,
    counted: checked.counted ?? [],
    reports: new Reports(findings, sources, () => located().findings),
    reportAt: (...found) => {
      reportAt ??= printedReports(sources);
      return reportAt(...found);
    },
    wantedSheets,
    ...(words && { words }),
    ...(checked.fonts && { fonts: checked.fonts }),
    ...(study && accessibility && { accessibility: accessibility.result(study, sources, locate) }),
    ...(tidy(title) && { title: tidy(title) }),
    ...(language?.trim() && { language: language.trim() }),
  };
}

/** What the runs of one check share: it runs again when positions are asked for. */
interface SharedByRuns {
  readonly sources: Record<string, SourceText>;
  readonly resources: DocumentResources;
  /** The marks of page numbers, made when the document turns out to have some. */
  marks: PageMarks | undefined;
}

/** What completing a document finds. */
interface Completed {
  readonly elements: Pick<ReferredElements, 'headings' | 'running' | 'counted'>;
  readonly study: Study | undefined;
  readonly words: Words | undefined;
  readonly formulas: readonly string[];
}

interface CheckResult
  extends NormalForm<Completed>,
    Omit<Completed, 'elements'>,
    Pick<CheckedDocument, 'ownMargins' | 'references'>,
    Pick<ReferredElements, 'counted'> {}

class CheckRun {
  private readonly html: string;
  private readonly css: string;
  private readonly page: PageRule;
  private readonly findings: Findings;
  private readonly changes: PageChanges;
  private pageRules: PageRules | undefined;
  private readonly sheets: SheetsOfDocument = {
    all: () => {
      const { findings, shared } = this;
      const { resources, sources } = shared;
      this.pageRules ??= new PageRules(this.changes);
      this.sheets.used ??= new Stylesheets(resources, { findings, pageRules: this.pageRules, sources });
      return this.sheets.used;
    },
  };

  /** @param isLocated whether findings get positions, which takes twice the time. */
  constructor(
    private readonly parts: DocumentParts,
    private readonly shared: SharedByRuns,
    private readonly isLocated: boolean,
  ) {
    const { html, css = '', page = {} } = parts;
    const { sources, resources } = shared;
    const { files, families } = resources;
    this.html = textOf(html);
    this.css = textOf(css);
    this.page = page;
    this.changes = { ...page, properties: propertiesOf(page) };
    const hasRules = isConcerned(this.changes) || AUTO_HEIGHT.test(this.html) || AUTO_HEIGHT.test(this.css);
    this.pageRules = hasRules ? new PageRules(this.changes) : undefined;
    this.findings = new Findings(
      ...([`${PRINT_MARK}-d`, cssAgainst(page), families, isWrittenEmpty(sources), files.embeds] as const),
      parts.maxPages,
    );
  }

  result(): CheckResult {
    const { parts, shared, findings } = this;
    const { files, families } = shared.resources;
    const { mark, tagged = mark !== undefined, marks } = parts;
    if (files.embeds) files.beginCheck();
    const scan = this.css === '' ? undefined : this.scanned();
    const checked = normalForm(this.html, {
      ...{ extent: 'document', field: 'html', located: this.isLocated, isTagged: tagged, css: this.css },
      ...{ pageRules: this.pageRules, findings, files, sheets: this.sheets, families },
      complete: (tree) => this.complete(tree, scan),
      ...((marks?.numbersIn(this.html).length ?? 0) > 0 && { marks }),
    });
    const { elements, ...completed } = checked.completed;
    const references = this.references(checked, elements);
    findings.counts.add('pageNumbers', references.targets.length);
    findings.counts.check('html');
    return {
      ...{ ...checked, ...completed, references, counted: elements.counted },
      language: completed.study?.language ?? checked.language,
      changesPage: checked.changesPage || [...(scan?.atRules ?? [])].some(atRuleMayChangePage),
      ownMargins: this.pageRules?.ownMargins === true,
    };
  }

  /** Scans the sheet of the request. @throws Violation for CSS that is too complex. */
  private scanned(): ScannedCss {
    const { families, files } = this.shared.resources;
    const { findings } = this;
    const scan = scannedOnce(this.css, families, { issue: findings.issue, ...files.cssRules(ROOT) });
    if (scan.fault) throw cssViolation(scan.fault, { name: 'CSS', span: spanInCss(scan.fault) });
    findings.addCss(scan, subjectInCss);
    return scan;
  }

  /** Completes the checked tree: the sheets of the request, and what references and tags need. */
  private complete(document: ParentNode, scan: ScannedCss | undefined): Completed {
    const { parts, findings } = this;
    const { headings = false, mark, accessibility } = parts;
    const imports = scan?.imports.length
      ? this.sheets.all().imported(scan.imports, '', (range) => subjectInCss('@import', range))
      : [];
    findings.counts.check('css');
    const isReferred = headings || findings.references.size > 0 || REFERRED.test(this.html);
    const elements = isReferred ? this.referredIn(document) : NOTHING_REFERRED;
    const css = scan && (this.pageRules?.edit(scan.css) ?? scan.css);
    addSheets(headOf(document), pageRule(this.page), [...imports, { css: css ?? '' }]);
    const study = accessibility?.study(document, new Spans('html', this.html));
    if (mark === undefined) return { elements, study, words: undefined, formulas: [] };
    const { sheet, formulas, words } = mark(document, findings.counts);
    if (sheet !== '') putFirst(headOf(document), styleElement(sheet));
    return { elements, study, words, formulas };
  }

  private referredIn(document: ParentNode): ReferredElements {
    const { findings, shared } = this;
    const references = [...findings.references.values()];
    const { counts } = findings;
    const { headings = false } = this.parts;
    shared.marks ??= new PageMarks('elements');
    const isNumbered = findings.features.has('numbers');
    const elements = new ReferredElements(document, { headings, references, marks: shared.marks, counts, isNumbered });
    const { contents } = elements;
    if (contents.length > 0) putFirst(headOf(document), styleElement(CONTENTS_STYLE));
    const pages = references.filter((one) => !('attribute' in one));
    if (pages.length > 0) putFirst(headOf(document), styleElement(propertiesFor(pages)));
    const subjectOf = (element: Element): Subject => elementSubject(element, new Spans('html', this.html));
    if (elements.lost)
      findings.notice('lost', { code: 'css_ignored', subject: subjectOf(elements.lost), fault: NO_ELEMENT });
    const lacking = contents.find(({ levels }) => levels === undefined);
    if (lacking) {
      const subject = { ...subjectOf(lacking.nav), name: '`data-toc`' };
      findings.notice('contents', { code: 'markup_ignored', subject, fault: NO_LEVELS });
    }
    return elements;
  }

  /** @throws ServiceError `template_invalid` for a page number where there can be none. */
  private references({ html, numbersInText }: NormalForm<Completed>, elements: Completed['elements']): References {
    const { marks, sources } = this.shared;
    const numbers = marks?.split(html).numbers ?? [];
    if (marks && numbersInText < countRequired(numbers)) throw noText();
    const askedAt = (id: string): string => {
      const range = marks?.rangeOf(id, this.html);
      return placeOf({ name: '`page_of`', span: range && { field: 'html', ...range } }, sources);
    };
    return { ...referencesOf(numbers, elements, marks), askedAt };
  }
}

const NOTHING_REFERRED: Completed['elements'] = { headings: [], running: [], counted: undefined };

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
const subjectInCss = (name: string, range: CssRange): Subject => cssSubject(name, 'CSS', spanInCss(range));

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
