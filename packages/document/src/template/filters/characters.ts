/** Characters as readers see them: an emoji or a letter with its accents is one. */
import type { FilterScope } from './filter.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In texts of these each UTF-16 unit is a character, and no segmenter is needed. */
const SIMPLE = /^[\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/;

/** @returns the characters of a text: of most texts the text itself, which has them by their indexes. */
export function charactersOf(text: string, { spend }: FilterScope): string | readonly string[] {
  if (SIMPLE.test(text)) return text;
  spend(text.length);
  const ends = [...endsOf(text)];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

export const joined = (characters: string | readonly string[]): string =>
  typeof characters === 'string' ? characters : characters.join('');

/** @returns the offset after so many characters, or the end of the text. It reads no more of the text. */
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

/** V8's segmenter takes time by the square of the text's length, so texts are read in pieces. UTF-16 units. */
const PIECE = 100;

/** The end of each character. What is longer than a piece is cut. */
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
