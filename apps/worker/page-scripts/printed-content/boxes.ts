/** Changes boxes whose content paper can show and a screen can't: boxes that scroll grow, and page breaks at `br` break. */
import * as dom from '../shared/dom.js';

const { body, root } = dom;

/** How far content may reach over the edge of a box, in pixels. */
const TOLERANCE = 2;
const scrollWidthOf = dom.readerOf(Element, 'scrollWidth');
const scrollHeightOf = dom.readerOf(Element, 'scrollHeight');
const clientWidthOf = dom.readerOf(Element, 'clientWidth');
const clientHeightOf = dom.readerOf(Element, 'clientHeight');

const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
const clips = (overflow: string): boolean => overflow !== 'visible';

/** Whether a style clips what its box contains. */
export const clipsContent = ({ overflowX, overflowY, contain }: CSSStyleDeclaration): boolean =>
  clips(overflowX) || clips(overflowY) || /paint|strict|content/.test(contain);

/** Whether the overflow of the body is that of the window, which does not clip on paper. */
export function isOfWindow(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(root);
  return element === root || (element === body && !clips(overflowX) && !clips(overflowY));
}

type Styles = Record<string, string>;

function set(element: Element, styles: Styles): void {
  const style = dom.style(element);
  for (const [property, value] of Object.entries(styles)) style?.setProperty(property, value, 'important');
}

/** Returns whether an axis has more content than the box shows. A box that shows nothing is closed by intention. */
export const overflowsX = (element: Element): boolean =>
  clientWidthOf(element) > 1 && scrollWidthOf(element) > clientWidthOf(element) + TOLERANCE;
export const overflowsY = (element: Element): boolean =>
  clientHeightOf(element) > 1 && scrollHeightOf(element) > clientHeightOf(element) + TOLERANCE;

interface Axes {
  x: boolean;
  y: boolean;
}

/** Finds boxes that scroll to more content. The body is one even with `hidden`: that keeps a window from scrolling. */
function findScrolled(): (Axes & { element: Element })[] {
  const found: (Axes & { element: Element })[] = [];
  for (const element of dom.all('*')) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if ((!clips(overflowX) && !clips(overflowY)) || isOfWindow(element)) continue;
    const x = scrolls(overflowX) && overflowsX(element);
    const y = (scrolls(overflowY) || element === body) && overflowsY(element);
    if (x || y) found.push({ element, x, y });
  }
  return found;
}

/** Returns styles that open a box in the axes in which it may clip. Its height is at least what it was. */
function stylesOfOpen(element: Element, { x, y }: Axes): Styles {
  const { display, overflowX, overflowY, position } = getComputedStyle(element);
  const styles: Styles = {};
  if (y) {
    const height = dom.computed(element, 'height');
    if (height !== 'auto') Object.assign(styles, { height: 'auto', 'min-height': height });
    Object.assign(styles, { 'max-height': 'none', 'flex-shrink': '0' });
    const isPlaced = position === 'absolute' || position === 'fixed';
    if (isPlaced && dom.computed(element, 'top') !== 'auto') styles['bottom'] = 'auto';
    // A fixed box is cut at its page, and repeated on the next one.
    if (position === 'fixed') styles['position'] = 'absolute';
  }
  if (!clips(overflowX) && !clips(overflowY)) return styles;
  const opened = (overflow: string, isOpened: boolean) => (isOpened || scrolls(overflow) ? 'visible' : overflow);
  // `hidden` in one axis would clip in the other.
  const clipped = (overflow: string) => (overflow === 'visible' ? overflow : 'clip');
  styles['overflow-x'] = clipped(opened(overflowX, x));
  styles['overflow-y'] = clipped(opened(overflowY, y));
  // The box still contains its floats.
  if (display === 'block') styles['display'] = 'flow-root';
  return styles;
}

interface Change {
  element: Element;
  styles: Styles;
  /** The `white-space` of lines that were not broken. */
  lines?: string | undefined;
}

/** Returns how lines and rows of boxes break that would be wider than their box. */
function wrapOf(element: Element): Change {
  const { display, flexDirection, flexWrap, whiteSpaceCollapse, textWrapMode } = getComputedStyle(element);
  const isRow = display.endsWith('flex') && flexDirection.startsWith('row') && flexWrap === 'nowrap';
  const lines = whiteSpaceCollapse === 'collapse' ? 'normal' : 'pre-wrap';
  const styles: Styles = isRow ? { 'flex-wrap': 'wrap' } : {};
  return { element, styles, lines: textWrapMode === 'nowrap' ? lines : undefined };
}

