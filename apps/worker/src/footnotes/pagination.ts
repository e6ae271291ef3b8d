/** Which lines of a document begin pages, so that the notes that are called on a page have room at its foot. */
import { areaHeight, type Foot, type NoteHeights, type NotePart, notesOn, wholeNote } from './note-parts.js';

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
  /** Of the pages that it stands on, in CSS. */
  page: string;
  /** The browser may part it, as columns: how far down its notes are called, each; pixels from its top. */
  calls?: number[];
  /** What it has to leave of each page that it goes on after where it begins on this one, pixels: less was too little. */
  reserve?: { page: number; height: number };
}

export interface PageBox {
  height: number;
  width: number;
}

/** The pages of a document, by their numbers and their names in CSS. */
export interface Pages {
  boxOf: (page: number, name: string) => PageBox;
  /** The number of a width in `NoteHeights`. */
  widthOf: (page: number, name: string) => number;
}

/** A page that begins with a unit, where it would not by itself. */
export interface Break {
  unit: number;
  /** How much of the page before is left where the unit would stand, pixels. */
  rest: number;
}

/** A unit that goes on on other pages, and leaves room for notes on each. */
export interface Span {
  unit: number;
  /** Pixels. */
  reserve: number;
}

export interface Pagination {
  breaks: Break[];
  spans: Span[];
  /** The page of each unit, from 0; empty for those before the start. */
  pages: number[];
  /** The notes of each page, from the first one that is looked at. */
  parts: NotePart[][];
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
  /** Where units stand on that page, if that is known, and on those up to `seen`. */
  places?: readonly (Place | undefined)[];
  seen?: number;
  /** Notes that go on from the page before. */
  carried?: readonly NotePart[];
  /** Units that were parted, as printed. */
  parted?: ReadonlyMap<number, PartedUnit>;
}

export interface PartedUnit {
  page: number;
  /** The pages that call each of its notes. */
  calls: readonly number[];
  /** Where the unit after it stands. */
  end: Place;
  reserve: number;
}

/** Of a unit that the browser parts, so much stands on its first page at least, pixels: three lines. */
const LEAST_PART = 48;
/** It leaves at most so much of a page. */
export const MOST_RESERVE = 0.6;
/** More pages are refused in any case. */
const MOST_PAGES = 100;

/**
 * Fills pages, from one on, with what fits together: the units that no page may begin with stay with the one before. Pages
 * without notes are left to the browser.
 */
export function breaksFrom(units: readonly Unit[], notes: NoteHeights, pages: Pages, start: Start): Pagination {
  return new Pagesetter(units, notes, pages, start).set();
}

class Pagesetter {
  private readonly breaks: Break[] = [];
  private readonly spans: Span[] = [];
  private readonly pages: number[] = [];
  private readonly parts: NotePart[][] = [];
  private page: number;
  /** The unit that the page begins with. */
  private first: number;
  /** What of the flow is at the top of the page. */
  private origin = 0;
  private carried: readonly NotePart[];
  private called: NotePart[] = [];
  /** How far down the page its text goes. */
  private bottom = 0;
  private name = 'auto';
  /** It ends here: a note goes on on the next one. */
  private isFull = false;

  constructor(
    private readonly units: readonly Unit[],
    private readonly notes: NoteHeights,
    private readonly document: Pages,
    private readonly start: Start,
  ) {
    this.page = start.page;
    this.first = start.unit;
    this.carried = start.carried ?? [];
    this.beginAt(start.unit);
  }

  set(): Pagination {
    const { units } = this;
    for (let index = this.first; index < units.length; ) {
      const end = endOfGroup(units, index);
      const isFirst = index === this.first;
      if (!isFirst && units[index]?.isForced) this.next(index);
      else if (this.fits(index, end)) index = this.take(index, end);
      else if (this.isParted(index, end, isFirst)) index = end;
      else if (isFirst) index = this.take(index, end);
      else this.breakBefore(index);
    }
    this.finish();
    while (this.carried.length > 0 && this.page < MOST_PAGES) {
      const left = JSON.stringify(this.carried);
      this.page += 1;
      this.bottom = 0;
      this.called = [];
      this.finish();
      if (JSON.stringify(this.carried) === left) break;
    }
    return { breaks: this.breaks, spans: this.spans, pages: this.pages, parts: this.parts };
  }

