/** Which lines of a document begin pages, so that the notes that are called on a page have room at its foot. */

/** What stands on pages as a whole: a line, a row of a table, a picture. Pixels down the flow, as if it were one page. */
export interface Unit {
  top: number;
  bottom: number;
  /** Whether a page may begin with it. */
  canBreak: boolean;
  /** Whether a page begins with it by the document's own rules. */
  isForced: boolean;
  /** How much of a page that begins with it by these rules is left above it. */
  margin: number;
  /** The notes that it calls. */
  notes: number[];
}

/** How high notes are, pixels. */
export interface NoteHeights {
  /** Of each. */
  heights: number[];
  /** What is around those of a page, if there are any. */
  around: number;
}

/** A page that begins with a unit, where it would not by itself. */
export interface Break {
  unit: number;
  /** How much of the page before is left where the unit would stand, pixels. */
  rest: number;
}

export interface Pagination {
  breaks: Break[];
  /** The page of each unit, from 0; empty for those before the start. */
  pages: number[];
}

export function areaHeight(notes: readonly number[], { heights, around }: NoteHeights): number {
  return notes.length === 0 ? 0 : notes.reduce((sum, note) => sum + (heights[note] ?? 0), around);
}

/** A unit's place, as printed. Pages from 0, pixels from the top of the page's content. */
export interface Place {
  page: number;
  top: number;
}

export interface Start {
  /** The first unit of a page. */
  unit: number;
  /** From 0. */
  page: number;
  /** Where units of that page stand, if that is known. */
  places?: readonly (Place | undefined)[];
}

/**
 * Fills pages, from one on, with what fits together: the units that no page may begin with stay with the one before. Pages
 * without notes are left to the browser.
 *
 * @param heightOf how high the content of a page is, pixels.
 * @returns the breaks in order. A page that even its first units overfill with their notes has none.
 */
export function breaksFrom(
  units: readonly Unit[],
  notes: NoteHeights,
  heightOf: (page: number) => number,
  { unit: first, page: firstPage, places = [] }: Start,
): Pagination {
  const breaks: Break[] = [];
  const pages: number[] = [];
  let page = firstPage;
  let start = first;
  let called: number[] = [];
  const topOf = (index: number): number => {
    const known = places[index];
    if (known?.page === page && page === firstPage) return known.top;
    const { top = 0, isForced, margin = 0 } = units[start] ?? {};
    return (units[index]?.top ?? 0) - top + (isForced ? margin : 0);
  };
  for (let index = first; index < units.length; ) {
    const end = endOfGroup(units, index);
    const group = units.slice(index, end);
    const top = topOf(index);
    const bottom = Math.max(...group.map((unit, at) => topOf(index + at) + unit.bottom - unit.top));
    const wanted = [...called, ...group.flatMap((unit) => unit.notes)];
    const height = heightOf(page);
    const begins = index > start && (group[0]?.isForced || bottom + areaHeight(wanted, notes) > height);
    if (begins) {
      // Where nothing is noted the browser may part what it likes.
      if (!group[0]?.isForced && wanted.length > 0) breaks.push({ unit: index, rest: height - top });
      page += 1;
      start = index;
      called = [];
      continue;
    }
    called = wanted;
    for (let at = index; at < end; at++) pages[at] = page;
    // What is higher than a page goes on on the next ones, wherever the browser parts it.
    if (index === start && bottom > height) page += Math.floor(bottom / height);
    index = end;
  }
  return { breaks, pages };
}

/** @returns the next unit that a page may begin with. */
export function endOfGroup(units: readonly Unit[], start: number): number {
  let end = start + 1;
  while (end < units.length && !units[end]?.canBreak && !units[end]?.isForced) end += 1;
  return end;
}
