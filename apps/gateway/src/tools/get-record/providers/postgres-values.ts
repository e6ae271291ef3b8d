/** Converts values of PostgreSQL from their text to JSON without loss. */
import type { Json } from '@toolpress/contract';
import pg from 'pg';

/** A row with the text of each value. */
export type RawRow = Record<string, string | null>;

const { builtins } = pg.types;

/**
 * Returns a value as JSON. Numbers that a double cannot hold exactly stay text.
 *
 * @param raw its text, in the forms that `Session` sets.
 * @param type the OID of its type.
 * @param item the OID of the type of the items, if it is an array; otherwise 0.
 */
export function jsonOf(raw: string, type: number, item = 0): Json {
  if (item !== 0) return arrayOf(raw, item);
  switch (type) {
    case builtins.BOOL:
      return raw === 't';
    case builtins.INT2:
    case builtins.INT4:
    case builtins.OID:
    case builtins.INT8:
    case builtins.FLOAT4:
    case builtins.FLOAT8:
    case builtins.NUMERIC:
      return isExact(raw) ? Number(raw) : raw;
    case builtins.JSON:
    case builtins.JSONB:
      return documentOf(raw);
    case builtins.TIMESTAMP:
    case builtins.TIMESTAMPTZ:
      return timeOf(raw);
    case builtins.BYTEA:
      return Buffer.from(raw.slice(2), 'hex').toString('base64');
    default:
      return raw;
  }
}

/** The number of significant decimal digits that a double always holds. */
const EXACT_DIGITS = 15;

/** Returns whether a double holds all digits of a number. `NaN` and `Infinity` are not numbers in JSON. */
function isExact(raw: string): boolean {
  const value = Number(raw);
  if (raw === '' || !Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) && /^-?\d{1,16}$/.test(raw)) return true;
  const [mantissa = ''] = raw.split(/e/i);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  if (digits.length <= EXACT_DIGITS) return value !== 0 || digits === '';
  // Doubles have up to 17 digits. PostgreSQL and JavaScript print the shortest that read as the same double.
  return String(value) === raw;
}

/** Returns the document, or its text if it has a number that a double cannot hold. */
function documentOf(raw: string): Json {
  const numbers = withoutStrings(raw).match(NUMBER) ?? [];
  return numbers.every(isExact) ? (JSON.parse(raw) as Json) : raw;
}

const NUMBER = /-?\d[\d.eE+-]*/g;

/** A regular expression fails for strings of millions of characters. */
function withoutStrings(json: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let quote = json.indexOf('"'); quote !== -1; quote = json.indexOf('"', from)) {
    parts.push(json.slice(from, quote));
    from = endOfString(json, quote + 1);
  }
  return [...parts, json.slice(from)].join(' ');
}

/** @param start the position after the opening quote. @returns the position after the closing one. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** Returns ISO 8601 with all digits of the second. Times before Christ and infinite ones stay as they are. */
function timeOf(raw: string): string {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d) ([\d:.]+)(\+00)?$/.exec(raw) ?? [];
  return day === undefined ? raw : `${day}T${time}${zone === undefined ? '' : 'Z'}`;
}

interface ArrayParser {
  create(text: string, item: (raw: string) => unknown): { parse(): unknown };
}

/** Arrays of any depth, in the form `{1,NULL,"a b"}`. */
const arrayOf = (raw: string, item: number): Json =>
  (pg.types as unknown as { arrayParser: ArrayParser }).arrayParser
    .create(raw.replace(/^(?:\[[\d:-]+\])+=/, ''), (text) => jsonOf(text, item))
    .parse() as Json;
