/** A font as Skia writes it, with the texts of its codes. */
import { asDictionary, isReference, type Reference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import { decoded, packed } from './streams.js';
import { codesIn, readUnicodeMap, type UnicodeMap, writtenUnicodeMap } from './to-unicode.js';

/** Texts that PDF/A does not accept: empty ones, U+0000, U+FEFF and U+FFFE (ISO 19005-3, 6.2.11.7.2). */
const NO_TEXT = /^$|[\0\u{feff}\u{fffe}]/u;
/** Private use characters, U+E000 to U+F8FF and two planes: a text without meaning (ISO 19005-3, 6.2.11.7.3). */
export const PRIVATE = /\p{Co}/u;
/** The texts of glyphs whose text is unknown, and of those whose text another glyph has. */
const [UNKNOWN, SAID] = ['\u{fffd}', '\u{200b}'];

/** One string of whole bytes, as Skia writes text. */
const HEXADECIMAL = /^\s*<((?:[\da-f]{2})*)>\s*$/i;
const STRINGS = /<([\da-f\s]*)>|\(((?:[^\\()]|\\[\s\S])*)\)/gi;

export class TextFont {
  private readonly learned: UnicodeMap = new Map();
  private map: UnicodeMap | undefined;
  private knownPrivate: boolean | undefined;
  /** Whether codes have texts, by those that were asked for. */
  private readonly haveText = new Map<number, boolean>();

  private constructor(
    private readonly edit: PdfEdit,
    private readonly reference: Reference,
    /** The number of bytes of a code. */
    private readonly width: 1 | 2,
  ) {}

  /** @returns undefined for fonts of other programs, whose codes have another meaning. */
  static read(edit: PdfEdit, reference: Reference): TextFont | undefined {
    const font = asDictionary(edit.follow(reference));
    const isType3 = font.get('Subtype') === '/Type3';
    if (!isType3 && !(font.get('Subtype') === '/Type0' && font.get('Encoding') === '/Identity-H')) return undefined;
    return new TextFont(edit, reference, isType3 ? 1 : 2);
  }

  /** @returns the texts of the font's glyphs. */
  characters(): string[] {
    return [...this.mapped.values()];
  }

  /** The texts by their codes. They are read on first use. */
  private get mapped(): UnicodeMap {
    if (this.map === undefined) {
      const map = asDictionary(this.edit.follow(this.reference)).get('ToUnicode');
      const stream = isReference(map) ? decoded(this.edit.object(map)) : undefined;
      this.map = readUnicodeMap(stream?.toString('latin1') ?? '');
    }
    return this.map;
  }

  /** @param operands of an operator that shows text. @returns the codes. */
  codesIn(operands: string): number[] {
    const [, only] = HEXADECIMAL.exec(operands) ?? [];
    if (only !== undefined) return codesIn(only, 2 * this.width);
    const codes: number[] = [];
    for (const [, hex, literal] of operands.matchAll(STRINGS)) {
      const bytes = hex === undefined ? unescaped(literal ?? '') : Buffer.from(hex.replace(/\s/g, ''), 'hex');
      for (let index = 0; index + this.width <= bytes.length; index += this.width)
        codes.push(bytes.readUIntBE(index, this.width));
    }
    return codes;
  }

  hasText(code: number): boolean {
    const known = this.haveText.get(code);
    if (known !== undefined) return known;
    const hasText = !NO_TEXT.test(this.textOf(code));
    this.haveText.set(code, hasText);
    return hasText;
  }

  /** Whether a text has private use characters. Few fonts have such texts, and their absence saves looking at each text that is drawn. */
  get hasPrivateTexts(): boolean {
    this.knownPrivate ??= this.characters().some((text) => PRIVATE.test(text));
    return this.knownPrivate;
  }

  /** @returns the text of a code, or an empty string. */
  textOf(code: number): string {
    return this.mapped.get(code) ?? '';
  }

  /** @param text the text of a code without one, or an empty string when it is unknown. */
  learn(code: number, text: string): void {
    const known = this.learned.get(code) ?? '';
    if (known === '' && !NO_TEXT.test(text)) this.learned.set(code, text);
    else if (!this.learned.has(code)) this.learned.set(code, '');
  }

  /** Writes the new texts to the PDF. */
  repair(): void {
    const variants = [...this.mapped].filter(([, text]) => VARIANT.test(text));
    if (this.learned.size === 0 && variants.length === 0) return;
    for (const [code, text] of variants) this.mapped.set(code, text.normalize('NFKC'));
    const isKnown = [...this.learned.values()].some((text) => text !== '');
    for (const [code, text] of this.learned) this.mapped.set(code, text || (isKnown ? SAID : UNKNOWN));
    const map = Buffer.from(writtenUnicodeMap(this.mapped, this.width), 'latin1');
    const font = asDictionary(this.edit.follow(this.reference));
    this.edit.put(this.reference, { value: new Map(font).set('ToUnicode', this.edit.add(packed(map))) });
  }
}

/**
 * Radicals and vertical forms. Chromium maps a glyph to its first character, which is the radical U+2F29 for U+5C0F, so that readers find no
 * word with it.
 */
const VARIANT = /^[\u2e80-\u2fdf\ufe10-\ufe18\ufe31\ufe32\ufe35-\ufe44\ufe47\ufe48]$/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Decodes a string in parentheses (ISO 32000-1, 7.3.4.2). */
const unescaped = (literal: string): Buffer =>
  Buffer.from(
    literal.replace(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/g, (_, octal?: string, character?: string) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : (ESCAPES[character ?? ''] ?? character ?? ''),
    ),
    'latin1',
  );
