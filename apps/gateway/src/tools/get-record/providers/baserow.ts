/** Baserow: `GET /api/database/rows/table/{table}/{id}/`. Table IDs are unique on the server. */
import { ServiceError, type TableRecord } from '@toolpress/contract';
import { answersOf, inObject } from './answers.js';
import { encoded, idRule, numberId, onlyBase, type RestServer } from './provider.js';
import { isObject, recordFrom, recordsFrom, without } from './record-json.js';

/** The members of a row that are not fields, so their filters are ignored. */
const NO_FIELDS: readonly string[] = ['id', 'order'];

const record = inObject((json) => recordFrom(json['id'], without(json, ...NO_FIELDS), null));

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  /** @param field a field that every row must have. */
  records: inObject(({ results }, field): TableRecord[] | 'unknown field' | undefined => {
    if (!Array.isArray(results)) return undefined;
    const isUnknown = results.some((row) => isObject(row) && !Object.hasOwn(row, field));
    return isUnknown ? 'unknown field' : recordsFrom(results, (row) => record(row, ''));
  }),
});

const NAMES = 'user_field_names=true';
const rows = (table: string): string => `/api/database/rows/table/${encoded(table)}/`;

export const baserow: RestServer = {
  hasAllFields: true,
  ids: idRule({ base_id: onlyBase(), table_id: numberId('a table’s ID'), record_id: numberId('a row’s ID') }),
  headers: (token) => ({ authorization: `Token ${token}` }),
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `${rows(table_id)}${encoded(record_id)}/?${NAMES}`, read: answers.record }),
  async find({ table_id }, { field, value }, ask) {
    // Baserow ignores filters without a value, or for fields that do not exist.
    if (String(value).trim() === '')
      throw new ServiceError('invalid_parameter', '`where.value` must not be blank with this provider.');
    if (NO_FIELDS.includes(field)) throw unknownField();
    const found = await ask({
      path: `${rows(table_id)}?${NAMES}&size=2&filter__${encoded(field)}__equal=${encoded(String(value))}`,
      read: answers.records,
      given: field,
    });
    if (found === 'unknown field') throw unknownField();
    return found;
  },
  test: (ask) => ask({ path: '/api/database/tables/all-tables/', read: answers.any, operation: 'whoami' }),
};

const unknownField = (): ServiceError =>
  new ServiceError('invalid_parameter', '`where.field` must be the name of a field of the table.');
