/**
 * Fonts and pictures as PDF/A wants them: no glyph that stands for none, a text for each (ISO 19005-2 and -3, 6.2.11.7 and 6.2.11.8;
 * ISO 14289-1, 7.21), and no profile that is none.
 */
import { type Dictionary, isReference, type Reference } from '../read.js';
import type { PdfEdit } from '../write.js';
import { type Operation, operandsOf, operationsOf, type Patch, patched } from './content-operations.js';
import { PictureProfiles } from './icc.js';
import { packed, streamsOf } from './streams.js';
import { TextFont } from './text-font.js';
import { utf16 } from './to-unicode.js';

/** The document has characters for which no font has a glyph. */
export class MissingGlyphs extends Error {
  override readonly name = 'MissingGlyphs';

  /**
   * @param characters on which pages each stands, from 1. Chromium does not tell all of them: U+FFFD stands for the others.
   * @param shown for which the document has glyphs: the others are none of them.
   */
  constructor(
    readonly characters: ReadonlyMap<number, readonly number[]>,
    readonly shown: ReadonlySet<number>,
  ) {
    super('the PDF has glyphs that stand for no character');
  }
}

const UNKNOWN = 0xfffd;
/** How many texts of missing glyphs are told. */
const MAX_MISSING = 100;

/**
 * @param edit with all its layers.
 * @param withText whether every glyph has to stand for a text: level A, and PDF/UA. Where Chromium has left one without, it gets one.
 * @throws MissingGlyphs
 */
export function checkFonts(edit: PdfEdit, withText: boolean): void {
  const check = new FontCheck(edit, withText);
  edit.file.pages().forEach((page, index) => {
    check.page(page, index + 1);
  });
  check.end();
}

class FontCheck {
  private readonly fonts = new Map<number, TextFont | undefined>();
  /** Pages by the texts of glyphs that stand for none; empty: not known. */
  private readonly missing = new Map<string, Set<number>>();
  private readonly seen = new Set<number>();
  private readonly profiles: PictureProfiles;
  /** Texts of glyphs that stand for one together. */
  private readonly told = new Set<string>();

  constructor(
    private readonly edit: PdfEdit,
    private readonly withText: boolean,
  ) {
    this.profiles = new PictureProfiles(edit);
  }

  page(reference: Reference, number: number): void {
    for (const { stream, bytes, entries, resources } of streamsOf(this.edit, reference, this.seen)) {
      const drawings = this.edit.follow(resources.get('XObject'));
      if (drawings instanceof Map) this.profiles.check(drawings);
      const patches = new TextReader(bytes, {
        fontOf: this.fontsOf(resources),
        withText: this.withText,
        miss: (text) => this.miss(text, number),
        tell: (text) => this.told.add(text),
      }).read();
      if (this.withText && patches.length > 0) this.edit.put(stream, packed(patched(bytes, patches), entries));
    }
  }

  end(): void {
    if (this.missing.size > 0) throw this.missingGlyphs();
    if (this.withText) for (const font of this.fonts.values()) font?.repair();
  }

  private miss(text: string, page: number): void {
    const pages = this.missing.get(text) ?? new Set();
    if (this.missing.size < MAX_MISSING || pages.size > 0) this.missing.set(text, pages.add(page));
  }

  /** A letter with a sign is drawn without either where no font has both: what is not in other places is told, or the sign. */
  private missingGlyphs(): MissingGlyphs {
    const texts = [...this.fonts.values()].flatMap((font) => font?.characters() ?? []).concat([...this.told]);
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

/** A glyph as a stream shows it. */
interface Shown {
  font: TextFont;
  code: number;
}

/** What is in a sequence with a text of its own. */
interface Span {
  text: string | undefined;
  glyphs: Shown[];
}

/** Glyphs that stand for a text together: no writing needs as many. */
const MAX_CLUSTER = 100;
/** Private use, U+E000 to U+F8FF and two planes: a text that says nothing (ISO 19005-3, 6.2.11.7.3). */
const PRIVATE = /\p{Co}/u;
const ALL_PRIVATE = /\p{Co}/gu;

/** Follows the text of a stream. */
class TextReader {
  private readonly patches: Patch[] = [];
  private readonly spans: Span[] = [];
  private readonly saved: (TextFont | undefined)[] = [];
  private current: TextFont | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly told: {
      fontOf(name: string): TextFont | undefined;
      /** Whether every glyph has to stand for one. */
      withText: boolean;
      /** A glyph that no font has, of this text as far as it is known. */
      miss(text: string): void;
      /** A text that glyphs stand for. */
      tell(text: string): void;
    },
  ) {}

  /** @returns what to change. */
  read(): Patch[] {
    for (const operation of operationsOf(this.bytes)) {
      const { operator } = operation;
      if (operator === 'Tf')
        this.current = this.told.fontOf(/\/(\S+)/.exec(operandsOf(this.bytes, operation))?.[1] ?? '');
      else if (operator === 'q') this.saved.push(this.current);
      else if (operator === 'Q') this.current = this.saved.pop();
      else if (operator === 'BDC' || operator === 'BMC')
        this.spans.push({ text: actualText(operandsOf(this.bytes, operation)), glyphs: [] });
      else if (operator === 'EMC') this.end(this.spans.pop());
      else if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"') this.show(operation);
    }
    return this.patches;
  }

  private show(operation: Operation): void {
    const font = this.current;
    if (!font) return;
    const codes = font.codesIn(operandsOf(this.bytes, operation));
    const span = this.spans.findLast(({ text }) => text !== undefined);
    if (span) for (const code of codes) span.glyphs.push({ font, code });
    else {
      if (codes.includes(0)) this.told.miss('');
      if (!this.told.withText) return;
      for (const code of codes) if (!font.hasText(code)) font.learn(code, '');
      this.speak(operation, codes.map((code) => font.textOf(code)).join(''));
    }
  }

  /** Gives a text without characters of private use to what has some: icons, as a rule. */
  private speak({ start, end }: Operation, text: string): void {
    if (!PRIVATE.test(text)) return;
    const actual = utf16(`\u{feff}${text.replace(ALL_PRIVATE, '')}`);
    this.patches.push({ start, end: start, text: `/Span <</ActualText <${actual}>>> BDC\n` });
    this.patches.push({ start: end, end, text: '\nEMC\n' });
  }

  /** Of glyphs that stand for a text together: what the known ones leave of it is the text of the others. */
  private end(span: Span | undefined): void {
    if (span?.text === undefined) return;
    const isMissing = span.glyphs.some(({ code }) => code === 0);
    if (!isMissing) this.told.tell(span.text);
    if (!isMissing && !this.told.withText) return;
    const unknown = span.glyphs.filter(({ font, code }) => !font.hasText(code));
    if (unknown.length === 0) return;
    let text = span.glyphs.length > MAX_CLUSTER ? '' : span.text;
    for (const { font, code } of span.glyphs) if (font.hasText(code)) text = without(text, font.textOf(code));
    if (isMissing) this.told.miss(text);
    for (const { font, code } of unknown) {
      font.learn(code, text);
      text = '';
    }
  }
}

/** @param known may be another form of what is in the text: one that a letter has within a word. */
const without = (text: string, known: string): string =>
  text.includes(known) ? text.replace(known, '') : text.replace(known.normalize('NFKC'), '');

/** @returns the text that a sequence stands for, as Skia writes it; undefined when it has none. */
function actualText(operands: string): string | undefined {
  const [, hex] = /\/ActualText\s*<([\da-f\s]*)>/i.exec(operands) ?? [];
  if (hex === undefined) return undefined;
  const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le')
    .replace(/^\u{feff}/u, '');
}
