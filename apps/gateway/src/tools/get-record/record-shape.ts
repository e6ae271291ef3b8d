/** Returns what a call asks for of a record: chosen fields, values as text, linked records. Large records are read in a thread. */
import { type Json, type JsonObject, jsonBytes, RawJson, rawOf, ServiceError, WithRaw } from '@toolpress/contract';
import { called } from '../../api/large-body-tasks.js';
import type { ReadRecord } from './providers/answers.js';
import type { Call, Reader } from './providers/provider.js';
import { isObject } from './providers/record-json.js';

/** The largest number of linked records per field. */
const MAX_LINKED = 100;

export interface RecordShape {
  /** The names of the fields; the default is all. */
  names: readonly string[] | undefined;
  isText: boolean;
  /** The fields whose linked records are returned, each with its table. */
  expand: Readonly<Record<string, string>>;
}

/** Fields as a thread receives them: as JSON if they are not parsed. */
export type Carried = JsonObject | Uint8Array;
/** The linked records of a field: their ids and fields. */
export type Linked = readonly (readonly [
  id: string,
  record: Omit<ReadRecord, 'fields' | 'empty'> & { fields: Carried },
])[];

/**
 * Returns a record as a call asks for it.
 *
 * @throws ServiceError `invalid_parameter` for fields that cannot be expanded, `response_too_large` if lists name a record many times; what the
 *   reader throws.
 */
export async function shapedRecord(
  record: ReadRecord,
  shape: RecordShape,
  baseId: string,
  reader: Reader,
  call: Call,
): Promise<ReadRecord> {
  const { fields } = record;
  const isLinked = Object.keys(shape.expand).length > 0;
  if (!isLinked && shape.names === undefined && !shape.isText) return record;
  if (!isLinked && !(fields instanceof RawJson)) return { ...record, fields: shownFields(fields, shape) };
  const carried = carriedOf(fields);
  const bytes = fields instanceof RawJson ? fields.sizeBytes : 0;
  const { owner, largeBodies } = call;
  const links = isLinked ? await largeBodies.call(LINKS, [carried, shape], bytes, owner) : [];
  const linked = await linkedRecords(links, baseId, reader);
  const size = [...linked.values()]
    .flat()
    .reduce((sum, [, { fields: of }]) => sum + (of instanceof Uint8Array ? of.length : 0), bytes);
  const whole = await largeBodies.call(SHAPED, [carried, shape, linked, call.roomLeft()], size, owner);
  await call.roomFor(whole.repeatedBytes, true);
  return { ...record, fields: whole.fields };
}

async function linkedRecords(links: readonly Link[], base_id: string, { list }: Reader): Promise<Map<string, Linked>> {
  const linked = new Map<string, Linked>();
  for (const { field, table_id, ids } of links) {
    if (list === undefined) throw new ServiceError('invalid_parameter', '`expand` is not supported by this provider.');
    if (ids.length > MAX_LINKED)
      throw new ServiceError('invalid_parameter', `\`expand.${field}\` has more than ${MAX_LINKED} linked records.`);
    const records = ids.length === 0 ? [] : await list({ base_id, table_id }, ids);
    linked.set(
      field,
      records.map(({ id, createdTime, fields }) => [id, { id, createdTime, fields: carriedOf(fields) }]),
    );
  }
  return linked;
}

/** Bytes are those of the fields alone: a part of a larger buffer would be cloned with all of it. */
export const carriedOf = (fields: JsonObject | RawJson): Carried => {
  if (!(fields instanceof RawJson)) return fields;
  return fields.content instanceof Uint8Array ? fields.content : new Uint8Array(jsonBytes(fields));
};

export const opened = (fields: Carried): JsonObject =>
  fields instanceof Uint8Array ? (JSON.parse(Buffer.from(fields).toString()) as JsonObject) : fields;

interface Link {
  field: string;
  table_id: string;
  /** One more than allowed, if there are too many. */
  ids: string[];
}

/** Returns the ids of linked records by field. @public */
export function linksIn(fields: Carried, { names, expand }: RecordShape): Link[] {
  const chosen = picked(opened(fields), names);
  return Object.entries(expand).flatMap(([field, table_id]) => {
    const value = Object.hasOwn(chosen, field) ? chosen[field] : undefined;
    return value === undefined ? [] : [{ field, table_id, ids: linkedIds(value).slice(0, MAX_LINKED + 1) }];
  });
}

const LINKS = called(import.meta.url, linksIn);

/**
 * Returns the fields with linked records in place of their ids: a list if the field has a list. Ids without a record stay.
 *
 * @param roomBytes the largest size of the records that lists name again. @throws ServiceError `response_too_large`.
 * @public
 */
export function shapedFields(
  fields: Carried,
  shape: RecordShape,
  linked: ReadonlyMap<string, Linked>,
  roomBytes: number,
): WithRaw<{ fields: JsonObject | RawJson; repeatedBytes: number }> {
  const all = opened(fields);
  const chosen = picked(all, shape.names);
  const shown = shownFields(all, shape);
  let repeatedBytes = 0;
  for (const [field, records] of linked) {
    const byId = new Map<string, Json>();
    for (const [id, record] of records) {
      const parsed = opened(record.fields);
      byId.set(id, { ...record, fields: shape.isText ? textOf(parsed) : parsed } as Json);
    }
    const value = chosen[field] as Json;
    repeatedBytes += sizeOfRepeats(value, byId);
    if (repeatedBytes > roomBytes) throw recordsTooLarge();
    const recordOf = (item: Json): Json => byId.get(linkedId(item) ?? '') ?? item;
    const shownValue = Array.isArray(value) ? value.map(recordOf) : recordOf(value);
    Object.defineProperty(shown, field, { value: shownValue, enumerable: true, configurable: true, writable: true });
  }
  return new WithRaw({ fields: rawOf(shown), repeatedBytes }, [['fields']]);
}

const SHAPED = called(import.meta.url, shapedFields);

export const recordsTooLarge = (): ServiceError =>
  new ServiceError('response_too_large', 'The records are larger than 20 MiB together.');

function shownFields(fields: JsonObject, { names, isText }: RecordShape): JsonObject {
  const chosen = picked(fields, names);
  return isText ? textOf(chosen) : { ...chosen };
}

export const picked = (fields: JsonObject, names: readonly string[] | undefined): JsonObject =>
  names === undefined ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** Returns the size in bytes of the records that a list names again, as JSON. */
function sizeOfRepeats(value: Json, byId: ReadonlyMap<string, Json>): number {
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
export const linkedIds = (value: Json): string[] => [
  ...new Set((Array.isArray(value) ? value : [value]).flatMap((item) => linkedId(item) ?? [])),
];

export function linkedId(item: Json): string | undefined {
  const id = isObject(item) ? item['id'] : item;
  // Half a surrogate pair cannot be sent.
  const isText = typeof id === 'string' && id !== '' && !/\p{Cs}/u.test(id);
  return isText || typeof id === 'number' ? String(id) : undefined;
}

/** Returns the values of fields as text. */
const textOf = (fields: JsonObject): JsonObject =>
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
