/**
 * Writes a PDF anew, as small as it can be at next to no cost: what is no stream goes into compressed object streams (ISO
 * 32000-1, 7.5.7), and a cross-reference stream (7.5.8) says where everything is. Nothing that the document does not refer to
 * is written. Values are not read: they are text that is moved.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { CrossReferences } from './cross-references.js';
import type { PackedObject } from './packed-object.js';

/** A reader takes such a stream apart to find one object in it. */
export const OBJECTS_IN_STREAM = 200;
/** ISO 32000-1, 7.5.2; the second line says that the file is binary. */
export const HEADER = latin1('%PDF-1.7\n%\xd3\xeb\xe9\xe1\n');

/** Where a reader begins, as text. */
export interface Trailer {
  Root: string;
  Info?: string;
}

/** What makes a file unreadable without a password. */
export interface Cipher {
  /** Of the trailer. */
  dictionary: string;
  bytes(plain: Buffer): Buffer;
  /** @returns the text, its strings encrypted. */
  strings(text: string): string;
}

/**
 * @param objects by their numbers.
 * @param size more than the highest number.
 */
export function packed(
  objects: ReadonlyMap<number, PackedObject>,
  trailer: Trailer,
  size: number,
  cipher?: Cipher,
): Buffer {
  const file = new FileWriter(size + Math.ceil(objects.size / OBJECTS_IN_STREAM) + 2, cipher);
  let next = size;
  let waiting: [number, string][] = [];
  const flush = (): void => {
    if (waiting.length > 0) file.addObjectStream(next++, waiting);
    waiting = [];
  };
  for (const [object, content] of objects) {
    if (content.stream !== undefined) file.addStream(object, content);
    else if (waiting.push([object, content.text]) === OBJECTS_IN_STREAM) flush();
  }
  flush();
  const encrypt = cipher && file.addDictionary(next++, cipher.dictionary);
  return file.end(next, { ...trailer, ...(encrypt && { Encrypt: encrypt }) });
}

/** Entries; their differences are smaller only where there are more. */
const SHORT_TABLE = 128;

/** Of a stream: Skia and the edit write it as a number. */
const LENGTH = /\/Length \d+/;

class FileWriter {
  private readonly parts: Buffer[] = [];
  private length = 0;
  private readonly places: CrossReferences;

  constructor(
    size: number,
    private readonly cipher: Cipher | undefined,
  ) {
    this.places = new CrossReferences(4, size);
    this.append(HEADER);
  }

  addStream(object: number, { text, stream = Buffer.alloc(0), whole }: PackedObject): void {
    if (this.cipher !== undefined) {
      const encrypted = this.cipher.bytes(stream);
      const entries = this.cipher.strings(text).replace(LENGTH, `/Length ${encrypted.length}`);
      this.addPlainStream(object, entries, encrypted);
    } else if (whole === undefined) this.addPlainStream(object, text, stream);
    else {
      this.places.inFile(object, this.length);
      this.append(whole);
    }
  }

  /** A dictionary that is never encrypted. */
  addDictionary(object: number, text: string): string {
    this.places.inFile(object, this.length);
    this.append(latin1(`${object} 0 obj\n${text}\nendobj\n`));
    return `${object} 0 R`;
  }

  private addPlainStream(object: number, text: string, stream: Buffer): void {
    this.places.inFile(object, this.length);
    this.append(latin1(`${object} 0 obj\n${text}\nstream\n`), stream, latin1('\nendstream\nendobj\n'));
  }

  addObjectStream(number: number, objects: readonly [number, string][]): void {
    const places: string[] = [];
    let offset = 0;
    for (const [index, [object, text]] of objects.entries()) {
      this.places.inStream(object, number, index);
      places.push(`${object} ${offset}`);
      offset += text.length + 1;
    }
    const head = `${places.join(' ')}\n`;
    const stream = deflateSync(latin1(head + objects.map(([, text]) => text).join('\n')));
    const entries = { Type: '/ObjStm', N: objects.length, First: head.length, Filter: '/FlateDecode' };
    this.addStream(number, { text: dictionary({ ...entries, Length: stream.length }), stream });
  }

  /** The table is not encrypted, nor are the strings in it. */
  end(number: number, trailer: Trailer & { Encrypt?: string }): Buffer {
    const size = number + 1;
    const table = this.length;
    this.places.inFile(number, table);
    // Of the content, so that equal files have equal names (ISO 32000-1, 14.4).
    const digest = createHash('sha256');
    for (const part of this.parts) digest.update(part);
    const id = `<${digest.digest('hex').slice(0, 32)}>`;
    const isLong = size > SHORT_TABLE;
    const stream = deflateSync(isLong ? this.places.differences(size) : this.places.rows(size));
    const text = dictionary({
      ...{ Type: '/XRef', Size: size, W: this.places.widths, ...trailer },
      ...{ ID: `[${id} ${id}]`, Filter: '/FlateDecode', Length: stream.length },
      ...(isLong && { DecodeParms: `<</Columns ${this.places.columns} /Predictor 12>>` }),
    });
    this.addPlainStream(number, text, stream);
    this.append(latin1(`startxref\n${table}\n%%EOF\n`));
    return Buffer.concat(this.parts, this.length);
  }

  private append(...parts: Buffer[]): void {
    for (const part of parts) {
      this.parts.push(part);
      this.length += part.length;
    }
  }
}

export const dictionary = (entries: Record<string, string | number>): string =>
  `<<${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join('\n')}>>`;

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
