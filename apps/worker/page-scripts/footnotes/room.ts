/**
 * Room in the flow: elements on pages of another width get that width, and space is kept free below each part of an element that continues
 * on other pages.
 */
import * as dom from '../shared/dom.js';
import { type Changes, important, make } from './elements.js';

/** The widths of pages, by name. */
export type Widths = Readonly<Record<string, number>>;

/** The largest number of elements with pages of another name. Others are as wide as the window. */
const MOST = 500;

/** An element on a page of another width than the one around. */
interface Wider {
  element: Element;
  more: number;
  margin: number;
  width: number;
  around: number;
}

function findWider(widths: Widths, usual: number): Wider[] {
  const found: Wider[] = [];
  const look = (element: Element, width: number) => {
    for (const child of dom.children(element)) {
      const { display, marginRight, page } = getComputedStyle(child);
      if (display === 'none' || found.length >= MOST) continue;
      const own = page === 'auto' ? width : (widths[page] ?? usual);
      if (own !== width)
        found.push({
          element: child,
          more: own - width,
          margin: Number.parseFloat(marginRight) || 0,
          width: dom.getBoundingClientRect(child).width,
          around: dom.getBoundingClientRect(element).width,
        });
      look(child, own);
    }
  };
  look(dom.body, usual);
  return found;
}

/** Gives elements the width of their pages. @param usual the width of the window. */
export function widen(widths: Widths, usual: number, changes: Changes): void {
  if (Object.values(widths).every((width) => width === usual)) return;
  const found = findWider(widths, usual);
  for (const { element, more, margin } of found) changes.style(element, { 'margin-right': `${margin - more}px` });
  for (const { element, more, width, around } of found) {
    const isStiff = Math.abs(dom.getBoundingClientRect(element).width - width) < 1;
    if (isStiff && width > around * 0.9) important(element, { width: `${width + more}px`, 'box-sizing': 'border-box' });
  }
}

const shadows = new Map<Element, ShadowRoot>();

function slot(name: string): HTMLSlotElement {
  const one = dom.create('slot');
  if (name !== '') one.name = name;
  return one;
}

/**
 * Keeps room below elements. Each gets a parent in the shadow of its own one: the padding below is there on each page, and is taken back at
 * the end.
 *
 * @param heights of the room, by element.
 */
export function keepRoom(heights: ReadonlyMap<Element, number>, changes: Changes): void {
  const parents = new Set<Element>();
  for (const element of heights.keys()) parents.add(dom.parentElement(element) as Element);
  for (const parent of parents) {
    const root = shadows.get(parent) ?? parent.attachShadow({ mode: 'closed' });
    shadows.set(parent, root);
    const all: HTMLElement[] = [slot('')];
    let name = '';
    for (const child of [...dom.children(parent)]) {
      const height = heights.get(child);
      const previous = dom.previousElementSibling(child);
      if (height !== undefined) {
        name = `toolpress-${all.length}`;
        all.push(...boxWithRoom(height, name));
      } else if (name !== '' && previous !== null && heights.has(previous)) {
        name = `toolpress-${all.length}`;
        all.push(slot(name));
      }
      const own = name;
      if (own !== '') changes.attribute(child, 'slot', () => dom.setAttribute(child, 'slot', own));
    }
    root.replaceChildren(...all);
    changes.add(() => root.replaceChildren(slot('')));
  }
}

function boxWithRoom(height: number, name: string): HTMLElement[] {
  const box = make('div', {
    'padding-bottom': `${height}px`,
    'margin-bottom': `-${height}px`,
    'box-decoration-break': 'clone',
  });
  box.append(slot(name));
  return [box, make('div', { display: 'flow-root', height: '0' })];
}