const WRAPS = 'data-toolpress-wraps';
const WRAPPING = ['normal', 'pre-wrap']
  .map(
    (value) =>
      `[${WRAPS}="${value}"], [${WRAPS}="${value}"] * { white-space: ${value} !important; overflow-wrap: anywhere !important }`,
  )
  .join(' ');

/** Opens boxes, and those around them: what a box scrolls to was hidden behind their edges, too. Reads all before it changes any. */
function grow(): boolean {
  const openedX = new Set<Element>();
  const openedY = new Set<Element>();
  const changes: Change[] = [];
  for (const { element, x, y } of findScrolled()) {
    if (x) changes.push(wrapOf(element));
    for (let box: Element | null = element; box !== null && box !== root; box = dom.parentElement(box)) {
      const axes = { x: x && !openedX.has(box), y: y && !openedY.has(box) };
      if (!axes.x && !axes.y) break;
      if (axes.x) openedX.add(box);
      if (axes.y) openedY.add(box);
      changes.push({ element: box, styles: stylesOfOpen(box, axes) });
    }
  }
  for (const area of dom.all('textarea')) {
    const height = `${scrollHeightOf(area) + TOLERANCE}px`;
    if (overflowsY(area))
      changes.push({ element: area, styles: { height, 'max-height': 'none', 'box-sizing': 'content-box' } });
  }
  for (const { element, styles, lines } of changes) {
    set(element, styles);
    if (lines) dom.setAttribute(element, WRAPS, lines);
  }
  return changes.length > 0;
}

export const FORCED: ReadonlySet<string> = new Set(['page', 'left', 'right', 'recto', 'verso']);
const childCountOf = dom.readerOf(Element, 'childElementCount');
const [MOST_CHILDREN, MOST_AROUND] = [3, 5];
/** Whether an element has nothing but a break. One with many children has more. */
const isBlank = (element: Element): boolean =>
  childCountOf(element) <= MOST_CHILDREN && !/\S/.test(dom.textContent(element));
const FLOW = new Set(['inline', 'block', 'flow-root', 'list-item', 'table-cell']);
const pageOf = (element: Element | null): string => (element === null ? 'auto' : getComputedStyle(element).page);

/** Returns the outermost inline element around a break that has nothing else. */
function aroundBreak(line: Element): Element {
  let around = line;
  for (let level = 0; level < MOST_AROUND; level++) {
    const outer = dom.parentElement(around);
    if (outer === null || outer === body || getComputedStyle(outer).display !== 'inline' || !isBlank(outer)) break;
    around = outer;
  }
  return around;
}

/** Makes `br` elements break pages, which browsers do only at blocks. Returns whether there are any. */
function breakAtLines(): boolean {
  const changes: { hidden: Element; page?: string }[] = [];
  for (const line of [...dom.all('br')]) {
    const { breakBefore, breakAfter, display } = getComputedStyle(line);
    if (display === 'none') continue;
    const isForced = FORCED.has(breakBefore) || FORCED.has(breakAfter);
    const isSection = /mso-break-type\s*:\s*section-break/i.test(dom.getAttribute(line, 'style') ?? '');
    if (!isForced && !isSection) continue;
    const around = aroundBreak(line);
    const [before, after] = [pageOf(dom.previousElementSibling(around)), pageOf(dom.nextElementSibling(around))];
    // Named pages break by themselves. A line between them would be a page of its own.
    if (before !== after && before !== 'auto' && after !== 'auto') changes.push({ hidden: around });
    else if (isForced && FLOW.has(getComputedStyle(dom.parentElement(line) as Element).display))
      changes.push({ hidden: line, page: before });
  }
  for (const { hidden, page } of changes) {
    if (page !== undefined) {
      const block = dom.create('toolpress-break');
      set(block, { all: 'initial', display: 'block', 'break-after': 'page', page });
      dom.after(hidden, block);
    }
    set(hidden, { display: 'none' });
  }
  return changes.length > 0;
}

/** Changes the document. Returns whether it has changed. */
export function change(): boolean {
  const isBroken = breakAtLines();
  const isGrown = grow();
  if (isGrown) dom.addSheet(`@layer toolpress-wraps { ${WRAPPING} }`);
  return isBroken || isGrown;
}
