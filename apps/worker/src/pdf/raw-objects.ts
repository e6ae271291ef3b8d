/** The objects of a PDF as Skia lays them out, found without reading what is in them. */
import type { PackedObject } from './packed-object.js';
import type { PdfFile } from './read.js';

const [HEAD, STREAM, STREAM_END, TAIL] = [' 0 obj\n', '>> stream\n', '\nendstream', '\nendobj\n'].map((text) =>
  Buffer.from(text, 'latin1'),
) as [Buffer, Buffer, Buffer, Buffer];

export class RawObjects {
  private readonly starts: Float64Array;
  private readonly ends: Float64Array;

  constructor(private readonly file: PdfFile) {
    const { size } = file;
    this.starts = new Float64Array(size);
    this.ends = new Float64Array(size);
    // Sorted as numbers, which are exact up to 2^53: where each begins, then which it is.
    const order = new Float64Array(size - 1);
    for (let object = 1; object < size; object++) {
      const start = file.offsetOf({ object });
      this.starts[object] = start;
      order[object - 1] = start * size + object;
    }
    order.sort();
    for (const [index, key] of order.entries()) {
      const next = order[index + 1];
      this.ends[key % size] = next === undefined ? file.tableOffset : Math.floor(next / size);
    }
  }

  /** @throws Error for one that is laid out in another way. */
  object(object: number): PackedObject {
    const { bytes } = this.file;
    const start = this.starts[object] ?? 0;
    const end = this.ends[object] ?? 0;
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
}

function hasAt(bytes: Buffer, word: Buffer, at: number): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[at + index] !== word[index]) return false;
  return true;
}
