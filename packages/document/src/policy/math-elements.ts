/** Changes elements of MathML. */
import { attribute, type Element, setAttribute, type TextNode } from '../html.js';

/** Adds declarations, which the author's own ones override. */
export function addStyle(element: Element, style: string): void {
  if (style === '') return;
  const other = attribute(element, 'style')?.value ?? '';
  setAttribute(element, 'style', other === '' ? style : `${style}; ${other}`);
}

export function renamed(element: Element, tagName: string): void {
  element.tagName = tagName;
  element.nodeName = tagName;
}

/** Returns the value of an attribute, trimmed and in lower case; empty without one. */
export const writtenIn = (element: Element, name: string): string =>
  attribute(element, name)?.value.trim().toLowerCase() ?? '';

export const textNode = (value: string, parentNode: Element): TextNode => ({ nodeName: '#text', value, parentNode });
