/** Splits texts into characters as readers see them: an emoji or a letter with accents is one. */

/** Counts the work of filling a template. */
export interface Work {
  spend(steps: number): void;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In these texts each UTF-16 unit is a character, so no segmenter is needed. */
const SIMPLE = /^[\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/;

/** Returns the characters of a text by index. For most texts this is the text itself. */
export function charactersOf(text: string, work: Work): string | readonly string[] {
  if (SIMPLE.test(text)) return text;
  work.spend(text.length);
  const ends = [...endsOf(text)];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

export const joined = (characters: string | readonly string[]): string =>
  typeof characters === 'string' ? characters : characters.join('');

/** Returns the offset after `count` characters, or the end of the text. Reads no more of the text than that. */
export function endOfCharacters(text: string, count: number, work: Work): number {
  if (text.length <= count) return text.length;
  if (count <= 0) return 0;
  if (SIMPLE.test(text.slice(0, count + 1))) return count;
  work.spend(Math.max(count, PIECE));
  let characters = 0;
  for (const end of endsOf(text)) {
    characters += 1;
    if (characters === count) return end;
  }
  return text.length;
}

/** Returns `size`, `first` or `last` of a text, as characters. */
export function characterOf(text: string, name: string, work: Work): string | number | undefined {
  if (name === 'size') return charactersOf(text, work).length;
  if (text === '') return undefined;
  if (name === 'first') return text.slice(0, endOfCharacters(text, 1, work));
  return name === 'last' ? charactersOf(text.slice(-PIECE), work).at(-1) : undefined;
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
