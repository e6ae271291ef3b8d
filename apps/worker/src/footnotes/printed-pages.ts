/** What a print shows of pages with footnotes: where lines stand in it, and whether they leave room for the notes. */
import { MAX_PAGES } from '@toolpress/contract';
import type { Flow } from './flow.js';
import { areaHeight, type Break, endOfGroup, type NoteHeights, type Place, type Unit } from './pagination.js';

/** Positions are rounded on their way, by whole pixels where a page begins. */
const TOLERANCE = 1.5;
/** What stands lower on a page, pixels, stands on the next one. */
const SHORTEST_LINE = 4;
/** Less of a page than this is not missed, pixels: two lines. */
const LOOSE = 30;

export interface FoundLine {
  canBreak: boolean;
  /** By which it has a place in the PDF. */
  id?: string;
  /** How far below its top stands what has the id, pixels. */
  shift: number;
}

/** `block`: the number of the paragraph; -1 for what is in none. */
type MeasuredUnit = Unit & Partial<FoundLine> & { block: number; isFound?: boolean };

/** See `footnotes.measure` of the script. */
export interface Measured extends NoteHeights {
  /** Whether the document says nothing that makes pages differ but where they come in their order. */
  areAlike: boolean;
  units: MeasuredUnit[];
}

/** Where the notes of a page are to stand. */
export interface NoteArea {
  page: number;
  notes: readonly number[];
  /** Pixels, as `width` and `top`, which is from the top of the first page. */
  height: number;
  width: number;
  top: number;
}

export interface PrintedLayout {
  flow: Flow;
  measured: Measured;
  breaks: readonly Break[];
  areas: readonly NoteArea[];
  /** Units whose places are looked at, in their order. */
  marked: readonly number[];
}

export const areaId = (index: number): string => `toolpress-footnotes-${index}`;

export class PrintedPages {
  /** Of units. */
  readonly places: readonly (Place | undefined)[];
  /** The notes that are called on each page. */
  readonly notes: number[][] = [];

  /** @param found places by the ids of elements. Units are told where no page may begin after all. */
  constructor(
    private readonly layout: PrintedLayout,
    private readonly found: ReadonlyMap<string, Place>,
  ) {
    this.places = this.placesOf(new Set(layout.marked));
    this.learnLines();
    for (const [index, unit] of layout.measured.units.entries())
      addTo(this.notes, this.places[index]?.page ?? 0, unit.notes);
  }

  /** Between those that are looked at, units stand as measured. */
  private placesOf(marked: ReadonlySet<number>): (Place | undefined)[] {
    const { flow, measured } = this.layout;
    let last: Place | undefined;
    return measured.units.map(({ id, shift = 0, top: at }, index) => {
      const isMarked = marked.has(index);
      const seen = isMarked && id !== undefined ? this.found.get(id) : undefined;
      const moved = isMarked ? 0 : at - (measured.units[index - 1]?.top ?? 0);
      const { page, top } = seen ?? { page: last?.page, top: (last?.top ?? 0) + moved };
      if (page === undefined) return undefined;
      // Of lines that are less high than their letters, the first on a page seems to stand at the end of the page before.
      const isLow = top > flow.heightOf(page) - SHORTEST_LINE && (seen !== undefined || !isMarked);
      last = isLow ? { page: page + 1, top: 0 } : { page, top: seen ? top - shift : top };
      return last;
    });
  }

  /**
   * On paper, lines of justified text with elements in it may hold a word more than on a screen. Such a paragraph is not parted
   * from there on.
   */
  private learnLines(): void {
    const { units } = this.layout.measured;
    let moved: number | undefined;
    for (const [index, unit] of units.entries()) {
      const [before, place] = [this.places[index - 1], this.places[index]];
      if (unit.block < 0 || unit.block !== units[index - 1]?.block) moved = undefined;
      else if (place && before && place.page === before.page && place.top - before.top < (unit.bottom - unit.top) / 2) {
        moved ??= index;
        // Its line may have words left that stand one lower.
        place.top = before.top + unit.bottom - unit.top;
      }
      if (moved !== undefined) unit.canBreak = false;
    }
  }

  /** @returns the first page that has no room for its notes, or that a break ends too early (`isLoose`); from 0. */
  wrongPage(): { page: number; isLoose: boolean } | undefined {
    const { flow, measured, breaks } = this.layout;
    const { units } = measured;
    const pages = new Map<number, { bottom: number; notes: number[]; last: number }>();
    for (const [index, unit] of units.entries()) {
      const place = this.places[index];
      if (place === undefined) continue;
      const page = pages.get(place.page) ?? { bottom: 0, notes: [], last: index };
      const bottom = Math.max(page.bottom, place.top + unit.bottom - unit.top);
      page.notes.push(...unit.notes);
      pages.set(place.page, { bottom, notes: page.notes, last: index });
    }
    for (const [page, { bottom, notes, last }] of [...pages].sort(([one], [other]) => one - other)) {
      const height = flow.heightOf(page);
      if (notes.length > 0 && bottom + areaHeight(notes, measured) > height + TOLERANCE)
        return { page, isLoose: false };
      const next = breaks.find(({ unit }) => unit === last + 1);
      if (next === undefined) continue;
      const group = units.slice(next.unit, endOfGroup(units, next.unit));
      const more = Math.max(...group.map((unit) => unit.bottom)) - (units[last]?.bottom ?? 0);
      const together = [...notes, ...group.flatMap((unit) => unit.notes)];
      if (bottom + more + areaHeight(together, measured) + LOOSE < height) return { page, isLoose: true };
    }
    // A page has to begin with what a break stands before.
    const idle = breaks.find(({ unit }) => this.places[unit]?.page === this.places[unit - 1]?.page);
    return idle === undefined ? undefined : { page: this.places[idle.unit]?.page ?? 0, isLoose: false };
  }

  /** @returns units that end a page or begin one, which of them is not known: before a page, where that counts for notes. */
  unseen(before = MAX_PAGES): number[] {
    const { marked, measured } = this.layout;
    const unseen: number[] = [];
    let seen = -1;
    for (const index of marked) {
      const [page = 0, next = 0] = [this.places[seen]?.page, this.places[index]?.page];
      const counts = this.notes.slice(page, next + 1).some((called) => called.length > 0);
      if (page !== next && counts && page < before)
        for (let between = seen + 1; between < index; between++)
          if (!measured.units[between]?.isFound) unseen.push(between);
      seen = index;
    }
    return unseen;
  }

  /** Whether the notes that stand on each page are those that it calls. */
  get areTheirs(): boolean {
    const standing: number[][] = [];
    for (const { page, notes } of this.layout.areas) addTo(standing, page, notes);
    return (
      this.notes.every((called, page) => String(called) === String(standing[page] ?? [])) &&
      standing.length <= this.notes.length
    );
  }

  get areAtTheFoot(): boolean {
    return this.layout.areas.every(({ page, height }, index) => {
      const place = this.found.get(areaId(index));
      return place?.page === page && Math.abs(place.top + height - this.layout.flow.heightOf(page)) <= TOLERANCE;
    });
  }

  /** Whether nothing is to be done. */
  get stand(): boolean {
    return this.wrongPage() === undefined && this.unseen().length === 0 && this.areTheirs && this.areAtTheFoot;
  }
}

/** @param notes of pages, to which more are added. */
export function addTo(notes: number[][], page: number, more: readonly number[]): void {
  while (notes.length <= page) notes.push([]);
  notes[page]?.push(...more);
}
