/** Changes to a PDF, written after its end: the bytes that are there stay as they are (ISO 32000-1, 7.5.6). */
import {
  asReference,
  type Dictionary,
  isReference,
  type PdfFile,
  type PdfObject,
  type PdfValue,
  type Reference,
} from './read.js';

/** A PDF with what is changed in it: one step after the other sees what those before have made of it. */
export class PdfEdit {
  /** May be changed in place, as the catalog is. */
  readonly catalog: Dictionary;
  private readonly catalogSize: number;
  private readonly changed = new Map<number, PdfObject>();
  private nextObject: number;

  constructor(readonly file: PdfFile) {
    this.nextObject = file.size;
    this.catalog = new Map(file.catalog);
    this.catalogSize = this.catalog.size;
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

  /** @returns the whole file, with its changes. */
  bytes(): Buffer {
    if (this.catalog.size > this.catalogSize)
      this.put(asReference(this.file.trailer.get('Root')), { value: this.catalog });
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
