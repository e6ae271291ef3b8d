/** A font as Skia writes it: its codes, and the text that they stand for. */
import { asDictionary, isReference, type Reference } from '../read.js';
import type { PdfEdit } from '../write.js';
import { decoded, packed } from './streams.js';
import { readUnicodeMap, type UnicodeMap, writtenUnicodeMap } from './to-unicode.js';

/** No text, as PDF/A sees it: U+0000, U+FEFF and U+FFFE (ISO 19005-3, 6.2.11.7.2). */
const NO_TEXT = /^$|[\0\u{feff}\u{fffe}]/u;
/** For glyphs whose text is not known; and for those whose text another glyph has said. */
const [UNKNOWN, SAID] = ['\u{fffd}', '\u{200b}'];

const STRINGS = /<([\da-f\s]*)>|\(((?:[^\\()]|\\[\s\S])*)\)/gi;

export class TextFont {
  private readonly learned: UnicodeMap = new Map();
  private map: UnicodeMap | undefined;

  private constructor(
    private readonly edit: PdfEdit,
    private readonly reference: Reference,
    /** Of a code, bytes. */
    private readonly width: 1 | 2,
  ) {}

  /** @returns undefined for fonts of other programs, whose codes mean something else. */
  static read(edit: PdfEdit, reference: Reference): TextFont | undefined {
    const font = asDictionary(edit.follow(reference));
    const isType3 = font.get('Subtype') === '/Type3';
    if (!isType3 && !(font.get('Subtype') === '/Type0' && font.get('Encoding') === '/Identity-H')) return undefined;
    return new TextFont(edit, reference, isType3 ? 1 : 2);
  }

  /** The texts of its glyphs. */
  characters(): string[] {
    return [...this.mapped.values()];
  }

  /** The text of its codes, read when it is asked for. */
  private get mapped(): UnicodeMap {
    if (this.map === undefined) {
      const map = asDictionary(this.edit.follow(this.reference)).get('ToUnicode');
      const stream = isReference(map) ? decoded(this.edit.object(map)) : undefined;
      this.map = readUnicodeMap(stream?.toString('latin1') ?? '');
    }
    return this.map;
  }

  /** @param operands of an operator that shows text. */
  codesIn(operands: string): number[] {
    const codes: number[] = [];
    for (const [, hex, literal] of operands.matchAll(STRINGS)) {
      const bytes = hex === undefined ? unescaped(literal ?? '') : Buffer.from(hex.replace(/\s/g, ''), 'hex');
      for (let index = 0; index + this.width <= bytes.length; index += this.width)
        codes.push(bytes.readUIntBE(index, this.width));
    }
    return codes;
  }

  hasText(code: number): boolean {
    return !NO_TEXT.test(this.textOf(code));
  }

  /** @returns nothing for a code without one. */
  textOf(code: number): string {
    return this.mapped.get(code) ?? '';
  }

  /** @param text that a code without one stands for; empty: not known here. */
  learn(code: number, text: string): void {
    const known = this.learned.get(code) ?? '';
    if (known === '' && !NO_TEXT.test(text)) this.learned.set(code, text);
    else if (!this.learned.has(code)) this.learned.set(code, '');
  }

  /** Writes what was learned into the PDF. */
  repair(): void {
    if (this.learned.size === 0) return;
    const isKnown = [...this.learned.values()].some((text) => text !== '');
    for (const [code, text] of this.learned) this.mapped.set(code, text || (isKnown ? SAID : UNKNOWN));
    const map = Buffer.from(writtenUnicodeMap(this.mapped, this.width), 'latin1');
    const font = asDictionary(this.edit.follow(this.reference));
    this.edit.put(this.reference, { value: new Map(font).set('ToUnicode', this.edit.add(packed(map))) });
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Of a string in parentheses (ISO 32000-1, 7.3.4.2). */
const unescaped = (literal: string): Buffer =>
  Buffer.from(
    literal.replace(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/g, (_, octal?: string, character?: string) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : (ESCAPES[character ?? ''] ?? character ?? ''),
    ),
    'latin1',
  );
