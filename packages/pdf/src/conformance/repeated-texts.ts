/**
 * Finds texts that a part of the document must not say: those that are drawn again, and marks of `text-emphasis`. Chromium draws a text with a
 * shadow or an outline (`-webkit-text-stroke`) several times from the same origin. An outline has another font than its text, whose codes have
 * one byte. Marks have half the size of their text, and begin above, below or beside its origin.
 */
import { type Operation, operandsOf, operationsOf } from './content-operations.js';

/** A text object, `BT` to `ET`. Offsets are bytes of the stream. */
export interface TextObject {
  readonly start: number;
  readonly end: number;
  /** Its first `Tm`. */
  readonly origin: Operation | undefined;
  /** A `Td` between that and its first glyph. */
  readonly offset: Operation | undefined;
  /** The first `Tf` in it. */
  readonly font: Operation | undefined;
}

/** All text objects with the same origin. Each font of a text has its own object. */
interface Origin {
  readonly first: TextObject;
  /** The glyphs as they are drawn first. They are read for the second text object. */
  glyphs: number[] | undefined;
  /** The number of glyphs that the current repetition has drawn, or 0. */
  repeated: number;
}

export const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** The part of a text that has marks: spaces and punctuation have none. */
const MOST_UNMARKED = 4;

/** Returns the glyphs of an operator, by the name of its font: equal numbers for equal glyphs in fonts of one or two bytes. */
export type GlyphsOf = (font: string, operands: string) => readonly number[];

/** The texts of one part of a stream. */
export class RepeatedTexts {
  private readonly origins = new Map<string, Origin>();
  /** The last text that is said. */
  private last: TextObject | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly glyphsOf: GlyphsOf,
  ) {}

  /** Takes the next text object. @returns whether its glyphs were drawn before at the same place, or are marks. */
  take(text: TextObject): boolean {
    const isSilent = this.isAgain(text) || this.isEmphasis(text);
    if (!isSilent) this.last = text;
    return isSilent;
  }

  private isEmphasis(text: TextObject): boolean {
    const { last } = this;
    if (!last || this.sizeOf(text) * 2 !== this.sizeOf(last)) return false;
    const [x, y] = this.placeOf(text);
    const [left, top] = this.placeOf(last);
    if (x !== left && y !== top) return false;
    const marks = this.read(text);
    return marks.length * MOST_UNMARKED >= this.read(last).length && marks.every((mark) => mark === marks[0]);
  }

  private sizeOf({ font }: TextObject): number {
    return Number(this.written(font).trim().split(/\s+/)[1]);
  }

  private placeOf({ origin }: TextObject): string[] {
    return this.written(origin).trim().split(/\s+/).slice(4);
  }

  private isAgain(text: TextObject): boolean {
    const key = this.written(text.origin);
    const known = this.origins.get(key);
    if (known === undefined) {
      if (text.origin) this.origins.set(key, { first: text, glyphs: undefined, repeated: 0 });
      return false;
    }
    known.glyphs ??= this.read(known.first);
    const glyphs = this.read(text);
    const isBegin = this.written(text.offset) === this.written(known.first.offset);
    if (!isBegin && known.repeated === 0) {
      known.glyphs.push(...glyphs);
      return false;
    }
    const at = isBegin ? 0 : known.repeated;
    const isSame = glyphs.length > 0 && glyphs.every((glyph, index) => glyph === known.glyphs?.[at + index]);
    if (isSame) known.repeated = at + glyphs.length;
    return isSame;
  }

  private written(operation: Operation | undefined): string {
    return operation ? operandsOf(this.bytes, operation) : '';
  }

  private read({ start, end }: TextObject): number[] {
    const bytes = this.bytes.subarray(start, end);
    const glyphs: number[] = [];
    let font = '';
    for (const operation of operationsOf(bytes))
      if (operation.operator === 'Tf') font = /\/(\S+)/.exec(operandsOf(bytes, operation))?.[1] ?? '';
      else if (SHOWING.has(operation.operator)) glyphs.push(...this.glyphsOf(font, operandsOf(bytes, operation)));
    return glyphs;
  }
}
