/**
 * Replaces secrets in what a target sent back: as they are, escaped for URLs, forms, JSON and HTML in up to three layers, in hexadecimal
 * digits, and in base64 of any text that contains them. Takes linear time.
 */

import { MAX_LAYERS, type Patterns, patternsOf, placesOf } from './patterns.js';
import { compact, unescaped, type View } from './views.js';

const REPLACEMENT = '***';
/** The shortest text that a secret can be in. */
const MIN_LENGTH = 8;
/** The most characters that a character takes in one layer of escapes: `\u0041`. */
const MAX_ESCAPED = 6;
/** The smallest piece of a stream that is searched, in bytes. */
const MIN_PIECE = 64 * 1024;

type Range = readonly [from: number, to: number];

export class Echoes {
  private readonly patterns: Patterns;
  /** Whether a number of JSON can be one of the secrets. */
  private readonly hasNumber: boolean;
  /** Whether something was replaced. */
  isReplaced = false;

  /** @param secrets of ASCII, at least 8 characters each. */
  constructor(secrets: readonly string[]) {
    this.patterns = patternsOf(secrets);
    this.hasNumber = secrets.some((secret) => /^[0-9.eE+-]+$/.test(secret));
  }

  /** Returns a text without the secrets. */
  redact(text: string): string {
    const ranges = this.rangesIn(text);
    if (ranges.length === 0) return text;
    this.isReplaced = true;
    const parts: string[] = [];
    let done = 0;
    for (const [from, to] of ranges) {
      parts.push(text.slice(done, from), REPLACEMENT);
      done = to;
    }
    return parts.join('') + text.slice(done);
  }

  /**
   * Returns JSON without the secrets in its texts, names and numbers. A number becomes a text; the rest keeps its type and its digits.
   *
   * @param json well-formed.
   */
  redactJson(json: string): string {
    // JSON itself is a layer.
    if (this.rangesIn(json, MAX_LAYERS + 1).length === 0) return json;
    const parts: string[] = [];
    /** The replaced names of each open object. */
    const objects: Set<string>[] = [];
    let done = 0;
    for (let open = json.indexOf('"'); open >= 0; open = json.indexOf('"', done)) {
      const between = json.slice(done, open);
      follow(between, objects);
      done = endOfString(json, open);
      const names = isName(json, done) ? objects.at(-1) : undefined;
      parts.push(this.redactNumbers(between), this.redactToken(json.slice(open, done), names));
    }
    parts.push(this.redactNumbers(json.slice(done)));
    return parts.join('');
  }

  /** Replaces secrets in a stream of bytes. It holds back as many bytes as a secret can take. */
  stream(): EchoStream {
    const longest = Math.max(...[...this.patterns.plain, ...this.patterns.coded].map(({ length }) => length));
    return new EchoStream(this, (bytes) => this.rangesIn(bytes), longest * MAX_ESCAPED);
  }

  /** @param names those of the object that the token names a member of. */
  private redactToken(token: string, names?: Set<string>): string {
    const text = JSON.parse(token) as string;
    const redacted = this.redact(text);
    if (redacted === text) return token;
    // Two names of an object must not become one.
    const name = names?.has(redacted) ? `${redacted}${names.size + 1}` : redacted;
    names?.add(name);
    return JSON.stringify(name);
  }

  private redactNumbers(between: string): string {
    if (!this.hasNumber || between.length < MIN_LENGTH) return between;
    return between.replace(/[0-9.eE+-]+/g, (number) => {
      const redacted = this.redact(number);
      return redacted === number ? number : JSON.stringify(redacted);
    });
  }

  /** Returns the ranges of a text to replace, in their order, without overlaps. */
  private rangesIn(text: string, layers = MAX_LAYERS): Range[] {
    if (text.length < MIN_LENGTH) return [];
    const ranges: Range[] = [];
    let view: View | undefined = { text };
    for (let layer = 0; view !== undefined && layer <= layers; layer++) {
      collect(view, this.patterns.plain, 0, ranges);
      collect(compact(view), this.patterns.coded, 1, ranges);
      view = unescaped(view);
    }
    return merged(ranges);
  }
}

/** Replaces secrets in a stream of bytes, see `Echoes.stream`. */
export class EchoStream {
  private held: Buffer = Buffer.alloc(0);

  constructor(
    private readonly echoes: Echoes,
    private readonly rangesIn: (text: string) => Range[],
    private readonly holds: number,
  ) {}

  get isReplaced(): boolean {
    return this.echoes.isReplaced;
  }

  /** Returns the bytes that are ready. */
  push(chunk: Buffer): Buffer {
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    return this.held.length < Math.max(MIN_PIECE, 4 * this.holds) ? Buffer.alloc(0) : this.take(this.holds);
  }

  /** Returns the rest. */
  end(): Buffer {
    return this.take(0);
  }

  private take(held: number): Buffer {
    const ranges = this.rangesIn(this.held.toString('latin1'));
    const last = this.held.length - held;
    const cut = ranges.find(([from, to]) => from < last && to > last)?.[1] ?? last;
    const parts: Buffer[] = [];
    let done = 0;
    for (const [from, to] of ranges) {
      if (to > cut) break;
      this.echoes.isReplaced = true;
      parts.push(this.held.subarray(done, from), Buffer.from(REPLACEMENT));
      done = to;
    }
    parts.push(this.held.subarray(done, cut));
    this.held = this.held.subarray(cut);
    return Buffer.concat(parts);
  }
}

/** @param around the number of neighbouring characters that depend on the secret, too. */
function collect({ text, places }: View, patterns: readonly string[], around: number, ranges: Range[]): void {
  for (const pattern of patterns) {
    for (const place of placesOf(text, pattern)) {
      const from = Math.max(0, place - (isCoded(text.charAt(place - 1)) ? around : 0));
      const to = place + pattern.length + (isCoded(text.charAt(place + pattern.length)) ? around : 0);
      ranges.push([places?.from[from] ?? from, places?.to[to - 1] ?? to]);
    }
  }
}

const isCoded = (character: string): boolean => /^[A-Za-z0-9+/]$/.test(character);

function merged(ranges: Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Follows the objects that begin and end between two strings of JSON. */
function follow(between: string, objects: Set<string>[]): void {
  for (const character of between) {
    if (character === '{') objects.push(new Set());
    else if (character === '}') objects.pop();
  }
}

/** Returns the index after a string's closing quote. @param open the index of its opening quote. */
function endOfString(json: string, open: number): number {
  for (let index = open + 1; index < json.length; index++) {
    const character = json[index];
    if (character === '\\') index++;
    else if (character === '"') return index + 1;
  }
  return json.length;
}

function isName(json: string, end: number): boolean {
  let index = end;
  while (' \t\r\n'.includes(json[index] ?? 'x')) index++;
  return json[index] === ':';
}
