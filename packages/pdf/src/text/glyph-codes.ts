/** The codes of a font as Skia writes it. A glyph with several texts gets a further code for each. */
import { asDictionary, type Dictionary, isReference, listOf, type PdfValue, type Reference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import { decoded, packed } from './streams.js';
import { readUnicodeMap, type UnicodeMap, writtenUnicodeMap } from './to-unicode.js';

/** Private characters, of which each font makes what it likes, and invisible ones. */
const MEANINGLESS = /^[\p{Co}\0\u{feff}\u{fffd}]*$/u;
/** A sign that a font may draw with another glyph. Marks of direction, joiners and soft hyphens are blanks without a width. */
const SIGN = /[^\s\p{Default_Ignorable_Code_Point}]/u;
/** The largest number of characters that share a glyph: the longest names of icons have some forty. */
const MAX_TEXT = 100;
/** Codes have two bytes. */
const MAX_CODE = 0xffff;

/** Fonts for code, some of which draw the whole of `-->` with its last sign, and blanks for the others. */
const CODE_FONT = /^\/[A-Z]{6}\+(?!Liberation|DejaVu)\w*(?:Code|Mono)/;

/** @returns whether a font may have blanks in place of signs. */
export const isForCode = (font: Dictionary): boolean => CODE_FONT.test(String(font.get('BaseFont')));

export class GlyphCodes {
  private readonly texts: UnicodeMap;
  /** The glyphs of further codes. */
  private readonly glyphs = new Map<number, number>();
  /** The further codes, by glyph and text. */
  private readonly codes = new Map<string, number>();
  /** The operators of sequences whose glyphs have their texts already. */
  readonly settled = new Set<string>();
  private isChanged = false;
  private readonly isForCode: boolean;
  private knownWidths: Map<number, string> | undefined;
  private knownOutlines: Outlines | undefined;

  private constructor(
    private readonly edit: PdfEdit,
    private readonly reference: Reference,
    private readonly font: Dictionary,
    /** The number of hexadecimal digits of a code. */
    readonly digits: number,
  ) {
    const map = font.get('ToUnicode');
    const stream = isReference(map) ? decoded(edit.object(map)) : undefined;
    this.isForCode = isForCode(font);
    this.texts = readUnicodeMap(stream?.toString('latin1') ?? '');
  }

  /** @returns undefined for fonts of other programs. */
  static read(edit: PdfEdit, reference: Reference): GlyphCodes | undefined {
    const font = asDictionary(edit.follow(reference));
    if (font.get('Subtype') === '/Type3') return new GlyphCodes(edit, reference, font, 2);
    if (font.get('Encoding') !== '/Identity-H') return undefined;
    return new GlyphCodes(edit, reference, font, 4);
  }

  /** @returns the code for a glyph that shows a text: its own, if it has no other text. */
  codeFor(glyph: number, text: string | undefined): number {
    const known = this.texts.get(glyph) ?? '';
    if (text === undefined || known === text || glyph === 0 || text.length > MAX_TEXT || MEANINGLESS.test(text))
      return glyph;
    if (text.normalize('NFKC') === known) return glyph; // such as a blank that does not break
    if (MEANINGLESS.test(known) || known.normalize('NFKC') === text) {
      this.texts.set(glyph, text);
      this.isChanged = true;
      return glyph;
    }
    const key = `${glyph} ${text}`;
    const code = this.codes.get(key) ?? this.furtherCode();
    if (code === undefined) return glyph;
    this.codes.set(key, code);
    this.glyphs.set(code, glyph);
    this.texts.set(code, text);
    this.isChanged = true;
    return code;
  }

  /** Whether a glyph can have several texts. */
  get takesFurther(): boolean {
    return this.outlines.count > 0;
  }

  /** Glyphs without a text have the part of a common one that the others do not have: the point of `Ŀ`, a half letter. */
  learnRest(codes: readonly number[], text: string): void {
    let rest = text;
    for (const known of codes.map((code) => this.textOf(code)).filter((one) => one !== ''))
      rest = rest.includes(known) ? rest.replace(known, '') : rest.normalize('NFKC').replace(known, '');
    const [unknown, ...others] = codes.filter((code) => this.textOf(code) === '');
    if (unknown !== undefined && others.length === 0 && rest !== '') this.codeFor(unknown, rest);
  }

  /** @returns a code that no glyph has; undefined if there is none. */
  private furtherCode(): number | undefined {
    const { count } = this.outlines;
    const code = count + this.glyphs.size;
    return count === 0 || code > MAX_CODE ? undefined : code;
  }

  /** @returns the text of a code, or an empty string. */
  textOf(code: number): string {
    const text = this.texts.get(code) ?? '';
    return MEANINGLESS.test(text) ? '' : text;
  }

  /** @returns whether a code shows a text without drawing anything. */
  isBlank(code: number): boolean {
    return (
      this.isForCode && SIGN.test(this.texts.get(code) ?? '') && this.outlines.isBlank(this.glyphs.get(code) ?? code)
    );
  }

  private get widths(): Map<number, string> {
    this.knownWidths ??= widthsOf(listOf(this.edit.follow(this.descendant.get('W'))));
    return this.knownWidths;
  }

  /** The glyphs in the font's file; none if its codes are not those of its glyphs. */
  private get outlines(): Outlines {
    this.knownOutlines ??= this.readOutlines();
    return this.knownOutlines;
  }

  private readOutlines(): Outlines {
    const { descendant } = this;
    if (descendant.get('CIDToGIDMap') !== '/Identity') return new Outlines(Buffer.of());
    const program = asDictionary(this.edit.follow(descendant.get('FontDescriptor'))).get('FontFile2');
    return new Outlines((isReference(program) && decoded(this.edit.object(program))) || Buffer.of());
  }

  private get descendant(): Dictionary {
    const [only] = listOf(this.edit.follow(this.font.get('DescendantFonts')));
    const followed = this.edit.follow(only);
    return followed instanceof Map ? followed : new Map();
  }

  /** @returns the descendant font, in which the further codes have glyphs and widths. */
  private withFurtherCodes(): Dictionary {
    const { descendant } = this;
    const map = Buffer.alloc(2 * (this.outlines.count + this.glyphs.size));
    for (let code = 0; code < this.outlines.count; code++) map.writeUInt16BE(code, 2 * code);
    for (const [code, glyph] of this.glyphs) map.writeUInt16BE(glyph, 2 * code);
    const widths = listOf(this.edit.follow(descendant.get('W')));
    const added = [...this.glyphs].flatMap(([code, glyph]): PdfValue[] => {
      const width = this.widths.get(glyph);
      return width === undefined ? [] : [String(code), [width]];
    });
    return new Map(descendant).set('W', [...widths, ...added]).set('CIDToGIDMap', this.edit.add(packed(map)));
  }

  write(): void {
    if (!this.isChanged) return;
    const map = Buffer.from(writtenUnicodeMap(this.texts, this.digits / 2), 'latin1');
    const font = new Map(this.font).set('ToUnicode', this.edit.add(packed(map)));
    if (this.glyphs.size > 0) font.set('DescendantFonts', [this.edit.add({ value: this.withFurtherCodes() })]);
    this.edit.put(this.reference, { value: font });
  }
}

const [SFNT_HEADER, SFNT_ENTRY] = [12, 16];

/** The glyphs of a TrueType font. A file that is none has no glyphs. */
class Outlines {
  readonly count: number;
  private readonly offsets: Buffer;
  private readonly isLong: boolean;

  constructor(file: Buffer) {
    const tables = new Map<string, Buffer>();
    const count = file.length < SFNT_HEADER ? 0 : file.readUInt16BE(4);
    for (
      let at = SFNT_HEADER;
      at < SFNT_HEADER + count * SFNT_ENTRY && at + SFNT_ENTRY <= file.length;
      at += SFNT_ENTRY
    ) {
      const offset = file.readUInt32BE(at + 8);
      tables.set(file.toString('latin1', at, at + 4), file.subarray(offset, offset + file.readUInt32BE(at + 12)));
    }
    const [head, profile] = [tables.get('head'), tables.get('maxp')];
    this.isLong = head !== undefined && head.length >= 52 && head.readUInt16BE(50) === 1;
    this.count = profile !== undefined && profile.length >= 6 ? profile.readUInt16BE(4) : 0;
    this.offsets = tables.get('loca') ?? Buffer.of();
  }

  isBlank(glyph: number): boolean {
    const size = this.isLong ? 4 : 2;
    if ((glyph + 2) * size > this.offsets.length) return false;
    return this.offsets.readUIntBE(glyph * size, size) === this.offsets.readUIntBE((glyph + 1) * size, size);
  }
}

/** @param list the widths of a font's glyphs (ISO 32000-1, 9.7.4.3). */
function widthsOf(list: readonly PdfValue[]): Map<number, string> {
  const widths = new Map<number, string>();
  for (let at = 0; at < list.length; ) {
    const first = Number(list[at]);
    const next = list[at + 1];
    if (Array.isArray(next)) {
      for (const [index, width] of next.entries()) widths.set(first + index, String(width));
      at += 2;
    } else {
      for (let code = first; code <= Number(next) && widths.size <= MAX_CODE; code++)
        widths.set(code, String(list[at + 2]));
      at += 3;
    }
  }
  return widths;
}
