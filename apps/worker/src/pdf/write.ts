/** Changes to a PDF. */
import { deflateSync } from 'node:zlib';
import { withoutDoubles } from './merge.js';
import { type Cipher, packed, type Trailer } from './pack.js';
import { type PackedObject, reachable } from './packed-object.js';
import { RawObjects } from './raw-objects.js';
import {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  type PdfFile,
  type PdfObject,
  type PdfValue,
  type Reference,
} from './read.js';
import { withoutNeedlessTags } from './tags.js';

/** Bytes; a shorter stream gets hardly smaller. */
const WORTH_DEFLATING = 256;

/** A PDF with what is changed in it: one step after the other sees what those before have made of it. */
export class PdfEdit {
  /** May be changed in place, as the catalog is. */
  readonly catalog: Dictionary;
  private readonly changed = new Map<number, PdfObject>();
  private nextObject: number;

  constructor(readonly file: PdfFile) {
    this.nextObject = file.size;
    this.catalog = new Map(file.catalog);
    this.put(asReference(file.trailer.get('Root')), { value: this.catalog });
  }

  /** As it is now. Who changes its value puts it, or a changed copy of it. */
  object(reference: Reference): PdfObject {
    return this.changed.get(reference.object) ?? this.file.object(reference);
  }

  /** What a value stands for now: references are followed. */
  follow(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.object(value).value : value;
  }

  /** Makes room for a new object, to be `put` there. */
  reserve(): Reference {
    const object = this.nextObject;
    this.nextObject += 1;
    return { object };
  }

  put(reference: Reference, object: PdfObject): void {
    this.changed.set(reference.object, object);
  }

  add(object: PdfObject): Reference {
    const reference = this.reserve();
    this.put(reference, object);
    return reference;
  }

  /** A new stream of operators. */
  addStream(operators: string): Reference {
    const stream = Buffer.from(operators, 'latin1');
    return this.add({ value: new Map([['Length', String(stream.length)]]), stream });
  }

  /**
   * @param fewerTags leaves out tags that say nothing.
   * @returns the whole file with its changes, written anew.
   */
  bytes({ cipher, fewerTags }: { cipher?: Cipher | undefined; fewerTags?: boolean } = {}): Buffer {
    const { trailer: from } = this.file;
    const info = from.get('Info');
    const trailer: Trailer = { Root: written(asReference(from.get('Root'))), ...(info && { Info: written(info) }) };
    const size = this.nextObject;
    const raw = new RawObjects(this.file);
    const find = (objectOf: (object: number) => PackedObject | undefined) =>
      reachable(Object.values(trailer), size, objectOf);
    const found = find((object) => this.packedObject(object, raw));
    const once = withoutDoubles(found);
    const fewer = fewerTags ? withoutNeedlessTags(once) : once;
    return packed(fewer === found ? found : find((object) => fewer.get(object)), trailer, size, cipher);
  }

  private packedObject(object: number, raw: RawObjects): PackedObject | undefined {
    const changed = this.changed.get(object);
    if (changed === undefined) return object > 0 && object < this.file.size ? raw.object(object) : undefined;
    const { value, stream } = changed;
    if (stream === undefined) return { text: written(value) };
    return packedStream(new Map(asDictionary(value)), stream);
  }
}

/** @returns a stream of the caller's, smaller where that pays; metadata is left for programs that know no PDF (ISO 32000-1, 14.3.2). */
function packedStream(entries: Dictionary, stream: Buffer): PackedObject {
  const isPlain = !entries.has('Filter') && entries.get('Type') !== '/Metadata';
  const bytes = isPlain && stream.length >= WORTH_DEFLATING ? deflateSync(stream) : stream;
  if (bytes !== stream) entries.set('Filter', '/FlateDecode');
  // First, where nothing that the dictionary holds can be taken for it.
  entries.delete('Length');
  return { text: written(new Map([['Length', String(bytes.length)], ...entries])), stream: bytes };
}

/** The value as a file holds it. */
export function written(value: PdfValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`;
  if (value instanceof Map) return `<<${[...value].map(([key, entry]) => `/${key} ${written(entry)}`).join('\n')}>>`;
  return `${value.object} 0 R`;
}

/** A text as a PDF string: UTF-16 in hexadecimal, which needs no escapes. */
export function textString(text: string): string {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${utf16.toString('hex')}>`;
}
