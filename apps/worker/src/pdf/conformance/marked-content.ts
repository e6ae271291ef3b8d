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
import { decoded, packed } from './streams.js';
import type { Content } from './structure-tree.js';
import { readUnicodeMap, type UnicodeMap } from './to-unicode.js';

/** A sequence in the text of its stream, from the operator that begins it to the one that ends it, both included. */
interface Sequence {
  readonly begin: number;
  readonly end: number;
  /** Where what it draws begins. */
  readonly content: number;
  readonly hasText: boolean;
  readonly hasImage: boolean;
  /** Of the font that its text begins with. */
  readonly font: string | undefined;
}

interface Stream {
  readonly reference: Reference;
  readonly text: string;
  readonly sequences: Map<number, Sequence>;
  /** Of sequences that are to be artifacts. */
  readonly artifacts: Set<number>;
}

/** Strings, so that nothing in them counts; a sequence's begin with its number, or any; its end; a font; what draws. */
const OPERATOR =
  /\((?:[^\\()]|\\[\s\S])*\)|\/\w+\s*<<\s*\/MCID (\d+)\s*>>\s*BDC\b|\b(?:BDC|BMC|EMC|T[jJ]|Do)\b|\/(\w+) [\d.-]+ Tf\b/g;
/** The text of a sequence: sequences whose text is given, strings of glyphs, fonts, lines, sequences from right to left, others. */
const TEXT =
  /\/Span\s*<<\s*\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f]*>)\s*>>\s*BDC\b|<([0-9A-Fa-f]+)>|\/(\w+) [\d.-]+ Tf\b|([\d.-]+) Tm\b|(\/ReversedChars BMC)\b|\b(BDC|BMC|EMC)\b/g;

export class MarkedContents {
  private readonly streams = new Map<number, Stream>();
  private readonly maps = new Map<number, UnicodeMap>();

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
    const sequence = this.sequence(content);
    if (sequence === undefined) return '';
    const drawn = this.stream(content.owner).text.slice(sequence.content, sequence.end);
    return (drawn.match(/<[0-9A-Fa-f]+>|\/\w+ Do\b/g) ?? []).join('');
  }

  /** The text of what stands one after the other, as far as fonts say which characters their glyphs are. */
  text(contents: readonly Content[]): string {
    const lines: Line[] = [];
    for (const content of contents) {
      const sequence = this.sequence(content);
      if (sequence !== undefined) this.readText(content.owner, sequence, lines);
    }
    return joined(lines);
  }

  private readText(owner: Reference, { content, end, font: first }: Sequence, lines: Line[]): void {
    const drawn = this.stream(owner).text.slice(content, end);
    const fonts = this.fontsOf(owner);
    let characters = first === undefined ? undefined : this.mapOf(fonts.get(first));
    let top: string | undefined;
    const add = (text: string, isReversed: boolean): void => {
      const line = lines.at(-1);
      const last = line?.parts.at(-1);
      const isSame = line !== undefined && (top === undefined || line.top === undefined || line.top === top);
      if (isSame) line.top ??= top;
      if (!isSame) lines.push({ top, parts: [{ text, isReversed }] });
      else if (last?.isReversed === isReversed) last.text += text;
      else line.parts.push({ text, isReversed });
    };
    /** How deep in a sequence whose text is given, and in one from right to left. */
    let given = 0;
    let reversed = 0;
    for (const [, actual, glyphs, font, at, reversal, mark] of drawn.matchAll(TEXT)) {
      if (font !== undefined) characters = this.mapOf(fonts.get(font));
      else if (at !== undefined) top = at;
      else if (glyphs !== undefined) {
        if (given > 0) continue;
        const codes = glyphs.match(/.{4}/g) ?? [];
        add(codes.map((code) => characters?.get(Number.parseInt(code, 16)) ?? '').join(''), reversed > 0);
      } else {
        const step = mark === 'EMC' ? -1 : 1;
        if (actual !== undefined && given === 0) add(stringOf(actual), reversed > 0);
        if (given > 0 || actual !== undefined) given += step;
        else if (reversed > 0 || reversal !== undefined) reversed += step;
      }
    }
  }

  /** Readers skip it from now on. To be written by `write`. */
  makeArtifact({ owner, mcid }: Content): void {
    this.stream(owner).artifacts.add(mcid);
  }

  write(): void {
    for (const { reference, text, sequences, artifacts } of this.streams.values()) {
      if (artifacts.size === 0) continue;
      const begins = [...artifacts]
        .flatMap((mcid) => sequences.get(mcid) ?? [])
        .sort((one, other) => one.begin - other.begin);
      let position = 0;
      const parts: string[] = [];
      for (const { begin, content } of begins) {
        parts.push(text.slice(position, begin), '/Artifact BMC');
        position = content;
      }
      parts.push(text.slice(position));
      this.put(reference, Buffer.from(parts.join(''), 'latin1'));
    }
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
    const stream = { reference, text, sequences: sequencesIn(text), artifacts: new Set<number>() };
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

  private fontsOf(owner: Reference): Dictionary {
    const resources = this.edit.follow(asDictionary(this.edit.follow(owner)).get('Resources'));
    const fonts = resources instanceof Map ? this.edit.follow(resources.get('Font')) : undefined;
    return fonts instanceof Map ? fonts : new Map();
  }

  private mapOf(font: PdfValue | undefined): UnicodeMap | undefined {
    if (!isReference(font)) return undefined;
    const known = this.maps.get(font.object);
    if (known !== undefined) return known;
    const unicode = asDictionary(this.edit.follow(font)).get('ToUnicode');
    const map = isReference(unicode) ? readUnicodeMap(operators(this.edit.object(unicode))) : new Map<number, string>();
    this.maps.set(font.object, map);
    return map;
  }
}

