/** What the content streams of a tagged PDF draw in each of their marked sequences (ISO 32000-1, 14.6). */
import {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  type PdfObject,
  type PdfValue,
  type Reference,
} from '../read.js';
import type { PdfEdit } from '../write.js';
import { type Patch, patched } from './content-operations.js';
import { type FontCharacters, TextLines } from './marked-text.js';
import { decoded, packed } from './streams.js';
import type { Content } from './structure-tree.js';
import { readUnicodeMap } from './to-unicode.js';

/** A sequence in the text of its stream, from the operator that begins it to the one that ends it, both included. */
interface Sequence {
  readonly begin: number;
  readonly end: number;
  /** Where what it draws begins. */
  readonly content: number;
  readonly hasText: boolean;
  readonly hasImage: boolean;
  /** The font that its text begins with, and its size: `F4 16`. */
  readonly font: string | undefined;
}

/** A text that is an artifact so far. */
export interface UnmarkedText {
  readonly beside: Content;
  readonly start: number;
  readonly end: number;
}

interface Stream {
  readonly reference: Reference;
  readonly text: string;
  /** Between the sequences, by those before and behind them. */
  gaps?: { readonly behind: Map<number, UnmarkedText[]>; readonly before: Map<number, UnmarkedText[]> };
  readonly sequences: Map<number, Sequence>;
  readonly patches: Patch[];
}

/** Strings, so that nothing in them counts; a sequence's begin with its number, or any; its end; a font; what draws. */
const OPERATOR =
  /\((?:[^\\()]|\\[\s\S])*\)|\/\w+\s*<<\s*\/MCID (\d+)\s*>>\s*BDC\b|\b(?:BDC|BMC|EMC|T[jJ]|Do)\b|\/(\w+ [\d.-]+) Tf\b/g;
export class MarkedContents {
  private readonly streams = new Map<number, Stream>();
  private readonly characters = new Map<number, FontCharacters>();
  private readonly fonts = new Map<number, Dictionary>();
  /** The last identifier that was given, by streams. */
  private readonly marked = new Map<number, number>();

  constructor(private readonly edit: PdfEdit) {}

  /** Whether there are letters in it. */
  hasText(content: Content): boolean {
    return this.sequence(content)?.hasText === true;
  }

  hasImage(content: Content): boolean {
    return this.sequence(content)?.hasImage === true;
  }

  /** The same for sequences that show the same texts or pictures, at whatever place. */
  shown(content: Content): string {
    return (this.drawn(content).match(/<[0-9A-Fa-f]+>|\/\w+ Do\b/g) ?? []).join('');
  }

  /** Its operators: the same for sequences that show the same at the same place. */
  drawn(content: Content): string {
    const sequence = this.sequence(content);
    return sequence === undefined ? '' : this.stream(content.owner).text.slice(sequence.content, sequence.end);
  }

  /** The text of what stands one after the other, as far as fonts say which characters their glyphs are. */
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

  /** What it draws, where that begins in its stream, and the font that it begins with. */
  sequenceOf(content: Content): { text: string; offset: number; font: string | undefined } | undefined {
    const sequence = this.sequence(content);
    return sequence && { text: this.drawn(content), offset: sequence.content, font: sequence.font };
  }

  /** Of a font that is called so where the content is drawn. */
  charactersIn({ owner }: Content, font: string): FontCharacters | undefined {
    return this.charactersOf(this.fontsOf(owner).get(font));
  }

  /** Readers skip it from now on. To be written by `write`. */
  makeArtifact(content: Content): void {
    const sequence = this.sequence(content);
    if (sequence) this.patch(content, { start: sequence.begin, end: sequence.content, text: '/Artifact BMC' });
  }

  /** Artifacts that are texts, between a content and what is drawn next. */
  unmarkedBehind(content: Content): readonly UnmarkedText[] {
    return this.gapsOf(content).behind.get(content.mcid) ?? [];
  }

  unmarkedBefore(content: Content): readonly UnmarkedText[] {
    return this.gapsOf(content).before.get(content.mcid) ?? [];
  }

