/**
 * Gives glyphs the texts that they represent, in all documents. Fonts have forms of a sign or a ligature beside capitals, digits and
 * other signs. Skia writes their text as `ActualText` (ISO 32000-1, 14.9.4), and the font's private characters, or none, into
 * `ToUnicode`. Poppler reads the former; pdf.js, pypdf and pdfminer.six read the latter only.
 */
import { asDictionary, type Dictionary, isReference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import { type Patch, patched } from './content-operations.js';
import { GlyphCodes, isForCode } from './glyph-codes.js';
import { stringOf } from './marked-text.js';
import { packed, streamsOf } from './streams.js';
import { codesIn } from './to-unicode.js';

const ACTUAL_TEXT = '/ActualText';
/** A font; a sequence with a text, and its end; moves; glyphs. */
const TEXTS =
  /\/(?<name>\w{1,30}) [\d.-]{1,30} Tf\b|\/Span\s*<<\s*\/ActualText\s*(?<actual>\((?:[^\\()]|\\[\s\S])*\)|<[\da-f]*>)\s*>>\s*BDC\b|\b(?<end>EMC)\b|(?<x>[\d.-]{1,30}) (?<y>[\d.-]{1,30}) Td\b|\b(?<line>Tm|ET)\b|<(?<codes>[\da-f]+)>\s*Tj\b/gi;

/** The last operator of a text that chooses a font, and its longest length. */
const CHOOSES_FONT = ' Tf';
const FONT = /\/(?<name>\w{1,30}) [\d.-]{1,30} Tf$/;
const MAX_FONT = 70;
const END = 'EMC';
/** The longest sequence that is remembered. */
const MAX_SETTLED = 100;

/**
 * Repairs the fonts of a PDF as Skia writes it.
 *
 * @param callerForms forms that are not changed.
 */
export function writeGlyphTexts(edit: PdfEdit, callerForms: ReadonlySet<number>): void {
  const seen = new Set(callerForms);
  const fonts = new Map<number, GlyphCodes | undefined>();
  for (const page of edit.file.pages())
    for (const { stream, bytes, entries, resources } of streamsOf(edit, page, seen)) {
      const named = edit.follow(resources.get('Font'));
      if (!(named instanceof Map)) continue;
      const mayHaveBlanks = hasCodeFont(edit, named);
      if (!bytes.includes(ACTUAL_TEXT) && !mayHaveBlanks) continue;
      const texts = new StreamTexts((name) => {
        const reference = named.get(name);
        if (!isReference(reference)) return undefined;
        if (!fonts.has(reference.object)) fonts.set(reference.object, GlyphCodes.read(edit, reference));
        return fonts.get(reference.object);
      });
      const content = bytes.toString('latin1');
      const patches = mayHaveBlanks ? texts.patches(content) : texts.patchesOfSequences(content);
      if (patches.length > 0) edit.put(stream, packed(patched(bytes, patches), entries));
    }
  for (const font of fonts.values()) font?.write();
}

const hasCodeFont = (edit: PdfEdit, fonts: Dictionary): boolean =>
  [...fonts.values()].some((font) => isForCode(asDictionary(edit.follow(font))));

/** The operators of some glyphs, from the begin of their sequence if they have one. */
interface Shown {
  codes: number[];
  /** Where the operators are that mark the glyphs with a text, and the one that shows them. */
  marks: { start: number; end: number }[];
  start: number;
  end: number;
}

/** An operator that moves to the right and up. */
interface Move {
  start: number;
  end: number;
  x: number;
  y: string;
}

/** The number of glyphs that may share a text. No script needs that many. */
const MAX_CLUSTER = 100;
/** The largest number of decimals that Skia writes. */
const DIGITS = 7;

/** A sequence of glyphs with a text. */
interface Sequence {
  text: string;
  start: number;
  end: number;
  inside: Shown[];
}

class StreamTexts {
  private readonly found: Patch[] = [];
  private font: GlyphCodes | undefined;
  private sequence: Sequence | undefined;
  /** Blanks in place of signs, until the sign that draws all of them. */
  private blanks: Shown[] = [];
  /** The moves to the right since the first blank. */
  private moves: Move[] = [];
  /** The distance by which the last text began left of its position. */
  private behind = 0;

  constructor(private readonly fontOf: (name: string) => GlyphCodes | undefined) {}

  /** @returns the changes to a stream. */
  patches(content: string): Patch[] {
    for (const match of content.matchAll(TEXTS)) this.read(match);
    return this.found;
  }

  /** @returns the changes to a stream without fonts for code, in which glyphs outside of sequences stay as they are. */
  patchesOfSequences(content: string): Patch[] {
    const texts = new RegExp(TEXTS);
    for (let from = 0; ; from = texts.lastIndex) {
      const at = content.indexOf(ACTUAL_TEXT, from);
      if (at === -1) return this.found;
      const before = content.slice(from, at);
      const fonts = before.slice(0, before.lastIndexOf(CHOOSES_FONT) + CHOOSES_FONT.length);
      const name = FONT.exec(fonts.slice(-MAX_FONT))?.groups?.['name'];
      if (name !== undefined) this.choose(name);
      const end = content.indexOf(END, at);
      const sequence = content.slice(at, Math.min(end, at + MAX_SETTLED));
      // Digits of a table have the same text each time.
      if (this.font?.settled.has(sequence)) {
        texts.lastIndex = end + END.length;
        continue;
      }
      const { font, found } = this;
      const count = found.length;
      texts.lastIndex = from + Math.max(0, before.lastIndexOf('/Span'));
      do {
        const match = texts.exec(content);
        if (match === null) return this.found;
        this.read(match);
      } while (this.sequence !== undefined || texts.lastIndex < at);
      if (found.length === count && sequence.length < MAX_SETTLED && !sequence.includes(CHOOSES_FONT))
        font?.settled.add(sequence);
    }
  }

  private read({ 0: whole, index, groups }: RegExpExecArray): void {
    const { name, actual, end, x = '', y, line, codes } = groups ?? {};
    const place = { start: index, end: index + whole.length };
    if (name !== undefined) this.choose(name);
    else if (y !== undefined) this.move({ ...place, x: Number(x), y });
    else if (line !== undefined) this.begin();
    else if (actual !== undefined) this.sequence = { ...place, text: stringOf(actual), inside: [] };
    else if (codes !== undefined) {
      const shown = { ...place, codes: codesIn(codes, this.font?.digits ?? 4), marks: [] };
      if (this.sequence) this.sequence.inside.push(shown);
      else this.show(shown);
    } else if (end !== undefined && this.sequence) {
      this.finish(this.sequence, place);
      this.sequence = undefined;
    }
  }

  private finish({ text, start, end, inside }: Sequence, place: { start: number; end: number }): void {
    const [only, ...others] = inside;
    if (only?.codes.length === 1 && others.length === 0) this.show({ ...only, marks: [{ start, end }, place] }, text);
    else this.share(text, inside);
  }

  private choose(name: string): void {
    this.leaveBlanks();
    this.font = this.fontOf(name);
  }

  private move(move: Move): void {
    if (this.blanks.length > 0 && Number(move.y) === 0) this.moves.push(move);
    else this.leaveBlanks();
    if (this.behind === 0) return;
    const { start, end, x, y } = move;
    this.found.push({ start, end, text: `${Number((x + this.behind).toFixed(DIGITS))} ${y} Td` });
    this.behind = 0;
  }

  private begin(): void {
    this.leaveBlanks();
    this.behind = 0;
  }

  /** @param actual the text of the glyph, if it has its own. */
  private show(shown: Shown, actual?: string): void {
    const { font } = this;
    if (font === undefined) return;
    const codes = actual === undefined ? shown.codes : shown.codes.map((code) => font.codeFor(code, actual));
    if (this.behind === 0 && codes.every((code) => font.isBlank(code))) this.blanks.push({ ...shown, codes });
    else if (this.blanks.length > 0 && this.areApart) this.join(font, { ...shown, codes });
    else {
      this.leaveBlanks();
      if (codes[0] !== shown.codes[0]) this.found.push(patchOf(font, { ...shown, codes }));
    }
  }

  /** Whether each blank takes the room of a glyph, as those of one operator do. */
  private get areApart(): boolean {
    return this.moves.length === this.blanks.length && this.moves.every(({ x }) => x > 0);
  }

  /** Gives each glyph its part of a common text: letters and signs of many scripts are drawn in another order than they are read. */
  private share(text: string, shown: readonly Shown[]): void {
    this.leaveBlanks();
    const { font } = this;
    const codes = shown.flatMap((one) => one.codes);
    if (font === undefined || codes.length === 0 || codes.length > MAX_CLUSTER) return;
    const known = codes.map((code) => font.textOf(code));
    const inOrder = RIGHT_TO_LEFT.test(text) ? known.toReversed() : known;
    if (inOrder.join('').normalize('NFKC') === text.normalize('NFKC')) return;
    if (!font.takesFurther) {
      font.learnRest(codes, text);
      return;
    }
    const parts = partsOf(text, codes.length);
    if (RIGHT_TO_LEFT.test(text)) parts.reverse();
    for (const one of shown) {
      const own = one.codes.map((code) => font.codeFor(code, parts.shift()));
      if (own.some((code, index) => code !== one.codes[index])) this.found.push(patchOf(font, { ...one, codes: own }));
    }
  }

  /** PDFium has no text for what draws nothing. It has it for blanks that are shown together with what follows. */
  private join(font: GlyphCodes, shown: Shown): void {
    const [first = shown, ...others] = this.blanks;
    const codes = [...this.blanks, shown].flatMap((one) => one.codes);
    this.found.push({ start: first.start, end: first.end, text: `${hexadecimal(font, codes)} Tj` });
    const marks = [...this.blanks, shown].flatMap((one) => one.marks);
    for (const { start, end } of [...others, shown, ...this.moves, ...marks]) this.found.push({ start, end, text: '' });
    this.behind = this.moves.reduce((sum, { x }) => sum + x, 0);
    this.blanks = [];
    this.moves = [];
  }

  /** Shows the blanks where they are. */
  private leaveBlanks(): void {
    const { font } = this;
    if (font) for (const blank of this.blanks) this.found.push(patchOf(font, blank));
    this.blanks = [];
    this.moves = [];
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** The text of a glyph whose text another glyph has. */
const SAID = '\u{200b}';

/** Divides a text into as many parts as glyphs show it. */
function partsOf(text: string, count: number): string[] {
  const [written, apart] = [[...text], [...text.normalize('NFKD')]];
  const characters = written.length < count && apart.length <= count ? apart : written;
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? characters.slice(index).join('') || SAID : (characters[index] ?? SAID),
  );
}

const patchOf = (font: GlyphCodes, { start, end, codes }: Shown): Patch => ({
  start,
  end,
  text: `${hexadecimal(font, codes)} Tj`,
});

const hexadecimal = (font: GlyphCodes, codes: readonly number[]): string =>
  `<${codes.map((code) => code.toString(16).padStart(font.digits, '0')).join('')}>`;
