/** Parses HTML into a tree of limited size, and serialises it. */
import { ServiceError } from '@toolpress/contract';
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  Parser,
  type ParserOptions,
  parseFragment,
  serialize,
  type Token,
} from 'parse5';
import { isXhtml, MAY_BE_XHTML, XhtmlParser } from './xhtml.js';

/** The largest number of elements and texts. A table of 10,000 rows and ten columns has about 320,000. */
export const MAX_NODES = 400_000;

export const MAX_ATTRIBUTES = 1_000_000;

/** The largest number of characters of text. Fifty pages of A0 in small print have fewer. */
export const MAX_TEXT_CHARACTERS = 5_000_000;

/** A whole document, or the content of a `div`. */
export type Extent = 'document' | 'part';

/** Doctypes for which a parser chooses the same mode again. */
const DOCTYPES: Readonly<Record<names.DOCUMENT_MODE, string>> = {
  [names.DOCUMENT_MODE.NO_QUIRKS]: '<!DOCTYPE html>',
  [names.DOCUMENT_MODE.LIMITED_QUIRKS]: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">',
  [names.DOCUMENT_MODE.QUIRKS]: '',
};

/**
 * Parses HTML like the printing browser: in the mode of the doctype, with `noscript` as markup. A part is parsed in standards mode;
 * its serialisation is the same in quirks mode, where only a `table` inside an open `p` differs, and such a `p` is closed before it.
 * In well-formed XHTML, elements may end with their start tag.
 *
 * @param html without a byte order mark, which would count as text.
 * @param located whether nodes have source locations, which doubles the time.
 * @throws ServiceError `document_too_complex` beyond a limit.
 */
export function parseHtml(html: string, extent: Extent, located = false): ParentNode {
  const options: ParserOptions<DefaultTreeAdapterMap> = {
    scriptingEnabled: false,
    sourceCodeLocationInfo: located,
    treeAdapter: boundedTreeAdapter(),
  };
  if (extent === 'document') {
    return (MAY_BE_XHTML.test(html) && isXhtml(html) ? XhtmlParser : Parser).parse(html, options);
  }
  const context = defaultTreeAdapter.createElement(names.TAG_NAMES.DIV, names.NS.HTML, []);
  return parseFragment(context, html, options);
}

/** The factor by which the estimate may exceed a limit: scripts may contain text like tags. */
const CERTAINLY = 1.2;
/** Shorter texts are not estimated. */
const SHORTEST_OF_TOO_MANY = Math.min(3 * MAX_NODES, MAX_TEXT_CHARACTERS);

/** Refuses a text with far too many elements or characters before it is parsed. @throws ServiceError `document_too_complex`. */
export function refuseFarTooLarge(html: string): void {
  if (html.length < SHORTEST_OF_TOO_MANY) return;
  let nodes = 0;
  let characters = 0;
  for (let at = html.indexOf('<'); at >= 0; ) {
    const end = html.indexOf('>', at);
    if (end < 0) break;
    const next = html.indexOf('<', end);
    const length = (next < 0 ? html.length : next) - end - 1;
    if (matchesAt(START_TAG, html, at)) nodes += length > 0 ? 2 : 1;
    if (length > 0 && !matchesAt(UNSEEN_TAG, html, at)) characters += length;
    at = next;
  }
  if (nodes > MAX_NODES * CERTAINLY) throw tooMany('elements and texts', MAX_NODES);
  if (characters > MAX_TEXT_CHARACTERS * CERTAINLY) throw tooMany('characters of text', MAX_TEXT_CHARACTERS);
}

const START_TAG = /<[a-z]/iy;
const UNSEEN_TAG = /<(?:style|script|template|title)(?![a-z])/iy;

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** A document has the doctype of its mode. */
export function serializeHtml(tree: ParentNode): string {
  const html = serialize(tree, { scriptingEnabled: false });
  return 'mode' in tree ? `${DOCTYPES[tree.mode]}${html}` : html;
}

