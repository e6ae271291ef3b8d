/** Texts and counters of elements that set strings for margin boxes (`string-set`). */
import * as dom from '../shared/dom.js';
import { Counters } from './counters.js';
import { besides, hasId, idOf } from './elements.js';

/** See `STRING_SET` in `strings.ts`. */
export const STRING_SET = '--toolpress-string-set';
const SILENT: readonly string[] = ['script', 'style', 'template', 'title', 'rp', 'rt'];

/** What the strings of a document need. */
export interface Strings {
  sheet: string;
  /** The longest text. */
  length: number;
  /** Whether strings depend on where pages start. */
  hasStarts: boolean;
}

/** Returns the visible text of an element, without its notes. */
function textOf(element: Element, length: number, budget: { nodes: number }): string {
  const shows = (node: Node) => {
    budget.nodes -= 1;
    if (budget.nodes < 0 || !dom.isElement(node)) return NodeFilter.FILTER_ACCEPT;
    const isSilent =
      SILENT.includes(dom.localName(node)) ||
      dom.getAttribute(node, 'data-footnote') !== null ||
      getComputedStyle(node).display === 'none';
    return isSilent ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  };
  const walker = dom.walker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, shows);
  let text = '';
  for (
    let node = walker.nextNode();
    node !== null && text.length < length && budget.nodes > 0;
    node = walker.nextNode()
  ) {
    const isBreak = dom.isElement(node) && dom.localName(node) === 'br';
    text = (dom.isText(node) ? text + node.data : isBreak ? `${text} ` : text).replace(/\s+/g, ' ');
  }
  return text.trim().slice(0, length);
}

/** Returns the space above an element that begins a page, from margins and borders, in points. */
function above(element: Element): number {
  let pixels = 0;
  for (let one: Element | null = element; one !== null; one = dom.parentElement(one)) {
    const style = getComputedStyle(one);
    pixels += Math.max(0, Number.parseFloat(style.marginTop) || 0);
    if (one !== element) pixels += Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.paddingTop);
    if (one === dom.body || besides(one, dom.previousSibling) !== null) break;
  }
  return pixels * 0.75;
}

/** What an element sets, and the contents before and after it, if it sets them. */
interface SetStrings {
  set: string;
  before: string;
  after: string;
}

interface Limits {
  strings: number;
  nodes: number;
  contents: number;
}

/** Finds elements that set strings, up to one more than allowed. */
function findSets(all: readonly Element[], { strings: most, contents }: Limits): Map<Element, SetStrings> {
  const found = new Map<Element, SetStrings>();
  let read = 0;
  for (const element of all) {
    if (found.size > most) break;
    const set = getComputedStyle(element).getPropertyValue(STRING_SET);
    if (set === '' || set === 'none' || read > contents || !hasId(element)) continue;
    const contentOf = (part: string) => (set.includes(part) ? getComputedStyle(element, `::${part}`).content : '');
    const [before, after] = [contentOf('before'), contentOf('after')];
    read += set.length + before.length + after.length;
    found.set(element, { set, before, after });
  }
  return found;
}

/** Returns what elements set. */
export function findStrings(all: readonly Element[], { length, hasStarts }: Strings, limits: Limits) {
  const found = findSets(all, limits);
  const isCounted = [...found.values()].some(({ set, before, after }) => `${set}${before}${after}`.includes('counter'));
  const counters = isCounted ? new Counters() : undefined;
  const budget = { nodes: limits.nodes };
  const told = [];
  for (const element of counters ? all : found.keys()) {
    counters?.enter(element);
    const one = found.get(element);
    if (one === undefined) continue;
    told.push({
      ...one,
      id: idOf(element),
      text: textOf(element, length, budget),
      counters: counters?.values(`${one.set}${one.before}${one.after}`) ?? {},
      above: hasStarts ? above(element) : 0,
    });
  }
  return told;
}
