/** What a print shows of pages with footnotes: where lines stand in it, and whether they leave room for the notes. */
import { MAX_PAGES } from '@toolpress/contract';
import {
  areaHeight,
  type FootNotes,
  type NoteHeights,
  type NotePart,
  notesOn,
  TOLERANCE,
  wholeNote,
} from './note-parts.js';
import {
  type Break,
  endOfGroup,
  MOST_RESERVE,
  type Pages,
  type PartedUnit,
  type Place,
  type Span,
  type Unit,
} from './pagination.js';

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
  units: MeasuredUnit[];
  /** The ids of the elements that call the notes. */
  callIds: string[];
}

/** Where the notes of a page are to stand. */
export interface NoteArea {
  page: number;
  parts: readonly NotePart[];
  /** Pixels, as `width` and `top`, which is from the top of the first page. */
  height: number;
  width: number;
  top: number;
}

export interface PrintedLayout {
  document: Pages;
  measured: Measured;
  breaks: readonly Break[];
  spans: readonly Span[];
  areas: readonly NoteArea[];
  /** Units whose places are looked at, in their order. */
  marked: readonly number[];
  /** Pages that more could stand on have been tried with more. */
  looked: ReadonlySet<number>;
}

/** A page whose notes have no room, or that a break ends too early (`isLoose`); from 0. */
export interface WrongPage {
  page: number;
  isLoose: boolean;
  /** The unit that goes on on it or after it, and has to leave so much of it. */
  span?: Span;
  /** The unit that has no room on it whatever it leaves: it has to stay together. */
  whole?: number;
}

interface PrintedPage {
  name: string;
  first: number;
  last: number;
  bottom: number;
  called: number[];
  /** A unit that the browser parts goes on after it. */
  span?: number;
}

export const areaId = (index: number): string => `toolpress-footnotes-${index}`;

export class PrintedPages {
  /** Of units. */
  readonly places: readonly (Place | undefined)[];
  /** The notes that are to stand on each page. */
  readonly parts: NotePart[][] = [];
  /** The notes that go on on each page from the one before. */
  readonly carried: (readonly NotePart[])[] = [];
  readonly wrong: WrongPage | undefined;
  /** Units that the browser has parted. */
  readonly parted = new Map<number, PartedUnit>();
  private readonly pages: (PrintedPage | undefined)[] = [];

  /** @param found places by the ids of elements. Units are told where no page may begin after all. */
  constructor(
    private readonly layout: PrintedLayout,
    private readonly found: ReadonlyMap<string, Place>,
  ) {
    this.places = this.placesOf(new Set(layout.marked));
    this.learnLines();
    this.fillPages();
    this.wrong = this.settle();
  }

  private heightOf(page: number, name: string): number {
    return this.layout.document.boxOf(page, name).height;
  }

  /** Between those that are looked at, units stand as measured. */
  private placesOf(marked: ReadonlySet<number>): (Place | undefined)[] {
    const { measured } = this.layout;
    let last: Place | undefined;
    let lastIndex = 0;
    return measured.units.map(({ id, shift = 0, top: at, page: name }, index) => {
      const isMarked = marked.has(index);
      const seen = isMarked && id !== undefined ? this.found.get(id) : undefined;
      const moved = isMarked ? 0 : at - (measured.units[index - 1]?.top ?? 0);
      const { page, top } = seen ?? { page: last?.page, top: (last?.top ?? 0) + moved };
      if (page === undefined) return undefined;
      // It may stand on the page before, which may have another name.
      const on = last?.page === page ? (measured.units[lastIndex]?.page ?? name) : name;
      const isLow = this.pageOf({ page, top }, on) !== page && (seen !== undefined || !isMarked);
      lastIndex = index;
      last = isLow ? { page: page + 1, top: 0 } : { page, top: seen ? top - shift : top };
      return last;
    });
  }

