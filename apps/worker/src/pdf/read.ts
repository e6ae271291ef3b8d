/**
 * A PDF as Chromium (Skia) writes it, read by following its own references: only what is asked for is looked at. A PDF
 * library would parse the whole file. Strings are read as strings: what a document writes into its title can't pass for
 * structure.
 */

export interface Reference {
  readonly object: number;
}
export type Dictionary = Map<string, PdfValue>;
/** Names, numbers, strings, `true`, `false` and `null` are kept as they are written. */
export type PdfValue = string | Reference | PdfValue[] | Dictionary;

/** The text ends in the middle of a value. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

const ENTRY_BYTES = 20;
const FIRST_LOOK_BYTES = 512;

export interface PdfObject {
  value: PdfValue;
  /** The bytes of a stream, as they are in the file. */
  stream?: Buffer;
}

export class PdfFile {
  readonly trailer: Dictionary;
  /** Where the cross-reference table is. */
  readonly tableOffset: number;
  private readonly firstEntry: number;
  private readonly entries: number;

  /** @throws Error when the bytes are not a PDF as Skia writes them. */
  constructor(readonly bytes: Buffer) {
    const tail = bytes.subarray(Math.max(0, bytes.length - 64)).toString('latin1');
    this.tableOffset = Number(/startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1]);
    const head = bytes.toString('latin1', this.tableOffset, this.tableOffset + 32);
    const [table, entries] = /^xref\s+0 (\d+)\s*\n/.exec(head) ?? [];
    if (table === undefined) throw new Error('the PDF has no cross-reference table');
    this.entries = Number(entries);
    this.firstEntry = this.tableOffset + table.length;
    this.trailer = asDictionary(this.valueAt(this.firstEntry + this.entries * ENTRY_BYTES, ['trailer']).value);
  }

  /** How many objects there are, object 0 included, which is none. */
  get size(): number {
    return this.entries;
  }

  get catalog(): Dictionary {
    return asDictionary(this.follow(this.trailer.get('Root')));
  }

  get pageCount(): number {
    const count = Number(asDictionary(this.follow(this.catalog.get('Pages'))).get('Count'));
    if (!Number.isInteger(count)) throw new Error('the page tree of the PDF has no count');
    return count;
  }

  /** The pages in their order. */
  pages(): Reference[] {
    return this.leaves(asReference(this.catalog.get('Pages')), 0);
  }

  /** Where the object begins, and where its value ends, which must not be a stream: offsets in the bytes. */
  rangeOf(reference: Reference): { start: number; end: number } {
    const start = this.offsetOf(reference);
    return { start, end: this.valueAt(start, [String(reference.object), '0', 'obj']).end };
  }

  /** Where the entry is that says where the object begins. */
  entryOf({ object }: Reference): number {
    if (object <= 0 || object >= this.entries) throw new Error('the PDF refers to an object that it does not have');
    return this.firstEntry + object * ENTRY_BYTES;
  }

  /** Where the object begins. */
  offsetOf(reference: Reference): number {
    const entry = this.entryOf(reference);
    return Number(this.bytes.toString('latin1', entry, entry + 10));
  }

  object(reference: Reference): PdfObject {
    const { object } = reference;
    const { value, end } = this.valueAt(this.offsetOf(reference), [String(object), '0', 'obj']);
    const [begin] = /^\s*stream\r?\n/.exec(this.bytes.toString('latin1', end, end + 16)) ?? [];
    if (begin === undefined) return { value };
    const length = Number(this.follow(asDictionary(value).get('Length')));
    return { value, stream: this.bytes.subarray(end + begin.length, end + begin.length + length) };
  }

  /** What a value stands for: references are followed. */
  follow(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.object(value).value : value;
  }

  private leaves(node: Reference, depth: number): Reference[] {
    if (depth > 20) throw new Error('the page tree of the PDF is nested too deep');
    const kids = asDictionary(this.follow(node)).get('Kids');
    if (!Array.isArray(kids)) return [node];
    return kids.flatMap((kid) => this.leaves(asReference(kid), depth + 1));
  }

  /** Reads the value after the words given. Most are short; for others it looks further. */
  private valueAt(offset: number, words: readonly string[]): { value: PdfValue; end: number } {
    for (let length = FIRST_LOOK_BYTES; ; length *= 8) {
      try {
        const reader = new ValueReader(this.bytes.toString('latin1', offset, offset + length));
        for (const word of words) if (reader.token() !== word) throw new Error(`the PDF has no \`${words.join(' ')}\``);
        return { value: reader.read(), end: offset + reader.end };
      } catch (error) {
        if (!(error instanceof CutOff) || offset + length >= this.bytes.length) throw error;
      }
    }
  }
}

