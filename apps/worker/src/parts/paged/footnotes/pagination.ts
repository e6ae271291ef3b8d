/** Predicts which lines begin pages, so that the notes of a page have room at its foot. */
import { areaHeight, type Foot, type NoteHeights, type NotePart, notesOn, wholeNote } from './note-parts.js';
import {
  type Break,
  endOfGroup,
  MOST_RESERVE,
  type PageBox,
  type Pages,
  type Pagination,
  type PartedUnit,
  type Span,
  type Start,
  type Unit,
} from './units.js';

/** The least height of a split unit on its first page, in pixels: three lines. */
const LEAST_PART = 48;

/** A unit that is split between pages. */
interface SplitUnit extends Pick<Unit, 'top' | 'bottom' | 'notes'> {
  readonly calls: NonNullable<Unit['calls']>;
  /** The least height that it leaves free for notes. */
  readonly least: number;
}

/** A part of a split unit, and the notes of its page. */
interface Piece {
  readonly size: number;
  readonly called: NotePart[];
}

/**
 * Fills pages with units, from a start on. A unit that no page may begin with stays with the unit before. Pages without notes get no breaks.
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
  /** The position in the flow of the top of the page. */
  private origin = 0;
  private carried: readonly NotePart[];
  private called: NotePart[] = [];
  /** The bottom of the page's text. */
  private bottom = 0;
  private name = 'auto';
  /** Whether the page ends here, because a note continues on the next one. */
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
    while (this.carried.length > 0 && this.page <= this.document.last) {
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

  /** Returns whether units and their notes have room on the page. */
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

  /** Continues a unit that is higher than a page on the next ones, wherever the browser splits it. */
  private goOn(bottom: number): void {
    const { height } = this.box;
    const more = Math.floor(bottom / height);
    this.finish();
    this.origin += more * height;
    this.page += more;
    this.bottom = bottom - more * height;
    this.called = [];
  }

  /** Places units of which the last one continues on the next pages, and leaves room for its notes on each. */
  private isParted(index: number, end: number, isFirst: boolean): boolean {
    const at = end - 1;
    const unit = this.units[at];
    if (unit?.calls === undefined) return false;
    const others = [...this.called, ...this.calledIn(index, at)];
    const seen = this.start.parted?.get(at);
    if (seen?.page === this.page && !this.isFull) {
      for (let one = index; one < end; one++) this.pages[one] = this.page;
      this.goOnAs(at, seen, others);
      return true;
    }
    if (this.isFull || this.carried.length + others.length + unit.notes.length === 0) return false;
    const split = { ...unit, calls: unit.calls, least: unit.reserve?.page === this.page ? unit.reserve.height : 0 };
    const top = this.topOf(at);
    const piece = this.pieceOf(split, 0, top, others);
    if (piece.size < LEAST_PART && !isFirst) return false;
    for (let one = index; one < end; one++) this.pages[one] = this.page;
    this.placePieces(at, split, top, piece);
    return true;
  }

  /** Places a unit from its first piece on, each piece on the next page. */
  private placePieces(at: number, unit: SplitUnit, top: number, first: Piece): void {
    const height = unit.bottom - unit.top;
    let reserve = unit.least;
    let done = 0;
    for (let piece: Piece | undefined = first; piece !== undefined; ) {
      this.called = piece.called;
      this.bottom = Math.max(this.bottom, (done === 0 ? top : 0) + piece.size);
      this.finish();
      reserve = Math.min(Math.max(reserve, this.areaOf(this.parts[this.page] ?? [])), this.mostReserve);
      done = Math.min(height, done + Math.max(piece.size, LEAST_PART));
      this.page += 1;
      this.bottom = 0;
      this.called = this.notesBetween(unit, done, height + 1);
      const area = Math.max(Math.min(this.areaOf([...this.carried, ...this.called]), this.mostReserve), unit.least);
      const goesOn = this.page <= this.document.last && height - done + area > this.box.height;
      piece = goesOn ? this.pieceOf(unit, done, 0, []) : undefined;
    }
    this.first = at;
    this.bottom = height - done;
    this.origin = unit.bottom - this.bottom;
    if (reserve > 0) this.spans.push({ unit: at, reserve });
  }

  /** Returns the part of a unit, from a position on, that fits on the page with its notes. */
  private pieceOf(unit: SplitUnit, from: number, top: number, others: NotePart[]): Piece {
    let called = others;
    for (;;) {
      const area = Math.min(this.areaOf([...this.carried, ...called]), this.mostReserve);
      const size = Math.max(this.box.height - top - Math.max(area, unit.least), 0);
      const all = [...others, ...this.notesBetween(unit, from, from + size)];
      if (all.length <= called.length) return { size, called };
      called = all;
    }
  }

  /** Returns the notes of a unit between two positions, in pixels from its top. */
  private notesBetween({ calls, notes }: SplitUnit, from: number, to: number): NotePart[] {
    return notes
      .filter((_, call) => (calls[call] ?? 0) >= from && (calls[call] ?? 0) < to)
      .map((note) => wholeNote(note, this.width));
  }

  /** The largest height of notes on the page. */
  private get mostReserve(): number {
    return this.box.height * MOST_RESERVE;
  }

  /** Places a split unit as it was printed. */
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
    // Without notes the browser may break anywhere.
    if (this.called.length + this.carried.length + own.length > 0)
      this.breaks.push({ unit: index, rest: this.box.height - this.topOf(index) });
    this.next(index);
  }

  private next(index: number): void {
    this.finish(this.units[index]?.page);
    this.page += 1;
    this.beginAt(index);
  }

  /** Decides which notes are on the page, and which continue on the next one. */
  private finish(nextName = this.name): void {
    const placed = notesOn(this.carried, this.called, this.notes, this.foot(this.bottom, nextName));
    this.parts[this.page] = placed?.parts ?? [];
    this.carried = placed?.rest ?? [];
    this.isFull = false;
  }
}
