/** Splits texts into characters as readers see them: an emoji or a letter with accents is one. */
import type { FilterScope } from './filter.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In these texts each UTF-16 unit is a character, so no segmenter is needed. */
const SIMPLE = /^[\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/;

/** Returns the characters of a text by index. For most texts this is the text itself. */
export function charactersOf(text: string, { spend }: FilterScope): string | readonly string[] {
  if (SIMPLE.test(text)) return text;
  spend(text.length);
  const ends = [...endsOf(text)];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

export const joined = (characters: string | readonly string[]): string =>
  typeof characters === 'string' ? characters : characters.join('');

/** Returns the offset after `count` characters, or the end of the text. Reads no more of the text than that. */
export function endOfCharacters(text: string, count: number, { spend }: FilterScope): number {
  if (text.length <= count) return text.length;
  if (count <= 0) return 0;
  if (SIMPLE.test(text.slice(0, count + 1))) return count;
  spend(Math.max(count, PIECE));
  let characters = 0;
  for (const end of endsOf(text)) {
    characters += 1;
    if (characters === count) return end;
  }
  return text.length;
}

/** The size of the pieces in which texts are segmented, in UTF-16 units: V8's segmenter takes quadratic time. */
const PIECE = 100;

/** Yields the end of each character. A character that is longer than a piece is cut. */
function* endsOf(text: string): Generator<number> {
  for (let start = 0; start < text.length; ) {
    const piece = text.slice(start, start + PIECE);
    const begins = Array.from(graphemes.segment(piece), ({ index }) => index);
    const isLast = start + piece.length === text.length;
    const ends = begins.slice(1).concat(isLast || begins.length === 1 ? piece.length : []);
    for (const end of ends) yield start + end;
    start += ends.at(-1) ?? piece.length;
  }
}
