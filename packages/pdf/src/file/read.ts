/** Reads the values of PDFs (ISO 32000-1, 7.3). Strings are parsed as strings: the title of a document is never read as structure. */

export interface Reference {
  readonly object: number;
}
export type Dictionary = Map<string, PdfValue>;
/** Names, numbers, strings, `true`, `false` and `null` are kept as they are written. */
export type PdfValue = string | Reference | PdfValue[] | Dictionary;

export interface PdfObject {
  value: PdfValue;
  /** The bytes of a stream, as they are in the file. */
  stream?: Buffer;
}

/** Thrown when the text ends inside a value. */
class CutOff extends Error {
  override readonly name = 'CutOff';
}

export const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && 'object' in value;

export function asReference(value: PdfValue | undefined): Reference {
  if (!isReference(value)) throw new Error('the PDF has no reference where one is required');
  return value;
}

export function asDictionary(value: PdfValue | undefined): Dictionary {
  if (!(value instanceof Map)) throw new Error('the PDF has no dictionary where one is required');
  return value;
}

/** @returns the value if it is a list, otherwise an empty list. */
export const listOf = (value: PdfValue | undefined): PdfValue[] => (Array.isArray(value) ? value : []);

/** Reads the value at the beginning of a text. @throws Error when there is none. */
export const readValue = (text: string): PdfValue => new ValueReader(`${text} `).read();

/** The number of bytes to look at first. Most values are shorter. */
const FIRST_LOOK_BYTES = 512;

/** A value in the bytes of a file. */
export interface FoundValue {
  value: PdfValue;
  /** The offsets of the value in bytes. */
  start: number;
  end: number;
}

/** Reads the value after the given tokens. @throws Error when there is none. */
export function valueAt(bytes: Buffer, offset: number, words: readonly string[]): FoundValue {
  for (let length = FIRST_LOOK_BYTES; ; length *= 8) {
    try {
      const reader = new ValueReader(bytes.toString('latin1', offset, offset + length));
      for (const word of words) if (reader.token() !== word) throw new Error(`the PDF has no \`${words.join(' ')}\``);
      const start = offset + reader.end;
      return { value: reader.read(), start, end: offset + reader.end };
    } catch (error) {
      if (!(error instanceof CutOff) || offset + length >= bytes.length) throw error;
    }
  }
}

/**
 * Reads the value, and the stream, of an object (7.3.10).
 *
 * @param words the tokens before the value.
 * @param lengthOf resolves the `Length` of a stream.
 */
export function objectAt(
  bytes: Buffer,
  offset: number,
  words: readonly string[],
  lengthOf: (length: PdfValue | undefined) => PdfValue | undefined = (length) => length,
): FoundValue & { stream?: Buffer } {
  const found = valueAt(bytes, offset, words);
  const { value, end } = found;
  if (!(value instanceof Map)) return found;
  const [begin] = /^\s*stream\r?\n/.exec(bytes.toString('latin1', end, end + 16)) ?? [];
  if (begin === undefined) return found;
  const start = end + begin.length;
  return { ...found, stream: bytes.subarray(start, start + Number(lengthOf(value.get('Length')))) };
}

/** A byte that ends a name or a word: white space, or a byte that begins another token. */
const ENDS_WORD = new Uint8Array(256);
/** White space, as in regular expressions. */
const IS_SPACE = new Uint8Array(256);
for (const space of [9, 10, 11, 12, 13, 32, 0xa0]) IS_SPACE[space] = ENDS_WORD[space] = 1;
for (const delimiter of '/<>[]()%') ENDS_WORD[delimiter.charCodeAt(0)] = 1;
const [LESS, GREATER, SLASH, COMMENT] = [...'<>/%'].map((one) => one.charCodeAt(0)) as [number, number, number, number];
const INTEGER = /^\d+$/;
const [ZERO, NINE] = [48, 57];
const USUAL_REFERENCE = ' 0 R';
/** Any other reference than ` 0 R`. */
const REFERENCE = /\s+\d+\s+R(?=[\s/<>[\]()%])/y;
/** What follows the first number of a reference that is cut off by the end of the text. */
const CUT_REFERENCE = /\s+(?:\d+(?:\s+R?)?)?$/y;
/** The nesting limit. No such file comes near it. */
const MAX_DEPTH = 100;

