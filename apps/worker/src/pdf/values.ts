/** The values that PDF files are made of, read and written (ISO 32000-1, 7.3). */

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

/** White space and comments, a string's or a bracket's begin or end, a name, or anything else up to the next of these. */
const TOKEN = /\s+|%[^\r\n]*|\/[^\s/<>[\]()%]*|<<|>>|<[^<>]*>|[[\]()]|[^\s/<>[\]()%]+/y;
const INTEGER = /^\d+$/;
/** Far more than any of these files nests. */
const MAX_DEPTH = 100;

/** Reads one value, and knows where it ends. */
export class ValueReader {
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
    if (!pattern.test(this.text)) return undefined;
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
