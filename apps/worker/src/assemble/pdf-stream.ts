/**
 * Writes a PDF object by object. Of what is written, its place is kept; what is no stream waits until there is enough for an object
 * stream (ISO 32000-1, 7.5.7).
 */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { CrossReferences } from '../pdf/cross-references.js';
import { dictionary, HEADER, OBJECTS_IN_STREAM } from '../pdf/pack.js';

const deflated = promisify(deflate);

/** Characters; a reader takes such a stream apart to find one object in it. */
const MOST_WAITING = 256 * 1024;
const FIRST_CAPACITY = 4_096;

export class PdfStream {
  private pieces: Buffer[] = [HEADER];
  private length = HEADER.length;
  private readonly places = new CrossReferences(5, FIRST_CAPACITY);
  private next = 1;
  private waiting: [object: number, text: string][] = [];
  private waitingLength = 0;

  /** Makes room for an object, to be written later or never. */
  reserve(): number {
    const object = this.next;
    this.next += 1;
    return object;
  }

  writeStream(object: number, text: string, stream: Buffer): void {
    this.places.inFile(object, this.length);
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
    this.places.inFile(number, table);
    const stream = await deflated(this.places.differences(number + 1));
    const text = dictionary({
      ...{ Type: '/XRef', Size: number + 1, W: this.places.widths, ...trailer, ID: `[<${id}> <${id}>]` },
      ...{
        Filter: '/FlateDecode',
        DecodeParms: `<</Columns ${this.places.columns} /Predictor 12>>`,
        Length: stream.length,
      },
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
      this.places.inStream(object, number, index);
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
}

const END_OF_STREAM = Buffer.from('\nendstream\nendobj\n', 'latin1');
