/**
 * Headers, footers and watermarks as a document of their own, with as many pages of the same sizes as the document has. It has the
 * document's mode, style sheets, language, and attributes of `html` and `body`, so that text looks as it would in the document.
 */
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { PageRules } from './css/page-rules.js';
import { type Element, isElement, ownText, type ParentNode, parseHtml, replaceText, serializeHtml } from './html.js';

const DOCUMENT_END = '</body></html>';

export class HeaderFooterDocument {
  private readonly head: string;
  /** Whether its sheets count, so that what is printed once more may be another. */
  readonly hasCounters: boolean;

  /** @param document as `checkDocument` returns it. */
  constructor(document: string) {
    this.head = emptyCopyOf(document).slice(0, -DOCUMENT_END.length);
    this.hasCounters = /counter/i.test(this.head);
  }

  /**
   * @returns the document to be measured on a screen, of which only widths and the margins at the sides count;
   *   `HEADER_FOOTER_PARTS` selects its headers and footers.
   */
  toMeasure(pages: readonly HeaderFooterPage[]): string {
    return this.with(pages.map((page) => pageElement(page, `width:${page.width}in`)));
  }

  /** @returns the document for pages whose size the document's sheets and the print settings decide. */
  withPages(pages: readonly HeaderFooterPage[]): string {
    return this.with(pages.map((page) => pageElement(page, 'page:auto')));
  }

  /** @returns the document for pages of any sizes. */
  withSizedPages(pages: readonly HeaderFooterPage[]): string {
    const sizes = [...new Set(pages.map(sizeOf))];
    const nameOf = (size: string): string => `toolpress-${sizes.indexOf(size)}`;
    return this.with(
      pages.map((page) => pageElement(page, `page:${nameOf(sizeOf(page))}`)),
      sizes.map((size) => `@page ${nameOf(size)} { size: ${size} !important }`).join('\n'),
    );
  }

  private with(pages: readonly string[], named = ''): string {
    return `${this.head}<style>@page { margin: 0 } ${named}</style>${pages.join('')}${DOCUMENT_END}`;
  }
}

/**
 * @param document as `checkDocument` returns it.
 * @param keptAs what begins the names of its own margins, see `PageRule.keepMarginsAs`.
 * @param boxes for the margins.
 * @returns a page without content that has these margins, and those of no rule with a selector.
 */
export const ownMarginsDocument = (document: string, keptAs: string, boxes: string): string =>
  `${emptyCopyOf(document).replaceAll(keptAs, '').slice(0, -DOCUMENT_END.length)}<style>@page { ${boxes} }</style>${DOCUMENT_END}`;

/** Selects, page by page, the header and the footer where present. */
export const HEADER_FOOTER_PARTS = 'toolpress-part';

const sizeOf = ({ width, height }: HeaderFooterPage): string => `${width}in ${height}in`;

function pageElement(one: HeaderFooterPage, style: string): string {
  const { height, header, footer, watermark, margins, numbers } = one;
  const { top, right, bottom, left } = margins;
  const sides = `padding:0 ${right}in 0 ${left}in`;
  const parts = [
    header === undefined ? '' : partElement(header, `top:0;height:${top}in;${sides}`),
    footer === undefined ? '' : partElement(footer, `top:${height - bottom}in;height:${bottom}in;${sides}`),
    watermark === undefined ? '' : partElement(watermark, `top:0;height:${height}in;align-items:center`),
  ];
  const counters = numbers ? `;counter-set:page ${numbers.page} pages ${numbers.pages}` : '';
  // A little less than the page, so that rounding begins no other one. Anything wider than a page would shrink them all.
  return `<toolpress-page style="${important(`${style}${counters};height:calc(${height}in - 1px)`)}">${parts.join('')}</toolpress-page>`;
}

const partElement = (html: string, place: string): string =>
  `<toolpress-margin style="${important(place)}"><toolpress-part>${html}</toolpress-part></toolpress-margin>`;

const important = (declarations: string): string => `${declarations.replaceAll(';', '!important;')}!important`;

/**
 * The pages have no margins, and nothing else that would leave less than the whole page: what is on it would break in two. Margin
 * boxes, borders and backgrounds are printed with the document already, which a background over it would hide.
 */
const PAGE_RULES = new PageRules({
  properties: ['margin', 'padding', 'border', 'outline', 'background', 'height', 'min-height', 'max-height'],
  everywhere: true,
  edges: ['top', 'right', 'bottom', 'left'],
});

/** The document without its content. */
function emptyCopyOf(document: string): string {
  const original = parseHtml(document, 'document');
  const copy = parseHtml(document.slice(0, document.indexOf('<html')), 'document');
  for (const name of ['html', 'body'] as const) {
    const [from] = elementsNamed(original, name);
    const [to] = elementsNamed(copy, name);
    if (from && to) tree.adoptAttributes(to, from.attrs);
  }
  const [head] = elementsNamed(copy, 'head');
  if (head === undefined) throw new Error('the parser gave a document without a head');
  const own = tree.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, []);
  tree.insertText(own, HEADER_FOOTER_STYLE);
  for (const style of [own, ...elementsNamed(original, 'style')]) {
    tree.detachNode(style);
    tree.appendChild(head, style);
    replaceText(style, PAGE_RULES.edit(ownText(style)));
  }
  return serializeHtml(copy);
}

/** Inches. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** One printed page, the content of its margins, and of its middle: checked HTML, with page numbers. */
export interface HeaderFooterPage {
  /** Inches. */
  readonly width: number;
  /** Inches. */
  readonly height: number;
  readonly margins: Margins;
  /** What `counter(page)` and `counter(pages)` are in its parts. */
  readonly numbers?: { readonly page: number; readonly pages: number } | undefined;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  readonly watermark?: string | undefined;
}

/**
 * An important declaration in the first layer overrides all of the document's sheets, however specific. `body` and our own
 * elements only pass inherited fonts and colours on; what sheets put before or after them is printed with the document, and
 * would cover it, as the background of a dark scheme would. Margin content breaks no page.
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
function elementsNamed(node: ParentNode, name: string): Element[] {
  return node.childNodes
    .filter(isElement)
    .flatMap((child) => [...(child.tagName === name ? [child] : []), ...elementsNamed(child, name)]);
}
