/** The objects of a PDF as `pack.ts` writes it: those that are not streams are in object streams (ISO 32000-1, 7.5.7, 7.5.8). */
import { inflateSync } from 'node:zlib';
import type { ObjectTable, PackedObject } from './packed-object.js';
import { asDictionary, asReference, type Dictionary, objectAt, type PdfObject, readValue } from './read.js';
import { Decryption } from './unprotect.js';

const ENTRY_BYTES = 7;
const [IN_FILE, IN_STREAM] = [1, 2];

/** The beginning of an object. */
const HEAD = /^\d+ 0 obj\n/;
const MAX_HEAD_BYTES = 24;

export class PackedTable implements ObjectTable {
  readonly trailer: Dictionary;
  private readonly entries: Buffer;
  private readonly opened = new Map<number, readonly string[]>();
  private readonly decryption: Decryption | undefined;

  /** @param offset of the cross-reference stream. @param key of an encrypted file. @throws Error without the stream or the key. */
  constructor(
    private readonly bytes: Buffer,
    offset: number,
    key?: Uint8Array,
  ) {
    const { entries, stream } = this.streamAt(offset);
    this.trailer = entries;
    const rows = this.trailer.has('Filter') ? inflateSync(stream) : stream;
    this.entries = this.trailer.has('DecodeParms') ? fromDifferences(rows) : rows;
    if (!this.trailer.has('Encrypt')) return;
    if (key === undefined) throw new Error('the PDF is encrypted');
    // It is in no object stream.
    const { object } = asReference(this.trailer.get('Encrypt'));
    const { value } = this.foundAt(this.entries.readUInt32BE(object * ENTRY_BYTES + 1));
    this.decryption = new Decryption(asDictionary(value), key);
  }

  get size(): number {
    return this.entries.length / ENTRY_BYTES;
  }

  object(object: number): PdfObject | undefined {
    const { text, stream } = this.raw(object) ?? {};
    return text === undefined ? undefined : { value: readValue(text), ...(stream && { stream }) };
  }

  raw(object: number): PackedObject | undefined {
    if (object >= this.size) return undefined;
    const at = object * ENTRY_BYTES;
    const place = this.entries.readUInt32BE(at + 1);
    if (this.entries[at] === IN_FILE) {
      const { text, stream } = this.streamAt(place);
      return this.decryption?.stream({ text, stream }) ?? { text, stream };
    }
    if (this.entries[at] !== IN_STREAM) return undefined;
    const text = this.objectsIn(place)[this.entries.readUInt16BE(at + 5)];
    return text === undefined ? undefined : { text };
  }

  private objectsIn(number: number): readonly string[] {
    const known = this.opened.get(number);
    if (known !== undefined) return known;
    const { text: entries, stream } = this.raw(number) ?? {};
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

  private streamAt(offset: number): { entries: Dictionary; text: string; stream: Buffer } {
    const { value, start, end, stream } = this.foundAt(offset);
    if (stream === undefined) throw new Error('the PDF has no stream at the offset of its table');
    const entries = asDictionary(value);
    if (stream.length !== Number(entries.get('Length'))) throw new Error('a stream of the PDF has no valid length');
    return { entries, text: this.bytes.toString('latin1', start, end), stream };
  }

  private foundAt(offset: number): ReturnType<typeof objectAt> {
    const [head] = HEAD.exec(this.bytes.toString('latin1', offset, offset + MAX_HEAD_BYTES)) ?? [];
    if (head === undefined) throw new Error('the PDF has no object at the offset of its table');
    return objectAt(this.bytes, offset + head.length, []);
  }
}

/** Decodes rows whose bytes are differences to the row above (PNG's `Up`). */
function fromDifferences(rows: Buffer): Buffer {
  const count = rows.length / (ENTRY_BYTES + 1);
  const entries = Buffer.alloc(count * ENTRY_BYTES);
  for (let row = 0, from = 0, to = 0; row < count; row++) {
    if (rows[from++] !== 2) throw new Error('the table of the PDF has another predictor');
    for (let column = 0; column < ENTRY_BYTES; column++, from++, to++) {
      entries[to] = (rows[from] ?? 0) + (row === 0 ? 0 : (entries[to - ENTRY_BYTES] ?? 0));
    }
  }
  return entries;
}
