/** What the content streams of a tagged PDF draw in each marked-content sequence (ISO 32000-1, 14.6). */
import {
  asDictionary,
  asReference,
  type Dictionary,
  decoded,
  type FontCharacters,
  isReference,
  type Patch,
  type PdfEdit,
  type PdfObject,
  type PdfValue,
  packed,
  patched,
  type Reference,
  readUnicodeMap,
  TextLines,
} from '@toolpress/pdf/edit';
import { type Gaps, gapsIn, type Sequence, sequencesIn, type UnmarkedText } from './marked-sequences.js';
import type { Content } from './tree.js';

interface Stream {
  readonly reference: Reference;
  readonly text: string;
  gaps?: Gaps;
  readonly sequences: Map<number, Sequence>;
  readonly patches: Patch[];
}

/** The largest distance in characters between a matrix and the content that it is for. */
const SHORTLY = 400;

export class MarkedContents {
  private readonly streams = new Map<number, Stream>();
  private readonly characters = new Map<number, FontCharacters>();
  private readonly fonts = new Map<number, Dictionary>();
  /** The last identifier of each stream. */
  private readonly marked = new Map<number, number>();

  constructor(private readonly edit: PdfEdit) {}

  /** @returns whether the content has text. */
  hasText(content: Content): boolean {
    return this.sequence(content)?.hasText === true;
  }

  hasImage(content: Content): boolean {
    return this.sequence(content)?.hasImage === true;
  }

  /** @returns equal values for contents that show the same texts or images, at any place. */
  shown(content: Content): string {
    return (this.drawn(content).match(/<[0-9A-Fa-f]+>|\/\w+ Do\b/g) ?? []).join('');
  }

  /** @returns the operators, which are equal for contents that show the same at the same place. */
  drawn(content: Content): string {
    const sequence = this.sequence(content);
    return sequence === undefined ? '' : this.stream(content.owner).text.slice(sequence.content, sequence.end);
  }

  /** @returns the text of consecutive contents, as far as the fonts map their glyphs to characters. */
  text(contents: readonly Content[]): string {
    const lines = new TextLines();
    for (const content of contents) {
      const sequence = this.sequence(content);
      if (sequence === undefined) continue;
      const fonts = this.fontsOf(content.owner);
      const drawn = this.stream(content.owner).text.slice(sequence.content, sequence.end);
      lines.add(drawn, sequence.font, (name) => this.charactersOf(fonts.get(name)));
    }
    return lines.text();
  }

  /** @returns the operators of the content, where they begin in the stream, and the font at the begin. */
  sequenceOf(content: Content): { text: string; offset: number; font: string | undefined } | undefined {
    const sequence = this.sequence(content);
    return sequence && { text: this.drawn(content), offset: sequence.content, font: sequence.font };
  }

  /** @returns the operands of a `cm` shortly before the content, or undefined. */
  matrixBefore(content: Content): string | undefined {
    const sequence = this.sequence(content);
    if (sequence === undefined) return undefined;
    const { text } = this.stream(content.owner);
    const before = text.slice(Math.max(0, sequence.begin - SHORTLY), sequence.begin);
    const end = before.lastIndexOf(' cm\n');
    return end < 0 ? undefined : before.slice(before.lastIndexOf('\n', end) + 1, end);
  }

  /** @returns the characters of a font, by its name where the content is drawn. */
  charactersIn({ owner }: Content, font: string): FontCharacters | undefined {
    return this.charactersOf(this.fontsOf(owner).get(font));
  }

  /** Makes the content an artifact, which readers skip. `write` applies the change. */
  makeArtifact(content: Content): void {
    const sequence = this.sequence(content);
    if (sequence) this.patch(content, { start: sequence.begin, end: sequence.content, text: '/Artifact BMC' });
  }

  /** @returns the texts without marks between a content and what is drawn next. */
  unmarkedBehind(content: Content): readonly UnmarkedText[] {
    return this.gapsOf(content).behind.get(content.mcid) ?? [];
  }

  unmarkedBefore(content: Content): readonly UnmarkedText[] {
    return this.gapsOf(content).before.get(content.mcid) ?? [];
  }

