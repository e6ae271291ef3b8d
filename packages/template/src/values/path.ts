/** Paths of plain tags. */

/**
 * The path to a value: names separated by dots. A plain name has letters of any script, digits, `_`, `-` and `$`. Spreadsheets and
 * forms also have names such as `Invoice No` or `Price (EUR)`, which look like prose: see `certain`.
 */
export interface Path {
  /** Outermost first; empty for `.`, the current value itself. */
  readonly names: readonly string[];
  /** Whether it begins with a dot, or `./` as in Handlebars: then only the current value is searched, not the outer sections. */
  readonly fromCurrent: boolean;
  /** Whether every name is plain. Otherwise it is a tag only if the data has the name: prose in double brackets stays unchanged. */
  readonly certain: boolean;
}

/** Words of Persian and Indic scripts contain zero-width joiners, which are not letters in Unicode. */
export const PLAIN = String.raw`\p{L}\p{M}\p{N}_$\-\u200c\u200d`;
const PLAIN_NAME = new RegExp(`^[${PLAIN}]+$`, 'u');
const LOOSE_NAME = new RegExp(`^[${PLAIN} #%/()+'@]+$`, 'u');

/** Parses a path. Returns undefined if the text is not a path. */
export function parsePath(text: string): Path | undefined {
  if (text === '.') return { names: [], fromCurrent: true, certain: true };
  const fromCurrent = text.startsWith('.');
  const names = text.slice(fromCurrent ? (text[1] === '/' ? 2 : 1) : 0).split('.');
  if (!names.every(isName)) return undefined;
  return { names, fromCurrent, certain: names.every((name) => PLAIN_NAME.test(name)) };
}

const isName = (name: string): boolean => LOOSE_NAME.test(name) && name.trim() === name;
