/** Finds texts that boxes or the edges of a page cut. */
import * as dom from '../shared/dom.js';
import { overflowsX, overflowsY } from './boxes.js';

type Side = 'top' | 'right' | 'bottom' | 'left';

interface Line {
  side: Side;
  /** Where it is, in pixels. */
  at: number;
}

/** An edge behind which text is lost. */
export interface Edge<Place> extends Line {
  /** The element that cuts. */
  place: Place;
  /** The declaration that cuts. */
  how?: string;
  isOfPage?: boolean;
  /** Whether it cuts the first line only. */
  isOfLine?: boolean;
}

/** Displays whose boxes clip nothing. */
const UNCLIPPED = /^(?:inline|contents|table-(?:row|column).*|table-(?:header|footer)-group)$/;
/** A box that is smaller hides its text by intention, as texts for screen readers are hidden. */
const SMALLEST = 2;

/**
 * Returns the edges of a box behind which text is lost, in the direction in which it would scroll; undefined if it shows nothing. Lines
 * that are shortened with an ellipsis are so by intention.
 */
export function cutEdges<Place>(element: Element, style: CSSStyleDeclaration, place: Place): Edge<Place>[] | undefined {
  const { display, overflowX, overflowY, direction, textOverflow, webkitLineClamp } = style;
  if (UNCLIPPED.test(display)) return [];
  const { left, top, right, bottom } = dom.getBoundingClientRect(element);
  const isClipped = style.clip !== 'auto' && style.position === 'absolute';
  if (isClipped || right - left < SMALLEST || bottom - top < SMALLEST) return undefined;
  // What is beside the page is not cut by its box.
  if (right <= 0 || left >= innerWidth) return [];
  const edges: Line[] = [];
  const isPainted = /paint|strict|content/.test(style.contain);
  const cuts = (overflow: string) => isPainted || overflow !== 'visible';
  if (cuts(overflowX) && !textOverflow.includes('ellipsis') && overflowsX(element)) {
    if (direction === 'rtl') edges.push({ side: 'left', at: left + Number.parseFloat(style.borderLeftWidth) });
    else edges.push({ side: 'right', at: right - Number.parseFloat(style.borderRightWidth) });
  }
  if (cuts(overflowY) && webkitLineClamp === 'none' && overflowsY(element))
    edges.push({ side: 'bottom', at: bottom - Number.parseFloat(style.borderBottomWidth) });
  const how = isPainted && overflowX === 'visible' ? `contain: ${style.contain}` : `overflow: ${overflowY}`;
  return edges.map((edge) => ({ ...edge, place, how }));
}

/** How far a box may begin outside of its page without losing a line, in pixels. Columns of frameworks reach there. */
const NEAR = 8;

/** Whether a style may move a box, or its first line, out of its page. It needs no layout. */
export const mayMove = (style: CSSStyleDeclaration): boolean =>
  style.display !== 'none' &&
  (style.position !== 'static' ||
    [style.marginTop, style.marginLeft, style.marginRight, style.textIndent].some(
      (length) => Number.parseFloat(length) < 0,
    ));

/**
 * Returns the edges of the page that a box, or its first line, reaches over by a negative value: the browser cuts what is there. A box
 * that is all outside is hidden by intention, as links for screen readers are.
 *
 * @param around the edges that are known. What a box inherits is that of the box around.
 */
