import { type DefaultTreeAdapterTypes, type Token } from 'parse5';
/** Elements and texts. A table of 10,000 rows and ten columns has some 320,000. */
export declare const MAX_NODES = 400000;
export declare const MAX_ATTRIBUTES = 1000000;
/** A whole document, or the content of a `div`. */
export type Extent = 'document' | 'part';
/**
 * Parses as the printing browser does: in the mode that the doctype asks for, with `noscript` as markup. A part is parsed in
 * standards mode. Serialised again, it is the same in quirks mode: only a `table` that an open `p` contains is different
 * there, and such a `p` is closed before it.
 *
 * @param html without a byte order mark, which would count as text.
 * @param located whether nodes carry their source locations, which doubles the time.
 * @throws ServiceError `document_too_complex` as soon as a limit is passed.
 */
export declare function parseHtml(html: string, extent: Extent, located?: boolean): ParentNode;
/** A document has the doctype of its mode. */
export declare function serializeHtml(tree: ParentNode): string;
export type Attribute = Token.Attribute;
export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;
export type TextNode = DefaultTreeAdapterTypes.TextNode;
export declare const isElement: (node: ChildNode) => node is Element;
export declare const isText: (node: ChildNode) => node is TextNode;
export declare const isHtml: (element: Element) => boolean;
export declare const isSvg: (element: Element) => boolean;
/** @param name of an attribute without a namespace. */
export declare function attribute(element: Element, name: string): Attribute | undefined;
/** With its prefix: `xlink:href`. */
export declare const writtenName: ({ prefix, name }: Attribute) => string;
export declare function removeAttributes(element: Element, ...gone: string[]): void;
export declare function setAttribute(element: Element, name: string, value: string): void;
/** The text of the element itself, without its child elements: what a browser reads as a sheet. */
export declare function ownText(element: Element): string;
/** Replaces the content of the element by one text. */
export declare function replaceText(element: Element, text: string): void;
/**
 * @param media a list of media queries; for all media unless given.
 * @returns a `style` element. `</style` ends the element anywhere, even in comments and strings: a backslash before the slash hides
 *   it from HTML and means the same in CSS. Line ends are normalised as HTML does.
 */
export declare function styleElement(css: string, media?: string): Element;
//# sourceMappingURL=html.d.ts.map