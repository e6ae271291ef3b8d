/** A PDF as Chromium (Skia), PDFium or `pack.ts` writes it. Only the objects that are asked for are read. */
import type { ObjectTable, PackedObject } from './packed-object.js';
import { PackedTable } from './packed-table.js';
import {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  type PdfObject,
  type PdfValue,
  type Reference,
} from './read.js';
import { SkiaTable } from './skia-table.js';

/** Deeper than any page tree that is read here. */
const MAX_DEPTH = 20;
const MISSING = 'the PDF refers to an object that it does not have';

export class PdfFile {
  private readonly table: ObjectTable;

  /** @param key of an encrypted file. @throws Error when the bytes are not such a PDF, and for an encrypted one without its key. */
  constructor(bytes: Buffer, key?: Uint8Array) {
    const offset = tableOffset(bytes);
    const isStream = /^\d/.test(bytes.toString('latin1', offset, offset + 1));
    this.table = isStream ? new PackedTable(bytes, offset, key) : new SkiaTable(bytes, offset);
  }

  get trailer(): Dictionary {
    return this.table.trailer;
  }

  /** The number of objects, with object 0, which does not exist. */
  get size(): number {
    return this.table.size;
  }

  get catalog(): Dictionary {
    return asDictionary(this.follow(this.trailer.get('Root')));
  }

  get pageCount(): number {
    const count = Number(asDictionary(this.follow(this.catalog.get('Pages'))).get('Count'));
    if (!Number.isInteger(count)) throw new Error('the page tree of the PDF has no count');
    return count;
  }

  /** @returns the pages in their order. */
  pages(): Reference[] {
    return this.leaves(asReference(this.catalog.get('Pages')), 0);
  }

  /** @returns the first page; undefined when there is none. */
  firstPage(): Dictionary | undefined {
    let node = asDictionary(this.follow(this.catalog.get('Pages')));
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      const kids = node.get('Kids');
      if (!Array.isArray(kids)) return node;
      if (kids.length === 0) return undefined;
      node = asDictionary(this.follow(kids[0]));
    }
    throw tooDeep();
  }

  /** @throws Error when there is no such object. */
  object({ object }: Reference): PdfObject {
    const found = this.table.object(object);
    if (found === undefined) throw new Error(MISSING);
    return found;
  }

  /** @returns the object's text, unparsed; undefined when there is no such object. */
  raw({ object }: Reference): PackedObject | undefined {
    return this.table.raw(object);
  }

  /** @returns the value, or what it refers to. */
  follow(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.table.object(value.object)?.value : value;
  }

  private leaves(node: Reference, depth: number): Reference[] {
    if (depth > MAX_DEPTH) throw tooDeep();
    const kids = asDictionary(this.follow(node)).get('Kids');
    if (!Array.isArray(kids)) return [node];
    return kids.flatMap((kid) => this.leaves(asReference(kid), depth + 1));
  }
}

const tooDeep = (): Error => new Error('the page tree of the PDF is nested too deep');

/** @returns the offset of the cross-reference table or stream, NaN when there is none. */
export function tableOffset(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 64));
  return Number(/startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1]);
}
