/** Notes at the foot of a page: whole, or as much of them as there is room for. */

/** Of a note, from one of the places where it may be parted to another; as it is laid out on pages of one width. */
export interface NotePart {
  note: number;
  /** 0: its beginning; else the number of the place, from 1. */
  from: number;
  /** Absent: up to its end. */
  to?: number;
  /** Which of the widths. */
  width: number;
}

/** How high notes are, pixels; each by the width of the page. */
export interface NoteHeights {
  /** Of each note. */
  heights: number[][];
  /** What is around those of a page, if there are any. */
  around: number[];
  /** How far below its top a note may be parted; of notes that are long. */
  cuts: number[][][];
}

export interface Foot {
  /** How far down the page its text goes, pixels. */
  bottom: number;
  pageHeight: number;
  width: number;
  /** Whether the next page is as wide. */
  mayPart: boolean;
  /** Whether the last lines of the text, which can't be parted, call notes. */
  lastCalls: boolean;
  /** Whether the text can't be less: what has no room for its notes goes on with them on the next page. */
  isForced: boolean;
}

export interface FootNotes {
  parts: NotePart[];
  /** For the next page. */
  rest: NotePart[];
}

/** A note is parted on the page that calls it only if it is higher than so much of the page. */
export const LONG_NOTE = 1 / 4;
/** What goes on from the page before leaves a quarter of the page to the text, if there is so much of it. */
const MOST_CARRIED = 3 / 4;
/** Positions are rounded on their way, by whole pixels where a page begins. */
export const TOLERANCE = 1.5;

export const wholeNote = (note: number, width: number): NotePart => ({ note, from: 0, width });

function offsetOf({ note, width }: NotePart, { heights, cuts }: NoteHeights, at: number | undefined): number {
  if (at === undefined) return heights[width]?.[note] ?? 0;
  return at === 0 ? 0 : (cuts[width]?.[note]?.[at - 1] ?? 0);
}

/** Letters stand in their lines at whole pixels: a part of a note may be higher by so much than where its lines stand. */
const PART_SLACK = 1;

function partHeight(part: NotePart, notes: NoteHeights): number {
  const isWhole = part.from === 0 && part.to === undefined;
  return offsetOf(part, notes, part.to) - offsetOf(part, notes, part.from) + (isWhole ? 0 : PART_SLACK);
}

/** @param width of the page. */
export function areaHeight(parts: readonly NotePart[], notes: NoteHeights, width: number): number {
  if (parts.length === 0) return 0;
  return parts.reduce((sum, part) => sum + partHeight(part, notes), notes.around[width] ?? 0);
}

/** @returns where to part what is left of a note so that as much as possible has room. */
function cutWithin(part: NotePart, notes: NoteHeights, room: number): number | undefined {
  const cuts = notes.cuts[part.width]?.[part.note] ?? [];
  const start = offsetOf(part, notes, part.from);
  let best: number | undefined;
  for (let at = part.from + 1; at <= cuts.length && (cuts[at - 1] ?? 0) - start + PART_SLACK <= room; at++) best = at;
  return best;
}

/** As many notes as there is room for, in their order. */
function fill(all: readonly NotePart[], notes: NoteHeights, { bottom, pageHeight, width, mayPart }: Foot): FootNotes {
  const room = pageHeight - bottom + TOLERANCE;
  let used = notes.around[width] ?? 0;
  for (const [index, part] of all.entries()) {
    const height = partHeight(part, notes);
    used += height;
    if (used <= room) continue;
    const cut = mayPart ? cutWithin(part, notes, room - used + height) : undefined;
    if (cut === undefined) return { parts: all.slice(0, index), rest: all.slice(index) };
    const rest = [{ ...part, from: cut }, ...all.slice(index + 1)];
    return { parts: [...all.slice(0, index), { ...part, to: cut }], rest };
  }
  return { parts: [...all], rest: [] };
}

/**
 * Puts notes on a page, in their order: those that go on from the page before, then those that it calls. Each of the latter begins
 * on it, unless that can't be; the last one may go on on the next page where it is long, and the page ends with the lines that call it.
 *
 * @returns undefined when they have no room: less text has to stand on the page.
 */
export function notesOn(
  carried: readonly NotePart[],
  called: readonly NotePart[],
  notes: NoteHeights,
  foot: Foot,
): FootNotes | undefined {
  const { bottom, pageHeight, width, lastCalls, isForced } = foot;
  const all = [...carried, ...called];
  const placed = fill(all, notes, foot);
  if (isForced || placed.rest.length === 0) return placed;
  if (areaHeight(carried, notes, width) > pageHeight * MOST_CARRIED)
    return called.length === 0 && bottom <= pageHeight * (1 - MOST_CARRIED) + TOLERANCE ? placed : undefined;
  const [rest, ...others] = placed.rest;
  const last = called.at(-1);
  const isParted = rest !== undefined && others.length === 0 && rest.from > 0 && rest.note === last?.note;
  return isParted && lastCalls && partHeight(last, notes) > pageHeight * LONG_NOTE ? placed : undefined;
}
