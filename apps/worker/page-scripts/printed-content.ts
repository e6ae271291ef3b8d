/** Functions that `printed-content.ts` of the worker calls in a document, to find what paper does not show. */
import * as boxes from './printed-content/boxes.js';
import { findCovered, isCover } from './printed-content/covering-boxes.js';
import { pageEdges } from './printed-content/cut-texts.js';
import { FoundList } from './printed-content/found.js';
import { reachesIntoMargin, runsOver } from './printed-content/geometry.js';
import { type Doubtful, findDoubtful, type Sources } from './printed-content/suspicious-styles.js';
import { Walk } from './printed-content/walk.js';
import * as dom from './shared/dom.js';

const isLarge = (most: number): boolean => dom.all('*').length > most;

/** What `mayLose` found; undefined for everything. */
let doubtful: Doubtful | undefined | null;

/** Says whether pages may lose something, without a layout; null of a document of too many elements. */
export function mayLose(sources: Sources, most: number): boolean | null {
  if (isLarge(most)) return null;
  doubtful = findDoubtful(sources);
  return doubtful !== null;
}

/** Changes the document so that paper shows more of it. */
export function change(most: number): void {
  if (!isLarge(most)) boxes.change();
}

const SMALL_BOX = 2;
/** Returns whether boxes that may lose text do not. Few of them are large, so their edges are enough. */
function losesNothing({ clipping, placed, tables, moved }: Doubtful): boolean {
  if (moved.some((element) => pageEdges(element, getComputedStyle(element), undefined, []).length > 0)) return false;
  // Tables may be in tables.
  for (const cell of new Set(tables.flatMap((table) => [...dom.selectIn(table, 'td, th')])))
    if (runsOver(cell)) return false;
  for (const element of clipping) {
    if (boxes.overflowsX(element) || boxes.overflowsY(element)) return false;
    const { width, height } = dom.getBoundingClientRect(element);
    if (width < SMALL_BOX || height < SMALL_BOX) return false;
  }
  for (const element of placed) {
    const style = getComputedStyle(element);
    if (isCover(element, style)) return false;
    if (style.position === 'fixed' && reachesIntoMargin(element)) return false;
  }
  return true;
}

const scrollHeightOf = dom.readerOf(Element, 'scrollHeight');

/**
 * Returns what the pages do not show. Changes the document if its pages are to show more.
 *
 * @param pages the most pages that the document may grow to; none if it must not change.
 */
export function look(pages: number) {
  if (doubtful && losesNothing(doubtful)) return NOTHING;
  const isChanged = pages > 0 && boxes.change();
  if (isChanged && scrollHeightOf(dom.scroller()) > pages * innerHeight) return { isTooLong: true };
  const hasMoved = !doubtful || doubtful.moved.length > 0;
  const { isInMargin, count, covers, texts, hiders, ...lists } = new Walk(hasMoved);
  return {
    ...{ isChanged, isInMargin, count },
    cut: lists.cut.all,
    breaks: lists.breaks.all,
    wide: lists.wide.all,
    overlapping: lists.overlapping.all,
    outside: lists.outside.all,
    hider: [...hiders.values()].reduce((one, other) => (one.characters >= other.characters ? one : other), NO_HIDER),
    covered: findCovered(covers, texts, new FoundList()),
  };
}

const NO_HIDER: { characters: number } = { characters: 0 };
const NOTHING = {
  isChanged: false,
  isInMargin: false,
  cut: [],
  breaks: [],
  wide: [],
  overlapping: [],
  outside: [],
  covered: [],
  count: { shown: 0, hidden: 0 },
  hider: NO_HIDER,
};
