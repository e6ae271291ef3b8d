/** Converts rows of PostgreSQL to records, large ones in a thread. */
import { type Json, type JsonObject, ServiceError, type TableRecord, WithRaw } from '@toolpress/contract';
import { called } from '../../../../api/large-body-tasks.js';
import { type ReadRecord, withRawFields } from '../answers.js';
import type { Call } from '../provider.js';
import { recordFrom } from '../record-json.js';
import { jsonOf, type RawRow } from './values.js';

/** The length in characters of all values up to which they are converted in this thread. It takes some milliseconds. */
const SHORT = 64 * 1024;

interface TypedColumn {
  name: string;
  /** The OID of its type, and that of the items of an array; 0 for other types. */
  type: number;
  item: number;
}

export interface Rows {
  rows: readonly RawRow[];
  columns: readonly TypedColumn[];
  /** The columns that are the record's id. */
  keys: readonly string[];
  /** The searched column, which is the id of a record without a key. */
  by?: string | undefined;
}

/** @throws ServiceError `response_invalid` for a row that is nested too deep. */
export async function recordsOfRows(rows: Rows, { largeBodies, owner }: Call): Promise<ReadRecord[]> {
  const values = rows.rows.flatMap((row) => Object.values(row));
  const length = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  return length <= SHORT ? recordsIn(rows) : largeBodies.call(LARGE_ROWS, [rows], length, owner);
}

/** Converts large rows in a thread. @throws ServiceError `response_invalid`. @public */
export function largeRows(rows: Rows): WithRaw<ReadRecord[]> {
  const records = recordsIn(rows);
  return new WithRaw(
    records.map(withRawFields),
    records.map((_, at) => [String(at), 'fields']),
  );
}

const LARGE_ROWS = called(import.meta.url, largeRows);

const recordsIn = (rows: Rows): TableRecord[] =>
  rows.rows.map((row, index) => recordOf(row, rows.columns, idOf(row, rows, index)));

/**
 * Returns the key, its parts joined by commas; without one the searched value; without one the place in the list.
 *
 * @throws ServiceError `provider_cannot` for a row of a view whose `id` is empty.
 */
function idOf(row: RawRow, { keys, by }: Rows, index: number): string {
  const id = keys.map((name) => row[name] ?? '').join(',') || (by !== undefined && row[by]);
  if (id) return id;
  if (keys.length === 0) return String(index + 1);
  throw new ServiceError('provider_cannot', `A row has no value in its key \`${keys.join('`, `')}\`.`);
}

/** Names of columns with the creation time. */
const CREATED = ['created_at', 'createdAt', 'created_time', 'created'];

function recordOf(row: RawRow, columns: readonly TypedColumn[], id: string): TableRecord {
  const fields: JsonObject = {};
  for (const { name, type, item } of columns) {
    const raw = row[name] ?? null;
    const value: Json = raw === null ? null : jsonOf(raw, type, item);
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const created = CREATED.map((name) => fields[name]).find((value) => typeof value === 'string');
  const isTime = typeof created === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/.test(created);
  const record = recordFrom(id, fields, isTime ? (/Z|[+-]\d\d:\d\d$/.test(created) ? created : `${created}Z`) : null);
  if (record !== undefined) return record;
  throw new ServiceError('response_invalid', 'The provider failed: the row is nested too deeply.');
}
