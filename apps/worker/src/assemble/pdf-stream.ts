/**
 * Writes a PDF object by object. Of what is written, its place is kept; what is no stream waits until there is enough for an object
 * stream (ISO 32000-1, 7.5.7).
 */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { dictionary, HEADER, OBJECTS_IN_STREAM } from '../pdf/pack.js';

const deflated = promisify(deflate);

/** Fields of a cross-reference stream (7.5.8): kind of entry; offset, or number of the object stream; index in it. */
const WIDTHS = [1, 5, 2] as const;
const ENTRY_BYTES = 8;
const [IN_FILE, IN_STREAM] = [1, 2];
/** Characters; a reader takes such a stream apart to find one object in it. */
const MOST_WAITING = 256 * 1024;
const FIRST_CAPACITY = 4_096;

export class PdfStream {
  private pieces: Buffer[] = [HEADER];
  private length = HEADER.length;
  private entries: Buffer = Buffer.alloc(FIRST_CAPACITY * ENTRY_BYTES);
  private next = 1;
  private waiting: [object: number, text: string][] = [];
  private waitingLength = 0;

  /** Makes room for an object, to be written later or never. */
  reserve(): number {
    const object = this.next;
    this.next += 1;
    if (this.next * ENTRY_BYTES > this.entries.length) {
      this.entries = Buffer.concat([this.entries, Buffer.alloc(this.entries.length)]);
    }
    return object;
  }

  writeStream(object: number, text: string, stream: Buffer): void {
    this.enter(object, IN_FILE, this.length);
    this.append(Buffer.from(`${object} 0 obj\n${text}\nstream\n`, 'latin1'), stream, END_OF_STREAM);
  }

  async write(object: number, text: string): Promise<void> {
    this.waiting.push([object, text]);
    this.waitingLength += text.length;
    if (this.waiting.length >= OBJECTS_IN_STREAM || this.waitingLength >= MOST_WAITING) await this.flush();
  }

  async add(text: string): Promise<number> {
    const object = this.reserve();
    await this.write(object, text);
    return object;
  }

  /** @returns what has been written since it was called last. */
  take(): Buffer[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }

  /** @param id of the file, 32 hexadecimal digits. */
  async end(trailer: Record<string, string>, id: string): Promise<void> {
    await this.flush();
    const number = this.reserve();
    const table = this.length;
    this.enter(number, IN_FILE, table);
    const stream = await deflated(this.differences(number + 1));
    const text = dictionary({
      ...{ Type: '/XRef', Size: number + 1, W: `[${WIDTHS.join(' ')}]`, ...trailer, ID: `[<${id}> <${id}>]` },
      ...{ Filter: '/FlateDecode', DecodeParms: `<</Columns ${ENTRY_BYTES} /Predictor 12>>`, Length: stream.length },
    });
    this.writeStream(number, text, stream);
    this.append(Buffer.from(`startxref\n${table}\n%%EOF\n`, 'latin1'));
  }

  private async flush(): Promise<void> {
    const objects = this.waiting;
    if (objects.length === 0) return;
    this.waiting = [];
    this.waitingLength = 0;
    const number = this.reserve();
    const places: string[] = [];
    let offset = 0;
    for (const [index, [object, text]] of objects.entries()) {
      this.enter(object, IN_STREAM, number, index);
      places.push(`${object} ${offset}`);
      offset += text.length + 1;
    }
    const head = `${places.join(' ')}\n`;
    const stream = await deflated(Buffer.from(head + objects.map(([, text]) => text).join('\n'), 'latin1'));
    const entries = { Type: '/ObjStm', N: objects.length, First: head.length, Filter: '/FlateDecode' };
    this.writeStream(number, dictionary({ ...entries, Length: stream.length }), stream);
  }

  private append(...pieces: Buffer[]): void {
    for (const piece of pieces) {
      this.pieces.push(piece);
      this.length += piece.length;
    }
  }

  private enter(object: number, kind: number, where: number, index = 0): void {
    const at = object * ENTRY_BYTES;
    this.entries[at] = kind;
    this.entries.writeUIntBE(where, at + 1, 5);
    this.entries.writeUInt16BE(index, at + 6);
  }

  /** Each row as its difference to the one above, behind a byte that says so (PNG's `Up`). */
  private differences(size: number): Buffer {
    const rows = Buffer.alloc(size * (ENTRY_BYTES + 1));
    for (let row = 0, from = 0, to = 0; row < size; row++) {
      rows[to++] = 2;
      for (let column = 0; column < ENTRY_BYTES; column++, from++)
        rows[to++] = (this.entries[from] ?? 0) - (row === 0 ? 0 : (this.entries[from - ENTRY_BYTES] ?? 0));
    }
    return rows;
  }
}

const END_OF_STREAM = Buffer.from('\nendstream\nendobj\n', 'latin1');
