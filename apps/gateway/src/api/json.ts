/** Parses the JSON of requests without loss, and estimates the cost of parsing. */
import { isUtf8 } from 'node:buffer';
import { isExact, ServiceError } from '@toolpress/contract';
import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

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
 * @param line the name of a line of JSON lines. Messages then contain only the column.
 * @throws ServiceError `invalid_json` for invalid UTF-8 or JSON, for a duplicate name in an object, and for a number that would lose
 *   digits.
 */
export function parseJson(bytes: Uint8Array, counts = countJson(bytes), line?: string): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw invalid('is not UTF-8: save and send it as UTF-8', line);
  const text = decoder.decode(bytes);
  const value = parsed(text, line);
  const isExact = counts.names === namesIn(value) && !counts.hasLongNumber;
  const fault = isExact ? undefined : faultIn(text, line);
  if (fault !== undefined) throw invalid(fault, line);
  return value;
}

/** The decoder also removes a byte order mark. */
const decoder = new TextDecoder();

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

const MAX_NAME_SHOWN = 60;

/** Ends the search at the first fault: each takes time, and a text of half a megabyte may have a hundred thousand. */
class FirstFault extends Error {}

/** Returns the first fault and its position. Quotes names, but no values. */
function faultIn(text: string, named: string | undefined): string | undefined {
  const end = (fault: string, line: number, column: number): never => {
    throw new FirstFault(`${fault} (${named === undefined ? `line ${line + 1}, ` : ''}column ${column + 1})`);
  };
  const names: Set<string>[] = [];
  const visitor: JSONVisitor = {
    onObjectBegin: () => void names.push(new Set()),
    onObjectEnd: () => void names.pop(),
    onObjectProperty: (name, _offset, _length, line, column) => {
      if (names.at(-1)?.has(name))
        end(`has the name \`${name.slice(0, MAX_NAME_SHOWN)}\` twice in one object`, line, column);
      names.at(-1)?.add(name);
    },
    onLiteralValue: (value, offset, length, line, column) => {
      if (typeof value !== 'number' || isExact(text.slice(offset, offset + length))) return;
      end('has a number that would lose digits: send it as a string, such as `"12345678901234567890"`', line, column);
    },
    onError: (error, _offset, _length, line, column) => end(`is not valid JSON: ${phraseOf(error)}`, line, column),
  };
  try {
    visit(text, visitor, { disallowComments: true });
    return undefined;
  } catch (error) {
    if (error instanceof FirstFault) return error.message;
    if (error instanceof RangeError) return 'is nested too deep';
    throw error;
  }
}

const QUOTES = 'names and texts need double quotes, and `"` in a text is written `\\"`';
const LAST = 'the last member has no trailing comma';
/** What to do about a fault, by the parser's name for it. */
const REMEDIES: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: QUOTES,
  CommaExpected: QUOTES,
  ColonExpected: QUOTES,
  PropertyNameExpected: `${QUOTES}; ${LAST}`,
  ValueExpected: LAST,
  UnexpectedEndOfString: 'a line break in a text is written `\\n`',
  InvalidEscapeCharacter: 'a backslash in a text is written `\\\\`',
  InvalidCharacter: 'a tab in a text is written `\\t`',
};

function phraseOf(error: ParseErrorCode): string {
  const name = printParseErrorCode(error);
  const remedy = REMEDIES[name];
  const phrase = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return remedy === undefined ? phrase : `${phrase}: ${remedy}`;
}

const invalid = (fault: string, line = 'The request body'): ServiceError =>
  new ServiceError('invalid_json', `${line} ${fault}.`);