  /** Marks a text as part of the document. */
  mark({ beside, start, end }: UnmarkedText): Content {
    const { sequences, patches } = this.stream(beside.owner);
    const mcid =
      (this.marked.get(beside.owner.object) ?? [...sequences.keys()].reduce((most, one) => Math.max(most, one), -1)) +
      1;
    this.marked.set(beside.owner.object, mcid);
    patches.push(
      { start, end: start, text: `EMC\n/Span <</MCID ${mcid}>> BDC\n` },
      { start: end, end, text: '\nEMC\n/Artifact BMC' },
    );
    sequences.set(mcid, { begin: start, content: start, end, hasText: true, hasImage: false, font: undefined });
    return { ...beside, mcid, isText: false };
  }

  private gapsOf(content: Content): Gaps {
    const stream = this.stream(content.owner);
    stream.gaps ??= gapsIn(stream.text, content);
    return stream.gaps;
  }

  /** Changes the stream of a content. `write` applies the change. */
  patch({ owner }: Content, patch: Patch): void {
    this.stream(owner).patches.push(patch);
  }

  write(): void {
    for (const { reference, text, patches } of this.streams.values())
      if (patches.length > 0) this.put(reference, patched(Buffer.from(text, 'latin1'), patches));
  }

  private put(reference: Reference, operators: Buffer): void {
    const { value, stream } = this.edit.object(reference);
    const entries = asDictionary(value);
    if (stream !== undefined) this.edit.put(reference, packed(operators, entries));
    else this.edit.put(reference, { value: new Map(entries).set('Contents', this.edit.add(packed(operators))) });
  }

  private sequence({ owner, mcid }: Content): Sequence | undefined {
    return this.stream(owner).sequences.get(mcid);
  }

  private stream(reference: Reference): Stream {
    const known = this.streams.get(reference.object);
    if (known !== undefined) return known;
    const text = this.operatorsOf(reference);
    const stream = { reference, text, sequences: sequencesIn(text), patches: [] };
    this.streams.set(reference.object, stream);
    return stream;
  }

  /** @param owner a page or a form. */
  private operatorsOf(owner: Reference): string {
    const object = this.edit.object(owner);
    if (object.stream !== undefined) return operators(object);
    const contents = asDictionary(object.value).get('Contents');
    const parts = Array.isArray(contents) ? contents : contents === undefined ? [] : [contents];
    return parts.map((part) => operators(this.edit.object(asReference(part)))).join('\n');
  }

  /** Cached, because a page may have thousands of links that each ask for its fonts. */
  private fontsOf(owner: Reference): Dictionary {
    const known = this.fonts.get(owner.object);
    if (known !== undefined) return known;
    const resources = this.edit.follow(asDictionary(this.edit.follow(owner)).get('Resources'));
    const named = resources instanceof Map ? this.edit.follow(resources.get('Font')) : undefined;
    const fonts: Dictionary = named instanceof Map ? named : new Map();
    this.fonts.set(owner.object, fonts);
    return fonts;
  }

  private charactersOf(font: PdfValue | undefined): FontCharacters | undefined {
    if (!isReference(font)) return undefined;
    const known = this.characters.get(font.object);
    if (known !== undefined) return known;
    const entries = asDictionary(this.edit.follow(font));
    const unicode = entries.get('ToUnicode');
    const map = isReference(unicode) ? readUnicodeMap(operators(this.edit.object(unicode))) : new Map<number, string>();
    const digits = entries.get('Subtype') === '/Type0' ? 4 : 2;
    const [blank] = [...map].find(([, text]) => text === ' ') ?? [];
    const characters = { map, digits, blank: blank?.toString(16).padStart(digits, '0') };
    this.characters.set(font.object, characters);
    return characters;
  }
}

/** @throws Error for a stream with another filter than Skia uses. */
function operators(object: PdfObject): string {
  const bytes = decoded(object);
  if (bytes === undefined) throw new Error('a stream of the PDF cannot be decoded');
  return bytes.toString('latin1');
}
