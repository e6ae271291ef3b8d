/** Reads records of a connected server as `data_from` does, so that a draft prints what a call will print. */
import { call } from '../service/api.js';

/** What the members of `data_from` are called that more than one request has. */
interface Table {
  base_id: string;
  table_id: string;
  _connections: { tablebase: string };
}

type Children = Readonly<Record<string, { table_id: string; by: string } & Parameters>>;

/** The other parameters of `data_from`. The service checks them. */
export interface Parameters {
  where?: unknown;
  children?: Children;
  [name: string]: unknown;
}

interface RecordAnswer {
  id: string;
  fields: Record<string, unknown>;
  createdTime: string | null;
}

/** Returns the members that the record has as data. @param id undefined to find it by `where`. @throws ApiError. */
export async function recordData(table: Table, id: string | undefined, given: Parameters): Promise<object> {
  const { children = {}, ...parameters } = given;
  const body = { ...table, ...(id !== undefined && { record_id: id }), ...parameters };
  const record = await call<RecordAnswer>('tablebase/get-record', { method: 'POST', body });
  const lists = Object.entries(children).map(async ([name, { by, where, ...list }]) => {
    const ofRecord = { field: by, op: 'in', value: [record.id] };
    const conditions = Array.isArray(where) ? [...(where as unknown[]), ofRecord] : [ofRecord];
    return [name, await listData({ ...table, table_id: list.table_id }, { ...list, where: conditions })] as const;
  });
  return dataOf({ ...record, fields: { ...record.fields, ...Object.fromEntries(await Promise.all(lists)) } }, {});
}

/** Returns the records of a list, each as it is data. @throws ApiError. */
export async function listData(table: Table, parameters: Parameters): Promise<object[]> {
  const body = { ...parameters, ...table };
  const { records } = await call<{ records: RecordAnswer[] }>('tablebase/list-records', { method: 'POST', body });
  return records.map((record) => dataOf(record, parameters.children));
}

/** Returns a record as data: its fields, in which children are data too, and what it is. */
function dataOf({ id, fields, createdTime }: RecordAnswer, children: Children = {}): object {
  const lists = Object.entries(children).map(([name, { children: inner }]) => {
    const records = (fields[name] ?? []) as RecordAnswer[];
    return [name, records.map((record) => dataOf(record, inner))] as const;
  });
  return { ...fields, ...Object.fromEntries(lists), _record: { id, createdTime } };
}
