/** NocoDB: `GET /api/v3/data/{base}/{table}/records/{id}`. */
import { type Condition, type FieldValue, ServiceError } from '@toolpress/contract';
import { answersOf, inObject, pageIn } from './answers.js';
import { momentOf, patternOf, textOfValue, valuesOf } from './conditions.js';
import { encoded, idRule, providerCannot, type RecordQuery, type RestServer, type Search } from './provider.js';
import { lengthOf } from './query-parts.js';
import { isObject, recordFrom } from './record-json.js';

/** The title that NocoDB gives to the key of a new table. */
const KEY = 'Id';

/** NocoDB returns the creation time as the field `CreatedAt`. */
const record = inObject(({ id, fields }) =>
  isObject(fields) ? recordFrom(id, fields, fields['CreatedAt']) : undefined,
);

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  page: pageIn({
    in: 'records',
    record,
    columns: ({ id = null, fields }) => (isObject(fields) ? { [KEY]: id, ...fields } : undefined),
    more: ({ next }) => (typeof next === 'string' ? { next } : {}),
  }),
  /** An unknown token is one of a guest, without an id. */
  user: inObject((json) => typeof json['id'] === 'string'),
});

const records = (base: string, table: string): string => `/api/v3/data/${encoded(base)}/${encoded(table)}/records`;

/** @param isDate whether texts in the form of dates are compared with dates, for which NocoDB wants another form. */
const searchFor = (isDate: boolean): Search => ({
  size: 1_000,
  isUtc: isDate,
  sampleOf: (field) => ({ where: [{ field, op: 'is_empty', value: false }], sort: [] }),
  load: ({ where }) => lengthOf(encoded(filterOf(where, isDate))),
  page({ base_id, table_id }, { where, sort }, { cursor = '1', size }) {
    const parameters = new URLSearchParams({ pageSize: String(size), page: cursor });
    if (where.length > 0) parameters.set('where', filterOf(where, isDate));
    if (sort.length > 0) parameters.set('sort', JSON.stringify(sort));
    return { path: `${records(base_id, table_id)}?${parameters}`, read: answers.page };
  },
  next: ({ next }, { cursor = '1' }) => (next === undefined ? undefined : String(Number(cursor) + 1)),
  ...(isDate ? {} : { other: { search: searchFor(true), isFor: (where: RecordQuery['where']) => hasMoment(where) } }),
});

export const nocodb: RestServer = {
  hasAllFields: true,
  ids: idRule({}),
  headers: (token) => ({ 'xc-token': token }),
  get: ({ base_id, table_id, record_id }, ask) =>
    ask({ path: `${records(base_id, table_id)}/${encoded(record_id)}`, read: answers.record }),
  search: searchFor(false),
  key: KEY,
  test: (ask) => ask({ path: '/api/v1/auth/user/me', read: answers.user, operation: 'whoami' }),
};

const filterOf = (where: RecordQuery['where'], isDate: boolean): string =>
  where
    .map((condition) => termsOf(condition, isDate))
    .filter((terms) => terms.length > 0)
    .map((terms) => (terms.length > 1 ? `(${terms.join('~or')})` : terms.join()))
    .join('~and');

/** Returns the filters of which one must be true; none if the condition cannot be expressed, and records are only checked. */
function termsOf({ field, op, value }: Condition, isDate: boolean): string[] {
  const name = quoted(nameOf(field));
  const values = valuesOf(value);
  const [only = ''] = values;
  const isMoment = (each: FieldValue): boolean => isDate && momentOf(each, true) !== undefined;
  // `eq` with a time is true for its whole day. The records are checked afterwards.
  const operand = (each: FieldValue): string | undefined =>
    isMoment(each) ? `exactDate,"${new Date(momentOf(each, true) ?? 0).toISOString()}"` : quoted(each);
  const isHard = (each: FieldValue): boolean => typeof each === 'string' && quoted(each) === undefined;
  switch (op) {
    case 'is_empty':
      return [`(${name},${only === true ? 'blank' : 'notblank'})`];
    case '=':
    case 'in': {
      const plain = values.filter((each) => typeof each !== 'boolean' && !isHard(each));
      const like = values.filter(isHard).map((each) => `(${name},like,${quoted(patternOf(String(each)))})`);
      const boxes = values
        .filter((each) => typeof each === 'boolean')
        .map((each) => `(${name},${each ? '' : 'not'}checked)`);
      const isList = plain.length > 1 && !plain.some(isMoment);
      const equal = isList
        ? [`(${name},in,${plain.map(quoted).join()})`]
        : plain.map((each) => `(${name},eq,${operand(each)})`);
      return [...equal, ...like, ...boxes];
    }
    case '!=':
      return isHard(only) || isMoment(only) || typeof only === 'boolean' ? [] : [`(${name},neq,${operand(only)})`];
    case 'contains':
      return [`(${name},like,${quoted(patternOf(textOfValue(only)))})`];
    default:
      if (isHard(only))
        throw providerCannot(`\`${op}\` for texts with both kinds of quotes, or with a backslash at the end`);
      return [`(${name},${COMPARISONS[op]},${operand(only)})`];
  }
}

const COMPARISONS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

const hasMoment = (where: RecordQuery['where']): boolean =>
  where.some(({ value }) => valuesOf(value).some((each) => momentOf(each, true) !== undefined));

/**
 * Returns a value in quotes; undefined if it can't be. NocoDB takes a quote after a backslash for a part of the text, but leaves the
 * backslash in it.
 */
function quoted(value: FieldValue): string | undefined {
  const text = textOfValue(value);
  if (text.endsWith('\\')) return undefined;
  const quote = ['"', "'"].find((each) => !text.includes(each));
  return quote && `${quote}${text}${quote}`;
}

function nameOf(field: string): string {
  // NocoDB fails for members that its objects have, such as `constructor`.
  if (!(field in {}) && quoted(field) !== undefined) return field;
  throw new ServiceError(
    'invalid_parameter',
    '`where.field` must be the name of a field of the table, without both kinds of quotes or a backslash at the end.',
  );
}
