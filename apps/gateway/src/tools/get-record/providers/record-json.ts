/** Reads records from JSON of servers. */
import { isDeeperThan, type JsonObject, MAX_JSON_DEPTH, TableRecord } from '@toolpress/contract';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a record from parts of a server's answer.
 *
 * @param id the text or number that the server uses.
 * @param created the creation time in any form that `Date` reads; null if it is none.
 * @returns undefined when the parts are no record.
 */
export function recordFrom(
  id: unknown,
  fields: unknown,
  created: unknown,
): (TableRecord & { empty: string[] }) | undefined {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (!isObject(fields)) return undefined;
  const record = { id: String(id), fields: withoutEmpty(fields), createdTime: isoTime(created) };
  const empty = Object.keys(fields).filter((name) => !Object.hasOwn(record.fields, name));
  return isRecord(record) ? { ...record, empty } : undefined;
}

/** Joi would take a second for a hundred thousand fields. */
export function isRecord(record: TableRecord): boolean {
  const { id, fields, createdTime } = record;
  const isWhole = TableRecord.validate({ id, fields: {}, createdTime }, { convert: false }).error === undefined;
  return isWhole && isObject(fields) && !isDeeperThan(MAX_JSON_DEPTH, fields);
}

/** Removes empty fields, which the specification's provider omits too: null, '' and []. */
const withoutEmpty = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

function isoTime(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Returns an object without some members. */
export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
