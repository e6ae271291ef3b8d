/**
 * Searches for many texts at once. A first pass skips most characters and finds which of them may be there, by their first characters (Wu
 * and Manber's algorithm). Only those are searched, in linear time for any text (Knuth, Morris and Pratt's).
 */

import { viewOf } from './views.js';

/** The number of characters by which a text is found; none is shorter. */
const ANCHOR = 8;
/** The number of characters that are looked up together. */
const BLOCK = 3;
const FAR = ANCHOR - BLOCK + 1;

const TABLE_SIZE = 0x10000;
const hashOf = (first: number, second: number, third: number): number =>
  ((first << 10) ^ (second << 5) ^ third) & (TABLE_SIZE - 1);

/** A text that may be there. */
export interface Found {
  readonly pattern: Uint16Array;
  /** Where its first characters are for the first time. */
  readonly first: number;
}

export class Search {
  private readonly patterns: Uint16Array[];
  /** How far the window moves on, by the last block in it. */
  private readonly shifts = new Uint8Array(TABLE_SIZE).fill(FAR);
  /** The patterns whose anchor ends with a block. */
  private readonly endings = new Map<number, number[]>();

  constructor(patterns: readonly string[]) {
    this.patterns = patterns.map((pattern) => viewOf(pattern).codes);
    for (const [number, pattern] of this.patterns.entries()) {
      for (let end = BLOCK - 1; end < ANCHOR; end++) {
        const hash = hashOf(pattern[end - 2] as number, pattern[end - 1] as number, pattern[end] as number);
        const shift = ANCHOR - 1 - end;
        if (shift < (this.shifts[hash] as number)) this.shifts[hash] = shift;
        if (shift === 0) this.endings.set(hash, [...(this.endings.get(hash) ?? []), number]);
      }
    }
  }

  /** Returns the patterns whose first characters are in a text. */
  candidates(codes: Uint16Array): Found[] {
    const found: Found[] = [];
    const seen = new Set<number>();
    for (let end = ANCHOR - 1; end < codes.length; ) {
      const hash = hashOf(codes[end - 2] as number, codes[end - 1] as number, codes[end] as number);
      const shift = this.shifts[hash] as number;
      if (shift > 0) {
        end += shift;
        continue;
      }
      const first = end - ANCHOR + 1;
      for (const number of this.endings.get(hash) ?? []) {
        const pattern = this.patterns[number] as Uint16Array;
        if (seen.has(number) || !startsAt(codes, first, pattern)) continue;
        seen.add(number);
        found.push({ pattern, first });
      }
      end += 1;
    }
    return found;
  }
}

function startsAt(codes: Uint16Array, first: number, pattern: Uint16Array): boolean {
  for (let index = 0; index < ANCHOR; index++) if (codes[first + index] !== pattern[index]) return false;
  return true;
}

/** Returns the places of a pattern that do not overlap. */
export function placesOf(codes: Uint16Array, { pattern, first }: Found): number[] {
  const borders = bordersOf(pattern);
  const places: number[] = [];
  let matched = 0;
  for (let index = first; index < codes.length; index++) {
    const code = codes[index];
    while (matched > 0 && code !== pattern[matched]) matched = borders[matched - 1] as number;
    if (code === pattern[matched]) matched += 1;
    if (matched === pattern.length) {
      places.push(index + 1 - matched);
      matched = 0;
    }
  }
  return places;
}

/** Returns the length of the longest proper prefix that ends at each character of a pattern. */
function bordersOf(pattern: Uint16Array): Uint32Array {
  const borders = new Uint32Array(pattern.length);
  for (let index = 1, length = 0; index < pattern.length; index++) {
    while (length > 0 && pattern[index] !== pattern[length]) length = borders[length - 1] as number;
    if (pattern[index] === pattern[length]) length += 1;
    borders[index] = length;
  }
  return borders;
}
