/** Page numbers that CSS prints in the text and in margin boxes. */
import * as dom from '../shared/dom.js';
import { hasId, idOf, inlineStyle } from './elements.js';

/** Elements that repeat on each page, with the same numbers on all of them. */
const REPEATED: readonly string[] = ['thead', 'tfoot'];

/** Finds elements that set page numbers. */
export function findNumbered(all: readonly Element[], most: number): { id: string; number: number }[] {
  const found: { id: string; number: number }[] = [];
  for (const element of all) {
    if (found.length >= most) break;
    const { counterReset, counterSet } = getComputedStyle(element);
    const number = [...`${counterReset} ${counterSet}`.matchAll(/(?:^| )page (-?\d+)/g)].at(-1)?.[1];
    const id = number === undefined ? undefined : idOf(element);
    if (id !== undefined) found.push({ id, number: Number(number) });
  }
  return found;
}

/** How margin boxes print page numbers. */
export interface Numbering {
  sheet: string;
  /** The styles of counters that `sheet` has, and the beginning of their names. */
  styles: readonly string[];
  prefix: string;
}

const COUNTERS = /"(?:[^"\\]|\\.)*"|counters?\(page(?:, "(?:[^"\\]|\\.)*")?(?:, ([^\s()]+))?\)/g;
/** Sets the page numbers in margin boxes. @returns whether one has an unknown style. */
export function setNumbers(rules: Iterable<CSSRule>, numbering: Numbering): boolean {
  let isUncounted = false;
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) continue;
    if (rule instanceof CSSMarginRule) isUncounted = setNumber(rule.style, numbering) || isUncounted;
    else if ('cssRules' in rule && rule.cssRules)
      isUncounted = setNumbers(rule.cssRules as CSSRuleList, numbering) || isUncounted;
  }
  return isUncounted;
}

function setNumber(box: CSSStyleDeclaration, { styles, prefix }: Numbering): boolean {
  let isUncounted = false;
  const content = box.getPropertyValue('content');
  const numbered = content.replace(COUNTERS, (part: string, style = 'decimal') => {
    if (part.startsWith('"')) return part;
    const isKnown = styles.includes(style);
    isUncounted ||= !isKnown;
    return isKnown ? `counter(${prefix}${style})` : part;
  });
  if (numbered !== content) box.setProperty('content', numbered, box.getPropertyPriority('content'));
  return isUncounted;
}

const COUNTS = /\bcounters?\(\s*pages?\b/;
/** Returns a function that tests an element and its ancestors, each once. */
function isWithin(isSuch: (element: Element) => boolean): (element: Element) => boolean {
  const known = new Map<Element | null, boolean>([[null, false]]);
  return (element) => {
    const above: Element[] = [];
    for (let one: Element | null = element; one !== null && !known.has(one); one = dom.parentElement(one))
      above.push(one);
    for (const one of above.reverse()) known.set(one, known.get(dom.parentElement(one)) || isSuch(one));
    return known.get(element) === true;
  };
}

/** Finds elements before or after which CSS prints a page number, and whether there are others, on each page. */
export function findCounters(
  all: readonly Element[],
  { counters: most, contents }: { counters: number; contents: number },
): { found: Element[]; isRepeated: boolean } {
  let read = 0;
  let hasFixed = false;
  const prints = (element: Element, part: string) => {
    if (read > contents) return false;
    const { content, position } = getComputedStyle(element, part);
    read += content.length;
    if (!COUNTS.test(content)) return false;
    hasFixed ||= position === 'fixed';
    return true;
  };
  const isRepeated = isWithin(
    (one) => REPEATED.includes(dom.localName(one)) || getComputedStyle(one).position === 'fixed',
  );
  const found: Element[] = [];
  for (const element of all) {
    if (found.length >= most) break;
    if (prints(element, '::before') || prints(element, '::after') || prints(element, '::marker')) found.push(element);
  }
  return {
    found: found.filter((element) => !isRepeated(element) && inlineStyle(element) && hasId(element)),
    isRepeated: hasFixed || found.some(isRepeated),
  };
}

const EFFECTS = [
  ...(['transform', 'translate', 'rotate', 'scale'] as const),
  ...(['filter', 'backdropFilter', 'perspective', 'contain'] as const),
];
const isPlaced = isWithin((one) => {
  const style = getComputedStyle(one);
  return (
    style.position !== 'static' ||
    style.containerType !== 'normal' ||
    style.willChange !== 'auto' ||
    EFFECTS.some((property) => style[property] !== 'none')
  );
});
/** Returns whether the number before or after an element is on the first page: absolutely positioned, without a positioned ancestor. */
export function isOnFirst(element: Element): boolean {
  const { top, bottom } = dom.getBoundingClientRect(element);
  const isAway = (part: string) => {
    const { content, position, top: at } = getComputedStyle(element, part);
    if (position !== 'absolute' || !COUNTS.test(content)) return false;
    return Number.parseFloat(at) < top - 1 || Number.parseFloat(at) > bottom + 1;
  };
  return (isAway('::before') || isAway('::after')) && !isPlaced(element);
}
