/**
 * Builds a document of headers, footers and watermarks with the same pages as the main document. It has the main document's mode,
 * style sheets, language, and attributes of `html` and `body`, so that text looks the same.
 */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { PageRules } from './css/page-rules.js';
import { type MeasuredPart, proofOf } from './height-proof.js';
import { type Element, isElement, ownText, type ParentNode, parseHtml, replaceText, serializeHtml } from './html.js';
import { type HeaderFooterPage, pageElement } from './page-elements.js';

const DOCUMENT_END = '</body></html>';
const STYLE_END = '</style>';

export class HeaderFooterDocument {
  /** All before the first page: its style sheets, and the start tag of the body. */
  readonly head: string;
  /** Whether its style sheets use counters, so that a second print may differ. */
  readonly hasCounters: boolean;
  private knownDigest: string | undefined;

  /** @param document the HTML returned by `checkDocument`. */
  constructor(document: string) {
    this.head = emptyCopyOf(document).slice(0, -DOCUMENT_END.length);
    this.hasCounters = /counter/i.test(this.head);
  }

  /** A digest of all before the first page: what parts depend on beside their own HTML. */
  get digest(): string {
    this.knownDigest ??= createHash('sha256').update(this.head).digest('base64');
    return this.knownDigest;
  }

  /** The style sheets of the document, as elements. */
  get styles(): string {
    return this.head.slice(this.head.indexOf(STYLE_END) + STYLE_END.length); // ours is the first one
  }

  /**
   * Returns the document for measuring on a screen. Only widths and side margins count; `HEADER_FOOTER_PARTS` selects its headers and
   * footers.
   */
  toMeasure(pages: readonly HeaderFooterPage[]): string {
    return this.with(pages.map((page) => pageElement(page, `width:${page.width}in`)));
  }

  /**
   * Returns the document for pages with the size of the style sheets and print settings.
   *
   * @param proved the heights that the last page proves, see `provedHeights`.
   */
  withPages(pages: readonly HeaderFooterPage[], proved: readonly MeasuredPart[] = []): string {
    return this.with(pageElements(pages, () => 'page:auto', proved));
  }

  /** Returns the document for pages of different sizes. */
  withSizedPages(pages: readonly HeaderFooterPage[], proved: readonly MeasuredPart[] = []): string {
    const sizes = [...new Set(pages.map(sizeOf))];
    const nameOf = (size: string): string => `toolpress-${sizes.indexOf(size)}`;
    return this.with(
      pageElements(pages, (page) => `page:${nameOf(sizeOf(page))}`, proved),
      sizes.map((size) => `@page ${nameOf(size)} { size: ${size} !important }`).join('\n'),
    );
  }

  private with(pages: readonly string[], named = ''): string {
    return `${this.head}<style>@page { margin: 0 } ${named}</style>${pages.join('')}${DOCUMENT_END}`;
  }
}

/**
 * Returns a page without content, with the document's own margins, except those of rules with a selector.
 *
 * @param document the HTML returned by `checkDocument`.
 * @param keptAs the prefix for the document's margins, see `PageRule.keepMarginsAs`.
 * @param boxes the margin boxes.
 */
export const ownMarginsDocument = (document: string, keptAs: string, boxes: string): string =>
  `${emptyCopyOf(document.replaceAll(keptAs, KEPT)).replaceAll(KEPT, '').slice(0, -DOCUMENT_END.length)}<style>@page { ${boxes} }</style>${DOCUMENT_END}`;

/** The prefix of the document's margins, the same for all documents, so that equal heads are known again. */
const KEPT = '-toolpress-kept-';

/** Selects the headers and footers, page by page. */
export const HEADER_FOOTER_PARTS = 'toolpress-part';

/** Returns the elements of pages. The proof is behind all parts, so that it changes no counters of theirs. */
const pageElements = (
  pages: readonly HeaderFooterPage[],
  styleOf: (page: HeaderFooterPage) => string,
  proved: readonly MeasuredPart[],
): string[] =>
  pages.map((page, index) => pageElement(page, styleOf(page), index === pages.length - 1 ? proofOf(proved) : ''));

const sizeOf = ({ width, height }: HeaderFooterPage): string => `${width}in ${height}in`;

/**
 * The pages have no margins, so that their content fits without a page break. Margin boxes, borders and backgrounds are printed with
 * the document, which a background over it would hide.
 */
