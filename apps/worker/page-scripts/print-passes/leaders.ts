/**
 * Rows of dots that fill a line (`leader()`). Two elements without a size mark the ends of the text and of the line, so that the PDF shows the
 * room between them.
 */
import * as dom from '../shared/dom.js';
import { idOf, setStyles } from './elements.js';

/** See `leaderMark` in `targets.ts`. */
const MARK = /counter\(toolpress-leader-([0-9a-f]+), none\)/;
const BEFORE = /^(?:"\s*" )?$/;
/** A blank of the style sheet after the one that represents the dots. */
const GAP = /^ "\s(?:\s|" "\s)/;
/** The longest pattern in characters, as `MAX_LEADER` in `targets.ts`. */
const MOST = 20;
/** The number of repetitions for measuring a pattern. */
const TIMES = 20;
/** The longest row in characters, which is also used for an unknown width. */
const LONGEST = 1_000;
/** Places in a PDF are in whole pixels. */
const SLACK = 2;

type Styles = readonly (readonly [property: string, value: string])[];

/** Moves the mark off the edge of the page, where it would have no place. */
const END: Styles = [
  ['float', 'inline-end'],
  ['position', 'relative'],
  ['inset-inline-end', '1px'],
];

/** An element with a row of dots. */
export interface Leader {
  element: Element;
  pattern: string;
  copied: Styles;
  hasGap: boolean;
  /** The nodes with text behind it in its line. */
  following: Node[];
  isFloat: boolean;
}

const decoded = (hex: string): string =>
  (hex.match(/..../g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit.slice(2) + unit.slice(0, 2), 16)))
    .join('')
    .slice(0, MOST);
const fontOf = ({ fontFamily, fontSize, lineHeight }: CSSStyleDeclaration): string =>
  `${fontFamily} ${fontSize} ${lineHeight}`;
const isLine = (display: string): boolean =>
  ['inline', 'inline-block', 'block', 'flow-root', 'list-item', 'table-cell'].includes(display);
