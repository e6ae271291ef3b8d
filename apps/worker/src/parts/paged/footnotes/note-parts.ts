/** Puts notes at the foot of a page: whole ones, or as much as there is room for. */

/** A part of a note between two of its split points, laid out for pages of one width. */
export interface NotePart {
  note: number;
  /** 0: the beginning; else the number of the split point, from 1. */
  from: number;
  /** The number of the split point at its end. Absent: the end of the note. */
  to?: number;
  /** The index of the width. */
  width: number;
}

/** The heights of notes in pixels, by the width of the page. */
export interface NoteHeights {
  /** The height of each note. */
  heights: number[][];
  /** The space around the notes of a page. */
  around: number[];
  /** The split points of long notes, in pixels below the top. */
  cuts: number[][][];
}

export interface Foot {
  /** The bottom of the page's text, in pixels. */
  bottom: number;
  pageHeight: number;
  width: number;
  /** Whether the next page is as wide. */
  mayPart: boolean;
  /** Whether the last lines of the text, which can't be split, refer to notes. */
  lastCalls: boolean;
  /** Whether the text can't be shorter. Then notes without room continue on the next page. */
  isForced: boolean;
}

export interface FootNotes {
  parts: NotePart[];
  /** The notes for the next page. */
  rest: NotePart[];
}

/** A note is split on the page of its reference only if it is higher than this share of the page. */
export const LONG_NOTE = 1 / 4;
/** The largest share of a page for notes that continue from the page before. */
const MOST_CARRIED = 3 / 4;
/** The tolerance in pixels. Positions are rounded, at page beginnings to whole pixels. */
export const TOLERANCE = 1.5;

export const wholeNote = (note: number, width: number): NotePart => ({ note, from: 0, width });

function offsetOf({ note, width }: NotePart, { heights, cuts }: NoteHeights, at: number | undefined): number {
  if (at === undefined) return heights[width]?.[note] ?? 0;
  return at === 0 ? 0 : (cuts[width]?.[note]?.[at - 1] ?? 0);
}

/** The extra height of a part in pixels, because lines are at whole pixels. */
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

/** Returns the split point for as much of a note as there is room for. */
function cutWithin(part: NotePart, notes: NoteHeights, room: number): number | undefined {
  const cuts = notes.cuts[part.width]?.[part.note] ?? [];
  const start = offsetOf(part, notes, part.from);
  let best: number | undefined;
  for (let at = part.from + 1; at <= cuts.length && (cuts[at - 1] ?? 0) - start + PART_SLACK <= room; at++) best = at;
  return best;
}

/** Returns as many notes as there is room for, in order. */
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
 * Puts notes on a page, in order: notes that continue from the page before, then its own. Each of these begins on the page, if that
 * is possible. The last one may continue on the next page if it is long and the page ends with its reference.
 *
 * @returns undefined if there is not enough room. Then the page has to have less text.
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
