/** Finds the place of the cursor in the printed pages by the text near it. */
import { valueAt } from './completion.js';

/** A text of the source, and how many equal ones are before it. */
export interface Sought {
  text: string;
  before: number;
}

/** The text of a page, in pieces with their distance from the top, 0 to 1. */
export interface PageText<Piece = { text: string; top: number }> {
  pieces: readonly Piece[];
}

export interface Found {
  page: number;
  top: number;
  /** The distance from the left, 0 to 1; absent for the whole line. */
  left?: number;
}

/** The largest number of lines above and below the cursor that are searched for text. */
const MAX_LINES = 4;
const SHORTEST = 2;

/** Returns the printed text that is nearest to the cursor; undefined without one. @param data fills plain tags. */
export function soughtAt(source: string, cursor: number, data: unknown): Sought | undefined {
  const lines = source.split('\n');
  const row = source.slice(0, cursor).split('\n').length - 1;
  const column = cursor - (source.lastIndexOf('\n', cursor - 1) + 1);
  for (let distance = 0; distance <= MAX_LINES; distance++) {
    for (const at of distance === 0 ? [row] : [row - distance, row + distance]) {
      const line = lines[at];
      if (line === undefined) continue;
      const text = nearestRun(line, at === row ? column : 0, data);
      if (text === undefined) continue;
      const above = lines.slice(0, at).join('\n');
      return { text, before: countOf(above, text) };
    }
  }
  return undefined;
}

/** Returns the run of printed text of a line that is nearest to a column. */
function nearestRun(line: string, column: number, data: unknown): string | undefined {
  const runs: { text: string; distance: number }[] = [];
  for (const match of line.matchAll(/<[^>]*>?|\[\[([^\]]*)\]?\]?|[^<[]+|\[/g)) {
    const [whole, tag] = match;
    if (whole.startsWith('<')) continue;
    const text = (tag === undefined ? decoded(whole) : valueText(data, tag)).trim();
    if (packed(text).length < SHORTEST) continue;
    const end = match.index + whole.length;
    const distance = column < match.index ? match.index - column : Math.max(0, column - end);
    runs.push({ text, distance });
  }
  return runs.sort((one, other) => one.distance - other.distance)[0]?.text;
}

function valueText(data: unknown, tag: string): string {
  const value = valueAt(data, tag.replace(/^\s*&/, '').trim());
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  euro: '€',
  ndash: '–',
  mdash: '—',
};
export const decoded = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Texts are compared without spaces and hyphens and in lower case, because styles and line breaks change these. */
export const packed = (text: string): string => text.replace(/[\s\u00ad\u2010-\u2012-]+/g, '').toLowerCase();

function countOf(text: string, part: string): number {
  return packed(text).split(packed(part)).length - 1;
}

/** Returns the place of a text in the pages. With fewer equal texts than sought, returns the last one. */
export function placeIn(pages: readonly PageText[], { text, before }: Sought): Found | undefined {
  const part = packed(text);
  let found: Found | undefined;
  let count = 0;
  for (const [page, { pieces }] of pages.entries()) {
    let whole = '';
    const starts: { at: number; top: number }[] = [];
    for (const piece of pieces) {
      starts.push({ at: whole.length, top: piece.top });
      whole += packed(piece.text);
    }
    for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + part.length)) {
      found = { page, top: starts.findLast((start) => start.at <= at)?.top ?? 0 };
      if (count++ === before) return found;
    }
  }
  return found;
}
