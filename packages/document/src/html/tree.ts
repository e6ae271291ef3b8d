/** The parser's tree, by the names that the policy uses. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, type Token } from 'parse5';

export type Attribute = Token.Attribute;
export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;
export type TextNode = DefaultTreeAdapterTypes.TextNode;

export const isElement = (node: ChildNode): node is Element => 'tagName' in node;
export const isText = (node: ChildNode): node is TextNode => node.nodeName === '#text';

export const isHtml = (element: Element): boolean => element.namespaceURI === names.NS.HTML;
export const isSvg = (element: Element): boolean => element.namespaceURI === names.NS.SVG;

/** @param name of an attribute without a namespace. */
export function attribute(element: Element, name: string): Attribute | undefined {
  return element.attrs.find((attr) => attr.name === name && attr.namespace === undefined);
}

/** As it is written: `xlink:href`. */
export const writtenName = ({ prefix, name }: Attribute): string => (prefix ? `${prefix}:${name}` : name);

export function removeAttributes(element: Element, ...gone: string[]): void {
  element.attrs = element.attrs.filter(({ name, namespace }) => namespace !== undefined || !gone.includes(name));
}

export function setAttribute(element: Element, name: string, value: string): void {
  const present = attribute(element, name);
  if (present) present.value = value;
  else element.attrs.push({ name, value });
}

/** The text that stands in the element itself, not in elements inside it: what a browser takes for a sheet. */
export function ownText(element: Element): string {
  let text = '';
  for (const child of element.childNodes) if (isText(child)) text += child.value;
  return text;
}

/** Puts one text in the place of all that is in the element. */
export function replaceText(element: Element, text: string): void {
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, text);
}
