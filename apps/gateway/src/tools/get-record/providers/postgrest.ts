/** PostgREST: `GET /{table}?id=eq.{id}` in the schema of the base. Tables need a primary key `id`. */
import { type Condition, type FieldValue, ServiceError, segment } from '@toolpress/contract';
import { answersOf, inObject, pageIn } from './answers.js';
import { patternOf, textOfValue, valuesOf } from './conditions.js';
import {
  bearer,
  encoded,
  idRule,
  notUnique,
  type RecordQuery,
  type RestServer,
  type Search,
  type TableIds,
} from './provider.js';
import { lengthOf } from './query-parts.js';
import { recordFrom } from './record-json.js';
import { hasEmpty, withoutEmpty } from './search.js';

const record = inObject((json) => recordFrom(json['id'], json, json['created_at']));

/** @public */
export const answers = answersOf(import.meta.url, {
  page: pageIn({ record, columns: (row) => row }),
});

/** @param hasText whether fields can have empty texts, which only columns of texts can. */
const searchFor = (hasText: boolean): Search => ({
  size: 2_001,
  load: ({ where }) => lengthOf(filtersOf(where, hasText).join('&')),
  page(table, { where, sort }, { cursor, size }) {
    const order = [...sort.map(({ field, direction }) => `${nameOf(field)}.${direction}`), 'id.asc'];
    // A list without an order continues after the last key.
    const from = cursor === undefined ? [] : sort.length === 0 ? [`id=gt.${encoded(cursor)}`] : [`offset=${cursor}`];
    return rows(table, [...filtersOf(where, hasText), `order=${encoded(order.join())}`, ...from, `limit=${size}`]);
  },
  next({ read, last }, { read: all }, { sort }) {
    // A server may return fewer records than asked for (`db-max-rows`), but not one only.
    if (read < 2) return undefined;
    return sort.length === 0 ? last : String(all);
  },
  ...(hasText ? { other: { search: searchFor(false), isFor: hasEmpty } } : {}),
});

export const postgrest: RestServer = {
  hasAllFields: true,
  ids: idRule({
    // It is sent in a header.
    base_id: segment('a schema’s name')
      .pattern(/^\w{1,63}$/)
      .message('{{#label}} must be the name of a schema, in letters, digits and underscores'),
  }),
  headers: bearer,
  async get({ base_id, table_id, record_id }, ask) {
    const request = rows({ base_id, table_id }, [`id=eq.${encoded(record_id)}`, 'limit=2']);
    const { records } = await ask({ ...request, given: JSON.stringify({ where: [], sort: [] }) });
    const [record, second] = records;
    if (second !== undefined) throw notUnique('record_id');
    if (record === undefined)
      throw new ServiceError('record_not_found', `The server has no record \`${record_id}\` in this table.`);
    return record;
  },
  search: searchFor(true),
  key: 'id',
  test: (ask) => ask({ path: '/', read: answers.any, operation: 'whoami' }),
};

const rows = (table: TableIds, parameters: readonly string[]) => ({
  path: `/${encoded(table.table_id)}?${parameters.join('&')}`,
  extra: { 'accept-profile': table.base_id },
  read: answers.page,
});

const filtersOf = (where: RecordQuery['where'], hasText: boolean): string[] =>
  (hasText ? where : withoutEmpty(where)).map((condition) => {
    const [name, filter] = filterOf(condition, hasText);
    return `${encoded(name)}=${encoded(filter)}`;
  });

function filterOf({ field, op, value }: Condition, hasText: boolean): [name: string, filter: string] {
  const name = nameOf(field);
  const values = valuesOf(value);
  const text = textOfValue(values[0] ?? '');
  switch (op) {
    case 'is_empty':
      if (value === true && hasText) return ['or', `(${name}.is.null,${name}.eq."")`];
      return [name, value === true ? 'is.null' : 'not.is.null'];
    case '=':
      return [name, `eq.${text}`];
    case 'in':
      return [name, `in.(${values.map(quoted).join()})`];
    case '!=':
      return ['or', `(${name}.neq.${quoted(text)},${name}.is.null)`];
    case 'contains':
      return [name, `ilike.*${patternOf(text)}*`];
    default:
      return [name, `${COMPARISONS[op]}.${text}`];
  }
}

const COMPARISONS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

const quoted = (value: FieldValue): string => `"${textOfValue(value).replace(/[\\"]/g, '\\$&')}"`;

const nameOf = (field: string): string => quoted(field);
