/** Breaks to a left or right page, blank pages, and rules for odd and even pages. */
import * as dom from '../shared/dom.js';
import { besides, hasId, setStyles, type Way } from './elements.js';

const SIDES: readonly string[] = ['left', 'right', 'recto', 'verso'];

const isFlow = ({ display, float, position }: CSSStyleDeclaration): boolean =>
  float === 'none' &&
  position !== 'absolute' &&
  position !== 'fixed' &&
  ['block', 'flow-root', 'list-item', 'flex', 'grid', 'table'].includes(display);

/** Returns the outermost element with the same break, because a break before a first child is one before its parent. */
function outermost(element: Element, way: Way): Element {
  let outer = element;
  for (
    let parent = dom.parentElement(outer);
    parent !== null && parent !== dom.body && besides(outer, way) === null && isFlow(getComputedStyle(parent));
    parent = dom.parentElement(outer)
  )
    outer = parent;
  return outer;
}
const isParent = (element: Element | null): boolean =>
  element !== null && ['block', 'flow-root', 'list-item'].includes(getComputedStyle(element).display);

/** Finds elements that begin on a given side, by themselves or because of the element before. */
export function findSides(all: readonly Element[], most: number): [element: Element, side: string][] {
  const found = new Map<Element, string>();
  for (const element of all) {
    if (found.size >= most) break;
    const style = getComputedStyle(element);
    const { breakBefore, breakAfter } = style;
    const [before, after] = [SIDES.includes(breakBefore), SIDES.includes(breakAfter)];
    if (element === dom.body || !(before || after) || !isFlow(style)) continue;
    if (before) found.set(outermost(element, dom.previousSibling), breakBefore);
    if (!after) continue;
    const next = besides(outermost(element, dom.nextSibling), dom.nextSibling);
    if (dom.isElement(next) && isFlow(getComputedStyle(next)) && !found.has(next)) found.set(next, breakAfter);
  }
  return [...found]
    .filter(([element]) => isParent(dom.parentElement(element)) && hasId(element))
    .sort(([one], [other]) => (dom.compareDocumentPosition(one, other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** Returns an element for a blank page. It has no text to be read aloud; footnotes count it as a line. */
export function blankPage(hasRule: boolean): Element {
  const page = dom.create('hr');
  page.setAttribute('aria-hidden', 'true');
  setStyles(page, [
    ['all', 'initial'],
    ['display', 'block'],
    ['height', '1px'],
    ['visibility', 'hidden'],
    ['break-before', 'page'],
    ['break-after', 'page'],
    ['break-inside', 'avoid'],
    ...(hasRule ? [['page', 'toolpress-blank'] as const] : []),
  ]);
  return page;
}

/** Replaces odd and even pages in rules by their sides. */
export function setParity(rules: Iterable<CSSRule>, isOddRight: boolean): void {
  for (const rule of rules) {
    if (rule instanceof CSSPageRule) {
      const parity = /^toolpress-(odd|even)$/.exec(rule.selectorText)?.[1];
      if (parity) rule.selectorText = (parity === 'odd') === isOddRight ? ':right' : ':left';
    } else if ('cssRules' in rule && rule.cssRules && !(rule instanceof CSSStyleRule))
      setParity(rule.cssRules as CSSRuleList, isOddRight);
  }
}
