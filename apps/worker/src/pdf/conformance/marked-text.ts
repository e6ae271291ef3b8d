/** The text of content streams of Skia's, in the order in which it is read. */
import type { UnicodeMap } from './to-unicode.js';

/** What the glyphs of a font stand for. */
export interface FontCharacters {
  readonly map: UnicodeMap;
  /** How many hexadecimal digits the code of a glyph has. */
  readonly digits: number;
  /** The code of its blank, in such digits. */
  readonly blank: string | undefined;
}

/** What stands side by side, in the order of the page. */
interface Line {
  left: number;
  top: number;
  size: number;
  readonly parts: Part[];
}

interface Part {
  text: string;
  /** Its characters stand from right to left. */
  readonly isReversed: boolean;
}

/** Sequences whose text is given, glyphs, fonts, places, sequences from right to left, others. */
const OPERATOR =
  /\/Span\s*<<\s*\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f]*>)\s*>>\s*BDC\b|<([0-9A-Fa-f]+)>|\/(\w+ [\d.-]+) Tf\b|([\d.-]+ [\d.-]+) Tm\b|(\/ReversedChars BMC)\b|\b(BDC|BMC|EMC)\b/g;

/** How much higher or lower than the line a raised letter stands at most, in sizes of its font. */
const RAISED = 0.7;

export class TextLines {
  private readonly lines: Line[] = [];

  /**
   * @param drawn operators.
   * @param font that they begin with, and its size.
   * @param charactersOf a font by its name.
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
    /** How deep in a sequence whose text is given, and in one from right to left. */
    let given = 0;
    let reversed = 0;
    /** What is given, until it is known where it stands. */
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
        if (given === 0) take(textOf(glyphs, characters));
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

  /** Browsers leave the blanks out at which lines end. */
  text(): string {
    let text = '';
    for (const { parts } of this.lines) {
      if (text !== '' && !NEEDS_NO_BLANK.test(text)) text += ' ';
      const reversed = parts.reduce((sum, part) => sum + part.text.length * (part.isReversed ? 1 : -1), 0);
      text += reversed > 0 ? inReadingOrder(parts) : parts.map(readFrom).join('');
    }
    return text;
  }

  /** @param place where it begins; undefined where it goes on. */
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

function textOf(glyphs: string, characters: FontCharacters | undefined): string {
  if (characters === undefined) return '';
  const { map, digits } = characters;
  let text = '';
  for (let at = 0; at + digits <= glyphs.length; at += digits)
    text += map.get(Number.parseInt(glyphs.slice(at, at + digits), 16)) ?? '';
  return text;
}

const NEEDS_NO_BLANK = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u00ad\u2010-]$/u;

const readFrom = ({ text, isReversed }: Part): string => (isReversed ? [...text].toReversed().join('') : text);

/** The parts of a line that is read from right to left; what is written from left to right in it stays as it is. */
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

/** A PDF string, `(…)` or `<…>`, as text (ISO 32000-1, 7.9.2.2); of Latin-1 where it is not UTF-16. */
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
