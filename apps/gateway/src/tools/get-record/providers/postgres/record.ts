/** Converts rows of PostgreSQL to records, large ones in a thread. */
import { type Json, type JsonObject, ServiceError, type TableRecord, WithRaw } from '@toolpress/contract';
import { called } from '../../../../api/large-body-tasks.js';
import { type ReadRecord, withRawFields } from '../answers.js';
import type { Call } from '../provider.js';
import { recordFrom } from '../record-json.js';
import { CREATED } from './query.js';
import { jsonOf, type RawList } from './values.js';

/** The length in characters of all values, and their number with empty ones, up to which they are converted in this thread. It takes some milliseconds. */
const SHORT = 64 * 1024;
const FEW = 10_000;

interface TypedColumn {
  name: string;
  /** The OID of its type, and that of the items of an array; 0 for other types. */
  type: number;
  item: number;
}

export interface Rows {
  rows: readonly RawList[];
  /** The columns of each row, in order. */
  columns: readonly TypedColumn[];
  /** The columns that are the record's id. */
  keys: readonly string[];
  /** The searched column, which is the id of a record without a key. */
  by?: string | undefined;
}

/** @throws ServiceError `response_invalid` for a row that is nested too deep, `provider_cannot` for one without a key. */
export async function recordsOfRows(rows: Rows, { largeBodies, owner }: Call): Promise<ReadRecord[]> {
  const values = rows.rows.length * rows.columns.length;
  let length = 0;
  for (const row of rows.rows) for (const value of row) length += value?.length ?? 0;
  const isSmall = values <= FEW && length <= SHORT;
  return isSmall ? recordsIn(rows) : largeBodies.call(LARGE_ROWS, [rows], values + length, owner);
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

function recordsIn({ rows, columns, keys, by }: Rows): TableRecord[] {
  const place = (name: string): number => columns.findIndex((column) => column.name === name);
  const places = { keys: keys.map(place), by: by === undefined ? -1 : place(by) };
  return rows.map((row, index) => {
    const id = idOf(row, places, index);
    if (id !== undefined) return recordOf(row, columns, id);
    throw new ServiceError('provider_cannot', `A row has no value in its key \`${keys.join('`, `')}\`.`);
  });
}

/**
 * Returns the key, its parts joined by commas; without one the searched value; without one the place in the list. It is undefined for a row of a
 * view whose `id` is empty.
 *
 * @param places of the columns in the row.
 */
function idOf(row: RawList, { keys, by }: { keys: readonly number[]; by: number }, index: number): string | undefined {
  const id = keys.map((at) => row[at] ?? '').join(',') || row[by];
  return id || (keys.length === 0 ? String(index + 1) : undefined);
}

function recordOf(row: RawList, columns: readonly TypedColumn[], id: string): TableRecord {
  const fields: JsonObject = {};
  for (const [at, { name, type, item }] of columns.entries()) {
    const raw = row[at] ?? null;
    const value: Json = raw === null ? null : jsonOf(raw, type, item);
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const created = CREATED.map((name) => fields[name]).find((value) => typeof value === 'string');
  const isTime = typeof created === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/.test(created);
  const record = recordFrom(id, fields, isTime ? (/Z|[+-]\d\d:\d\d$/.test(created) ? created : `${created}Z`) : null);
  if (record !== undefined) return record;
  throw new ServiceError('response_invalid', 'The provider failed: the row is nested too deeply.');
}