  /** Makes a part of the document of a text. */
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
    return { ...beside, mcid };
  }

  private gapsOf(content: Content): NonNullable<Stream['gaps']> {
    const stream = this.stream(content.owner);
    stream.gaps ??= gapsIn(stream.text, content);
    return stream.gaps;
  }

  /** Changes the stream that draws it. To be written by `write`. */
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

  /** @param owner a page, or a form. */
  private operatorsOf(owner: Reference): string {
    const object = this.edit.object(owner);
    if (object.stream !== undefined) return operators(object);
    const contents = asDictionary(object.value).get('Contents');
    const parts = Array.isArray(contents) ? contents : contents === undefined ? [] : [contents];
    return parts.map((part) => operators(this.edit.object(asReference(part)))).join('\n');
  }

  /** Read once: a page may list thousands of links, each of which asks for its fonts. */
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

/** @throws Error for a stream that is packed in another way than Skia's are. */
function operators(object: PdfObject): string {
  const bytes = decoded(object);
  if (bytes === undefined) throw new Error('a stream of the PDF can’t be read');
  return bytes.toString('latin1');
}

function sequencesIn(text: string): Map<number, Sequence> {
  const sequences = new Map<number, Sequence>();
  /** Those that are open; of one without a number there is its place only. */
  const open: (({ mcid: number; begin: number; content: number; font: string | undefined } & Drawn) | undefined)[] = [];
  let font: string | undefined;
  OPERATOR.lastIndex = 0;
  for (const match of text.matchAll(OPERATOR)) {
    const [operator, mcid, named] = match;
    if (named !== undefined) font = named;
    else if (mcid !== undefined)
      open.push({
        mcid: Number(mcid),
        begin: match.index,
        content: match.index + operator.length,
        font,
        hasText: false,
        hasImage: false,
      });
    else if (operator === 'BDC' || operator === 'BMC') open.push(undefined);
    else if (operator === 'EMC') {
      const closed = open.pop();
      if (closed !== undefined) sequences.set(closed.mcid, { ...closed, end: match.index + operator.length });
    } else {
      const inner = open.findLast(Boolean);
      if (inner === undefined || operator.startsWith('(')) continue;
      if (operator === 'Do') inner.hasImage = true;
      else inner.hasText = true;
    }
  }
  return sequences;
}

const PART =
  /\((?:[^\\()]|\\[\s\S])*\)|\/\w+\s*<<\s*\/MCID (\d+)\s*>>\s*BDC\b|(\/Artifact BMC)\b|\b(BDC|BMC|EMC|BT|ET|T[jJ]|Q)\b/g;

/** Texts of artifacts that stand directly before and behind sequences; the state in which they are drawn is the same. */
function gapsIn(text: string, beside: Content): NonNullable<Stream['gaps']> {
  const gaps: NonNullable<Stream['gaps']> = { behind: new Map(), before: new Map() };
  const open: ('part' | 'artifact' | 'other')[] = [];
  let last: number | undefined;
  let run: UnmarkedText[] = [];
  let begun = -1;
  let shows = false;
  const end = (next?: number): void => {
    if (last !== undefined) gaps.behind.set(last, run);
    if (next !== undefined) gaps.before.set(next, run);
    run = [];
    last = undefined;
  };
  for (const match of text.matchAll(PART)) {
    const [operator, mcid, artifact, mark] = match;
    if (mcid !== undefined) {
      if (open.length === 0) end(Number(mcid));
      open.push('part');
      if (open.length === 1) last = Number(mcid);
    } else if (artifact !== undefined) open.push('artifact');
    else if (mark === 'BDC' || mark === 'BMC') open.push('other');
    else if (mark === 'EMC') open.pop();
    else if (mark === 'Q' && open.length <= 1 && open[0] !== 'part') {
      end();
    } else if (mark === 'BT' && open.length === 1 && open[0] === 'artifact') [begun, shows] = [match.index, false];
    else if (mark === 'Tj' || mark === 'TJ') shows = true;
    else if (mark === 'ET' && begun >= 0) {
      if (shows) run.push({ beside, start: begun, end: match.index + operator.length });
      begun = -1;
    }
  }
  end();
  return gaps;
}

interface Drawn {
  hasText: boolean;
  hasImage: boolean;
}
