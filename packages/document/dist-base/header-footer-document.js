/**
 * Headers and footers as a document of their own, with as many pages of the same sizes as the document has. It has the
 * document's mode, style sheets, language, and attributes of `html` and `body`, so that text looks as it would in the document.
 */
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { isElement, parseHtml, serializeHtml } from './html.js';
const DOCUMENT_END = '</body></html>';
export class HeaderFooterDocument {
    head;
    /** @param document as `checkDocument` returns it. */
    constructor(document) {
        this.head = emptyCopyOf(document).slice(0, -DOCUMENT_END.length);
    }
    /** @returns the document for one page, to be measured on a screen; `HEADER_FOOTER_PARTS` selects its header and footer. */
    toMeasure(page, sides) {
        return this.with([pageElement(page, `width:${page.width}in`, { top: 0, bottom: 0, ...sides })], ['']);
    }
    /** @returns the document for pages whose size the document's sheets and the print settings decide. */
    withPages(pages, margins) {
        return this.with(pages.map((page) => pageElement(page, 'page:auto', margins)), ['']);
    }
    /** @returns the document for pages of any sizes. */
    withSizedPages(pages, margins) {
        const sizes = [...new Set(pages.map(sizeOf))];
        const name = (page) => `toolpress-${sizes.indexOf(sizeOf(page))}`;
        return this.with(pages.map((page) => pageElement(page, `page:${name(page)}`, margins)), sizes);
    }
    /** @param sizes of the named pages; the empty one is for all others. */
    with(pages, sizes) {
        const styles = sizes.map((size, index) => size === '' ? pageStyle('', '') : pageStyle(`toolpress-${index}`, size));
        return `${this.head}<style>${styles.join('\n')}</style>${pages.join('')}${DOCUMENT_END}`;
    }
}
/** Selects, page by page, the header and the footer where present. */
export const HEADER_FOOTER_PARTS = 'toolpress-part';
const sizeOf = ({ width, height }) => `${width}in ${height}in`;
function pageElement(page, style, margins) {
    const { height, header, footer } = page;
    const { top, right, bottom, left } = margins;
    const sides = `padding:0 ${right}in 0 ${left}in`;
    const parts = [
        header === undefined ? '' : partElement(header, `top:0;height:${top}in;${sides}`),
        footer === undefined ? '' : partElement(footer, `top:${height - bottom}in;height:${bottom}in;${sides}`),
    ];
    // A little less than the page, so that rounding begins no other one. Anything wider than a page would shrink them all.
    return `<toolpress-page style="${important(`${style};height:calc(${height}in - 1px)`)}">${parts.join('')}</toolpress-page>`;
}
const partElement = (html, place) => `<toolpress-margin style="${important(place)}"><toolpress-part>${html}</toolpress-part></toolpress-margin>`;
const important = (declarations) => `${declarations.replaceAll(';', '!important;')}!important`;
/** The document without its content. */
function emptyCopyOf(document) {
    const original = parseHtml(document, 'document');
    const copy = parseHtml(document.slice(0, document.indexOf('<html')), 'document');
    for (const name of ['html', 'body']) {
        const [from] = elementsNamed(original, name);
        const [to] = elementsNamed(copy, name);
        if (from && to)
            tree.adoptAttributes(to, from.attrs);
    }
    const [head] = elementsNamed(copy, 'head');
    if (head === undefined)
        throw new Error('the parser gave a document without a head');
    const own = tree.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, []);
    tree.insertText(own, HEADER_FOOTER_STYLE);
    for (const style of [own, ...elementsNamed(original, 'style')]) {
        tree.detachNode(style);
        tree.appendChild(head, style);
    }
    return serializeHtml(copy);
}
/**
 * An important declaration in the first layer overrides all of the document's sheets, however specific. `body` and our own
 * elements only pass inherited fonts and colours on. Margin content breaks no page. The background of a dark scheme would
 * cover the document.
 */
const HEADER_FOOTER_STYLE = `@layer toolpress-header-footer {
html { color-scheme: only light !important; display: block !important; position: static !important; float: none !important; margin: 0 !important;
  padding: 0 !important; border: none !important; width: auto !important; min-width: 0 !important; max-width: none !important;
  height: auto !important; min-height: 0 !important; max-height: none !important; columns: auto !important;
  overflow: visible !important; background: none !important; transform: none !important; filter: none !important;
  zoom: 1 !important; }
html, body { writing-mode: horizontal-tb !important; }
body { display: contents !important; background: none !important; zoom: 1 !important; }
toolpress-page, toolpress-margin, toolpress-part { all: unset !important; }
toolpress-page { display: block !important; position: relative !important; overflow: clip !important; break-after: page !important; }
toolpress-page:last-child { break-after: auto !important; }
toolpress-margin { position: absolute !important; left: 0 !important; width: 100% !important; box-sizing: border-box !important; overflow: clip !important;
  display: flex !important; flex-direction: column !important; justify-content: center !important; }
toolpress-part { display: flow-root !important; flex: none !important; }
toolpress-part * { break-before: auto !important; break-after: auto !important; break-inside: avoid !important; page: auto !important; }
}`;
const MARGIN_BOXES = [
    ...['top-left-corner', 'top-left', 'top-center', 'top-right', 'top-right-corner', 'right-top', 'right-middle'],
    ...['right-bottom', 'bottom-right-corner', 'bottom-right', 'bottom-center', 'bottom-left', 'bottom-left-corner'],
    ...['left-bottom', 'left-middle', 'left-top'],
];
/**
 * A page without margins and margin boxes, which are printed with the document already. Without a size, the document's own
 * rules decide it.
 */
const pageStyle = (name, size) => `@page ${name} { ${size && `size: ${size} !important; `}margin: 0 !important; ${MARGIN_BOXES.map((box) => `@${box} { content: none !important }`).join(' ')} }`;
/** The elements of a name in document order, SVG included. Trees of checked documents are not deep. */
function elementsNamed(node, name) {
    return node.childNodes
        .filter(isElement)
        .flatMap((child) => [...(child.tagName === name ? [child] : []), ...elementsNamed(child, name)]);
}
//# sourceMappingURL=header-footer-document.js.map