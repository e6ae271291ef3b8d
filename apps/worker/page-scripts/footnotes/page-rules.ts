/** Finds which units begin pages by the document's own rules, and before which no page may begin. */
import * as dom from '../shared/dom.js';
import { AVOID, isReplaced } from './boxes.js';
import type { BreakStyle, Unit } from './unit.js';

/** Breaks that may leave a page blank are among them. */
const FORCED: readonly string[] = ['always', 'page', 'all', 'left', 'right', 'recto', 'verso'];

/** The first and the last unit in an element. */
interface Edges {
  first: number;
  last: number;
}

/** What is known of all units. */
interface Known {
  units: readonly Unit[];
  edges: ReadonlyMap<Element, Edges>;
  styleOf: (element: Element) => BreakStyle;
}

export function judge(units: readonly Unit[], styleOf: (element: Element) => BreakStyle): void {
  const known = { units, edges: edgesOf(units), styleOf };
  for (const unit of units) {
    readEdges(unit, known);
    readAround(unit, known);
  }
}

function edgesOf(units: readonly Unit[]): Map<Element, Edges> {
  const edges = new Map<Element, Edges>();
  for (const { index, element } of units)
    for (const around of upFrom(element, dom.root)) {
      const edge = edges.get(around);
      if (edge === undefined) edges.set(around, { first: index, last: index });
      else edge.last = index;
    }
  return edges;
}

/** Yields an element and those around it, up to the one before an end. */
function* upFrom(element: Element | null | undefined, end: Element): Generator<Element> {
  for (let one = element ?? null; one !== null && one !== end; one = dom.parentElement(one)) yield one;
}

/** Returns the elements that begin or end with a unit, from the innermost to the outermost. */
function chainOf(index: number, edge: keyof Edges, { units, edges }: Known): Element[] {
  const chain: Element[] = [];
  for (const element of upFrom(units[index]?.element, dom.body)) {
    if (edges.get(element)?.[edge] !== index) break;
    chain.push(element);
  }
  return chain;
}

/** Reads the rules of the elements that begin with a unit, and of those that end before it. */
function readEdges(unit: Unit, known: Known): void {
  const { index, line = 0 } = unit;
  const beginning = chainOf(index, 'first', known);
  const ended = chainOf(index - 1, 'last', known);
  const says = (values: readonly string[]) =>
    beginning.some((element) => values.includes(known.styleOf(element).breakBefore)) ||
    ended.some((element) => values.includes(known.styleOf(element).breakAfter));
  unit.target = line > 0 ? undefined : beginning.at(-1);
  unit.isForced = index > 0 && (says(FORCED) || unit.page !== known.units[index - 1]?.page);
  unit.margin = Math.max(0, ...beginning.map((element) => known.styleOf(element).marginTop));
  if (index === 0) Object.assign(unit, { isForced: true, margin: unit.top });
  if (says(AVOID) || (unit.target === undefined && unit.parts === undefined)) unit.canBreak = false;
}

/** Reads the rules of the elements around a unit. */
function readAround(unit: Unit, { edges, styleOf }: Known): void {
  const { index, element, block, line = 0 } = unit;
  if (line > 0 && block !== undefined) {
    const { orphans, widows } = styleOf(block.element);
    if (line < orphans || block.lines.length - line < widows) unit.canBreak = false;
  }
  for (const around of upFrom(element, dom.body)) {
    const { breakInside, display } = styleOf(around);
    const isKept = AVOID.includes(breakInside);
    if (isKept && around !== element) unit.calls = undefined;
    if ((isKept || display === 'table-header-group') && edges.get(around)?.first !== index) unit.canBreak = false;
  }
  const table = dom.closest(element, 'table');
  const head = table instanceof HTMLTableElement ? table.tHead : null;
  if (head !== null && edges.get(head)?.last === index - 1) unit.canBreak = false;
}

/** Returns the names of pages that something stands on, in their order, and the one that holds where no element names another. */
export function pageNames(): { names: string[]; usual: string } {
  const names = new Set<string>();
  const look = (element: Element, page: string) => {
    for (const child of dom.childNodes(element)) {
      if (dom.isText(child) && /\S/.test(child.data)) names.add(page);
      if (!dom.isElement(child)) continue;
      const own = getComputedStyle(child);
      if (own.display === 'none') continue;
      const there = own.page === 'auto' ? page : own.page;
      if (isReplaced(child)) names.add(there);
      else look(child, there);
    }
  };
  const usual = getComputedStyle(dom.body).page;
  look(dom.body, usual);
  return { names: names.size === 0 ? [usual] : [...names], usual };
}
