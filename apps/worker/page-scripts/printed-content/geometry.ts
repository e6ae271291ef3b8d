/** Boxes and texts that reach over edges: of the page, or of the cell of a table. */
import * as dom from '../shared/dom.js';
import { overflowsX } from './boxes.js';

/** How far outside of the area of the content a fixed box is, in pixels: at least, and at most. */
const [FAR_OUTSIDE, OFF_PAGE] = [8, 180];

/** Whether a fixed box is outside of the area of the content, but not as far as menus are that scripts move into the window. */
export function reachesIntoMargin(element: Element): boolean {
  const { left, top, right, bottom } = dom.getBoundingClientRect(element);
  if (right - left < 1 || bottom - top < 1) return false;
  const isOutside = Math.min(left, top, innerWidth - right, innerHeight - bottom) < -FAR_OUTSIDE;
  return isOutside && Math.min(right, bottom, innerWidth - left, innerHeight - top) > -OFF_PAGE;
}

/** Whether there is content above an element, without which it does not break. */
export const isBelow = (element: Element): boolean =>
  dom.getBoundingClientRect(element).top > dom.getBoundingClientRect(dom.body).top + 1;

const MOST_OVER = 24;
/** Whether vertical text reaches over an edge of its page, which it is not broken at in a horizontal document. */
export function isWide(element: Element): boolean {
  const { left, right } = dom.getBoundingClientRect(element);
  return right > 0 && left < innerWidth && (left < -MOST_OVER || right > innerWidth + MOST_OVER);
}

const OVER = 1;
/** Whether the text of a cell reaches into the text of the next one. A column of a fixed width does not grow with it. */
export function runsOver(cell: Element): boolean {
  const next = dom.nextElementSibling(cell);
  if (next === null || !overflowsX(cell) || !/\S/.test(dom.textContent(next))) return false;
  const { overflowX, direction } = getComputedStyle(cell);
  if (overflowX !== 'visible' || direction === 'rtl') return false;
  const [own, other] = [edgesOfText(cell), edgesOfText(next)];
  return own.right > other.left + OVER && own.top < other.bottom && other.top < own.bottom;
}

const SEEN = /^(?:img|svg|input|canvas)$/;
/** Returns the edges of what is seen in an element: boxes may be wider than their text. */
function edgesOfText(element: Element) {
  const edges = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const walker = dom.walker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const range = new Range();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element && !SEEN.test(dom.localName(node))) continue;
    range.selectNode(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    if (right === left) continue; // blanks
    edges.left = Math.min(edges.left, left);
    edges.right = Math.max(edges.right, right);
    edges.top = Math.min(edges.top, top);
    edges.bottom = Math.max(edges.bottom, bottom);
  }
  return edges;
}
