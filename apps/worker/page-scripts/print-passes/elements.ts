/** Names and siblings of the elements that passes follow. */
import * as dom from '../shared/dom.js';

const ID = 'toolpress-pass-';
let issued = 0;

/** Returns the id of an element, or gives it one; undefined if its id leads to another element. */
export function idOf(element: Element): string | undefined {
  const own = dom.getAttribute(element, 'id') ?? '';
  if (own !== '') return own.isWellFormed() && dom.elementById(own) === element ? own : undefined;
  const id = `${ID}${++issued}`;
  dom.setAttribute(element, 'id', id);
  return id;
}
export const hasId = (element: Element): boolean => idOf(element) !== undefined;

const styleOfHtml = dom.readerOf(HTMLElement, 'style');
const styleOfSvg = dom.readerOf(SVGElement, 'style');
/** Returns the style that an element itself has, if it is one of HTML or SVG. */
export function inlineStyle(element: Element): CSSStyleDeclaration | undefined {
  if (element instanceof SVGElement) return styleOfSvg(element);
  return element instanceof HTMLElement ? styleOfHtml(element) : undefined;
}

/** Sets styles that the document does not override. */
export function setStyles(element: Element, styles: Iterable<readonly [property: string, value: string]>): void {
  const style = inlineStyle(element);
  for (const [property, value] of styles) style?.setProperty(property, value, 'important');
}

const isShown = (node: Node): boolean =>
  dom.isElement(node) ? getComputedStyle(node).display !== 'none' : dom.isText(node) && /\S/.test(node.data);

export type Way = (node: Node) => Node | null;
/** The largest number of invisible siblings to skip. */
const MOST_BESIDES = 100;

/** Returns the next visible sibling of a node in one direction. */
export function besides(node: Node, way: Way): Node | null {
  let next = way(node);
  for (let looked = 0; next !== null && looked < MOST_BESIDES; looked++, next = way(next))
    if (isShown(next)) return next;
  return next;
}
