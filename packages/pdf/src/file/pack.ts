/**
 * Writes PDF files. Objects that are not streams go into compressed object streams (ISO 32000-1, 7.5.7), and a cross-reference
 * stream (7.5.8) says where each object is. Values are text that is moved, not parsed.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';
import { CrossReferences } from './cross-references.js';
import type { PackedObject } from './packed-object.js';
import { emptyHole, type Signature, writeByteRange } from './signature.js';

/** A reader unpacks a whole object stream to find one object in it. Both limits keep that cheap. */
const OBJECTS_IN_STREAM = 200;
const CHARACTERS_IN_STREAM = 256 * 1024;

/** The header (ISO 32000-1, 7.5.2). The second line marks the file as binary. */
const HEADER = latin1('%PDF-1.7\n%\xd3\xeb\xe9\xe1\n');
const END_OF_STREAM = latin1('\nendstream\nendobj\n');

/** The largest table, in entries, that is not compressed. It would be some 200 bytes smaller. */
const SHORT_TABLE = 64;
/** Room for object streams and the table itself. The table grows when it needs more. */
const SPARE_ENTRIES = 64;

/** The length of a stream. Skia and `PdfEdit` write it as a number. */
const LENGTH = /\/Length \d+/;

/** The objects at which readers begin, as text. */
export interface Trailer {
  Root: string;
  Info?: string;
}

/** Encrypts a file. */
export interface Cipher {
  /** The encryption dictionary. */
  dictionary: string;
  bytes(plain: Buffer): Buffer;
  /** @returns the text, its strings encrypted. */
  strings(text: string): string;
}

interface WriterOptions {
  /** The size of an offset: 4 bytes in a file of up to 4 GiB. */
  offsetBytes: 4 | 5;
  /** The number of the first object that `reserve` returns. */
  next?: number;
  cipher?: Cipher | undefined;
}

/** Work that yields bytes to compress and continues with the compressed ones. See `runSync` and `runAsync`. */
export type Compressing = Generator<Buffer, void, Buffer>;

/** Runs the work, compressing in this thread. */
function runSync(work: Compressing | undefined): void {
  if (work === undefined) return;
  for (let step = work.next(); !step.done; ) {
    // The result is a part of a buffer of this size, which stays in memory with it.
    const chunkSize = Math.min(Math.max(step.value.length, constants.Z_MIN_CHUNK), constants.Z_DEFAULT_CHUNK);
    step = work.next(deflateSync(step.value, { chunkSize }));
  }
}

const deflated = promisify<Buffer, Buffer>(deflate);

/** Runs the work, compressing in other threads. */
export async function runAsync(work: Compressing | undefined): Promise<void> {
  if (work === undefined) return;
  for (let step = work.next(); !step.done; ) step = work.next(await deflated(step.value));
}

/** Writes a PDF object by object. Only the place of a written object is kept in memory. */
export class ObjectWriter {
  private pieces: Buffer[] = [];
  private length = 0;
  private next: number;
  private readonly cipher: Cipher | undefined;
  private readonly places: CrossReferences;
  private waiting: [object: number, text: string][] = [];
  private waitingLength = 0;

  constructor({ offsetBytes, next = 1, cipher }: WriterOptions) {
    this.next = next;
    this.cipher = cipher;
    this.places = new CrossReferences(offsetBytes, next + SPARE_ENTRIES);
    this.append(HEADER);
  }

  /** @returns the number of a new object, to be written later or never. */
  reserve(): number {
    const object = this.next;
    this.next += 1;
    return object;
  }

  writeStream(object: number, { text, stream = Buffer.alloc(0), whole }: PackedObject): void {
    if (this.cipher !== undefined) {
      const encrypted = this.cipher.bytes(stream);
      const entries = this.cipher.strings(text).replace(LENGTH, `/Length ${encrypted.length}`);
      this.writePlainStream(object, entries, encrypted);
    } else if (whole === undefined) this.writePlainStream(object, text, stream);
    else {
      this.places.inFile(object, this.length);
      this.append(whole);
    }
  }

  /** Writes the dictionary of a signature. Its strings are encrypted, but not its hole. */
  writeSignature(signature: Signature, text: string): void {
    const entries = this.cipher?.strings(text) ?? text;
    this.writePlain(signature.object, entries.replace('<<', `<<${emptyHole(signature)}\n`));
  }

