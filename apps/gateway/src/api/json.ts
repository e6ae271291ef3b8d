/** Parses the JSON of requests without loss, and estimates the cost of parsing. */
import { isUtf8 } from 'node:buffer';
import { jsonFaults, ServiceError } from '@toolpress/contract';

/** The largest number of names and values. A table of 50 pages has fewer. Parsing takes a second in the worst case. */
export const MAX_JSON_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHORT_TEXT = 64;
const LONG_TEXT = 4096;

/** The meaning of a byte outside of strings. Each name and value, except the first value, follows a lead: `,` `:` `[` `{`. */
const [LEAD, COLON, DIGIT, EXPONENT] = [1, 2, 3, 4];
const MEANINGS = new Uint8Array(256);
for (const character of ',[{') MEANINGS[character.charCodeAt(0)] = LEAD;
for (const character of '0123456789') MEANINGS[character.charCodeAt(0)] = DIGIT;
for (const character of 'eE') MEANINGS[character.charCodeAt(0)] = EXPONENT;
MEANINGS[':'.charCodeAt(0)] = COLON;

/** The number of digits that a double always preserves. */
const SAFE_DIGITS = 15;

export interface JsonCounts {
  /** The number of names and values, slightly too high if there are empty objects or arrays. */
  values: number;
  names: number;
  /** Whether a number has an exponent, or more digits than a double always preserves. */
  hasLongNumber: boolean;
}

/** Counts the names and values of JSON without parsing it. */
export function countJson(json: Uint8Array): JsonCounts {
  const counts = { values: 1, names: 0, hasLongNumber: false };
  let digits = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number;
    if (byte === QUOTE) {
      index = endOfText(json, index);
      continue;
    }
    const meaning = MEANINGS[byte] as number;
    if (meaning === DIGIT) {
      digits += 1;
      if (digits > SAFE_DIGITS) counts.hasLongNumber = true;
    } else if (meaning === EXPONENT) {
      if (digits > 0) counts.hasLongNumber = true;
    } else if (meaning !== 0) {
      digits = 0;
      counts.values += 1;
      if (meaning === COLON) counts.names += 1;
    }
  }
  return counts;
}

/** Returns the index of a string's closing quote. @param from the index of its opening quote. */
function endOfText(json: Uint8Array, from: number): number {
  for (let index = from + 1, span = SHORT_TEXT; index < json.length; span = LONG_TEXT) {
    const near = Math.min(json.length, index + span);
    for (; index < near; index++) {
      const byte = json[index] as number;
      if (byte === QUOTE) return index;
      if (byte === BACKSLASH) index++;
    }
    // `indexOf` is faster for long spans without quotes; then continue byte by byte.
    const end = json.indexOf(QUOTE, index);
    if (end === -1) break;
    let slashes = 0;
    while (end - 1 - slashes >= index && json[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
    index = end + 1;
  }
  return json.length;
}

/**
 * Parses JSON.
 *
 * @param options.line the name of a line of JSON lines. Messages then contain only the column.
 * @param options.keepsNumbersIn the names in the outer object whose values may have any numbers, because they are read again as written.
 * @throws ServiceError `invalid_json` for invalid UTF-8 or JSON, for a duplicate name in an object, and for a number that would lose
 *   digits.
 */
export function parseJson(
  bytes: Uint8Array,
  counts = countJson(bytes),
  { line, keepsNumbersIn }: { line?: string; keepsNumbersIn?: readonly string[] } = {},
): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw invalid('is not UTF-8: save and send it as UTF-8', line);
  const text = textOf(bytes);
  const value = parsed(text, line);
  const isExact = counts.names === namesIn(value) && !counts.hasLongNumber;
  const fault = isExact ? undefined : faultIn(text, line, keepsNumbersIn);
  if (fault !== undefined) throw invalid(fault, line);
  return value;
}

/** The decoder also removes a byte order mark. */
const decoder = new TextDecoder();
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

function parsed(text: string, line: string | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(faultIn(text, line) ?? 'is not valid JSON', line);
  }
}

/** Counts the names of a value. Not recursive, because a body may be nested deeper than the stack. */
function namesIn(value: unknown): number {
  let names = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next);
    if (!Array.isArray(next)) names += children.length;
    for (const child of children) if (typeof child === 'object') open.push(child);
  }
  return names;
}

/** Returns the first fault and its position. */
function faultIn(text: string, named: string | undefined, keepsNumbersIn: readonly string[] = []): string | undefined {
  const [found] = jsonFaults(text, { keepsNumbers: keepsNumbersIn });
  if (found === undefined) return undefined;
  const { fault, line, column } = found;
  if (line === undefined) return fault;
  return `${fault} (${named === undefined ? `line ${line}, ` : ''}column ${column})`;
}

const invalid = (fault: string, line = 'The request body'): ServiceError =>
  new ServiceError('invalid_json', `${line} ${fault}.`);
