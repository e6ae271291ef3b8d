/**
 * Checks a document against the content policy and puts it together for printing.
 *
 * What is printed is the serialised tree of a real parser, never the raw text: whatever is checked about a document is
 * then true of what the browser gets.
 */
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { faultIn } from './css/forbidden.js';
import { type PageProperty, withoutPageDeclarations } from './css/page-rules.js';
import { type Element, isElement, type ParentNode } from './html.js';
import { explained, type RemoteImage, remoteImages, type SourceText, textOf } from './policy/explain.js';
import type { FontFallback } from './policy/font-fallback.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { atRuleMayChangePage } from './policy/page-state.js';
import { cssViolation } from './policy/violation.js';

/** What the request says about pages. It wins over the document's own `@page`. */
export interface PageRule {
  /** As CSS says it, such as `4.1in 5.8in`. */
  readonly size?: string;
  /** CSS's shorthand of one to four lengths. */
  readonly margin?: string;
}

export interface DocumentParts {
  /** A whole document or any part of one. */
  readonly html: SourceText;
  readonly css?: SourceText;
  /**
   * What is given here is taken out of the caller's own `@page` rules, `:first` and `!important` ones included, and
   * stands in a rule of its own after them. It is the service's own text, and not checked.
   */
  readonly page?: PageRule;
}

export interface CheckedDocument {
  /** The serialised tree that was checked: a whole document in standards mode, to be printed as it is. */
  readonly html: string;
  /** The images to be fetched, each once, in the order in which they first stand in the document. */
  readonly images: RemoteImage[];
  /** Of the first `title`, blanks tidied. */
  readonly title?: string;
  /** `lang` of the `html` element. */
  readonly language?: string;
  /**
   * Whether the page of the browser that shows it may look different to the documents after it: it has to be wiped. All others
   * are known to end when the next one takes their place.
   */
  readonly changesPage: boolean;
  /** Whom it can share a process of the browser with; absent: everybody. */
  readonly fonts?: FontFallback;
}

/**
 * The whole policy is in `docs/document-policy.md`.
 *
 * @throws ServiceError `content_forbidden` for what documents may not hold, `document_too_complex` for what is beyond the
 *   limits. The message names the element, the attribute, and line and column in the text that was sent.
 */
export function checkDocument(parts: DocumentParts): CheckedDocument {
  const { html, css = '' } = parts;
  const sources = { html, css };
  const check = (located: boolean): NormalForm => checkParts(parts, located);
  const { images, title, language, ...checked } = explained(sources, check);
  return {
    html: checked.html,
    images: remoteImages(images, sources, () => check(true).images),
    changesPage: checked.changesPage,
    ...(checked.fonts && { fonts: checked.fonts }),
    ...(tidy(title) && { title: tidy(title) }),
    ...(language?.trim() && { language: language.trim() }),
  };
}

function checkParts({ html, css = '', page = {} }: DocumentParts, located: boolean): NormalForm {
  const pageProperties = propertiesOf(page);
  const sheet = checkedSheet(textOf(css), pageProperties);
  const sheets = [sheet.css, pageRule(page)].filter((text) => text !== '');
  const checked = normalForm(textOf(html), {
    extent: 'document',
    field: 'html',
    located,
    pageProperties,
    css: textOf(css),
    complete: (document) => appendSheets(document, sheets),
  });
  return { ...checked, changesPage: checked.changesPage || sheet.changesPage };
}

function checkedSheet(
  css: string,
  pageProperties: readonly PageProperty[],
): Pick<NormalForm, 'changesPage'> & { css: string } {
  let changesPage = false;
  const onAtRule = (name: string): void => {
    changesPage ||= atRuleMayChangePage(name);
  };
  const fault = faultIn(css, { fragments: false, onAtRule });
  if (fault) throw cssViolation(fault, { name: 'CSS', span: { field: 'css', start: fault.start, end: fault.end } });
  return { css: withoutPageDeclarations(css, pageProperties), changesPage };
}

const propertiesOf = ({ size, margin }: PageRule): PageProperty[] => [
  ...(size === undefined ? [] : ['size' as const]),
  ...(margin === undefined ? [] : ['margin' as const]),
];

function pageRule({ size, margin }: PageRule): string {
  if (size === undefined && margin === undefined) return '';
  const declarations = Object.entries({ size, margin }).filter(([, value]) => value !== undefined);
  return `@page { ${declarations.map(([property, value]) => `${property}: ${value}`).join('; ')} }`;
}

/**
 * At the end of the head: after the document's own sheets there, and without an element in the body that `:last-child`
 * would count. Each is an element of its own, so that what is broken in one does not touch the next.
 */
function appendSheets(document: ParentNode, sheets: readonly string[]): void {
  const head = headOf(document);
  for (const sheet of sheets) tree.appendChild(head, styleElement(sheet));
}

/** HTML's rules make a head for every document, whatever was sent. */
function headOf(document: ParentNode): Element {
  const root = document.childNodes.find(isElement);
  const head = root?.childNodes.find(isElement);
  if (head === undefined) throw new Error('the parser gave a document without a head');
  return head;
}

/**
 * `</style` ends the element wherever it stands, in comments and strings of the CSS too. A backslash before the slash
 * hides it from HTML and means the same to CSS. Line ends become what HTML makes of them.
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