const isPlaced = (position: string): boolean => position === 'absolute' || position === 'fixed';
const COPIED = ['color', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight', 'letter-spacing'];

/** Returns elements whose `::after` has dots, without a change to the document; and whether there are others, that can't have any. */
export function findLeaders(
  all: readonly Element[],
  { leaders: most, contents }: { leaders: number; contents: number },
): { found: Leader[]; isUnled: boolean } {
  const found: Leader[] = [];
  let [isUnled, read] = [false, 0];
  for (const element of all) {
    const { content } = read > contents ? { content: '' } : getComputedStyle(element, '::after');
    read += content.length;
    isUnled ||= MARK.test(getComputedStyle(element, '::before').content);
    const mark = MARK.exec(content);
    if (mark === null) continue;
    const leader = leaderOf(element, mark);
    if (leader === undefined || found.length >= most) isUnled = true;
    else found.push(leader);
  }
  return { found, isUnled };
}

/** Returns undefined where there can't be dots. */
function leaderOf(element: Element, mark: RegExpExecArray): Leader | undefined {
  const own = getComputedStyle(element);
  const after = getComputedStyle(element, '::after');
  const following = own.display === 'inline' ? inlineAfter(element) : [];
  const { input: content, index, 0: whole, 1: hex = '' } = mark;
  const fits =
    own.writingMode === 'horizontal-tb' && // the PDF does not show the room in others
    isLine(own.display) &&
    isLine(after.display) &&
    !isPlaced(after.position) &&
    BEFORE.test(content.slice(0, index));
  if (!fits || following === undefined) return undefined;
  return {
    element,
    pattern: decoded(hex),
    copied: COPIED.map((property) => [property, after.getPropertyValue(property)]),
    hasGap: GAP.test(content.slice(index + whole.length)),
    following,
    // A float would be behind the text after it.
    isFloat: following.length === 0 && (after.float !== 'none' || isSameFont(element, fontOf(after))),
  };
}

/** The largest number of nodes behind a row in its line. */
const MOST_AFTER = 50;

/** Returns the nodes with text behind an element in its line; undefined if there are many, or another row. */
function inlineAfter(element: Element): Node[] | undefined {
  const nodes: Node[] = [];
  for (let node = element; ; node = dom.parentElement(node) as Element) {
    for (let next = dom.nextSibling(node); next !== null; next = dom.nextSibling(next)) {
      if (nodes.length > MOST_AFTER) return undefined;
      if (dom.isElement(next)) {
        const { display, float, position } = getComputedStyle(next);
        if (dom.localName(next) === 'br') return shownOf(nodes);
        if (display === 'none' || float !== 'none' || isPlaced(position)) continue;
        if (!display.startsWith('inline')) return shownOf(nodes);
        if (MARK.test(getComputedStyle(next, '::after').content)) return undefined;
      }
      nodes.push(next);
    }
    if (getComputedStyle(dom.parentElement(node) as Element).display !== 'inline') return shownOf(nodes);
  }
}
const textOf = (node: Node): string => (node instanceof CharacterData ? node.data : '');
/** Blanks alone are nothing. */
const shownOf = (nodes: Node[]): Node[] =>
  nodes.some((node) => dom.isElement(node) || /\S/.test(textOf(node))) ? nodes : [];

/** Measures nodes in a line. A blank at the end of a line, or after another, has no width yet. */
function widthOf(nodes: readonly Node[], element: Element): number {
  const blank = Number.parseFloat(getComputedStyle(element).fontSize) / 4;
  return nodes.reduce((sum, node) => {
    const range = new Range();
    range.selectNodeContents(node);
    const rects = dom.isElement(node) ? dom.getClientRects(node) : range.getClientRects();
    const width = [...rects].reduce((all, rect) => all + rect.width, 0);
    return sum + width + (/^\s/.test(textOf(node)) ? blank : 0);
  }, 0);
}

/** Then a float stands on the same base line as the text beside it, at the very end of the line. */
function isSameFont(element: Element, font: string): boolean {
  let block = element;
  for (
    let parent = dom.parentElement(block);
    parent !== null && getComputedStyle(block).display === 'inline';
    parent = dom.parentElement(block)
  )
    block = parent;
  return fontOf(getComputedStyle(element)) === font && fontOf(getComputedStyle(block)) === font;
}

function make(styles: Styles): HTMLElement {
  const made = dom.create('toolpress-leader');
  made.setAttribute('aria-hidden', 'true');
  setStyles(made, [['all', 'unset'], ...styles]);
  return made;
}

/** Measures the text after the dots. */
function tailOf(element: Element): number {
  const style = getComputedStyle(element, '::after');
  const { width, marginLeft, marginRight, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = style;
  const edges = style.boxSizing === 'border-box' ? [] : [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
  return [width, marginLeft, marginRight, ...edges].reduce((sum, size) => sum + (Number.parseFloat(size) || 0), 0);
}

const SHEET = `[data-toolpress-leader]::after { white-space: nowrap !important } [data-toolpress-leader$="gap"]::after { padding-inline-start: 0.25em !important }
      [data-toolpress-leader^="float"]::after { float: inline-end !important }
      [data-toolpress-leader^="inline"]::after { display: inline-block !important }`;

/** Inserts a row, as long as it has to be for measuring its pattern. */
function insert({ element, pattern, copied, hasGap, isFloat }: Leader) {
  const dots = make([['display', 'inline-block'], ['white-space', 'pre'], ...copied]);
  const row = { pattern, start: make([]), dots, end: make(END) };
  dots.textContent = pattern.repeat(TIMES);
  dom.setAttribute(element, 'data-toolpress-leader', `${isFloat ? 'float' : 'inline'}${hasGap ? ' gap' : ''}`);
  dom.append(element, row.start, dots, row.end);
  return row;
}

/**
 * Makes a row as long as its line has room.
 *
 * @param one the width of its pattern. @param tail that of the text behind it. @param room that from its beginning to the end of the line, as
 *   far as it is known.
 */
function fill(dots: HTMLElement, pattern: string, one: number, tail: number, room: number | undefined): void {
  const width = (room ?? 0) - tail - SLACK;
  const most = Math.ceil(LONGEST / (pattern.length || 1));
  setStyles(dots, [
    ['text-align', 'end'],
    ['width', `${Math.max(0, width)}px`],
  ]);
  const times = one > 0 && width > 0 ? Math.floor(width / one) : 0;
  dots.textContent = pattern.repeat(Math.min(times, most));
  if (room === undefined || width >= 0 || one === 0) return;
  // There is no room beside the text: the next line is for the rest.
  setStyles(dots, [
    ['width', `calc(100% - ${tail + SLACK}px)`],
    ['overflow', 'clip'],
    ['text-align', 'start'],
  ]);
  dots.textContent = pattern.repeat(most);
}

/**
 * Inserts the rows. Changes of one kind are made together, because a measurement after a change causes a layout.
 *
 * @param widths from where the text ends to where the line does, by their numbers.
 */
export function lead(found: readonly Leader[], widths: readonly (number | null)[]) {
  if (found.length === 0) return [];
  dom.addSheet(SHEET);
  const behind = found.map(({ element, following }) => (following.length === 0 ? 0 : widthOf(following, element)));
  const rows = found.map(insert);
  const sizes = rows.map(({ dots }) => dom.getBoundingClientRect(dots).width / TIMES);
  const tails = found.map(({ element }, index) => tailOf(element) + (behind[index] ?? 0));
  for (const [index, { dots, pattern }] of rows.entries())
    fill(dots, pattern, sizes[index] ?? 0, tails[index] ?? 0, widths[index] ?? undefined);
  return rows.map(({ start, end }) => ({ start: idOf(start), end: idOf(end) }));
}