/** parse5's own tree, limited in size, without comments and doctypes. */
function boundedTreeAdapter(): typeof defaultTreeAdapter {
  let nodes = 0;
  let attributes = 0;
  let characters = 0;
  const countNode = (): void => {
    nodes += 1;
    if (nodes > MAX_NODES) throw tooMany('elements and texts', MAX_NODES);
  };
  return {
    ...defaultTreeAdapter,
    setDocumentType: () => undefined,
    createElement: (tagName, namespace, attrs) => {
      countNode();
      attributes += attrs.length;
      if (attributes > MAX_ATTRIBUTES) throw tooMany('attributes', MAX_ATTRIBUTES);
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
    appendChild: (parent, node) => {
      if (node.nodeName !== '#comment') defaultTreeAdapter.appendChild(parent, node);
    },
    insertText: (parent, text) => {
      if (!UNSEEN.has(parent.nodeName)) characters += text.length;
      if (characters > MAX_TEXT_CHARACTERS) throw tooMany('characters of text', MAX_TEXT_CHARACTERS);
      const last = parent.childNodes.at(-1);
      if (last?.nodeName !== '#text') countNode();
      defaultTreeAdapter.insertText(parent, last === undefined && losesLineFeed(parent, text) ? `\n${text}` : text);
    },
    insertTextBefore: (parent, text, reference) => {
      countNode();
      defaultTreeAdapter.insertTextBefore(parent, text, reference);
    },
  };
}

/** Elements whose text is not laid out. */
const UNSEEN: ReadonlySet<string> = new Set(['style', 'script', 'template', 'title']);

const DROP_LINE_FEED: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing']);

/** Returns whether a line feed must be written twice: parsers drop one right after these tags. */
const losesLineFeed = (parent: ParentNode, text: string): boolean =>
  text.startsWith('\n') && DROP_LINE_FEED.has(parent.nodeName) && 'attrs' in parent && isHtml(parent);

const tooMany = (what: string, limit: number): ServiceError =>
  new ServiceError('document_too_complex', `The document has more than ${limit} ${what}; make it smaller.`);

export type Attribute = Token.Attribute;
export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;
export type TextNode = DefaultTreeAdapterTypes.TextNode;

export const isElement = (node: ChildNode): node is Element => 'tagName' in node;
export const isText = (node: ChildNode): node is TextNode => node.nodeName === '#text';

export const isHtml = (element: Element): boolean => element.namespaceURI === names.NS.HTML;
export const isSvg = (element: Element): boolean => element.namespaceURI === names.NS.SVG;
export const isMathMl = (element: Element): boolean => element.namespaceURI === names.NS.MATHML;

/** Returns the attribute of this name without a namespace; undefined if the element lacks it. */
export function attribute(element: Element, name: string): Attribute | undefined {
  return element.attrs.find((attr) => attr.name === name && attr.namespace === undefined);
}

/** Returns the name with its prefix: `xlink:href`. */
export const writtenName = ({ prefix, name }: Attribute): string => (prefix ? `${prefix}:${name}` : name);

export function removeAttributes(element: Element, ...gone: string[]): void {
  element.attrs = element.attrs.filter(({ name, namespace }) => namespace !== undefined || !gone.includes(name));
}

export function setAttribute(element: Element, name: string, value: string): void {
  const present = attribute(element, name);
  if (present) present.value = value;
  else element.attrs.push({ name, value });
}

/** The text of the element itself, without its child elements: what a browser reads as a sheet. */
export function ownText(element: Element): string {
  let text = '';
  for (const child of element.childNodes) if (isText(child)) text += child.value;
  return text;
}

/** Replaces the content of the element by one text. */
export function replaceText(element: Element, text: string): void {
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, text);
}

/**
 * Returns a `style` element. `</style` would end the element even in comments and strings: a backslash before the slash hides it from
 * HTML and means the same in CSS. Line ends are normalised as in HTML.
 *
 * @param media a list of media queries. Defaults to all media.
 */
export function styleElement(css: string, media = ''): Element {
  const attrs = media === '' ? [] : [{ name: 'media', value: media }];
  const element = defaultTreeAdapter.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, attrs);
  const text = css
    .replace(/<(?=\/style)/gi, '<\\')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd');
  defaultTreeAdapter.insertText(element, text);
  return element;
}

/** Returns whether a checked document has text that is not hidden by an attribute. */
export const hasText = (html: string): boolean => holdsText(parseHtml(html, 'document'));

/** Returns whether a tree has text that is not hidden by an attribute. */
export function holdsText({ childNodes }: ParentNode): boolean {
  return childNodes.some((node) =>
    isElement(node)
      ? !UNPRINTED.has(node.tagName) && attribute(node, 'hidden') === undefined && holdsText(node)
      : isText(node) && node.value.trim() !== '',
  );
}

/** The content of a `template`. */
export const templateContent = (template: Element): ParentNode =>
  defaultTreeAdapter.getTemplateContent(template as DefaultTreeAdapterTypes.Template);

const UNPRINTED: ReadonlySet<string> = new Set(['title', 'style', 'template']);

/** Elements whose content is not text of the document. */
export const SILENT = new Set('style title script template datalist metadata'.split(' '));
