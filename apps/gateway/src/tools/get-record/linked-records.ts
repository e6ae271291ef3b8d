/** Reads linked records, and shows values as text. */
import { type Json, type JsonObject, ServiceError, type TableRecord } from '@toolpress/contract';
import { type Call, isObject, type Reader } from './providers/provider.js';

/** The largest number of linked records per field. */
const MAX_LINKED = 100;

/**
 * Returns the linked records of fields, in place of their ids: a list if the field has a list. Ids without a record stay.
 *
 * @throws ServiceError `response_too_large`: a list may name a record many times.
 */
export async function expanded(
  reader: Reader,
  call: Call,
  base_id: string,
  fields: JsonObject,
  tables: Readonly<Record<string, string>>,
  isText: boolean,
): Promise<JsonObject> {
  const linked: [field: string, value: Json][] = [];
  for (const [field, table_id] of Object.entries(tables)) {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (value === undefined) continue;
    if (reader.list === undefined)
      throw new ServiceError('invalid_parameter', '`expand` is not supported by this provider.');
    const ids = linkedIds(value);
    if (ids.length > MAX_LINKED)
      throw new ServiceError('invalid_parameter', `\`expand.${field}\` has more than ${MAX_LINKED} linked records.`);
    const records = ids.length === 0 ? [] : await reader.list({ base_id, table_id }, ids);
    const byId = new Map(
      records.map((record) => [record.id, isText ? { ...record, fields: textOf(record.fields) } : record]),
    );
    const recordOf = (item: Json): Json => byId.get(linkedId(item) ?? '') ?? item;
    await call.roomFor(sizeOfRepeats(value, byId), true);
    linked.push([field, Array.isArray(value) ? value.map(recordOf) : recordOf(value)]);
  }
  return Object.fromEntries(linked);
}

/** Returns the size in bytes of the records that a list names again, as JSON. */
function sizeOfRepeats(value: Json, byId: ReadonlyMap<string, TableRecord>): number {
  const sizes = new Map<string, number>();
  let repeats = 0;
  for (const item of Array.isArray(value) ? value : []) {
    const id = linkedId(item) ?? '';
    const record = byId.get(id);
    if (record === undefined) continue;
    const size = sizes.get(id);
    repeats += size ?? 0;
    if (size === undefined) sizes.set(id, Buffer.byteLength(JSON.stringify(record)));
  }
  return repeats;
}

/** Returns the ids in a field of linked records: texts, numbers, or objects with an `id`; one or a list. */
const linkedIds = (value: Json): string[] => [
  ...new Set((Array.isArray(value) ? value : [value]).flatMap((item) => linkedId(item) ?? [])),
];

function linkedId(item: Json): string | undefined {
  const id = isObject(item) ? item['id'] : item;
  // Half a surrogate pair cannot be sent.
  const isText = typeof id === 'string' && id !== '' && !/\p{Cs}/u.test(id);
  return isText || typeof id === 'number' ? String(id) : undefined;
}

/** Returns the values of fields as text. */
export const textOf = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asText(value)]));

/** The members of objects that people read, such as the name of a user or the title of a linked record. */
const TITLES = ['name', 'title', 'value', 'label', 'filename', 'email'];

function asText(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(asText).join(', ');
  if (!isObject(value)) return String(value);
  const title = TITLES.map((name) => value[name]).find((each) => typeof each === 'string');
  return typeof title === 'string' ? title : JSON.stringify(value);
}
