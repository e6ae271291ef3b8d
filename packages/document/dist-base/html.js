/** Parses HTML into a tree of limited size, and serialises it. */
import { ServiceError } from '@toolpress/contract';
import { defaultTreeAdapter, html as names, parse, parseFragment, serialize, } from 'parse5';
/** Elements and texts. A table of 10,000 rows and ten columns has some 320,000. */
export const MAX_NODES = 400_000;
export const MAX_ATTRIBUTES = 1_000_000;
/** What makes a parser choose the same mode again; a document's own doctype may have said it in other words. */
const DOCTYPES = {
    [names.DOCUMENT_MODE.NO_QUIRKS]: '<!DOCTYPE html>',
    [names.DOCUMENT_MODE.LIMITED_QUIRKS]: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">',
    [names.DOCUMENT_MODE.QUIRKS]: '',
};
/**
 * Parses as the printing browser does: in the mode that the doctype asks for, with `noscript` as markup. A part is parsed in
 * standards mode. Serialised again, it is the same in quirks mode: only a `table` that an open `p` contains is different
 * there, and such a `p` is closed before it.
 *
 * @param html without a byte order mark, which would count as text.
 * @param located whether nodes carry their source locations, which doubles the time.
 * @throws ServiceError `document_too_complex` as soon as a limit is passed.
 */
export function parseHtml(html, extent, located = false) {
    const options = {
        scriptingEnabled: false,
        sourceCodeLocationInfo: located,
        treeAdapter: boundedTreeAdapter(),
    };
    if (extent === 'document')
        return parse(html, options);
    const context = defaultTreeAdapter.createElement(names.TAG_NAMES.DIV, names.NS.HTML, []);
    return parseFragment(context, html, options);
}
/** A document has the doctype of its mode. */
export function serializeHtml(tree) {
    const html = serialize(tree, { scriptingEnabled: false });
    return 'mode' in tree ? `${DOCTYPES[tree.mode]}${html}` : html;
}
/** parse5's own tree, limited in size, without comments and doctypes. */
function boundedTreeAdapter() {
    let nodes = 0;
    let attributes = 0;
    const countNode = () => {
        nodes += 1;
        if (nodes > MAX_NODES)
            throw tooMany('elements and texts', MAX_NODES);
    };
    return {
        ...defaultTreeAdapter,
        setDocumentType: () => undefined,
        createElement: (tagName, namespace, attrs) => {
            countNode();
            attributes += attrs.length;
            if (attributes > MAX_ATTRIBUTES)
                throw tooMany('attributes', MAX_ATTRIBUTES);
            return defaultTreeAdapter.createElement(tagName, namespace, attrs);
        },
        appendChild: (parent, node) => {
            if (node.nodeName !== '#comment')
                defaultTreeAdapter.appendChild(parent, node);
        },
        insertText: (parent, text) => {
            const last = parent.childNodes.at(-1);
            if (last?.nodeName !== '#text')
                countNode();
            defaultTreeAdapter.insertText(parent, last === undefined && losesLineFeed(parent, text) ? `\n${text}` : text);
        },
        insertTextBefore: (parent, text, reference) => {
            countNode();
            defaultTreeAdapter.insertTextBefore(parent, text, reference);
        },
    };
}
const DROP_LINE_FEED = new Set(['pre', 'textarea', 'listing']);
/** Parsers drop a line feed right after these tags, so that one in the tree has to be written twice. */
const losesLineFeed = (parent, text) => text.startsWith('\n') && DROP_LINE_FEED.has(parent.nodeName) && 'attrs' in parent && isHtml(parent);
const tooMany = (what, limit) => new ServiceError('document_too_complex', `The document has more than ${limit} ${what}; make it smaller.`);
export const isElement = (node) => 'tagName' in node;
export const isText = (node) => node.nodeName === '#text';
export const isHtml = (element) => element.namespaceURI === names.NS.HTML;
export const isSvg = (element) => element.namespaceURI === names.NS.SVG;
/** @param name of an attribute without a namespace. */
export function attribute(element, name) {
    return element.attrs.find((attr) => attr.name === name && attr.namespace === undefined);
}
/** With its prefix: `xlink:href`. */
export const writtenName = ({ prefix, name }) => (prefix ? `${prefix}:${name}` : name);
export function removeAttributes(element, ...gone) {
    element.attrs = element.attrs.filter(({ name, namespace }) => namespace !== undefined || !gone.includes(name));
}
export function setAttribute(element, name, value) {
    const present = attribute(element, name);
    if (present)
        present.value = value;
    else
        element.attrs.push({ name, value });
}
/** The text of the element itself, without its child elements: what a browser reads as a sheet. */
export function ownText(element) {
    let text = '';
    for (const child of element.childNodes)
        if (isText(child))
            text += child.value;
    return text;
}
/** Replaces the content of the element by one text. */
export function replaceText(element, text) {
    element.childNodes = [];
    defaultTreeAdapter.insertText(element, text);
}
/**
 * @param media a list of media queries; for all media unless given.
 * @returns a `style` element. `</style` ends the element anywhere, even in comments and strings: a backslash before the slash hides
 *   it from HTML and means the same in CSS. Line ends are normalised as HTML does.
 */
export function styleElement(css, media = '') {
    const attrs = media === '' ? [] : [{ name: 'media', value: media }];
    const element = defaultTreeAdapter.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, attrs);
    const text = css
        .replace(/<(?=\/style)/gi, '<\\')
        .replace(/\r\n?/g, '\n')
        .replaceAll('\0', '\ufffd');
    defaultTreeAdapter.insertText(element, text);
    return element;
}
//# sourceMappingURL=html.js.map