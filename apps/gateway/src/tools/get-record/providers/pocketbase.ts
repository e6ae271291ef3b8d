/** PocketBase: `GET /api/collections/{collection}/records/{id}`. The server has one base. */
import { type Condition, type FieldValue, ServiceError } from '@toolpress/contract';
import { answersOf, inObject, pageIn } from './answers.js';
import { momentOf, patternOf, plainDigits, textOfValue, valuesOf } from './conditions.js';
import { encoded, idRule, onlyBase, providerCannot, type RestServer, type Search } from './provider.js';
import { lengthOf } from './query-parts.js';
import { recordFrom, without } from './record-json.js';

const record = inObject((json) =>
  recordFrom(json['id'], without(json, 'id', 'collectionId', 'collectionName', 'created', 'updated'), json['created']),
);

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  page: pageIn({
    in: 'items',
    record,
    columns: (row) => row,
    more: ({ items, page, perPage, totalItems }) => ({
      ...(typeof totalItems === 'number' && totalItems >= 0 && { total: totalItems }),
      // Older versions have smaller pages than asked for.
      ...(Array.isArray(items) && items.length >= Number(perPage) && { next: String(Number(page ?? 1) + 1) }),
    }),
  }),
});

const records = (table: string): string => `/api/collections/${encoded(table)}/records`;

/** PocketBase takes filters of 3,500 bytes and 200 comparisons, with the key of the page before. */
const MAX_FILTER = { bytes: 3_300, comparisons: 195 };

/** The largest page of the oldest version with filters. */
const SMALLEST_PAGE = 400;

const search: Search = {
  size: 1_000,
  isUtc: true,
  load({ where }) {
    const filter = filterOf(where);
    const comparisons = where.flatMap(comparisonsOf).length;
    return Math.max(
      Buffer.byteLength(filter) / MAX_FILTER.bytes,
      comparisons / MAX_FILTER.comparisons,
      lengthOf(encoded(filter)),
    );
  },
  page({ table_id }, query, { cursor, size }) {
    const { where, sort, limit } = query;
    const isKeyed = sort.length === 0;
    const after: Condition[] = isKeyed && cursor !== undefined ? [{ field: 'id', op: '>', value: cursor }] : [];
    const order = [...sort.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${nameOf(field)}`), 'id'];
    const parameters = new URLSearchParams({
      perPage: String(size),
      sort: order.join(),
      filter: filterOf([...where, ...after]),
    });
    if (!isKeyed) parameters.set('page', cursor ?? '1');
    // The total shows whether the list changes between its pages.
    if (isKeyed || limit <= SMALLEST_PAGE) parameters.set('skipTotal', '1');
    return { path: `${records(table_id)}?${parameters}`, read: answers.page };
  },
  // Pages of a sorted list have numbers. Those of others begin after the last key.
  next: ({ next, last }, _at, { sort }) => (sort.length === 0 ? next && last : next),
};

export const pocketbase: RestServer = {
  hasAllFields: true,
  ids: idRule({ base_id: onlyBase() }),
  // PocketBase takes the token without the word Bearer, and in older versions only so.
  headers: (token) => ({ authorization: token }),
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `${records(table_id)}/${encoded(record_id)}`, read: answers.record }),
  search,
  key: 'id',
  // Collections decide for each token, so there is no request that every valid token may make.
  test: (ask) => ask({ path: '/api/health', read: answers.any, operation: 'whoami' }),
};

const filterOf = (where: readonly Condition[]): string =>
  where
    .map(termOf)
    .filter((term) => term !== '')
    .join('&&');

/** Returns the comparisons of a condition; an empty text if it cannot be expressed, and records are only checked. */
function termOf(condition: Condition): string {
  const comparisons = comparisonsOf(condition);
  const operator = condition.op === '!=' || condition.value === false ? '&&' : '||';
  return comparisons.length > 1 ? `(${comparisons.join(operator)})` : comparisons.join();
}

/**
 * Returns the comparisons of a condition. `?=` is true if one of the values of a field is equal. A number is also compared as text, because
 * SQLite writes 5 as 5.0 in a comparison with a text.
 */
function comparisonsOf({ field, op, value }: Condition): string[] {
  const name = nameOf(field);
  const values = valuesOf(value);
  const [only = ''] = values;
  switch (op) {
    case 'is_empty':
      return only === true ? [`${name}=''`, `${name}=null`] : [`${name}!=''`, `${name}!=null`];
    case '=':
    case 'in':
      return values.flatMap((each) => {
        if (isUnquotable(each)) return [`${name}?~'${patternOf(each)}%'`];
        const number = typeof each === 'number' ? [`${name}?=${plainDigits(each)}`] : [];
        return [...number, ...formsOf(each).map((form) => `${name}?=${form}`)];
      });
    case '!=':
      if (isUnquotable(only)) return [];
      return [
        ...(typeof only === 'number' ? [`${name}!=${plainDigits(only)}`] : []),
        ...formsOf(only).map((form) => `${name}!=${form}`),
      ];
    case 'contains':
      return [`${name}?~'%${patternOf(textOfValue(only))}%'`];
    default:
      if (isUnquotable(only)) throw providerCannot(`\`${op}\` for texts that end in a backslash`);
      if (typeof only === 'number') return [`${name}?${op}${plainDigits(only)}`];
      return formsOf(only).map((form) => `${name}?${op}${form}`);
  }
}

function nameOf(field: string): string {
  if (/^\w{1,100}$/.test(field)) return field;
  throw new ServiceError(
    'invalid_parameter',
    `\`where.field\`, and fields in \`sort\`, must consist of letters, digits and underscores with this provider.`,
  );
}

/** A quote after a backslash does not end a text, so none can end in a backslash. Other backslashes mean nothing more. */
const isUnquotable = (value: FieldValue): value is string => typeof value === 'string' && value.endsWith('\\');

/** Returns a value as literals: a moment also in the form that fields of dates have. Those are compared as texts. */
function formsOf(value: FieldValue): string[] {
  if (typeof value === 'boolean') return [String(value)];
  const text = textOfValue(value);
  const moment = momentOf(value, true);
  const forms = moment === undefined ? [text] : [text, new Date(moment).toISOString().replace('T', ' ')];
  return [...new Set(forms)].map((form) => `'${form.replaceAll("'", "\\'")}'`);
}