  private get box(): PageBox {
    return this.document.boxOf(this.page, this.name);
  }

  private get width(): number {
    return this.document.widthOf(this.page, this.name);
  }

  private beginAt(index: number): void {
    const unit = this.units[index];
    this.first = index;
    this.name = unit?.page ?? this.name;
    this.origin = (unit?.top ?? 0) - (unit?.isForced ? unit.margin : 0);
    this.bottom = 0;
    this.called = [];
  }

  private topOf(index: number): number {
    return this.seenTop(index) ?? (this.units[index]?.top ?? 0) - this.origin;
  }

  private seenTop(index: number): number | undefined {
    const { places, page, seen = page } = this.start;
    const known = places?.[index];
    return known?.page === this.page && this.page <= seen ? known.top : undefined;
  }

  private foot(bottom: number, nextName = this.name): Foot {
    const { height } = this.box;
    const mayPart = this.document.widthOf(this.page + 1, nextName) === this.width;
    return { bottom, pageHeight: height, width: this.width, mayPart, lastCalls: true, isForced: true };
  }

  private areaOf(parts: readonly NotePart[]): number {
    return areaHeight(parts, this.notes, this.width);
  }

  private calledIn(index: number, end: number): NotePart[] {
    return this.units.slice(index, end).flatMap((unit) => unit.notes.map((note) => wholeNote(note, this.width)));
  }

  private bottomOf(index: number, end: number): number {
    const bottoms = this.units.slice(index, end).map(({ top, bottom }, at) => this.topOf(index + at) + bottom - top);
    return Math.max(this.bottom, ...bottoms);
  }

  /** Whether units have room on the page with their notes. */
  private fits(index: number, end: number): boolean {
    const wasParted = [this.units[end - 1]?.reserve, this.start.parted?.get(end - 1)].some(
      (one) => one?.page === this.page,
    );
    if (this.isFull || wasParted) return false;
    const own = this.calledIn(index, end);
    const bottom = this.bottomOf(index, end);
    const foot = this.foot(bottom, this.units[end]?.page);
    const placed = notesOn(this.carried, [...this.called, ...own], this.notes, {
      ...foot,
      ...{ isForced: false, lastCalls: own.length > 0 },
    });
    if (placed === undefined || bottom > foot.pageHeight) return false;
    this.isFull = placed.rest.length > 0 && own.length > 0;
    return true;
  }

  private take(index: number, end: number): number {
    const bottom = this.bottomOf(index, end);
    this.called.push(...this.calledIn(index, end));
    this.bottom = bottom;
    for (let at = index; at < end; at++) this.pages[at] = this.page;
    const seen = this.seenTop(end - 1);
    if (seen !== undefined) this.origin = (this.units[end - 1]?.top ?? 0) - seen;
    if (bottom > this.box.height) this.goOn(bottom);
    return end;
  }

  /** What is higher than a page goes on on the next ones, wherever the browser parts it. */
  private goOn(bottom: number): void {
    const { height } = this.box;
    const more = Math.floor(bottom / height);
    this.finish();
    this.origin += more * height;
    this.page += more;
    this.bottom = bottom - more * height;
    this.called = [];
  }