  /** Of lines that are less high than their letters, the first on a page seems to stand at the end of the page before. */
  private pageOf(place: Place | undefined, name: string): number | undefined {
    if (place === undefined) return undefined;
    return place.top > this.heightOf(place.page, name) - SHORTEST_LINE ? place.page + 1 : place.page;
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

  private fillPages(): void {
    const { measured, spans } = this.layout;
    const { units, callIds } = measured;
    const at = (page: number, index: number): PrintedPage => {
      const name = units[index]?.page ?? 'auto';
      this.pages[page] ??= { name, first: index, last: index, bottom: 0, called: [] };
      return this.pages[page];
    };
    let last = 0;
    for (const [index, unit] of units.entries()) {
      const place = this.places[index] ?? (unit.notes.length > 0 ? { page: last, top: 0 } : undefined);
      if (place === undefined) continue;
      last = place.page;
      const page = at(place.page, index);
      page.last = index;
      page.bottom = Math.max(page.bottom, place.top + unit.bottom - unit.top);
      if (unit.calls === undefined) {
        page.called.push(...unit.notes);
        continue;
      }
      let end = place.page;
      const calls = unit.notes.map((note) => {
        const call = this.pageOf(this.found.get(callIds[note] ?? ''), unit.page);
        return Math.max(call ?? 0, place.page);
      });
      for (const [call, on] of calls.entries()) at(on, index).called.push(unit.notes[call] ?? 0);
      end = Math.max(end, ...calls);
      const { reserve = 0 } = spans.find((span) => span.unit === index) ?? {};
      if (end === place.page && page.bottom <= this.heightOf(end, unit.page) - reserve + TOLERANCE) continue;
      const after = this.places[index + 1];
      const next = after?.page;
      if (after !== undefined) this.parted.set(index, { page: place.page, calls, end: after, reserve });
      end = Math.max(end, (next ?? end + 1) - 1, place.page);
      for (let on = place.page; on <= end; on++) if (on !== next) at(on, index).span = index;
    }
    for (const page of this.pages) page?.called.sort((one, other) => one - other);
  }

  /** Goes through the pages: what of the notes stands on each. @returns the first one that is wrong. */
  private settle(): WrongPage | undefined {
    const { breaks } = this.layout;
    let wrong: WrongPage | undefined;
    let carried: readonly NotePart[] = [];
    for (let page = 0; page < this.pages.length; page++) {
      this.carried[page] = carried;
      const { placed, fault } = this.footOf(page, carried);
      wrong ??= fault;
      this.parts[page] = placed.parts;
      carried = placed.rest;
    }
    for (let page = this.pages.length; carried.length > 0 && page <= MAX_PAGES; page++) {
      const { placed } = this.footOf(page, carried);
      if (placed.parts.length === 0) return wrong ?? { page: page - 1, isLoose: false };
      this.parts[page] = placed.parts;
      carried = placed.rest;
    }
    if (wrong !== undefined) return wrong;
    // A page has to begin with what a break stands before.
    const idle = breaks.find(({ unit }) => this.places[unit]?.page === this.places[unit - 1]?.page);
    return idle === undefined ? undefined : { page: this.places[idle.unit]?.page ?? 0, isLoose: false };
  }

  private footOf(page: number, carried: readonly NotePart[]): { placed: FootNotes; fault?: WrongPage } {
    const { document, measured, breaks, spans, looked } = this.layout;
    const { units } = measured;
    const printed = this.pages[page];
    const name = this.nameOf(page);
    const height = this.heightOf(page, name);
    const width = document.widthOf(page, name);
    // Something higher than pages goes on through this one.
    if (printed === undefined && page < this.pages.length) return { placed: { parts: [], rest: [...carried] } };
    const { first = 0, last = -1, bottom = 0, called = [], span } = printed ?? {};
    const own = called.map((note) => wholeNote(note, width));
    const reserve = spans.find(({ unit }) => unit === span)?.reserve ?? 0;
    const isAlone = last < first || (span === undefined ? endOfGroup(units, first) > last : false);
    const caller = units.findLastIndex(({ notes }, index) => index >= first && index <= last && notes.length > 0);
    const mayPart = document.widthOf(page + 1, this.nameOf(page + 1)) === width;
    const lastCalls = span !== undefined || (caller >= 0 && endOfGroup(units, caller) > last);
    const foot = {
      ...{ pageHeight: height, width, mayPart, lastCalls },
      bottom: span === undefined ? bottom : height - reserve,
      isForced: isAlone || (span !== undefined && reserve >= height * MOST_RESERVE - 1),
    };
    const placed = notesOn(carried, own, measured, foot);
    const wanted = areaHeight([...carried, ...own], measured, width);
    if (placed === undefined) {
      const partable = span ?? (units[last]?.calls === undefined ? undefined : last);
      const more =
        partable === undefined ? undefined : { unit: partable, reserve: Math.min(wanted, height * MOST_RESERVE) };
      const had = spans.find(({ unit }) => unit === partable)?.reserve ?? 0;
      const isMore = more !== undefined && more.reserve > had + 1;
      const fault = {
        page,
        isLoose: false,
        ...(isMore ? { span: more } : partable !== undefined && { whole: partable }),
      };
      return { placed: { parts: [...carried, ...own], rest: [] }, fault };
    }
    const next = breaks.find(({ unit }) => unit === last + 1);
    if (next === undefined || span !== undefined || placed.rest.length > 0 || looked.has(page)) return { placed };
    const group = units.slice(next.unit, endOfGroup(units, next.unit));
    const more = Math.max(...group.map((unit) => unit.bottom)) - (units[last]?.bottom ?? 0);
    const together = group.flatMap((unit) => unit.notes).map((note) => wholeNote(note, width));
    const isLoose = bottom + more + areaHeight([...carried, ...own, ...together], measured, width) + LOOSE < height;
    return { placed, ...(isLoose && { fault: { page, isLoose } }) };
  }

  /** Of a page on which nothing begins it is that of the page before. */
  private nameOf(page: number): string {
    for (let at = Math.min(page, this.pages.length - 1); at >= 0; at--) {
      const name = this.pages[at]?.name;
      if (name !== undefined) return name;
    }
    return 'auto';
  }

  /** @returns units that end a page or begin one, which of them is not known: before a page, where that counts for notes. */
  unseen(before = MAX_PAGES): number[] {
    const { marked, measured } = this.layout;
    const unseen: number[] = [];
    let seen = -1;
    for (const index of marked) {
      const [page = 0, next = 0] = [this.places[seen]?.page, this.places[index]?.page];
      const counts = this.parts.slice(page, next + 1).some((parts) => (parts?.length ?? 0) > 0);
      if (page !== next && counts && page < before)
        for (let between = seen + 1; between < index; between++)
          if (!measured.units[between]?.isFound) unseen.push(between);
      seen = index;
    }
    return unseen;
  }

  /** Whether the notes stand on the pages where they are to stand. */
  get areTheirs(): boolean {
    const standing = new Map(this.layout.areas.map(({ page, parts }) => [page, parts]));
    const pages = Math.max(this.parts.length, ...[...standing.keys()].map((page) => page + 1));
    return Array.from({ length: pages }, (_, page) => page).every(
      (page) => JSON.stringify(this.parts[page] ?? []) === JSON.stringify(standing.get(page) ?? []),
    );
  }

  /** How far the notes stand from where they are to stand, by their pages, pixels down the flow; undefined: somewhere unknown. */
  shiftOf(index: number, startOf: (page: number) => number): number | undefined {
    const place = this.found.get(areaId(index));
    const area = this.layout.areas[index];
    return place && area && startOf(place.page) + place.top - area.top;
  }

  get areAtTheFoot(): boolean {
    return this.layout.areas.every(({ page, height }, index) => {
      const place = this.found.get(areaId(index));
      const foot = this.heightOf(page, this.nameOf(page));
      return place?.page === page && Math.abs(place.top + height - foot) <= TOLERANCE;
    });
  }

  /** Whether nothing is to be done. */
  get stand(): boolean {
    return this.wrong === undefined && this.unseen().length === 0 && this.areTheirs && this.areAtTheFoot;
  }
}
