/** Extracts the text of Skia's content streams in reading order. */
import { codesIn, type UnicodeMap } from './to-unicode.js';

/** Maps the glyphs of a font to characters. */
export interface FontCharacters {
  readonly map: UnicodeMap;
  /** The number of hexadecimal digits of a glyph's code. */
  readonly digits: number;
  /** The code of the blank, in hexadecimal digits. */
  readonly blank: string | undefined;
}

/** A line of text on the page, from left to right. */
interface Line {
  left: number;
  top: number;
  size: number;
  readonly parts: Part[];
}

interface Part {
  text: string;
  /** Whether its characters run from right to left. */
  readonly isReversed: boolean;
}

/** Sequences with a text, glyphs, fonts, places, sequences from right to left, others. */
const OPERATOR =
  /\/Span\s*<<\s*\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f]*>)\s*>>\s*BDC\b|<([0-9A-Fa-f]+)>|\/(\w+ [\d.-]+) Tf\b|([\d.-]{1,30} [\d.-]{1,30}) Tm\b|(\/ReversedChars BMC)\b|\b(BDC|BMC|EMC)\b/g;

/** The largest distance of a raised letter from the baseline, in multiples of its font size. */
const RAISED = 0.7;

export class TextLines {
  private readonly lines: Line[] = [];

  /**
   * @param drawn operators.
   * @param font the font at the begin, and its size.
   * @param charactersOf returns a font by its name.
   */
  add(drawn: string, font: string | undefined, charactersOf: (font: string) => FontCharacters | undefined): void {
    let characters: FontCharacters | undefined;
    let size = 0;
    let place: { left: number; top: number } | undefined;
    const choose = (named: string): void => {
      const [name = '', points] = named.split(' ');
      characters = charactersOf(name);
      size = Number(points);
    };
    if (font !== undefined) choose(font);
    /** The nesting depth within a sequence with a text, and within one from right to left. */
    let given = 0;
    let reversed = 0;
    /** A given text, until its place is known. */
    let held: string | undefined;
    const take = (text: string): void => {
      this.take({ text, isReversed: reversed > 0 }, place, size);
      place = undefined;
    };
    for (const [, actual, glyphs, named, at, reversal, mark] of drawn.matchAll(OPERATOR)) {
      if (named !== undefined) choose(named);
      else if (at !== undefined) {
        const [left, top] = at.split(' ').map(Number);
        place = { left: left ?? 0, top: top ?? 0 };
      } else if (glyphs !== undefined) {
        if (given === 0) take(glyphText(glyphs, characters));
        else if (held !== undefined) take(held);
        held = undefined;
      } else {
        const step = mark === 'EMC' ? -1 : 1;
        if (actual !== undefined && given === 0) held = stringOf(actual);
        if (given > 0 || actual !== undefined) given += step;
        else if (reversed > 0 || reversal !== undefined) reversed += step;
      }
    }
  }

  /** @returns the text, with the blanks that browsers leave out at line ends. */
  text(): string {
    let text = '';
    for (const { parts } of this.lines) {
      if (text !== '' && !NEEDS_NO_BLANK.test(text)) text += ' ';
      const reversed = parts.reduce((sum, part) => sum + part.text.length * (part.isReversed ? 1 : -1), 0);
      text += reversed > 0 ? inReadingOrder(parts) : parts.map(readFrom).join('');
    }
    return text;
  }

  /** @param place where the part begins, or undefined where it continues. */
  private take(part: Part, place: Pick<Line, 'left' | 'top'> | undefined, size: number): void {
    const line = this.lines.at(-1);
    if (line === undefined || (place && isNewLine(line, place, size))) {
      this.lines.push({ left: 0, top: 0, ...place, size, parts: [part] });
      return;
    }
    if (place) line.left = place.left;
    const last = line.parts.at(-1);
    if (last?.isReversed === part.isReversed) last.text += part.text;
    else line.parts.push(part);
  }
}

function isNewLine(line: Line, { left, top }: Pick<Line, 'left' | 'top'>, size: number): boolean {
  if (top === line.top) return false;
  return left <= line.left || Math.abs(top - line.top) > RAISED * Math.max(size, line.size);
}

/** @returns the text of glyphs, given as hexadecimal digits. */
export function glyphText(glyphs: string, characters: FontCharacters | undefined): string {
  if (characters === undefined) return '';
  let text = '';
  for (const code of codesIn(glyphs, characters.digits)) text += characters.map.get(code) ?? '';
  return text;
}

const NEEDS_NO_BLANK = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u00ad\u2010-]$/u;

const readFrom = ({ text, isReversed }: Part): string => (isReversed ? [...text].toReversed().join('') : text);

/** Orders the parts of a line that runs from right to left. Parts that run from left to right keep their order. */
function inReadingOrder(parts: readonly Part[]): string {
  let text = '';
  let forward = '';
  for (const part of parts.toReversed()) {
    if (!part.isReversed && /\S/.test(part.text)) {
      forward = part.text + forward;
      continue;
    }
    text += forward + readFrom(part);
    forward = '';
  }
  return text + forward;
}

/** Decodes a PDF string, `(…)` or `<…>` (ISO 32000-1, 7.9.2.2). Text that is not UTF-16 is read as Latin-1. */
export function stringOf(written: string): string {
  const bytes = written.startsWith('<')
    ? Buffer.from(written.slice(1, -1), 'hex')
    : Buffer.from(
        written.slice(1, -1).replace(/\\(\d{3}|[\s\S])/g, (_, written: string) => unescaped(written)),
        'latin1',
      );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescaped = (written: string): string =>
  written.length === 3 ? String.fromCharCode(Number.parseInt(written, 8) & 255) : (ESCAPES[written] ?? written);