export function pageEdges<Place>(
  element: Element,
  style: CSSStyleDeclaration,
  place: Place,
  around: readonly Edge<Place>[],
): Edge<Place>[] {
  const { left, top, right, bottom } = dom.getBoundingClientRect(element);
  if (right <= 0 || bottom <= 0 || left >= innerWidth) return [];
  const edges: Edge<Place>[] = [];
  const add = (side: Side, distance: number, properties: readonly string[]) => {
    if (distance <= NEAR) return;
    // Used values of `auto` are negative in boxes that are wider than theirs, for which the browser shrinks the page.
    const property = properties.find((one) => /^(?:calc\()?-[.\d]/.test(dom.computed(element, one)));
    if (property === undefined) return;
    const how = `${property}: ${dom.computed(element, property)}`;
    if (around.some((one) => one.isOfPage && one.side === side && one.how === how)) return;
    const at = side === 'right' ? innerWidth : 0;
    edges.push({ side, at, place, how, isOfPage: true, isOfLine: property === 'text-indent' });
  };
  const moves = (side: Side) => (style.position === 'static' ? [`margin-${side}`] : [side, `margin-${side}`]);
  add('top', -top, moves('top'));
  add('right', right - innerWidth, moves('right'));
  // From right to left, the browser cuts all that is too wide: `cut-content.ts` says so.
  if (style.direction === 'rtl') return edges;
  add('left', -left, moves('left'));
  add('left', -left - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.textIndent), ['text-indent']);
  return edges;
}

/** Whether the middle of a part of a text is behind an edge. */
function isBehind({ left, right, top, bottom }: DOMRect, { side, at }: Line): boolean {
  if (side === 'bottom') return (top + bottom) / 2 > at;
  if (side === 'top') return (top + bottom) / 2 < at;
  return side === 'right' ? (left + right) / 2 > at : (left + right) / 2 < at;
}
const mayBeBehind = ({ left, right, top, bottom }: DOMRect, { side, at }: Line): boolean =>
  ({ bottom: bottom > at, top: top < at, right: right > at, left: left < at })[side];

/** The largest numbers of characters that are looked at: in a text that several lines or scripts make unordered, and in all. */
const [MOST_STEPS, MOST_STEPS_OF_ALL] = [400, 200_000];

/**
 * Returns the first character of a text behind one of the edges, the innermost first; undefined if there is none.
 *
 * @param known edges that need no other text.
 */
export function firstLost<Place>(
  node: Text,
  edges: readonly Edge<Place>[],
  known: ReadonlySet<Edge<Place>>,
): { at: number; edge: Edge<Place> } | undefined {
  const range = new Range();
  range.selectNodeContents(node);
  const whole = range.getBoundingClientRect();
  if (whole.width === 0 && whole.height === 0) return undefined;
  const edge = edges.findLast((one) => mayBeBehind(whole, one));
  if (edge === undefined || known.has(edge)) return undefined;
  // A first line that is all outside is hidden by intention, as texts under pictures are.
  if (edge.isOfLine && whole.right <= edge.at) return undefined;
  const text = range.toString();
  const at = FIRST[edge.side](text, (index) => isLostAt(range, node, index, edge));
  return at === undefined ? undefined : { at, edge };
}

let steps = 0;
function isLostAt(range: Range, node: Text, index: number, edge: Line): boolean {
  steps += 1;
  if (steps > MOST_STEPS_OF_ALL) return false;
  range.setStart(node, index);
  range.setEnd(node, index + 1);
  const rect = range.getBoundingClientRect();
  return rect.width > 0 && isBehind(rect, edge);
}

/** Finds the first character of a text that is lost. */
type Find = (text: string, isLost: (index: number) => boolean) => number | undefined;
const isVisible = (character = ''): boolean => /\S/.test(character);

/** Lines follow each other. */
const firstBelow: Find = (text, isLost) => {
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    let seen = middle;
    while (seen < to - 1 && !isVisible(text[seen])) seen += 1;
    if (isLost(seen)) to = middle;
    else from = seen + 1;
  }
  return isVisible(text.slice(from)) ? from : undefined;
};

/** The first line is above the others. */
const firstAbove: Find = (text, isLost) => {
  const first = text.search(/\S/);
  return isLost(first) ? first : undefined;
};

const firstBeside: Find = (text, isLost) => {
  const step = Math.max(1, Math.ceil(text.length / MOST_STEPS));
  for (let index = 0; index < text.length; index += step) if (isVisible(text[index]) && isLost(index)) return index;
  return undefined;
};

const FIRST = { bottom: firstBelow, top: firstAbove, left: firstBeside, right: firstBeside };