/** Reads one value (ISO 32000-1, 7.3) and knows where it ends. */
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

  /** The position at which reading continues. */
  get end(): number {
    return this.position;
  }

  /** @throws CutOff when the text ends inside the value. @throws Error when there is no value. */
  read(): PdfValue {
    return this.valueOf(this.token());
  }

  /** @returns the next token that is not white space or a comment. */
  token(): string {
    const { text } = this;
    const start = this.afterSpace();
    const code = text.charCodeAt(start);
    let end = start + 1;
    if (code === SLASH || ENDS_WORD[code] === 0) end = this.endOfWord(end);
    else if (code === LESS && text.charCodeAt(end) !== LESS) end = this.endOfHex(end);
    else if (code === LESS || code === GREATER) end += 1;
    // A token at the end of the text may be cut off.
    if (end >= text.length) throw new CutOff('the PDF ends inside a value');
    if (code === GREATER && text.charCodeAt(start + 1) !== GREATER) throw new Error('the PDF has a single >');
    this.position = end;
    return text.slice(start, end);
  }

  /** @returns the position after white space and comments. */
  private afterSpace(): number {
    const { text } = this;
    let at = this.position;
    for (let code = text.charCodeAt(at); IS_SPACE[code] === 1 || code === COMMENT; code = text.charCodeAt(at)) {
      at += 1;
      if (code === COMMENT) while (at < text.length && text[at] !== '\r' && text[at] !== '\n') at += 1;
    }
    return at;
  }

  private endOfWord(from: number): number {
    const { text } = this;
    let at = from;
    while (at < text.length && ENDS_WORD[text.charCodeAt(at)] === 0) at += 1;
    return at;
  }

  /** @returns the position after a string of hexadecimal digits. */
  private endOfHex(from: number): number {
    const end = this.text.indexOf('>', from);
    return end === -1 ? this.text.length : end + 1;
  }

  private valueOf(token: string): PdfValue {
    if (token === '(') return this.stringFrom(this.position - 1);
    if (token === '<<') return this.nested(() => this.dictionary());
    if (token === '[') return this.nested(() => this.list());
    if (token === '>>' || token === ']' || token === ')') throw new Error(`a value of the PDF begins with ${token}`);
    const first = token.charCodeAt(0);
    const mayBeInteger = first >= ZERO && first <= NINE;
    return mayBeInteger && INTEGER.test(token) ? (this.reference(token) ?? token) : token;
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
      if (!key.startsWith('/')) throw new Error('a dictionary of the PDF has a key that is not a name');
      entries.set(key.slice(1), this.read());
    }
    return entries;
  }

  private list(): PdfValue[] {
    const items: PdfValue[] = [];
    for (let token = this.token(); token !== ']'; token = this.token()) items.push(this.valueOf(token));
    return items;
  }

  /** Reads `12 0 R`. Only the following tokens distinguish a reference from a number. */
  private reference(object: string): Reference | undefined {
    const next = this.position + USUAL_REFERENCE.length;
    if (
      next < this.text.length &&
      this.text.startsWith(USUAL_REFERENCE, this.position) &&
      ENDS_WORD[this.text.charCodeAt(next)]
    ) {
      this.position = next;
      return { object: Number(object) };
    }
    REFERENCE.lastIndex = this.position;
    if (!REFERENCE.test(this.text)) {
      CUT_REFERENCE.lastIndex = this.position;
      if (CUT_REFERENCE.test(this.text)) throw new CutOff('the PDF ends inside a value');
      return undefined;
    }
    this.position = REFERENCE.lastIndex;
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
