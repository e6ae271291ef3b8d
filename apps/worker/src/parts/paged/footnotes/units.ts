/** The lines, rows and boxes of a document, and where they are on its pages. */
import type { NoteHeights, NotePart } from './note-parts.js';

/** What is on one page as a whole: a line, a row of a table, an image. Pixels down the flow, as if the document were one page. */
export interface Unit {
  top: number;
  bottom: number;
  /** Whether a page may begin with it. */
  canBreak: boolean;
  /** Whether a page begins with it by the document's own rules. */
  isForced: boolean;
  /** The space above it on a page that begins with it by these rules. */
  margin: number;
  /** The numbers of the notes that it refers to. */
  notes: number[];
  /** The name of its pages in CSS. */
  page: string;
  /** Set if the browser may split it, as columns: the positions of its note references, in pixels from its top. */
  calls?: number[];
  /** The height that it has to leave free on each page that it continues after, if it begins on this page. Less was not enough. */
  reserve?: { page: number; height: number };
}

export interface PageBox {
  height: number;
  width: number;
}

/** The pages of a document, by their numbers and names in CSS. */
export interface Pages {
  /** The largest number of pages. Documents with more are refused. */
  readonly last: number;
  boxOf: (page: number, name: string) => PageBox;
  /** Returns the index of a width in `NoteHeights`. */
  widthOf: (page: number, name: string) => number;
}

/** A page break that the document does not have itself. */
export interface Break {
  unit: number;
  /** The height left on the page before, in pixels. */
  rest: number;
}

/** A unit that continues on other pages and leaves room for notes on each. */
export interface Span {
  unit: number;
  /** The height that it leaves free, in pixels. */
  reserve: number;
}

export interface Pagination {
  breaks: Break[];
  spans: Span[];
  /** The page of each unit, from 0; empty for units before the start. */
  pages: number[];
  /** The notes of each page, from the start. */
  parts: NotePart[][];
}

/** The printed place of a unit: the page, from 0, and pixels from the top of its content. */
export interface Place {
  page: number;
  top: number;
}

export interface Start {
  /** The first unit of a page. */
  unit: number;
  /** The page number, from 0. */
  page: number;
  /** The known places of units on this page and the pages up to `seen`. */
  places?: readonly (Place | undefined)[];
  seen?: number;
  /** Notes that continue from the page before. */
  carried?: readonly NotePart[];
  /** The units that were split, as printed. */
  parted?: ReadonlyMap<number, PartedUnit>;
}

export interface PartedUnit {
  page: number;
  /** The page of each of its note references. */
  calls: readonly number[];
  /** The place of the next unit. */
  end: Place;
  reserve: number;
}

/** The largest share of a page that a unit leaves free. */
export const MOST_RESERVE = 0.6;

/** Returns the next unit that a page may begin with. */
export function endOfGroup(units: readonly Unit[], start: number): number {
  let end = start + 1;
  while (end < units.length && !units[end]?.canBreak && !units[end]?.isForced) end += 1;
  return end;
}

export interface FoundLine {
  canBreak: boolean;
  /** The id by which the PDF names its place. */
  id?: string;
  /** The distance of the element with the id from the top, in pixels. */
  shift: number;
}

/** `block`: the number of the paragraph; -1 outside paragraphs. */
type MeasuredUnit = Unit & Partial<FoundLine> & { block: number; isFound?: boolean };

/** What `footnotes.measure` of the page script returns. */
export interface Measured extends NoteHeights {
  units: MeasuredUnit[];
  /** The ids of the note references. */
  callIds: string[];
}

/** The area for the notes of a page. */
export interface NoteArea {
  page: number;
  parts: readonly NotePart[];
  /** Height, width and top in pixels. The top is measured from the top of the first page. */
  height: number;
  width: number;
  top: number;
}

export const areaId = (index: number): string => `toolpress-footnotes-${index}`;
