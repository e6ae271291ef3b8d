/** Where a print has the units of a document. */
import type { Measured, Pages, Place } from './units.js';

/** A unit that begins less than this above the end of a page is on the next one, in pixels. */
const SHORTEST_LINE = 4;

interface Layout {
  readonly document: Pages;
  readonly measured: Measured;
  /** The units whose places the PDF names, in order. */
  readonly marked: readonly number[];
}

/**
 * Returns the places of all units. Units between marked ones are placed as measured.
 *
 * Lines of justified text with elements in it may hold a word more on paper than on a screen. Such a paragraph is not split from there on:
 * its units no longer allow a break.
 *
 * @param found places by the ids of elements.
 */
export function placesOfUnits(layout: Layout, found: ReadonlyMap<string, Place>): (Place | undefined)[] {
  const places = placesBetween(layout, found);
  learnLines(layout.measured, places);
  return places;
}

function placesBetween({ document, measured, marked: given }: Layout, found: ReadonlyMap<string, Place>) {
  const marked = new Set(given);
  let last: Place | undefined;
  let lastIndex = 0;
  return measured.units.map(({ id, shift = 0, top: at, page: name }, index): Place | undefined => {
    const isMarked = marked.has(index);
    const seen = isMarked && id !== undefined ? found.get(id) : undefined;
    const moved = isMarked ? 0 : at - (measured.units[index - 1]?.top ?? 0);
    const { page, top } = seen ?? { page: last?.page, top: (last?.top ?? 0) + moved };
    if (page === undefined) return undefined;
    // It may be on the page before, which may have another name.
    const on = last?.page === page ? (measured.units[lastIndex]?.page ?? name) : name;
    const { height } = document.boxOf(page, on);
    const isLow = pageAt({ page, top }, height) !== page && (seen !== undefined || !isMarked);
    lastIndex = index;
    last = isLow ? { page: page + 1, top: 0 } : { page, top: seen ? top - shift : top };
    return last;
  });
}

/**
 * Returns the page of a place. The first of lines that are less high than their letters seems to be at the end of the page before.
 *
 * @param height of the page, in pixels.
 */
export const pageAt = ({ page, top }: Place, height: number): number =>
  top > height - SHORTEST_LINE ? page + 1 : page;

function learnLines({ units }: Measured, places: readonly (Place | undefined)[]): void {
  let moved: number | undefined;
  for (const [index, unit] of units.entries()) {
    const [before, place] = [places[index - 1], places[index]];
    if (unit.block < 0 || unit.block !== units[index - 1]?.block) moved = undefined;
    else if (place && before && place.page === before.page && place.top - before.top < (unit.bottom - unit.top) / 2) {
      moved ??= index;
      // Its line may have words left that are one line lower.
      place.top = before.top + unit.bottom - unit.top;
    }
    if (moved !== undefined) unit.canBreak = false;
  }
}
