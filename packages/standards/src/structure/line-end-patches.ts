/** Changes a content stream where a line ends: inserts a blank, or marks a hyphen as a soft one. */
import { type FontCharacters, glyphText, type Patch, utf16 } from '@toolpress/pdf/edit';
import type { Content } from './tree.js';

/** The end of a text. If a line follows, a blank is inserted here. */
export interface End {
  readonly content: Content;
  readonly place: Place;
  readonly isForward: boolean;
  /** The last word of the line. */
  word: string;
  /** The operator that draws its last letter, and where a blank can follow. */
  readonly letter: {
    readonly start: number;
    readonly end: number;
    readonly glyphs: string;
    readonly given: Given | undefined;
  };
  behind: number;
  readonly characters: FontCharacters;
  /** Whether the text ends with a soft hyphen, or with the hyphen that is drawn for one. */
  readonly hyphen: 'soft' | 'drawn' | undefined;
}

/** An operator that begins a sequence with a text. */
export interface Given {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  /** Whether the text is neither rotated nor mirrored. */
  readonly isUpright: boolean;
  /** Equal for texts that are turned by the same right angle. */
  readonly turn?: number;
}

const SOFT_HYPHEN = '\u00ad';

/** @returns a change that inserts a blank after the last letter, or undefined when the letter has no text. */
export function blankBehind({ letter, behind, characters }: End): Patch | undefined {
  const blank = characters.blank;
  const { start, end, glyphs, given } = letter;
  if (blank !== undefined && behind > 0) return { start: behind, end: behind, text: ` <${blank}> Tj` };
  if (given) return { start: given.start, end: given.end, text: begun(`${given.text} `) };
  const last = glyphs.slice(-characters.digits);
  const before = glyphs.slice(0, -characters.digits);
  const text = glyphText(last, characters);
  if (text === '') return undefined;
  return { start, end, text: `${drawn(before)}${begun(`${text} `)} <${last}> Tj EMC` };
}

/** Marks a hyphen that is there for its line end only as a soft hyphen (ISO 32000-1, 14.8.2.2.3). */
export function softHyphen({ letter: { start, end, glyphs }, characters }: End): Patch {
  const before = glyphs.slice(0, -characters.digits);
  const text = `${drawn(before)}${begun(SOFT_HYPHEN)} <${glyphs.slice(-characters.digits)}> Tj EMC`;
  return { start, end, text };
}

/** Begins a sequence with a text. */
const begun = (text: string): string => `/Span <</ActualText <FEFF${utf16(text)}>>> BDC`;
const drawn = (glyphs: string): string => (glyphs === '' ? '' : `<${glyphs}> Tj `);
