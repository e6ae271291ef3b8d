/**
 * Replaces secrets in what a target sent back: as they are, escaped for URLs, forms, JSON and HTML in up to three layers, in hexadecimal
 * digits, and in base64 of any text that contains them. Takes linear time.
 */

import { patternsOf } from './patterns.js';
import { type Found, placesOf, Search } from './search.js';
import { compact, unescaped, type View, viewOf } from './views.js';

const REPLACEMENT = '***';
/** The shortest text that a secret can be in. */
const MIN_LENGTH = 8;
/** The most characters that a character takes in one layer of escapes: `\u0041`. */
const MAX_ESCAPED = 6;
/** The largest end of a piece of a stream that is searched again, in bytes. */
const MAX_HELD = 512 * 1024;

type Range = readonly [from: number, to: number];

/** Secrets, prepared for searches. */
export interface Sought {
  readonly plain: Search;
  readonly coded: Search;
  readonly layers: number;
  /** The length of the longest pattern. */
  readonly longest: number;
  /** Whether a number of JSON can be one of the secrets. */
  readonly hasNumber: boolean;
}

/** @param secrets of ASCII, at least 8 characters each. */
export function sought(secrets: readonly string[]): Sought {
  const { plain, coded, layers } = patternsOf(secrets);
  return {
    ...{ plain: new Search(plain), coded: new Search(coded), layers },
    longest: Math.max(...[...plain, ...coded].map(({ length }) => length)),
    hasNumber: secrets.some((secret) => /^[0-9.eE+-]+$/.test(secret)),
  };
}

export class Echoes {
  /** Whether something was replaced. */
  isReplaced = false;

  constructor(private readonly sought: Sought) {}

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
    const ranges = this.rangesIn(json, this.sought.layers + 1);
    if (ranges.length === 0) return json;
    const parts: string[] = [];
    /** The replaced names of each open object. */
    const objects: Set<string>[] = [];
    let done = 0;
    let next = 0;
    for (let open = json.indexOf('"'); open >= 0; open = json.indexOf('"', done)) {
      const between = json.slice(done, open);
      follow(between, objects);
      done = endOfString(json, open);
      while ((ranges[next]?.[1] ?? done) <= open) next += 1;
      const isHit = (ranges[next]?.[0] ?? done) < done;
      const token = json.slice(open, done);
      const names = isHit && isName(json, done) ? objects.at(-1) : undefined;
      parts.push(this.redactNumbers(between), isHit ? this.redactToken(token, names) : token);
    }
    parts.push(this.redactNumbers(json.slice(done)));
    return parts.join('');
  }

  /**
   * Replaces secrets in a piece of a stream of bytes.
   *
   * @param isLast whether nothing follows.
   * @returns the bytes that are ready, and as many of the end as a secret can take, unless nothing follows.
   */
  redactPiece(piece: Buffer, isLast: boolean): { ready: Uint8Array; rest: Uint8Array } {
    const ranges = this.rangesIn(piece.toString('latin1'));
    const last = isLast
      ? piece.length
      : Math.max(0, piece.length - Math.min(MAX_HELD, this.sought.longest * MAX_ESCAPED));
    const cut = ranges.find(([from, to]) => from < last && to > last)?.[1] ?? last;
    const parts: Buffer[] = [];
    let done = 0;
    for (const [from, to] of ranges) {
      if (to > cut) break;
      this.isReplaced = true;
      parts.push(piece.subarray(done, from), Buffer.from(REPLACEMENT));
      done = to;
    }
    parts.push(piece.subarray(done, cut));
    // A thread that returns it would copy the whole piece otherwise.
    return { ready: Buffer.concat(parts), rest: new Uint8Array(piece.subarray(cut)) };
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
    if (!this.sought.hasNumber || between.length < MIN_LENGTH) return between;
    return between.replace(/[0-9.eE+-]+/g, (number) => {
      const redacted = this.redact(number);
      return redacted === number ? number : JSON.stringify(redacted);
    });
  }

  /** Returns the ranges of a text to replace, in their order, without overlaps. */
  private rangesIn(text: string, layers = this.sought.layers): Range[] {
    if (text.length < MIN_LENGTH) return [];
    const source = viewOf(text);
    const depth = this.depthOf(source, layers);
    const ranges: Range[] = [];
    let view: View | undefined = source;
    for (let layer = 0; view !== undefined && layer <= depth; layer++) {
      collect(view, this.sought.plain.candidates(view.codes), 0, ranges);
      const joined = compact(view, true);
      collect(joined, this.sought.coded.candidates(joined.codes), 1, ranges);
      if (layer < depth) view = unescaped(view, true);
    }
    return merged(ranges);
  }

  /** Returns the deepest layer in which a pattern may be; -1 if there is none. */
  private depthOf(source: View, layers: number): number {
    let depth = -1;
    let view: View | undefined = source;
    for (let layer = 0; view !== undefined && layer <= layers; layer++) {
      const isHere = this.sought.plain.candidates(view.codes).length > 0;
      if (isHere || this.sought.coded.candidates(compact(view, false).codes).length > 0) depth = layer;
      if (layer < layers) view = unescaped(view, false);
    }
    return depth;
  }
}

/** @param around the number of neighbouring characters that depend on the secret, too. */
function collect({ codes, places }: View, found: readonly Found[], around: number, ranges: Range[]): void {
  for (const each of found) {
    for (const place of placesOf(codes, each)) {
      const end = place + each.pattern.length;
      const from = place - (isBase64(codes[place - 1]) ? around : 0);
      const to = end + (isBase64(codes[end]) ? around : 0);
      ranges.push([places?.from[from] ?? from, places?.to[to - 1] ?? to]);
    }
  }
}

const isBase64 = (code = 0): boolean => /^[A-Za-z0-9+/]$/.test(String.fromCharCode(code));

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

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Returns the index after a string's closing quote. @param open the index of its opening quote. */
function endOfString(json: string, open: number): number {
  for (let index = open + 1; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) return index + 1;
  }
  return json.length;
}

function isName(json: string, end: number): boolean {
  let index = end;
  while (' \t\r\n'.includes(json[index] ?? 'x')) index++;
  return json[index] === ':';
}