export const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && 'object' in value;

export function asReference(value: PdfValue | undefined): Reference {
  if (!isReference(value)) throw new Error('the PDF has something else where a reference belongs');
  return value;
}

export function asDictionary(value: PdfValue | undefined): Dictionary {
  if (!(value instanceof Map)) throw new Error('the PDF has something else where a dictionary belongs');
  return value;
}

/** Reads the value that a text begins with. @throws Error for what is none. */
export const readValue = (text: string): PdfValue => new ValueReader(`${text} `).read();

/** White space and comments, a string's or a bracket's begin or end, a name, or anything else up to the next of these. */
const TOKEN = /\s+|%[^\r\n]*|\/[^\s/<>[\]()%]*|<<|>>|<[^<>]*>|[[\]()]|[^\s/<>[\]()%]+/y;
const INTEGER = /^\d+$/;
/** Behind its first number, what the text has of a reference that goes on after it. */
const CUT_REFERENCE = /\s+(?:\d+(?:\s+R?)?)?$/y;
/** Far more than any of these files nests. */
const MAX_DEPTH = 100;

/** Reads one value (ISO 32000-1, 7.3), and knows where it ends. */
class ValueReader {
  private position: number;
  private depth = 0;

  /** @param text bytes as Latin-1. */
  constructor(
    private readonly text: string,
    start = 0,
  ) {
    this.position = start;
  }

  /** Where reading goes on. */
  get end(): number {
    return this.position;
  }

  /** @throws CutOff; Error for what is no value. */
  read(): PdfValue {
    return this.valueOf(this.token());
  }

  /** The next token, white space left out. */
  token(): string {
    for (;;) {
      TOKEN.lastIndex = this.position;
      const [token] = TOKEN.exec(this.text) ?? [];
      // What ends with the text may go on after it.
      if (token === undefined || TOKEN.lastIndex === this.text.length) throw new CutOff('the PDF ends inside a value');
      this.position = TOKEN.lastIndex;
      if (!/^[\s%]/.test(token)) return token;
    }
  }

  private valueOf(token: string): PdfValue {
    if (token === '(') return this.stringFrom(this.position - 1);
    if (token === '<<') return this.nested(() => this.dictionary());
    if (token === '[') return this.nested(() => this.list());
    if (token === '>>' || token === ']' || token === ')') throw new Error(`a value of the PDF begins with ${token}`);
    return INTEGER.test(token) ? (this.reference(token) ?? token) : token;
  }

  private nested<Value>(read: () => Value): Value {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Error('the PDF is nested too deep');
    const value = read();
    this.depth -= 1;
    return value;
  }

  private dictionary(): Dictionary {
    const entries: Dictionary = new Map();
    for (let key = this.token(); key !== '>>'; key = this.token()) {
      if (!key.startsWith('/')) throw new Error('a dictionary of the PDF has a key that is no name');
      entries.set(key.slice(1), this.read());
    }
    return entries;
  }

  private list(): PdfValue[] {
    const items: PdfValue[] = [];
    for (let token = this.token(); token !== ']'; token = this.token()) items.push(this.valueOf(token));
    return items;
  }

  /** `12 0 R`: only what follows tells a reference from a number. */
  private reference(object: string): Reference | undefined {
    const pattern = /\s+\d+\s+R(?=[\s/<>[\]()%])/y;
    pattern.lastIndex = this.position;
    if (!pattern.test(this.text)) {
      CUT_REFERENCE.lastIndex = this.position;
      if (CUT_REFERENCE.test(this.text)) throw new CutOff('the PDF ends inside a value');
      return undefined;
    }
    this.position = pattern.lastIndex;
    return { object: Number(object) };
  }

  private stringFrom(start: number): string {
    let open = 1;
    while (open > 0) {
      const character = this.text[this.position];
      if (character === undefined) throw new CutOff('the PDF ends inside a string');
      this.position += character === '\\' ? 2 : 1;
      if (character === '(') open += 1;
      else if (character === ')') open -= 1;
    }
    return this.text.slice(start, this.position);
  }
}
