/** Changes to a PDF, written after its end: the bytes that are there stay as they are (ISO 32000-1, 7.5.6). */
import type { PdfFile, PdfObject } from './file.js';
import { type Dictionary, type Reference, written } from './values.js';

export class PdfUpdate {
  private readonly changed = new Map<number, PdfObject>();
  private nextObject: number;

  constructor(private readonly file: PdfFile) {
    this.nextObject = file.size;
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

  /** @returns the whole file, with its changes. */
  bytes(): Buffer {
    if (this.changed.size === 0) return this.file.bytes;
    const parts: Buffer[] = [this.file.bytes];
    let length = this.file.bytes.length;
    const append = (part: Buffer): void => {
      parts.push(part);
      length += part.length;
    };
    const entries: string[] = [];
    for (const [object, content] of [...this.changed].sort(([first], [second]) => first - second)) {
      entries.push(`${object} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
      for (const part of partsOf(object, content)) append(part);
    }
    const table = length;
    append(latin1(`xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n${written(this.trailer())}\n`));
    append(latin1(`startxref\n${table}\n%%EOF\n`));
    return Buffer.concat(parts);
  }

  private trailer(): Dictionary {
    const trailer = new Map(this.file.trailer);
    trailer.set('Size', String(this.nextObject));
    trailer.set('Prev', String(this.file.tableOffset));
    return trailer;
  }
}

function partsOf(object: number, { value, stream }: PdfObject): Buffer[] {
  const head = `${object} 0 obj\n${written(value)}`;
  if (stream === undefined) return [latin1(`${head}\nendobj\n`)];
  return [latin1(`${head}\nstream\n`), stream, latin1('\nendstream\nendobj\n')];
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
