/** Changes elements of MathML. */
import { attribute, type Element, setAttribute, type TextNode } from '../html.js';
import type { Counts } from '../limits.js';

/** What counts the styles that are added. */
export type StyleCounts = Pick<Counts, 'add'>;

/** Adds declarations, which the author's own ones override. */
export function addStyle(element: Element, style: string, counts: StyleCounts): void {
  if (style === '') return;
  const own = attribute(element, 'style');
  if (own === undefined) counts.add('styleAttributes');
  const other = own?.value ?? '';
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
