/** Reads PDFs as `pdf/pack.ts` writes them: every object that is no stream lies in an object stream (ISO 32000-1, 7.5.7, 7.5.8). */
import { inflateSync } from 'node:zlib';
import type { PackedObject } from '../pdf/packed-object.js';
import {
  asDictionary,
  asReference,
  CutOff,
  type Dictionary,
  isReference,
  type PdfValue,
  readValue,
} from '../pdf/read.js';

const ENTRY_BYTES = 7;
const [IN_FILE, IN_STREAM] = [1, 2];
const STREAM = Buffer.from('stream\n', 'latin1');
/** Far deeper than any page tree of a document of some pages. */
const MAX_DEPTH = 20;

export class PackedFile {
  readonly trailer: Dictionary;
  private readonly entries: Buffer;
  private readonly opened = new Map<number, readonly string[]>();

  /** @throws Error when the bytes are not such a PDF. */
  constructor(private readonly bytes: Buffer) {
    const tail = bytes.toString('latin1', Math.max(0, bytes.length - 64));
    const table = this.streamAt(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(tail)?.[1]));
    this.trailer = asDictionary(readValue(table.text));
    if (this.trailer.has('Encrypt')) throw new Error('the PDF is encrypted');
    const rows = inflateSync(table.stream);
    this.entries = this.trailer.has('DecodeParms') ? fromDifferences(rows) : rows;
  }

  /** @returns undefined when there is no such object. */
  object(object: number): PackedObject | undefined {
    const at = object * ENTRY_BYTES;
    if (at + ENTRY_BYTES > this.entries.length) return undefined;
    const where = this.entries.readUInt32BE(at + 1);
    if (this.entries[at] === IN_FILE) return this.streamAt(where);
    if (this.entries[at] !== IN_STREAM) return undefined;
    const text = this.objectsIn(where)[this.entries.readUInt16BE(at + 5)];
    return text === undefined ? undefined : { text };
  }

  /** What a value stands for: references are followed. */
  follow(value: PdfValue | undefined): PdfValue | undefined {
    if (!isReference(value)) return value;
    const found = this.object(value.object);
    return found && readValue(found.text);
  }

  get catalog(): Dictionary {
    return asDictionary(this.follow(this.trailer.get('Root')));
  }

  /** The numbers of the pages, in their order. */
  pages(): number[] {
    return this.leaves(asReference(this.catalog.get('Pages')).object, 0);
  }

  private leaves(node: number, depth: number): number[] {
    if (depth > MAX_DEPTH) throw new Error('the page tree of the PDF is nested too deep');
    const kids = asDictionary(this.follow({ object: node })).get('Kids');
    return Array.isArray(kids) ? kids.flatMap((kid) => this.leaves(asReference(kid).object, depth + 1)) : [node];
  }

  private objectsIn(number: number): readonly string[] {
    const known = this.opened.get(number);
    if (known !== undefined) return known;
    const { text: entries, stream } = this.object(number) ?? {};
    if (entries === undefined || stream === undefined) throw new Error('the PDF lacks an object stream');
    const text = inflateSync(stream).toString('latin1');
    const first = Number(/\/First (\d+)/.exec(entries)?.[1]);
    const offsets = text.slice(0, first).trim().split(' ').map(Number);
    const objects: string[] = [];
    for (let at = 1; at < offsets.length; at += 2) {
      const next = offsets[at + 2];
      objects.push(text.slice(first + (offsets[at] ?? 0), next === undefined ? undefined : first + next - 1));
    }
    this.opened.set(number, objects);
    return objects;
  }

  private streamAt(offset: number): { text: string; stream: Buffer } {
    const { bytes } = this;
    const from = bytes.indexOf('obj\n', offset, 'latin1') + 'obj\n'.length;
    for (
      let begin = bytes.indexOf(STREAM, from);
      offset > 0 && begin !== -1;
      begin = bytes.indexOf(STREAM, begin + 1)
    ) {
      if (bytes.toString('latin1', begin - 3, begin - 1) !== '>>') continue;
      const text = bytes.toString('latin1', from, begin - 1);
      const entries = dictionaryIn(text);
      if (entries === undefined) continue; // in a string of the dictionary
      const start = begin + STREAM.length;
      const length = Number(entries.get('Length'));
      if (!(start + length <= bytes.length)) throw new Error('a stream of the PDF has no length');
      return { text, stream: bytes.subarray(start, start + length) };
    }
    throw new Error('the PDF has no stream where it says');
  }
}

/** @returns undefined for a text that ends before the dictionary does. */
function dictionaryIn(text: string): Dictionary | undefined {
  try {
    return asDictionary(readValue(text));
  } catch (error) {
    if (error instanceof CutOff) return undefined;
    throw error;
  }
}

/** Rows of a table whose bytes are differences to the row above (PNG's `Up`). */
function fromDifferences(rows: Buffer): Buffer {
  const count = rows.length / (ENTRY_BYTES + 1);
  const entries = Buffer.alloc(count * ENTRY_BYTES);
  for (let row = 0, from = 0, to = 0; row < count; row++) {
    if (rows[from++] !== 2) throw new Error('the table of the PDF is written in another way');
    for (let column = 0; column < ENTRY_BYTES; column++, from++, to++) {
      entries[to] = (rows[from] ?? 0) + (row === 0 ? 0 : (entries[to - ENTRY_BYTES] ?? 0));
    }
  }
  return entries;
}
