/** Finds names of fields in a request that a table does not have, which would be ignored or make an empty list; and names of children that it has. */
import {
  anyOf,
  type Condition,
  nearestNames,
  RawJson,
  ServiceError,
  type SortKey,
  type Where,
  withoutAbsent,
} from '@toolpress/contract';
import type { ReadRecord } from './providers/answers.js';
import type { Reader, TableIds } from './providers/provider.js';

/** The parts of a request that name fields of one table. */
export interface NamedFields {
  where?: Where | readonly Condition[];
  sort?: readonly SortKey[];
  fields?: readonly string[];
  expand?: Readonly<Record<string, string>>;
  by?: string;
  children?: object;
}

/**
 * Checks the names of fields, if the server lists the fields of the table.
 *
 * @param path of the table in the request, with a dot at the end.
 * @throws ServiceError `invalid_parameter` with similar names, and with the foreign key of the table that `expand` names.
 */
export async function checkNames(reader: Reader, table: TableIds, wanted: NamedFields, path = ''): Promise<void> {
  const known = await reader.fieldsOf?.(table);
  if (known === undefined) return;
  checkChildren(known, wanted, path);
  await checkKnown(known, wanted, { reader, table, path });
}

/**
 * Checks the names of fields against those of a record, if the server returns all fields of a table.
 *
 * @throws ServiceError as `checkNames`.
 */
export async function checkRecord(
  reader: Reader,
  table: TableIds,
  wanted: NamedFields,
  record: ReadRecord,
  path = '',
): Promise<void> {
  // Records with many fields are not parsed, and have no names.
  const names = record.fields instanceof RawJson ? record.fields.names : Object.keys(record.fields);
  if (reader.hasAllFields !== true || names === undefined) return;
  const known = [...names, ...(record.empty ?? [])];
  checkChildren(known, wanted, path);
  const { fields, expand } = wanted;
  await checkKnown([...known, 'id'], withoutAbsent({ fields, expand }), { reader, table, path });
}

/** @param known the fields of the table. @throws ServiceError as `nameTaken`. */
function checkChildren(known: readonly string[], { fields, children = {} }: NamedFields, path: string): void {
  const taken = Object.keys(children).find((name) => known.includes(name) && (fields?.includes(name) ?? true));
  if (taken !== undefined) throw nameTaken(`${path}children.${taken}`);
}

/** The error for children whose name is that of a returned field. @param place of the children in the request. */
export const nameTaken = (place: string): ServiceError =>
  new ServiceError('invalid_parameter', `\`${place}\` is also the name of a field of the records; choose another one.`);

/** @param known the fields of the table. @throws ServiceError as `checkNames`. */
async function checkKnown(
  known: readonly string[],
  wanted: NamedFields,
  { reader, table, path = '' }: { reader: Reader; table: TableIds; path?: string },
): Promise<void> {
  const wrong = placesOf(wanted).find(([, name]) => !known.includes(name));
  if (wrong === undefined) return;
  const [place, name] = wrong;
  const linked = wanted.expand !== undefined && Object.hasOwn(wanted.expand, name) ? wanted.expand[name] : undefined;
  const hint =
    place.startsWith('expand') && linked !== undefined ? await childrenHint(reader, table, name, linked) : '';
  const near = nearestNames(name, known);
  const meant = hint === '' && near.length > 0 ? `; did you mean ${anyOf(near)}?` : '.';
  throw new ServiceError(
    'invalid_parameter',
    `\`${path}${place}\`: the table \`${table.table_id}\` has no field \`${name}\` that may be read${meant}${hint}`,
  );
}

/** Returns each place of a request that names a field, with the name. */
function placesOf({
  where = [],
  sort = [],
  fields = [],
  expand = {},
  by,
}: NamedFields): [place: string, name: string][] {
  const isList = Array.isArray(where);
  return [
    ...(by === undefined ? [] : [['by', by] as [string, string]]),
    ...[where].flat().map(({ field }, at): [string, string] => [isList ? `where[${at}].field` : 'where.field', field]),
    ...sort.map(({ field }, at): [string, string] => [`sort[${at}].field`, field]),
    ...fields.map((field, at): [string, string] => [`fields[${at}]`, field]),
    ...Object.keys(expand).map((field): [string, string] => [`expand.${field}`, field]),
  ];
}

/** Returns a sentence about the foreign key from the table that `expand` names; an empty string without one. */
async function childrenHint(reader: Reader, table: TableIds, name: string, from: string): Promise<string> {
  const [by] = (await reader.referencesTo?.(table, from)) ?? [];
  if (by === undefined) return '';
  const children = JSON.stringify({ [name]: { table_id: from, by } });
  return ` \`${from}.${by}\` refers to this table: use \`"children": ${children}\` with \`list-records\` or \`data_from\`.`;
}
