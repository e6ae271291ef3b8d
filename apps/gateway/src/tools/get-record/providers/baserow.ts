/** Baserow: `GET /api/database/rows/table/{table}/{id}/`. Table IDs are unique on the server. */
import { type Condition, type FieldValue, ServiceError } from '@toolpress/contract';
import { answersOf, inObject, pageIn } from './answers.js';
import { decimal, plainPart, textOfValue, valuesOf } from './conditions.js';
import {
  encoded,
  idRule,
  numberId,
  onlyBase,
  providerCannot,
  type RecordQuery,
  type RestServer,
  type Search,
} from './provider.js';
import { lengthOf } from './query-parts.js';
import { recordFrom, without } from './record-json.js';

/** The members of a row that are not fields. */
const NO_FIELDS: readonly string[] = ['id', 'order'];

const record = inObject((json) => recordFrom(json['id'], without(json, ...NO_FIELDS), null));

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  page: pageIn({
    in: 'results',
    record,
    columns: (row) => without(row, ...NO_FIELDS),
    more: ({ count }) => (typeof count === 'number' ? { total: count } : {}),
  }),
});

const NAMES = 'user_field_names=true';
const rows = (table: string): string => `/api/database/rows/table/${encoded(table)}/`;

const search: Search = {
  size: 200,
  load: ({ where }) => lengthOf(encoded(filtersOf(where))),
  page({ table_id }, { where, sort }, { cursor = '1', size }) {
    const order = sort.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${sortNameOf(field)}`);
    const parameters = new URLSearchParams({ page: cursor, size: String(size), filters: filtersOf(where) });
    if (order.length > 0) parameters.set('order_by', order.join());
    return { path: `${rows(table_id)}?${NAMES}&${parameters}`, read: answers.page };
  },
  next: ({ total = 0 }, { cursor = '1', read }) => (read < total ? String(Number(cursor) + 1) : undefined),
};

export const baserow: RestServer = {
  hasAllFields: true,
  ids: idRule({ base_id: onlyBase(), table_id: numberId('a table’s ID'), record_id: numberId('a row’s ID') }),
  headers: (token) => ({ authorization: `Token ${token}` }),
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `${rows(table_id)}${encoded(record_id)}/?${NAMES}`, read: answers.record }),
  search,
  test: (ask) => ask({ path: '/api/database/tables/all-tables/', read: answers.any, operation: 'whoami' }),
};

interface Filter {
  field: string;
  type: string;
  value: string;
}

/** Returns the filters as JSON: those of lists of values in groups. */
function filtersOf(where: RecordQuery['where']): string {
  const groups = where.map(alternativesOf).filter((filters) => filters.length > 0);
  return JSON.stringify({
    filter_type: 'AND',
    filters: [],
    groups: groups.map((filters) => ({ filter_type: 'OR', filters, groups: [] })),
  });
}

/** Returns the filters of which one must be true; none if the condition cannot be expressed, and records are only checked. */
function alternativesOf({ field, op, value }: Condition): Filter[] {
  if (NO_FIELDS.includes(field))
    throw new ServiceError('invalid_parameter', '`where.field` must be the name of a field of the table.');
  const values = valuesOf(value);
  const [only = ''] = values;
  const filter = (type: string, each: FieldValue): Filter => ({ field, type, value: textOfValue(each) });
  switch (op) {
    case 'is_empty':
      return [filter(only === true ? 'empty' : 'not_empty', '')];
    case '=':
    case 'in':
      return values.map((each) => filter(typeof each === 'boolean' ? 'boolean' : 'equal', untrimmed(each)));
    case '!=':
      return isTrimmed(only) || typeof only === 'boolean' ? [] : [filter('not_equal', only)];
    case 'contains': {
      const part = plainPart(textOfValue(only));
      return part === '' ? [] : [filter('contains', part)];
    }
    default:
      if (decimal(only) === undefined) throw providerCannot(`\`${op}\` for texts and dates; it compares numbers only`);
      return [filter(COMPARISONS[op], only)];
  }
}

const COMPARISONS = {
  '<': 'lower_than',
  '<=': 'lower_than_or_equal',
  '>': 'higher_than',
  '>=': 'higher_than_or_equal',
} as const;

/** Baserow removes white space around values, and ignores a filter without a value. */
const isTrimmed = (value: FieldValue): boolean => typeof value === 'string' && value.trim() !== value;

function untrimmed(value: FieldValue): FieldValue {
  if (!isTrimmed(value)) return value;
  throw new ServiceError(
    'invalid_parameter',
    '`where.value` must not be blank, or begin or end with white space, with this provider.',
  );
}

function sortNameOf(field: string): string {
  if (!/^[-+"]|,/.test(field)) return field;
  throw providerCannot(
    `an order by fields whose names have a comma, or begin with a sign or a quote, such as \`${field}\``,
  );
}
