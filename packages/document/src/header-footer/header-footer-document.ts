/**
 * Headers and footers as a document of their own: as many pages as the document has, of the same sizes, with nothing in
 * them but what stands in the margins. It has the document's style sheets, language, and attributes of `html` and `body`,
 * so that text looks in a header as it would in the document.
 */
import { html as names, parse, serialize, defaultTreeAdapter as tree } from 'parse5';
import { elementsNamed } from './elements.js';
import { HEADER_FOOTER_STYLE, pageStyle } from './header-footer-style.js';
import type { HeaderFooterPage, Margins } from './measures.js';

const PARSER = { scriptingEnabled: false } as const;
const DOCUMENT_END = '</body></html>';

export class HeaderFooterDocument {
  private readonly head: string;

  /** @param document as `checkDocument` returns it. */
  constructor(document: string) {
    this.head = emptyCopyOf(document).slice(0, -DOCUMENT_END.length);
  }

  /** @returns the document for one page, to be measured on a screen; `HEADER_FOOTER_PARTS` finds its header and footer. */
  toMeasure(page: HeaderFooterPage, sides: Pick<Margins, 'left' | 'right'>): string {
    return this.with([pageElement(page, `width:${page.width}in`, { top: 0, bottom: 0, ...sides })], ['']);
  }

  /** @returns the document for pages of the size that the document's own sheets and the printing give them. */
  withPages(pages: readonly HeaderFooterPage[], margins: Margins): string {
    return this.with(
      pages.map((page) => pageElement(page, 'page:auto', margins)),
      [''],
    );
  }

  /** @returns the document for pages of whatever sizes. */
  withSizedPages(pages: readonly HeaderFooterPage[], margins: Margins): string {
    const sizes = [...new Set(pages.map(sizeOf))];
    const name = (page: HeaderFooterPage): string => `toolpress-${sizes.indexOf(sizeOf(page))}`;
    return this.with(
      pages.map((page) => pageElement(page, `page:${name(page)}`, margins)),
      sizes,
    );
  }

  /** @param sizes of the named pages; the empty one is that of all others. */
  private with(pages: readonly string[], sizes: readonly string[]): string {
    const styles = sizes.map((size, index) =>
      size === '' ? pageStyle('', '') : pageStyle(`toolpress-${index}`, size),
    );
    return `${this.head}<style>${styles.join('\n')}</style>${pages.join('')}${DOCUMENT_END}`;
  }
}

/** Selects, page by page, the header if there is one and the footer if there is one. */
export const HEADER_FOOTER_PARTS = 'toolpress-part';

const sizeOf = ({ width, height }: HeaderFooterPage): string => `${width}in ${height}in`;

function pageElement(page: HeaderFooterPage, style: string, margins: Margins): string {
  const { height, header, footer } = page;
  const { top, right, bottom, left } = margins;
  const sides = `padding:0 ${right}in 0 ${left}in`;
  const parts = [
    header === undefined ? '' : partElement(header, `top:0;height:${top}in;${sides}`),
    footer === undefined ? '' : partElement(footer, `top:${height - bottom}in;height:${bottom}in;${sides}`),
  ];
  // A little lower than the page, lest rounding begins another one. What is wider than a page would shrink them all.
  return `<toolpress-page style="${important(`${style};height:calc(${height}in - 1px)`)}">${parts.join('')}</toolpress-page>`;
}

const partElement = (html: string, place: string): string =>
  `<toolpress-margin style="${important(place)}"><toolpress-part>${html}</toolpress-part></toolpress-margin>`;

const important = (declarations: string): string => `${declarations.replaceAll(';', '!important;')}!important`;

/** The document without its content. */
function emptyCopyOf(document: string): string {
  const original = parse(document, PARSER);
  const copy = parse('<!DOCTYPE html>', PARSER);
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
  }
  return serialize(copy, PARSER);
}
