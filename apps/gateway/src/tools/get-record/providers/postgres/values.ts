/** Converts values of PostgreSQL from their text to JSON without loss. */
import { exactJson, isExact, type Json } from '@toolpress/contract';
import pg from 'pg';

/** A row with the text of each value. */
export type RawRow = Record<string, string | null>;
/** The same without names. A thread receives it faster. */
export type RawList = (string | null)[];

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

/** Returns the document, or its text if it has a number that a double cannot hold. */
function documentOf(raw: string): Json {
  return exactJson(raw) === raw ? (JSON.parse(raw) as Json) : raw;
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
