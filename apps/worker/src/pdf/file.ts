/**
 * A PDF as Chromium (Skia) writes it, read by following its own references: only what is asked for is looked at. A PDF
 * library would parse the whole file. Strings are read as strings: what a document writes into its title can't pass for
 * structure.
 */
import { CutOff, type Dictionary, type PdfValue, type Reference, ValueReader } from './values.js';

const ENTRY_BYTES = 20;
const FIRST_LOOK_BYTES = 2_048;

export interface PdfObject {
  value: PdfValue;
  /** The bytes of a stream, as they are in the file. */
  stream?: Buffer;
}

export class PdfFile {
  readonly trailer: Dictionary;
  /** Where the cross-reference table is. */
  readonly tableOffset: number;
  private readonly firstEntry: number;
  private readonly entries: number;

  /** @throws Error when the bytes are not a PDF as Skia writes them. */
  constructor(readonly bytes: Buffer) {
    const tail = bytes.subarray(Math.max(0, bytes.length - 64)).toString('latin1');
    this.tableOffset = Number(/startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1]);
    const head = bytes.toString('latin1', this.tableOffset, this.tableOffset + 32);
    const [table, entries] = /^xref\s+0 (\d+)\s*\n/.exec(head) ?? [];
    if (table === undefined) throw new Error('the PDF has no cross-reference table');
    this.entries = Number(entries);
    this.firstEntry = this.tableOffset + table.length;
    this.trailer = asDictionary(this.valueAt(this.firstEntry + this.entries * ENTRY_BYTES, ['trailer']).value);
  }

  /** How many objects there are, object 0 included, which is none. */
  get size(): number {
    return this.entries;
  }

  get catalog(): Dictionary {
    return asDictionary(this.follow(this.trailer.get('Root')));
  }

  get pageCount(): number {
    const count = Number(asDictionary(this.follow(this.catalog.get('Pages'))).get('Count'));
    if (!Number.isInteger(count)) throw new Error('the page tree of the PDF has no count');
    return count;
  }

  /** The pages in their order. */
  pages(): Reference[] {
    return this.leaves(asReference(this.catalog.get('Pages')), 0);
  }

  object({ object }: Reference): PdfObject {
    if (object <= 0 || object >= this.entries) throw new Error('the PDF refers to an object that it does not have');
    const entry = this.firstEntry + object * ENTRY_BYTES;
    const offset = Number(this.bytes.toString('latin1', entry, entry + 10));
    const { value, end } = this.valueAt(offset, [String(object), '0', 'obj']);
    const [begin] = /^\s*stream\r?\n/.exec(this.bytes.toString('latin1', end, end + 16)) ?? [];
    if (begin === undefined) return { value };
    const length = Number(this.follow(asDictionary(value).get('Length')));
    return { value, stream: this.bytes.subarray(end + begin.length, end + begin.length + length) };
  }

  /** What a value stands for: references are followed. */
  follow(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.object(value).value : value;
  }

  private leaves(node: Reference, depth: number): Reference[] {
    if (depth > 20) throw new Error('the page tree of the PDF is nested too deep');
    const kids = asDictionary(this.follow(node)).get('Kids');
    if (!Array.isArray(kids)) return [node];
    return kids.flatMap((kid) => this.leaves(asReference(kid), depth + 1));
  }

  /** Reads the value after the words given. Most are short; for others it looks further. */
  private valueAt(offset: number, words: readonly string[]): { value: PdfValue; end: number } {
    for (let length = FIRST_LOOK_BYTES; ; length *= 8) {
      try {
        const reader = new ValueReader(this.bytes.toString('latin1', offset, offset + length));
        for (const word of words) if (reader.token() !== word) throw new Error(`the PDF has no \`${words.join(' ')}\``);
        return { value: reader.read(), end: offset + reader.end };
      } catch (error) {
        if (!(error instanceof CutOff) || offset + length >= this.bytes.length) throw error;
      }
    }
  }
}

export const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && 'object' in value;

export function asReference(value: PdfValue | undefined): Reference {
  if (!isReference(value)) throw new Error('the PDF has something else where a reference belongs');
  return value;
}

export function asDictionary(value: PdfValue | undefined): Dictionary {
  if (!(value instanceof Map)) throw new Error('the PDF has something else where a dictionary belongs');
  return value;
}
