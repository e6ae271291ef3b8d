/** Functions that `cut-content.ts` of the worker calls in a document. */
import * as dom from './shared/dom.js';

/** How far content may reach over the edge, in pixels. Rows reach there where their columns have a padding. */
const TOLERANCE = 24;

/** Returns whether an element is cut by intention: it was moved there, or is in a box that hides what overflows. */
function isIntended(element: Element): boolean {
  const { position } = getComputedStyle(element);
  const around = dom.parentElement(element) as Element;
  return position === 'absolute' || position === 'fixed' || getComputedStyle(around).overflowX !== 'visible';
}

/** Returns whether content reaches over the left edge. What is beyond it as a whole, such as texts for screen readers, is not cut. */
export function isCutAtLeft(): boolean {
  const { FILTER_ACCEPT, FILTER_REJECT, SHOW_ELEMENT } = NodeFilter;
  const filter = (node: Node) => (isIntended(node as Element) ? FILTER_REJECT : FILTER_ACCEPT);
  const walker = dom.walker(dom.body ?? dom.root, SHOW_ELEMENT, filter);
  while (walker.nextNode()) {
    const { left, right } = dom.getBoundingClientRect(walker.currentNode as Element);
    if (left < -TOLERANCE && right > 0) return true;
  }
  return false;
}