  /** Puts units on the page of which the last one goes on on the next ones, and leaves room for its notes on each. */
  private isParted(index: number, end: number, isFirst: boolean): boolean {
    const at = end - 1;
    const unit = this.units[at];
    if (unit?.calls === undefined) return false;
    const { calls, notes } = unit;
    const least = unit.reserve?.page === this.page ? unit.reserve.height : 0;
    const height = unit.bottom - unit.top;
    /** What it calls between two places, pixels from its top. */
    const between = (from: number, to: number): NotePart[] =>
      notes
        .filter((_, call) => (calls[call] ?? 0) >= from && (calls[call] ?? 0) < to)
        .map((note) => wholeNote(note, this.width));
    /** As much of it from a place on as the page has room for, with the notes that it calls there. */
    const pieceFrom = (from: number, top: number, others: NotePart[]): { size: number; called: NotePart[] } => {
      let called = others;
      for (;;) {
        const area = Math.min(this.areaOf([...this.carried, ...called]), this.box.height * MOST_RESERVE);
        const size = Math.max(this.box.height - top - Math.max(area, least), 0);
        const all = [...others, ...between(from, from + size)];
        if (all.length <= called.length) return { size, called };
        called = all;
      }
    };
    const others = [...this.called, ...this.calledIn(index, at)];
    const seen = this.start.parted?.get(at);
    if (seen?.page === this.page && !this.isFull) {
      for (let one = index; one < end; one++) this.pages[one] = this.page;
      this.goOnAs(at, seen, others);
      return true;
    }
    const top = this.topOf(at);
    let piece = pieceFrom(0, top, others);
    if (this.isFull || this.carried.length + others.length + notes.length === 0) return false;
    if (piece.size < LEAST_PART && !isFirst) return false;
    for (let one = index; one < end; one++) this.pages[one] = this.page;
    let reserve = least;
    let done = 0;
    for (let isOn = true; isOn; ) {
      this.called = piece.called;
      this.bottom = Math.max(this.bottom, (done === 0 ? top : 0) + piece.size);
      this.finish();
      reserve = Math.min(Math.max(reserve, this.areaOf(this.parts[this.page] ?? [])), this.box.height * MOST_RESERVE);
      done = Math.min(height, done + Math.max(piece.size, LEAST_PART));
      this.page += 1;
      this.bottom = 0;
      this.called = between(done, height + 1);
      isOn =
        this.page < MOST_PAGES &&
        height -
          done +
          Math.max(Math.min(this.areaOf([...this.carried, ...this.called]), this.box.height * MOST_RESERVE), least) >
          this.box.height;
      if (isOn) piece = pieceFrom(done, 0, []);
    }
    this.first = at;
    this.bottom = height - done;
    this.origin = unit.bottom - this.bottom;
    if (reserve > 0) this.spans.push({ unit: at, reserve });
    return true;
  }

  /** As it was printed. */
  private goOnAs(at: number, { calls, end, reserve }: PartedUnit, others: NotePart[]): void {
    const notes = this.units[at]?.notes ?? [];
    this.called = others;
    for (;;) {
      const there = notes.filter((_, call) => calls[call] === this.page);
      this.called.push(...there.map((note) => wholeNote(note, this.width)));
      if (this.page >= end.page) break;
      this.bottom = this.box.height - reserve;
      this.finish();
      this.page += 1;
      this.called = [];
    }
    this.first = at;
    this.bottom = end.top;
    this.origin = (this.units[at + 1]?.top ?? 0) - end.top;
    if (reserve > 0) this.spans.push({ unit: at, reserve });
  }

  private breakBefore(index: number): void {
    const own = this.calledIn(index, endOfGroup(this.units, index));
    // Where nothing is noted the browser may part what it likes.
    if (this.called.length + this.carried.length + own.length > 0)
      this.breaks.push({ unit: index, rest: this.box.height - this.topOf(index) });
    this.next(index);
  }

  private next(index: number): void {
    this.finish(this.units[index]?.page);
    this.page += 1;
    this.beginAt(index);
  }

  /** What of the notes stands on the page, and what goes on on the next one. */
  private finish(nextName = this.name): void {
    const placed = notesOn(this.carried, this.called, this.notes, this.foot(this.bottom, nextName));
    this.parts[this.page] = placed?.parts ?? [];
    this.carried = placed?.rest ?? [];
    this.isFull = false;
  }
}

/** @returns the next unit that a page may begin with. */
export function endOfGroup(units: readonly Unit[], start: number): number {
  let end = start + 1;
  while (end < units.length && !units[end]?.canBreak && !units[end]?.isForced) end += 1;
  return end;
}
