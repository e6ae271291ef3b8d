/**
 * What may stand in a tag as the way to a value: names separated by dots.
 *
 * A plain name is made of letters of any script, digits, `_`, `-` and `$`. Spreadsheets and forms also have names such
 * as `Invoice No` or `Price (EUR)`, whose marks make them look like prose: see `certain`.
 */
export interface Path {
  /** From the outside in; empty for `.`, which is the current value itself. */
  readonly names: readonly string[];
  /** Begins with a dot: looked up in the current value only, not in what surrounds it. */
  readonly fromCurrent: boolean;
  /**
   * Every name is plain. Otherwise `[[Invoice No]]` is a tag only where the data has that name, because prose in
   * double brackets has to stay as it is.
   */
  readonly certain: boolean;
}

/** Words of Persian and Indic scripts hold zero-width joiners, which are no letters to Unicode. */
const PLAIN = String.raw`\p{L}\p{M}\p{N}_$\-\u200c\u200d`;
const PLAIN_NAME = new RegExp(`^[${PLAIN}]+$`, 'u');
const LOOSE_NAME = new RegExp(`^[${PLAIN} #%/()+'@]+$`, 'u');

/** @returns undefined when the text is no path. */
export function parsePath(text: string): Path | undefined {
  if (text === '.') return { names: [], fromCurrent: true, certain: true };
  const fromCurrent = text.startsWith('.');
  const names = text.slice(fromCurrent ? 1 : 0).split('.');
  if (!names.every(isName)) return undefined;
  return { names, fromCurrent, certain: names.every((name) => PLAIN_NAME.test(name)) };
}

const isName = (name: string): boolean => LOOSE_NAME.test(name) && name.trim() === name;
