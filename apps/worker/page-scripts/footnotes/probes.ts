/** Shows how high and wide pages are, with empty ones in the place of the document. */
import * as dom from '../shared/dom.js';
import { ABSOLUTE, ID, make, NOTES } from './elements.js';

const MOST = 400;
const probes: HTMLElement[] = [];

export function removeProbes(): void {
  for (const one of probes.splice(0)) one.remove();
}

/** Puts marks down the flow, the first one at the end of its line. @returns where each stands. */
function addMarks(count: number, distance: number): number[] {
  const tops = Array.from({ length: count }, (_, index) => index * distance);
  for (const [index, top] of tops.entries()) {
    const left = index === 0 ? 'calc(100% - 1px)' : '0';
    const styles = { ...ABSOLUTE, width: '1px', height: '1px', left, top: `${top}px` };
    probes.push(make(NOTES, styles, { id: `${ID}probe-${index}` }));
  }
  return tops;
}

/** Adds an empty page. @returns the mark at the end of its line. */
function addPage(page: string, index: number): HTMLElement {
  const inFlow = { all: 'unset', display: 'block', height: '0' };
  const line = make(NOTES, index > 0 ? { ...inFlow, page, 'break-before': 'page' } : { ...inFlow, page });
  const size = { ...inFlow, width: '1px', height: '1px', 'margin-left': 'auto' };
  const right = make(NOTES, size, { id: `${ID}probe-right-${index}` });
  line.append(right);
  probes.push(line);
  return right;
}

/**
 * Puts empty pages of each name in the place of the document, and next to nothing all down the flow, which shows what of it lies
 * on which page; the first shows how wide the first page is. What stands on each page in the flow shows how wide that is.
 *
 * @param names of the pages.
 * @returns where each stands in the flow; and in a window of how many pixels each of the latter ends where.
 */
export function probe(distance: number, names: readonly string[]) {
  removeProbes();
  const tops = addMarks(Math.min(Math.ceil((names.length + 1) * 12), MOST), distance);
  const rights = names.map(addPage);
  dom.append(dom.body, ...probes);
  probes.push(dom.addSheet(`body > :not(${NOTES}) { display: none !important }`));
  return { tops, width: innerWidth, rights: rights.map((one) => dom.getBoundingClientRect(one).right) };
}

/** Returns where the marks of the pages end now. */
export const rightEnds = (): number[] =>
  probes.flatMap((probe) => {
    const mark = dom.firstChild(probe);
    return dom.isElement(mark) ? dom.getBoundingClientRect(mark).right : [];
  });