  /** Writes an object that is not a stream. @returns work when an object stream is full. */
  write(object: number, text: string): Compressing | undefined {
    this.waitingLength += text.length;
    const count = this.waiting.push([object, text]);
    if (count >= OBJECTS_IN_STREAM || this.waitingLength >= CHARACTERS_IN_STREAM) return this.flush();
    return undefined;
  }

  /** @returns the bytes that were written since the last call. */
  take(): Buffer[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }

  /**
   * Writes the rest of the file. The cross-reference stream and the encryption dictionary are not encrypted.
   *
   * @param id the file's id, 32 hexadecimal digits. The default is a digest of what was not taken yet, so that equal files have
   *   equal ids (ISO 32000-1, 14.4).
   */
  *end(trailer: Trailer, id?: string): Compressing {
    yield* this.flush();
    const encrypt = this.cipher && this.writeEncryption(this.cipher);
    const number = this.reserve();
    const size = number + 1;
    const table = this.length;
    this.places.inFile(number, table);
    const name = `<${id ?? this.digest()}>`;
    const isLong = size > SHORT_TABLE;
    const stream = isLong ? yield this.places.differences(size) : this.places.rows(size);
    const text = dictionary({
      Type: '/XRef',
      Size: size,
      W: this.places.widths,
      ...trailer,
      ...(encrypt && { Encrypt: encrypt }),
      ID: `[${name} ${name}]`,
      Length: stream.length,
      ...(isLong && { Filter: '/FlateDecode', DecodeParms: `<</Columns ${this.places.columns} /Predictor 12>>` }),
    });
    this.writePlainStream(number, text, stream);
    this.append(latin1(`startxref\n${table}\n%%EOF\n`));
  }

  private *flush(): Compressing {
    const objects = this.waiting;
    if (objects.length === 0) return;
    this.waiting = [];
    this.waitingLength = 0;
    const number = this.reserve();
    const places: string[] = [];
    let offset = 0;
    for (const [index, [object, text]] of objects.entries()) {
      this.places.inStream(object, number, index);
      places.push(`${object} ${offset}`);
      offset += text.length + 1;
    }
    const head = `${places.join(' ')}\n`;
    const stream = yield latin1(head + objects.map(([, text]) => text).join('\n'));
    const entries = { Type: '/ObjStm', N: objects.length, First: head.length, Filter: '/FlateDecode' };
    this.writeStream(number, { text: dictionary({ ...entries, Length: stream.length }), stream });
  }

  private writeEncryption(cipher: Cipher): string {
    const object = this.reserve();
    this.writePlain(object, cipher.dictionary);
    return `${object} 0 R`;
  }

  private writePlain(object: number, text: string): void {
    this.places.inFile(object, this.length);
    this.append(latin1(`${object} 0 obj\n${text}\nendobj\n`));
  }

  private writePlainStream(object: number, text: string, stream: Buffer): void {
    this.places.inFile(object, this.length);
    this.append(latin1(`${object} 0 obj\n${text}\nstream\n`), stream, END_OF_STREAM);
  }

  private digest(): string {
    return hash('sha256', Buffer.concat(this.pieces), 'hex').slice(0, 32);
  }

  private append(...pieces: Buffer[]): void {
    for (const piece of pieces) {
      this.pieces.push(piece);
      this.length += piece.length;
    }
  }
}

interface Sealing {
  cipher?: Cipher | undefined;
  /** The signature, one of the objects. */
  signature?: Signature | undefined;
}

/**
 * @param objects by their numbers.
 * @param size one more than the highest number.
 * @returns the file.
 */
export function packed(
  objects: ReadonlyMap<number, PackedObject>,
  trailer: Trailer,
  size: number,
  { cipher, signature }: Sealing = {},
): Buffer {
  const writer = new ObjectWriter({ offsetBytes: 4, next: size, cipher });
  if (signature !== undefined) writer.writeSignature(signature, objects.get(signature.object)?.text ?? '<<>>');
  for (const [object, content] of objects)
    if (object === signature?.object) continue;
    else if (content.stream === undefined) runSync(writer.write(object, content.text));
    else writer.writeStream(object, content);
  runSync(writer.end(trailer));
  const file = Buffer.concat(writer.take());
  if (signature !== undefined) writeByteRange(file, signature);
  return file;
}

const dictionary = (entries: Record<string, string | number>): string =>
  `<<${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join('\n')}>>`;

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
