/** The objects of a PDF as Chromium (Skia) writes it: a classic cross-reference table, and no object streams. */
import type { ObjectTable, PackedObject } from './packed-object.js';
import {
  asDictionary,
  type Dictionary,
  isReference,
  objectAt,
  type PdfObject,
  type PdfValue,
  valueAt,
} from './read.js';

const ENTRY_BYTES = 20;
const OFFSET_DIGITS = 10;
const ZERO = 0x30;

const [HEAD, STREAM, STREAM_END, TAIL] = [' 0 obj\n', '>> stream\n', '\nendstream', '\nendobj\n'].map((text) =>
  Buffer.from(text, 'latin1'),
) as [Buffer, Buffer, Buffer, Buffer];

export class SkiaTable implements ObjectTable {
  readonly trailer: Dictionary;
  readonly size: number;
  private readonly firstEntry: number;
  private bounds: { starts: Float64Array; ends: Float64Array } | undefined;

  /** @param offset of the table. @throws Error when there is none. */
  constructor(
    private readonly bytes: Buffer,
    private readonly offset: number,
  ) {
    const head = bytes.toString('latin1', offset, offset + 32);
    const [table, entries] = /^xref\s+0 (\d+)\s*\n/.exec(head) ?? [];
    if (table === undefined) throw new Error('the PDF has no cross-reference table');
    this.size = Number(entries);
    this.firstEntry = offset + table.length;
    this.trailer = asDictionary(valueAt(bytes, this.firstEntry + this.size * ENTRY_BYTES, ['trailer']).value);
  }

  object(object: number): PdfObject {
    const lengthOf = (length: PdfValue | undefined): PdfValue | undefined =>
      isReference(length) ? this.object(length.object).value : length;
    return objectAt(this.bytes, this.offsetOf(object), headOf(object), lengthOf);
  }

  /** @returns the object's text, unparsed. @throws Error for an object that is not laid out as Skia does it. */
  raw(object: number): PackedObject | undefined {
    if (object <= 0 || object >= this.size) return undefined;
    const { bytes } = this;
    this.bounds ??= this.findBounds();
    const start = this.bounds.starts[object] ?? 0;
    const end = this.bounds.ends[object] ?? 0;
    const from = start + String(object).length + HEAD.length;
    const close = end - TAIL.length;
    if (!hasAt(bytes, HEAD, from - HEAD.length) || !hasAt(bytes, TAIL, close)) {
      throw new Error(`object ${object} of the PDF is not as Skia writes them`);
    }
    const streamEnd = close - STREAM_END.length;
    if (!hasAt(bytes, STREAM_END, streamEnd)) return { text: bytes.toString('latin1', from, close) };
    const begin = bytes.indexOf(STREAM, from);
    return {
      text: bytes.toString('latin1', from, begin + '>>'.length),
      stream: bytes.subarray(begin + STREAM.length, streamEnd),
      whole: bytes.subarray(start, end),
    };
  }

  /** @returns the file with another value in an object that is not a stream. */
  withValue(object: number, text: string): Buffer {
    const { bytes, offset: tableOffset } = this;
    const { start, end } = valueAt(bytes, this.offsetOf(object), headOf(object));
    const value = Buffer.from(`\n${text}`, 'latin1');
    const moved = value.length - (end - start);
    const table = Buffer.from(bytes.subarray(tableOffset));
    for (let other = 1; other < this.size; other++) {
      const offset = this.offsetOf(other);
      const entry = this.firstEntry + other * ENTRY_BYTES - tableOffset;
      if (offset > start) table.write(String(offset + moved).padStart(OFFSET_DIGITS, '0'), entry, 'latin1');
    }
    const tail = table.toString('latin1').replace(/startxref\s+\d+/, `startxref\n${tableOffset + moved}`);
    return Buffer.concat([
      bytes.subarray(0, start),
      value,
      bytes.subarray(end, tableOffset),
      Buffer.from(tail, 'latin1'),
    ]);
  }

  private offsetOf(object: number): number {
    if (object <= 0 || object >= this.size) throw new Error('the PDF refers to an object that it does not have');
    const entry = this.firstEntry + object * ENTRY_BYTES;
    let offset = 0;
    for (let at = entry; at < entry + OFFSET_DIGITS; at++) offset = offset * 10 + ((this.bytes[at] ?? 0) - ZERO);
    return offset;
  }

  /** An object ends where the next one in the file, or the table, begins. */
  private findBounds(): { starts: Float64Array; ends: Float64Array } {
    const { size } = this;
    const starts = new Float64Array(size);
    const ends = new Float64Array(size);
    // Sorted as numbers, which are exact up to 2^53: the offset, then the object's number.
    const order = new Float64Array(size - 1);
    for (let object = 1; object < size; object++) {
      const start = this.offsetOf(object);
      starts[object] = start;
      order[object - 1] = start * size + object;
    }
    order.sort();
    for (const [index, key] of order.entries()) {
      const next = order[index + 1];
      ends[key % size] = next === undefined ? this.offset : Math.floor(next / size);
    }
    return { starts, ends };
  }
}

const headOf = (object: number): string[] => [String(object), '0', 'obj'];

function hasAt(bytes: Buffer, word: Buffer, at: number): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[at + index] !== word[index]) return false;
  return true;
}