/** @throws Error for a stream that is packed in another way than Skia's are. */
function operators(object: PdfObject): string {
  const bytes = decoded(object);
  if (bytes === undefined) throw new Error('a stream of the PDF can’t be read');
  return bytes.toString('latin1');
}

/** What stands side by side, in the order of the page. */
interface Line {
  top: string | undefined;
  readonly parts: { text: string; readonly isReversed: boolean }[];
}

/** Browsers leave the blank out at which a line ends. */
const NEEDS_NO_BLANK = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u00ad\u2010-]$/u;

function joined(lines: readonly Line[]): string {
  let text = '';
  for (const { parts } of lines) {
    if (text !== '' && !NEEDS_NO_BLANK.test(text)) text += ' ';
    const reversed = parts.reduce((sum, part) => sum + part.text.length * (part.isReversed ? 1 : -1), 0);
    text += reversed > 0 ? inReadingOrder(parts) : parts.map(readFrom).join('');
  }
  return text;
}

const readFrom = ({ text, isReversed }: Line['parts'][number]): string =>
  isReversed ? [...text].toReversed().join('') : text;

/** The parts of a line that is read from right to left; what is written from left to right in it stays as it is. */
function inReadingOrder(parts: Line['parts']): string {
  let text = '';
  let forward = '';
  for (const { text: own, isReversed } of parts.toReversed()) {
    if (!isReversed && /\S/.test(own)) {
      forward = own + forward;
      continue;
    }
    text += forward + readFrom({ text: own, isReversed });
    forward = '';
  }
  return text + forward;
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

interface Drawn {
  hasText: boolean;
  hasImage: boolean;
}

/** A PDF string, `(…)` or `<…>`, as text (ISO 32000-1, 7.9.2.2); of Latin-1 where it is not UTF-16. */
export function stringOf(written: string): string {
  const bytes = written.startsWith('<')
    ? Buffer.from(written.slice(1, -1), 'hex')
    : Buffer.from(
        written.slice(1, -1).replace(/\\(\d{3}|[\s\S])/g, (_, written: string) => unescaped(written)),
        'latin1',
      );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescaped = (written: string): string =>
  written.length === 3 ? String.fromCharCode(Number.parseInt(written, 8) & 255) : (ESCAPES[written] ?? written);
