/**
 * Prepares fonts and images for PDF/A: every glyph exists and has a text (ISO 19005-2 and -3, 6.2.11.7 and 6.2.11.8; ISO 14289-1, 7.21), and
 * colour profiles are valid.
 */
import { type Dictionary, isReference, type Reference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import { eachOperation, type Operation, operandsOf, type Patch, patched } from './content-operations.js';
import { PictureProfiles } from './icc.js';
import { stringOf } from './marked-text.js';
import { fontsOf, packed, streamsOf } from './streams.js';
import { PRIVATE, TextFont } from './text-font.js';
import { utf16 } from './to-unicode.js';

/** Thrown when no font has glyphs for some characters of the document. */
export class MissingGlyphs extends Error {
  override readonly name = 'MissingGlyphs';

  /**
   * @param characters the pages of each missing character, from 1. Chromium does not report all of them: U+FFFD represents the others.
   * @param shown the characters that have glyphs, which are not missing.
   */
  constructor(
    readonly characters: ReadonlyMap<number, readonly number[]>,
    readonly shown: ReadonlySet<number>,
  ) {
    super('the PDF has glyphs without a character');
  }
}

const UNKNOWN = 0xfffd;
/** The number of missing texts that are reported. */
const MAX_MISSING = 100;

/**
 * @param edit has all its layers.
 * @param withText whether every glyph needs a text, as in level A and PDF/UA. Glyphs without one receive one.
 * @returns the decoded streams that it has not changed, by their numbers, if `withText`: `markContent` reads them again.
 * @throws MissingGlyphs
 */
export function checkFonts(edit: PdfEdit, withText: boolean): ReadonlyMap<number, Buffer> {
  const check = new FontCheck(edit, withText);
  edit.file.pages().forEach((page, index) => {
    check.page(page, index + 1);
  });
  check.end();
  return check.unchanged;
}

/**
 * Gives glyphs the Chinese characters that they show, where Chromium has written radicals of the same glyphs. `checkFonts` does so for
 * tagged PDFs.
 *
 * @param callerForms forms that are not changed.
 */
export function repairCharacters(edit: PdfEdit, callerForms: ReadonlySet<number>): void {
  for (const font of fontsOf(edit, edit.file.pages(), new Set(callerForms))) TextFont.read(edit, font)?.repair();
}

/** Text that may have a missing glyph, whose code is 0. */
const MISSING = ['0000', '<00'];

/**
 * Finds characters that are in no font, which print as boxes.
 *
 * @param callerForms forms that are not read.
 */
export function missingGlyphs(edit: PdfEdit, callerForms: ReadonlySet<number>): MissingGlyphs | undefined {
  const check = new FontCheck(edit, false, new Set(callerForms));
  edit.file.pages().forEach((page, index) => {
    check.texts(page, index + 1, (bytes) => MISSING.some((code) => bytes.includes(code)));
  });
  return check.found();
}

class FontCheck {
  readonly unchanged = new Map<number, Buffer>();
  private readonly fonts = new Map<number, TextFont | undefined>();
  /** The pages of missing glyphs by their texts. The empty text represents unknown ones. */
  private readonly missing = new Map<string, Set<number>>();
  private readonly profiles: PictureProfiles;
  /** The texts of glyphs that share one text. */
  private readonly spanTexts = new Set<string>();

  constructor(
    private readonly edit: PdfEdit,
    private readonly withText: boolean,
    private readonly seen = new Set<number>(),
  ) {
    this.profiles = new PictureProfiles(edit);
  }

  page(reference: Reference, number: number): void {
    for (const { stream, bytes, entries, resources } of streamsOf(this.edit, reference, this.seen)) {
      const drawings = this.edit.follow(resources.get('XObject'));
      if (drawings instanceof Map) this.profiles.check(drawings);
      const patches = this.reader(bytes, resources, number).read();
      if (!this.withText) continue;
      if (patches.length > 0) this.edit.put(stream, packed(patched(bytes, patches), entries));
      else this.unchanged.set(stream.object, bytes);
    }
  }

  /** Reads the texts of a page, of streams that may have missing glyphs. */
  texts(reference: Reference, number: number, mayLack: (bytes: Buffer) => boolean): void {
    for (const { bytes, resources } of streamsOf(this.edit, reference, this.seen))
      if (mayLack(bytes)) this.reader(bytes, resources, number).read();
  }

  private reader(bytes: Buffer, resources: Dictionary, page: number): TextReader {
    return new TextReader(bytes, {
      fontOf: this.fontsOf(resources),
      withText: this.withText,
      onMissing: (text) => this.onMissing(text, page),
      onText: (text) => this.spanTexts.add(text),
    });
  }

  /** @returns the characters that no font has. */
  found(): MissingGlyphs | undefined {
    return this.missing.size > 0 ? this.missingGlyphs() : undefined;
  }

  end(): void {
    if (this.missing.size > 0) throw this.missingGlyphs();
    if (this.withText) for (const font of this.fonts.values()) font?.repair();
  }

  private onMissing(text: string, page: number): void {
    const pages = this.missing.get(text) ?? new Set();
    if (this.missing.size < MAX_MISSING || pages.size > 0) this.missing.set(text, pages.add(page));
  }

  /** If no font has a letter together with its sign, both are drawn without glyphs. Reports the character that no other text shows, else the sign. */
  private missingGlyphs(): MissingGlyphs {
    const texts = [...this.fonts.values()].flatMap((font) => font?.characters() ?? []).concat([...this.spanTexts]);
    const shown = new Set(Array.from(texts.join(''), pointOf));
    for (const letter of Array.from(texts.join('').normalize('NFKC'), pointOf)) shown.add(letter);
    const characters = new Map<number, Set<number>>();
    for (const [text, pages] of this.missing) {
      const all = text === '' ? [UNKNOWN] : Array.from(text, pointOf);
      const others = all.filter((character) => !shown.has(character));
      const signs = all.filter((character) => /\p{M}/u.test(String.fromCodePoint(character)));
      for (const character of [others, signs, all].find(({ length }) => length > 0) ?? [])
        characters.set(character, new Set([...(characters.get(character) ?? []), ...pages]));
    }
    return new MissingGlyphs(new Map([...characters].map(([character, pages]) => [character, [...pages]])), shown);
  }

  private fontsOf(resources: Dictionary): (name: string) => TextFont | undefined {
    const fonts = this.edit.follow(resources.get('Font'));
    return (name) => {
      const font = fonts instanceof Map ? fonts.get(name) : undefined;
      return isReference(font) ? this.font(font) : undefined;
    };
  }

  private font(reference: Reference): TextFont | undefined {
    if (!this.fonts.has(reference.object)) this.fonts.set(reference.object, TextFont.read(this.edit, reference));
    return this.fonts.get(reference.object);
  }
}

const pointOf = (character: string): number => character.codePointAt(0) ?? UNKNOWN;

/** A glyph in a stream. */
interface Shown {
  font: TextFont;
  code: number;
}

/** The contents of a sequence with a text. */
interface Span {
  text: string | undefined;
  glyphs: Shown[];
}

/** The number of glyphs that may share a text. No script needs that many. */
const MAX_CLUSTER = 100;
const ALL_PRIVATE = /\p{Co}/gu;

/** Reads the text of a stream. */
class TextReader {
  private readonly patches: Patch[] = [];
  private readonly spans: Span[] = [];
  private readonly saved: (TextFont | undefined)[] = [];
  private current: TextFont | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly options: {
      fontOf(name: string): TextFont | undefined;
      /** Whether every glyph needs a text. */
      withText: boolean;
      /** Reports a missing glyph, with its text if it is known. */
      onMissing(text: string): void;
      /** Reports the text of glyphs. */
      onText(text: string): void;
    },
  ) {}

  /** @returns the changes to the stream. */
  read(): Patch[] {
    eachOperation(this.bytes, (operation) => {
      const { operator } = operation;
      if (operator === 'Tf')
        this.current = this.options.fontOf(/\/(\S+)/.exec(operandsOf(this.bytes, operation))?.[1] ?? '');
      else if (operator === 'q') this.saved.push(this.current);
      else if (operator === 'Q') this.current = this.saved.pop();
      else if (operator === 'BDC' || operator === 'BMC')
        this.spans.push({ text: actualText(operandsOf(this.bytes, operation)), glyphs: [] });
      else if (operator === 'EMC') this.end(this.spans.pop());
      else if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"') this.show(operation);
    });
    return this.patches;
  }

  private show(operation: Operation): void {
    const font = this.current;
    if (!font) return;
    const codes = font.codesIn(operandsOf(this.bytes, operation));
    const span = this.spans.findLast(({ text }) => text !== undefined);
    if (span) for (const code of codes) span.glyphs.push({ font, code });
    else {
      if (codes.includes(0)) this.options.onMissing('');
      if (!this.options.withText) return;
      for (const code of codes) if (!font.hasText(code)) font.learn(code, '');
      if (font.hasPrivateTexts) this.writeText(operation, codes.map((code) => font.textOf(code)).join(''));
    }
  }

  /** Writes a text without private use characters. Texts that have some are usually icons. */
  private writeText({ start, end }: Operation, text: string): void {
    if (!PRIVATE.test(text)) return;
    const actual = utf16(`\u{feff}${text.replace(ALL_PRIVATE, '')}`);
    this.patches.push({ start, end: start, text: `/Span <</ActualText <${actual}>>> BDC\n` });
    this.patches.push({ start: end, end, text: '\nEMC\n' });
  }

  /** Ends a sequence whose glyphs share a text. The unknown glyphs have the part of it that the known ones do not have. */
  private end(span: Span | undefined): void {
    if (span?.text === undefined) return;
    const isMissing = span.glyphs.some(({ code }) => code === 0);
    if (!isMissing) this.options.onText(span.text);
    if (!isMissing && !this.options.withText) return;
    const unknown = span.glyphs.filter(({ font, code }) => !font.hasText(code));
    if (unknown.length === 0) return;
    let text = span.glyphs.length > MAX_CLUSTER ? '' : span.text;
    for (const { font, code } of span.glyphs) if (font.hasText(code)) text = without(text, font.textOf(code));
    if (isMissing) this.options.onMissing(text);
    for (const { font, code } of unknown) {
      font.learn(code, text);
      text = '';
    }
  }
}

/** @param known may be another form of a letter, such as one within a word. */
const without = (text: string, known: string): string =>
  text.includes(known) ? text.replace(known, '') : text.replace(known.normalize('NFKC'), '');

/** @returns the text of a sequence as Skia writes it, or undefined. */
function actualText(operands: string): string | undefined {
  const [, written] = /\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[\da-f\s]*>)/i.exec(operands) ?? [];
  return written === undefined ? undefined : stringOf(written.startsWith('<') ? written.replace(/\s/g, '') : written);
}
