/** Evaluates a print of pages with footnotes: the places of lines, and whether there is room for the notes. */
import { areaHeight, type FootNotes, type NotePart, notesOn, TOLERANCE, wholeNote } from './note-parts.js';
import { pageAt, placesOfUnits } from './printed-lines.js';
import {
  areaId,
  type Break,
  endOfGroup,
  type Measured,
  MOST_RESERVE,
  type NoteArea,
  type Pages,
  type PartedUnit,
  type Place,
  type Span,
} from './units.js';

/** Free space of less than this on a page is accepted, in pixels: two lines. */
const LOOSE = 30;

/**
 * The number of pages above which the rounding of their heights adds up to so much that the last line of notes may have no room on its page.
 * There, notes end above the foot, in pixels: `least`, `most`, and where they are moved to. Places are known to the pixel, so the range is wider.
 */
const MANY_PAGES = 250;
const ABOVE_FOOT = { least: 0.6, moved: 1.2, most: 2 };

export interface PrintedLayout {
  document: Pages;
  measured: Measured;
  breaks: readonly Break[];
  spans: readonly Span[];
  areas: readonly NoteArea[];
  /** The units that are located, in order. */
  marked: readonly number[];
  /** The pages that were tried with more content. */
  looked: ReadonlySet<number>;
}

/** A page without room for its notes, or that a break ends too early (`isLoose`). Pages are numbered from 0. */
export interface WrongPage {
  page: number;
  isLoose: boolean;
  /** The unit that continues on it or after it, and the height that it has to leave free. */
  span?: Span;
  /** The unit that has no room on it in any case and must not be split. */
  whole?: number;
}

interface PrintedPage {
  name: string;
  first: number;
  last: number;
  bottom: number;
  called: number[];
  /** The split unit that continues after it. */
  span?: number;
}

export class PrintedPages {
  /** The places of the units. */
  readonly places: readonly (Place | undefined)[];
  /** The notes of each page. */
  readonly parts: NotePart[][] = [];
  /** The notes that continue on each page from the one before. */
  readonly carried: (readonly NotePart[])[] = [];
  readonly wrong: WrongPage | undefined;
  /** The units that the browser has split. */
  readonly parted = new Map<number, PartedUnit>();
  private readonly pages: (PrintedPage | undefined)[] = [];

  /** @param found places by the ids of elements. Units where no page may begin after all are changed. */
  constructor(
    private readonly layout: PrintedLayout,
    private readonly found: ReadonlyMap<string, Place>,
  ) {
    this.places = placesOfUnits(layout, found);
    this.fillPages();
    this.wrong = this.settle();
  }

  private heightOf(page: number, name: string): number {
    return this.layout.document.boxOf(page, name).height;
  }

  private pageOf(place: Place | undefined, name: string): number | undefined {
    return place && pageAt(place, this.heightOf(place.page, name));
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

  /** Decides which notes are on each page. @returns the first wrong page. */
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
    for (let page = this.pages.length; carried.length > 0 && page <= this.layout.document.last; page++) {
      const { placed } = this.footOf(page, carried);
      if (placed.parts.length === 0) return wrong ?? { page: page - 1, isLoose: false };
      this.parts[page] = placed.parts;
      carried = placed.rest;
    }
    if (wrong !== undefined) return wrong;
    // A break must begin a page.
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
    // A unit higher than a page continues through this one.
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

  /** Returns the name of a page. A page on which no unit begins has that of the page before. */
  private nameOf(page: number): string {
    for (let at = Math.min(page, this.pages.length - 1); at >= 0; at--) {
      const name = this.pages[at]?.name;
      if (name !== undefined) return name;
    }
    return 'auto';
  }

  /** Returns units that may end or begin a page, if that matters for notes. @param before the page to stop at. */
  unseen(before = this.layout.document.last): number[] {
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

  /** Whether the notes are on their pages. */
  get areTheirs(): boolean {
    const standing = new Map(this.layout.areas.map(({ page, parts }) => [page, parts]));
    const pages = Math.max(this.parts.length, ...[...standing.keys()].map((page) => page + 1));
    return Array.from({ length: pages }, (_, page) => page).every(
      (page) => JSON.stringify(this.parts[page] ?? []) === JSON.stringify(standing.get(page) ?? []),
    );
  }

  /** Returns how far notes are from where they should be, in pixels down the flow; undefined if their place is unknown. */
  shiftOf(index: number, startOf: (page: number) => number): number | undefined {
    const place = this.found.get(areaId(index));
    const area = this.layout.areas[index];
    const above = this.isLong ? ABOVE_FOOT.moved : 0;
    return place && area && startOf(place.page) + place.top - area.top + above;
  }

  private get isLong(): boolean {
    return this.parts.length > MANY_PAGES;
  }

  get areAtTheFoot(): boolean {
    const { least, most } = this.isLong ? ABOVE_FOOT : { least: -TOLERANCE, most: TOLERANCE };
    return this.layout.areas.every(({ page, height }, index) => {
      const place = this.found.get(areaId(index));
      const foot = this.heightOf(page, this.nameOf(page));
      if (place?.page !== page) return false;
      const above = foot - place.top - height;
      return above >= least && above <= most;
    });
  }

  /** Whether the layout is right. */
  get stand(): boolean {
    return this.wrong === undefined && this.unseen().length === 0 && this.areTheirs && this.areAtTheFoot;
  }
}
