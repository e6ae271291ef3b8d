/**
 * Finds texts that a part of the document must not say: those that are drawn again, and marks of `text-emphasis`. Chromium draws a text with a
 * shadow or an outline (`-webkit-text-stroke`) several times in a row from the same origin, a shadow with another matrix. An outline has another
 * font than its text, whose codes have one byte. Marks have half the size of their text, and begin above, below or beside its origin. What is
 * in doubt is said.
 */
import { eachOperation, type Operation, operandsOf } from '@toolpress/pdf/edit';

/** A text object, `BT` to `ET`. Offsets are bytes of the stream. */
export interface TextObject {
  readonly start: number;
  readonly end: number;
  /** The last `cm` before it. */
  readonly matrix: Operation | undefined;
  /** Its first `Tm`. */
  readonly origin: Operation | undefined;
  /** A `Td` between that and its first glyph. */
  readonly offset: Operation | undefined;
  /** The first `Tf` in it. */
  readonly font: Operation | undefined;
}

/** Consecutive text objects with the same origin. Each font of a text has its own object. */
interface Origin {
  /** Its `Tm` as written. */
  readonly key: string;
  readonly first: TextObject;
  /** The last of them. */
  latest: TextObject;
  /** The glyphs as they are drawn first. They are read for the second text object. */
  glyphs: number[] | undefined;
  /** The number of glyphs that the current repetition has drawn, or 0. */
  repeated: number;
}

export const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** The part of a text that has marks: spaces and punctuation have none. */
const MOST_UNMARKED = 4;
const WORD = /[\p{L}\p{N}]/u;

/** The distance between a text and its shadow, in sizes of the font. Equal lines in two columns are farther apart. */
const NEAR = 0.5;

/** Returns the glyphs of an operator, by the name of its font: equal numbers for equal glyphs in fonts of one or two bytes. */
type GlyphsOf = (font: string, operands: string) => readonly number[];

/** Returns the text of an operator, by the name of its font. */
type TextOf = (font: string, operands: string) => string;

/** How the texts of a stream are read. */
export interface TextReading {
  readonly glyphsOf: GlyphsOf;
  /** Undefined if the document has no marks of emphasis. */
  readonly textOf?: TextOf | undefined;
}

/** The texts of one part of a stream. */
export class RepeatedTexts {
  private current: Origin | undefined;
  /** The last text that is said. */
  private last: TextObject | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly reading: TextReading,
  ) {}

  /** Takes the next text object. @returns whether its glyphs were drawn before at the same place, or are marks. */
  take(text: TextObject): boolean {
    const isSilent = this.isEmphasis(text) || this.isAgain(text);
    if (!isSilent) this.last = text;
    return isSilent;
  }

  private isEmphasis(text: TextObject): boolean {
    const { last } = this;
    const { textOf } = this.reading;
    if (!textOf || !last || this.sizeOf(text) * 2 !== this.sizeOf(last)) return false;
    const [x, y] = this.placeOf(text);
    const [left, top] = this.placeOf(last);
    if (x !== left && y !== top) return false;
    const marks = this.read(text);
    if (marks.length * MOST_UNMARKED < this.read(last).length || marks.some((mark) => mark !== marks[0])) return false;
    return !this.showing(text).some(([font, operands]) => WORD.test(textOf(font, operands)));
  }

  private sizeOf({ font }: TextObject): number {
    return Number(this.written(font).trim().split(/\s+/)[1]);
  }

  private placeOf({ origin }: TextObject): string[] {
    return this.written(origin).trim().split(/\s+/).slice(4);
  }

  private isAgain(text: TextObject): boolean {
    const key = this.written(text.origin);
    const known = this.current?.key === key ? this.current : undefined;
    if (known === undefined || !this.areNear(known.latest, text)) {
      this.current = text.origin && { key, first: text, latest: text, glyphs: undefined, repeated: 0 };
      return false;
    }
    known.latest = text;
    known.glyphs ??= this.read(known.first);
    const glyphs = this.read(text);
    const isBegin = this.written(text.offset) === this.written(known.first.offset);
    if (!isBegin && known.repeated === 0) {
      for (const glyph of glyphs) known.glyphs.push(glyph);
      return false;
    }
    const at = isBegin ? 0 : known.repeated;
    const isSame = glyphs.length > 0 && glyphs.every((glyph, index) => glyph === known.glyphs?.[at + index]);
    if (isSame) known.repeated = at + glyphs.length;
    return isSame;
  }

  /** @returns whether two texts may be one text and its shadow, by their matrices. */
  private areNear(one: TextObject, other: TextObject): boolean {
    const [written, before] = [this.written(other.matrix), this.written(one.matrix)];
    if (written === before) return true;
    const [a = 1, b = 0, c = 0, d = 1, left = 0, top = 0] = numbersIn(written);
    const [a2 = 1, b2 = 0, c2 = 0, d2 = 1, left2 = 0, top2 = 0] = numbersIn(before);
    if (a !== a2 || b !== b2 || c !== c2 || d !== d2) return false;
    return Math.hypot(left - left2, top - top2) < NEAR * this.sizeOf(other) * Math.hypot(c, d);
  }

  private written(operation: Operation | undefined): string {
    return operation ? operandsOf(this.bytes, operation) : '';
  }

  private read(text: TextObject): number[] {
    const glyphs: number[] = [];
    for (const [font, operands] of this.showing(text))
      for (const glyph of this.reading.glyphsOf(font, operands)) glyphs.push(glyph);
    return glyphs;
  }

  /** @returns the operators of a text that show glyphs: the names of their fonts, and their operands. */
  private showing({ start, end }: TextObject): [font: string, operands: string][] {
    const bytes = this.bytes.subarray(start, end);
    const shown: [string, string][] = [];
    let font = '';
    eachOperation(bytes, (operation) => {
      if (operation.operator === 'Tf') font = /\/(\S+)/.exec(operandsOf(bytes, operation))?.[1] ?? '';
      else if (SHOWING.has(operation.operator)) shown.push([font, operandsOf(bytes, operation)]);
    });
    return shown;
  }
}

const numbersIn = (operands: string): number[] => operands.split(/\s+/).filter(Boolean).map(Number);
