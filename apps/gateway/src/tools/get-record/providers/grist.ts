/** Grist: `GET /api/docs/{document}/tables/{table}/records`, filtered by values of columns. */
import { type Condition, type FieldValue, type Json, type JsonObject, ServiceError } from '@toolpress/contract';
import { answersOf, inObject, pageIn } from './answers.js';
import { decimal, textOfValue, valuesOf } from './conditions.js';
import {
  bearer,
  encoded,
  idRule,
  numberId,
  providerCannot,
  type RecordQuery,
  type RestServer,
  type Search,
} from './provider.js';
import { lengthOf } from './query-parts.js';
import { isObject, recordFrom } from './record-json.js';
import { MAX_READ } from './search.js';

const record = inObject((json) => recordFrom(json['id'], json['fields'], null));

/** Returns fields without the letter of the type with which Grist begins a list, such as `["L", "red"]`. */
const withoutCodes = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.slice(1) : value]),
  );

/** @public */
export const answers = answersOf(import.meta.url, {
  page: pageIn({
    in: 'records',
    record,
    columns: ({ fields }) => (isObject(fields) ? withoutCodes(fields) : undefined),
  }),
});

const search: Search = {
  isExact: false,
  // In this order lists, which are texts in the database, come before numbers and empty values.
  sampleOf: (field) => ({ where: [], sort: [{ field, direction: 'desc' }] }),
  // Grist has no pages, only a limit.
  size: MAX_READ,
  load: ({ where }) => lengthOf(encoded(JSON.stringify(filterOf(where)))),
  page({ base_id, table_id }, { where, sort }, { size }) {
    const order = sort.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${nameOf(field)}`);
    const isWhole = where.every((condition, at) => columnValues(condition) !== undefined && isFirst(where, at));
    const parameters = new URLSearchParams({
      limit: String(isWhole ? size : MAX_READ + 1),
      filter: JSON.stringify(filterOf(where)),
      sort: [...order, 'id'].join(),
    });
    return {
      path: `/api/docs/${encoded(base_id)}/tables/${encoded(table_id)}/records?${parameters}`,
      read: answers.page,
    };
  },
  next: () => undefined,
};

export const grist: RestServer = {
  hasAllFields: true,
  ids: idRule({ record_id: numberId('a row’s ID') }),
  headers: bearer,
  async get({ base_id, table_id, record_id }, ask) {
    const filter = encoded(JSON.stringify({ id: [Number(record_id)] }));
    const path = `/api/docs/${encoded(base_id)}/tables/${encoded(table_id)}/records?limit=1&filter=${filter}`;
    const { records } = await ask({ path, read: answers.page, given: JSON.stringify({ where: [], sort: [] }) });
    const [record] = records;
    if (record === undefined)
      throw new ServiceError('record_not_found', `The server has no record \`${record_id}\` in this table.`);
    return record;
  },
  search,
  key: 'id',
  test: (ask) => ask({ path: '/api/orgs', read: answers.any, operation: 'whoami' }),
};

const isFirst = (where: RecordQuery['where'], at: number): boolean =>
  where.findIndex(({ field }) => field === where[at]?.field) === at;

/** Returns the values that columns may have. Other conditions are only checked. */
const filterOf = (where: RecordQuery['where']): Record<string, Json[]> =>
  Object.fromEntries(
    where.flatMap((condition, at) => {
      const values = columnValues(condition);
      return values === undefined || !isFirst(where, at) ? [] : [[nameOf(condition.field), values]];
    }),
  );

/** Returns the values that a column may have; undefined for a condition that is only checked. */
function columnValues({ op, value }: Condition): Json[] | undefined {
  const values = valuesOf(value);
  if (op === '=' || op === 'in') return values.flatMap(formsOf);
  if (op === 'is_empty' && value === true) return [null, ''];
  if (['<', '<=', '>', '>='].includes(op) && typeof value !== 'number')
    throw providerCannot(
      `\`${op}\` for texts. Dates are numbers with this provider: give the seconds since 1970 as a number`,
    );
  return undefined;
}

/** Returns the forms in which columns of any type can hold a value: numbers and texts, dates as seconds since 1970. */
function formsOf(value: FieldValue): Json[] {
  if (typeof value === 'boolean') return [value];
  const text = textOfValue(value);
  const seconds = /^\d{4}-\d\d-\d\d(?:$|T.*(?:Z|[+-]\d\d:\d\d)$)/.test(text) ? Date.parse(text) / 1_000 : Number.NaN;
  return [text, ...(decimal(value) === undefined ? [] : [Number(text)]), ...(Number.isNaN(seconds) ? [] : [seconds])];
}

function nameOf(field: string): string {
  if (/^[A-Za-z]\w{0,254}$/.test(field)) return field;
  throw new ServiceError(
    'invalid_parameter',
    '`where.field`, and fields in `sort`, must be the IDs of columns: letters, digits and underscores.',
  );
}
