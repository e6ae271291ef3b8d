/** Directus: `GET /items/{collection}/{id}`. The server has one base. */
import { type Condition, type FieldValue, ServiceError } from '@toolpress/contract';
import { answersOf, inObject, pageIn } from './answers.js';
import { patternOf, textOfValue, valuesOf } from './conditions.js';
import {
  bearer,
  encoded,
  idRule,
  onlyBase,
  providerCannot,
  type RecordQuery,
  type RestServer,
  type Search,
} from './provider.js';
import { lengthOf } from './query-parts.js';
import { recordFrom } from './record-json.js';
import { hasEmpty, withoutEmpty } from './search.js';

/** The primary key may have any name. @param id the record's ID, for a record without `id`. */
const record = inObject((json, id) => recordFrom(json['id'] ?? id, json, json['date_created']));

/** @public */
export const answers = answersOf(import.meta.url, {
  record: inObject((json, id) => record(json['data'] ?? null, id)),
  page: pageIn({ in: 'data', record, columns: (row) => row }),
});

/** @param hasText whether fields can have empty texts, which only fields of texts can. */
const searchFor = (hasText: boolean): Search => ({
  // A whole list is one request, so that it cannot change between pages.
  size: 2_001,
  load: ({ where }) => lengthOf(encoded(filterOf(where, hasText))),
  page({ table_id }, { where, sort }, { cursor = '0', size }) {
    const order = [...sort.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${nameOf(field)}`), 'id'];
    const parameters = { limit: String(size), offset: cursor, sort: order.join(), filter: filterOf(where, hasText) };
    return { path: `/items/${encoded(table_id)}?${new URLSearchParams(parameters)}`, read: answers.page };
  },
  next: (page, { read, size }) => (page.read < size ? undefined : String(read)),
  ...(hasText ? { other: { search: searchFor(false), isFor: hasEmpty } } : {}),
});

export const directus: RestServer = {
  hasAllFields: true,
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  get: ({ table_id, record_id }, ask) =>
    ask({
      path: `/items/${encoded(table_id)}/${encoded(record_id)}`,
      read: answers.record,
      given: record_id,
    }),
  search: searchFor(true),
  key: 'id',
  test: (ask) => ask({ path: '/users/me?fields=id', read: answers.any, operation: 'whoami' }),
};

const filterOf = (where: RecordQuery['where'], hasText: boolean): string =>
  JSON.stringify({ _and: (hasText ? where : withoutEmpty(where)).flatMap((condition) => termsOf(condition, hasText)) });

/** Values that Directus replaces: variables such as `$CURRENT_USER`, and the words for values that are no texts. */
const isReplaced = (value: FieldValue): boolean =>
  typeof value === 'string' && (value.startsWith('$') || ['true', 'false', 'null', 'NULL'].includes(value));

/** Returns a pattern that is not replaced. */
const pattern = (text: string): string => {
  const part = patternOf(text);
  return isReplaced(part) ? `_${part.slice(1)}` : part;
};

/** Returns the filters of a condition; none if it cannot be expressed, and records are only checked. */
function termsOf({ field, op, value }: Condition, hasText: boolean): object[] {
  const name = nameOf(field);
  const values = valuesOf(value);
  const [only = ''] = values;
  const isNull = { [name]: { _null: true } };
  switch (op) {
    case 'is_empty':
      return [{ [name]: only === false ? { _nnull: true } : hasText ? { _empty: true } : { _null: true } }];
    case '=':
    case 'in': {
      const plain = values.filter((each) => !isReplaced(each));
      const like = values.filter(isReplaced).map((each) => ({ [name]: { _contains: pattern(String(each)) } }));
      return [{ _or: [...(plain.length > 0 ? [{ [name]: { _in: plain } }] : []), ...like] }];
    }
    case '!=':
      return isReplaced(only) ? [] : [{ _or: [{ [name]: { _neq: only } }, isNull] }];
    case 'contains':
      return [{ [name]: { _icontains: pattern(textOfValue(only)) } }];
    default:
      if (isReplaced(only)) throw providerCannot(`\`${op}\` for the value \`${only}\`, which it replaces`);
      return [{ [name]: { [COMPARISONS[op]]: only } }];
  }
}

const COMPARISONS = { '<': '_lt', '<=': '_lte', '>': '_gt', '>=': '_gte' } as const;

/** Names with a point or parentheses are paths and functions; those with an underscore first are operators. */
function nameOf(field: string): string {
  if (/^[^_$.,()\s:-][^.,()\s:]*$/.test(field)) return field;
  throw new ServiceError(
    'invalid_parameter',
    '`where.field`, and fields in `sort`, must be names of fields of the collection, without paths and functions.',
  );
}
