/** Changes a PDF. */
import { deflateSync } from 'node:zlib';
import { mergeDuplicates } from './merge.js';
import { type Cipher, packed, type Trailer } from './pack.js';
import { type PackedObject, reachable, referencesIn } from './packed-object.js';
import type { PdfFile } from './pdf-file.js';
import {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  type PdfObject,
  type PdfValue,
  type Reference,
  readValue,
} from './read.js';
import type { Signature } from './signature.js';
import { withoutNeedlessTags } from './tags.js';

/** The size in bytes from which compressing a stream pays. */
const MIN_DEFLATED_BYTES = 256;

/** A PDF with changes. Each step sees the changes of the steps before. */
export class PdfEdit {
  /** The catalog. It may be changed in place. */
  readonly catalog: Dictionary;
  private readonly changed = new Map<number, PdfObject>();
  /** Changed objects that are already written. */
  private readonly texts = new Map<number, string>();
  private nextObject: number;
  private signature: Signature | undefined;

  constructor(readonly file: PdfFile) {
    this.nextObject = file.size;
    this.catalog = new Map(file.catalog);
    this.put(asReference(file.trailer.get('Root')), { value: this.catalog });
  }

  /** @returns the object with its changes. Call `put` after changing its value. */
  object(reference: Reference): PdfObject {
    const text = this.texts.get(reference.object);
    if (text !== undefined) return { value: readValue(text) };
    return this.changed.get(reference.object) ?? this.file.object(reference);
  }

  /** @returns the object as it is written, or undefined when it has to be written first. */
  text(reference: Reference): string | undefined {
    if (this.changed.has(reference.object)) return undefined;
    return this.texts.get(reference.object) ?? this.file.raw(reference)?.text;
  }

  /** @returns the value, or the current value of the object that it refers to. */
  follow(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.object(value).value : value;
  }

  /** @returns a reference to a new object, to be written with `put`. */
  reserve(): Reference {
    const object = this.nextObject;
    this.nextObject += 1;
    return { object };
  }

  put(reference: Reference, object: PdfObject): void {
    this.texts.delete(reference.object);
    this.changed.set(reference.object, object);
  }

  /** Replaces an object by a value that is already written. */
  putText(reference: Reference, text: string): void {
    this.changed.delete(reference.object);
    this.texts.set(reference.object, text);
  }

  add(object: PdfObject): Reference {
    const reference = this.reserve();
    this.put(reference, object);
    return reference;
  }

  /** Adds a content stream. */
  addStream(operators: string): Reference {
    const stream = Buffer.from(operators, 'latin1');
    return this.add({ value: new Map([['Length', String(stream.length)]]), stream });
  }

  /**
   * Adds the dictionary of a signature, with a hole that `fillSignature` fills once the file is written.
   *
   * @param room the largest size of the signature, in bytes.
   * @returns the value of its field.
   */
  addSignature(entries: Dictionary, room: number): Reference {
    const reference = this.add({ value: entries });
    this.signature = { ...reference, room };
    return reference;
  }

  /**
   * @param fewerTags removes tags that say nothing.
   * @returns the whole file with its changes.
   */
  bytes({ cipher, fewerTags }: { cipher?: Cipher | undefined; fewerTags?: boolean } = {}): Buffer {
    const { trailer: from } = this.file;
    const info = from.get('Info');
    const trailer: Trailer = { Root: written(asReference(from.get('Root'))), ...(info && { Info: written(info) }) };
    const size = this.nextObject;
    const roots = Object.values(trailer).flatMap((text) => referencesIn(text));
    const find = (objectOf: (object: number) => PackedObject | undefined) =>
      reachable(roots, size, objectOf, ({ text }, found) => referencesIn(text, found));
    const found = find((object) => this.packedObject(object));
    const { objects: once } = mergeDuplicates(found);
    const fewer = fewerTags ? withoutNeedlessTags(once) : once;
    const objects = fewer === found ? found : find((object) => fewer.get(object));
    return packed(objects, trailer, size, { cipher, signature: this.signature });
  }

  private packedObject(object: number): PackedObject | undefined {
    const text = this.texts.get(object);
    if (text !== undefined) return { text };
    const changed = this.changed.get(object);
    if (changed === undefined) return this.file.raw({ object });
    const { value, stream } = changed;
    if (stream === undefined) return { text: written(value) };
    return packedStream(new Map(asDictionary(value)), stream);
  }
}

/** Compresses a stream where that pays. Metadata stays readable for programs that don't know PDF (ISO 32000-1, 14.3.2). */
function packedStream(entries: Dictionary, stream: Buffer): PackedObject {
  const isPlain = !entries.has('Filter') && entries.get('Type') !== '/Metadata';
  const bytes = isPlain && stream.length >= MIN_DEFLATED_BYTES ? deflateSync(stream) : stream;
  if (bytes !== stream) entries.set('Filter', '/FlateDecode');
  // `Length` is first, so that no string of the dictionary is read as the length.
  entries.delete('Length');
  return { text: written(new Map([['Length', String(bytes.length)], ...entries])), stream: bytes };
}

/** @returns the value as it is written in a file. */
export function written(value: PdfValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`;
  if (value instanceof Map) return `<<${[...value].map(([key, entry]) => `/${key} ${written(entry)}`).join('\n')}>>`;
  return `${value.object} 0 R`;
}

/** @returns the text as a PDF string: UTF-16 in hexadecimal, which needs no escapes. */
export function textString(text: string): string {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${utf16.toString('hex')}>`;
}