const PAGE_RULES = new PageRules({
  properties: ['margin', 'padding', 'border', 'outline', 'background', 'height', 'min-height', 'max-height'],
  everywhere: true,
  edges: ['top', 'right', 'bottom', 'left'],
});

/** The end of the head of a checked document, and the start tag of its body. */
const BODY = /<\/head>\s*<body(?: [^\s=<>]+="[^"<]*")*>/g;

/** A value of an attribute, a style sheet, and what of a head has no influence on a copy but may differ between documents of a template. */
const IN_HEAD = /("[^"]*"|<style\b(?:[^<]|<(?!\/style>))*)|<title>[^<]*<\/title>|<meta\b(?: [^\s=<>]+="[^"]*")*>/g;

/** Returns a document with the same `style` elements, and without its title, and its body if no `style` is in that. */
function withoutContent(document: string): string {
  const [first, second] = document.matchAll(BODY);
  if (first === undefined || second !== undefined) return document;
  const end = first.index + first[0].length;
  if (document.indexOf('<style', end) >= 0) return document;
  const head = document.slice(0, first.index).replace(IN_HEAD, (_, kept: string | undefined) => kept ?? '');
  return `${head}${first[0]}${DOCUMENT_END}`;
}

/** Empty copies by documents without their content. Documents of one template have the same. */
const copies = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (copy, document) => copy.length + document.length,
});

/** The document without its content. */
function emptyCopyOf(document: string): string {
  const original = withoutContent(document);
  const copy = copies.get(original) ?? parsedCopyOf(original);
  copies.set(original, copy);
  return copy;
}

function parsedCopyOf(document: string): string {
  const original = parseHtml(document, 'document');
  const copy = parseHtml(document.slice(0, document.indexOf('<html')), 'document');
  for (const name of ['html', 'body'] as const) {
    const [from] = elementsNamed(original, name);
    const [to] = elementsNamed(copy, name);
    if (from && to) tree.adoptAttributes(to, from.attrs);
  }
  const [head] = elementsNamed(copy, 'head');
  if (head === undefined) throw new Error('the parser returned a document without a head');
  const own = tree.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, []);
  tree.insertText(own, HEADER_FOOTER_STYLE);
  for (const style of [own, ...elementsNamed(original, 'style')]) {
    tree.appendChild(head, style); // the original is not read again
    replaceText(style, PAGE_RULES.edit(ownText(style)));
  }
  return serializeHtml(copy);
}

/**
 * An important declaration in the first layer overrides all style sheets of the document. `body` and our own elements only pass on
 * inherited fonts and colours. Generated content and backgrounds are printed with the document, and would cover it here. Margin
 * content does not break pages.
 */
const HEADER_FOOTER_STYLE = `@layer toolpress-header-footer {
html { color-scheme: only light !important; display: block !important; position: static !important; float: none !important; margin: 0 !important;
  padding: 0 !important; border: none !important; width: auto !important; min-width: 0 !important; max-width: none !important;
  height: auto !important; min-height: 0 !important; max-height: none !important; columns: auto !important;
  overflow: visible !important; background: none !important; transform: none !important; filter: none !important;
  zoom: 1 !important; }
html, body { writing-mode: horizontal-tb !important; }
body { display: contents !important; background: none !important; zoom: 1 !important; }
:is(html, body, toolpress-page, toolpress-margin, toolpress-part)::before, :is(html, body, toolpress-page, toolpress-margin, toolpress-part)::after {
  content: none !important; }
toolpress-page, toolpress-margin, toolpress-part { all: unset !important; }
toolpress-page { display: block !important; position: relative !important; overflow: clip !important; break-after: page !important; }
toolpress-page:last-child { break-after: auto !important; }
toolpress-margin { position: absolute !important; left: 0 !important; width: 100% !important; box-sizing: border-box !important; overflow: clip !important;
  display: flex !important; flex-direction: column !important; justify-content: center !important; }
toolpress-part { display: flow-root !important; flex: none !important; }
toolpress-part * { break-before: auto !important; break-after: auto !important; break-inside: avoid !important; page: auto !important; }
}`;

/** The elements of a name in document order, SVG included. Trees of checked documents are not deep. */
function elementsNamed(node: ParentNode, name: string, found: Element[] = []): Element[] {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue;
    if (child.tagName === name) found.push(child);
    elementsNamed(child, name, found);
  }
  return found;
}
