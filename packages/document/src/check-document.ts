/**
 * Checks a document against the content policy and completes it for printing. The serialised tree of a real parser is
 * printed, never the raw text: the browser gets exactly what was checked.
 */
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { type PageProperty, withoutPageDeclarations } from './css/page-rules.js';
import { scanCss } from './css/scan.js';
import { isBuiltInFamily } from './fonts/built-in.js';
import { type Element, isElement, type ParentNode } from './html.js';
import { explained, type RemoteImage, Reports, remoteImages, type SourceText, textOf } from './policy/explain.js';
import { Findings } from './policy/findings.js';
import type { FontFallback } from './policy/font-fallback.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { atRuleMayChangePage } from './policy/page-state.js';
import { cssSubject, cssViolation } from './policy/violation.js';

/** The request's page settings. They override the document's own `@page`. */
export interface PageRule {
  /** A CSS value such as `4.1in 5.8in`. */
  readonly size?: string;
  /** The CSS shorthand of one to four lengths. */
  readonly margin?: string;
}

export interface DocumentParts {
  /** A whole document or any part of one. */
  readonly html: SourceText;
  readonly css?: SourceText;
  /** Replaces the same properties in the document's `@page` rules, `:first` and `!important` included. Not checked. */
  readonly page?: PageRule;
  /** Whether there is a font family, under this name in any case; those that every installation has unless given. */
  readonly hasFont?: ((family: string) => boolean) | undefined;
}

export interface CheckedDocument {
  /** The serialised tree that was checked: a whole document, in the mode that its doctype asks for. */
  readonly html: string;
  /** The images to be fetched, each once, in document order. */
  readonly images: RemoteImage[];
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
}

/**
 * The whole policy is in `docs/document-policy.md`.
 *
 * @throws ServiceError `document_too_complex` beyond a limit. What is not allowed is taken out, and in the reports.
 */
export function checkDocument(parts: DocumentParts): CheckedDocument {
  const { html, css = '' } = parts;
  const sources = { html, css };
  const check = (located: boolean): NormalForm => checkParts(parts, located);
  const { images, title, language, findings, ...checked } = explained(sources, check);
  return {
    html: checked.html,
    images: remoteImages(images, sources, () => check(true).images),
    changesPage: checked.changesPage,
    reports: new Reports(findings, sources, () => check(true).findings),
    ...(checked.fonts && { fonts: checked.fonts }),
    ...(tidy(title) && { title: tidy(title) }),
    ...(language?.trim() && { language: language.trim() }),
  };
}

function checkParts(
  { html, css = '', page = {}, hasFont = isBuiltInFamily }: DocumentParts,
  located: boolean,
): NormalForm {
  const pageProperties = propertiesOf(page);
  const findings = new Findings('d');
  const sheet = checkedSheet(textOf(css), { pageProperties, findings, hasFont });
  const sheets = [sheet.css, pageRule(page)].filter((text) => text !== '');
  const checked = normalForm(textOf(html), {
    extent: 'document',
    field: 'html',
    located,
    pageProperties,
    css: textOf(css),
    findings,
    hasFont,
    complete: (document) => appendSheets(document, sheets),
  });
  return { ...checked, changesPage: checked.changesPage || sheet.changesPage };
}

function checkedSheet(
  css: string,
  {
    pageProperties,
    findings,
    hasFont,
  }: { pageProperties: readonly PageProperty[]; findings: Findings; hasFont: (family: string) => boolean },
): Pick<NormalForm, 'changesPage'> & { css: string } {
  const scan = scanCss(css, { issue: findings.issue, hasFont });
  if (scan.fault) throw cssViolation(scan.fault, { name: 'CSS', span: { field: 'css', ...scan.fault } });
  findings.addCss(scan, (name, { start, end }) => cssSubject(name, 'CSS', { field: 'css', start, end }));
  const changesPage = [...scan.atRules].some(atRuleMayChangePage);
  return { css: withoutPageDeclarations(scan.css, pageProperties), changesPage };
}

const propertiesOf = (page: PageRule): PageProperty[] =>
  (['size', 'margin'] as const).filter((property) => page[property] !== undefined);

function pageRule(page: PageRule): string {
  const declarations = propertiesOf(page).map((property) => `${property}: ${page[property]}`);
  return declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
}

/**
 * At the end of the head: after the document's own sheets, and where no `:last-child` of the body counts them. Each is an
 * element of its own, so that a syntax error in one does not affect the next.
 */
function appendSheets(document: ParentNode, sheets: readonly string[]): void {
  const head = headOf(document);
  for (const sheet of sheets) tree.appendChild(head, styleElement(sheet));
}

function headOf(document: ParentNode): Element {
  const root = document.childNodes.find(isElement);
  const head = root?.childNodes.find(isElement);
  if (head === undefined) throw new Error('the parser gave a document without a head');
  return head;
}

/**
 * `</style` ends the element anywhere, even in comments and strings. A backslash before the slash hides it from HTML and
 * means the same in CSS. Line ends are normalised as HTML does.
 */
function styleElement(css: string): Element {
  const element = tree.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, []);
  const text = css
    .replace(/<(?=\/style)/gi, '<\\')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd');
  tree.insertText(element, text);
  return element;
}

const tidy = (title: string | undefined): string => title?.replace(/\s+/g, ' ').trim() ?? '';
