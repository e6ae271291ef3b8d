/** Directus: `GET /items/{collection}/{id}`. The server has one base. */
import { ServiceError } from '@toolpress/contract';
import { answersOf, inObject, listIn } from './answers.js';
import { bearer, encoded, idRule, onlyBase, type RestServer } from './provider.js';
import { recordFrom } from './record-json.js';

/** The primary key may have any name. @param id the record's ID, for a record without `id`. */
const record = inObject((json, id) => recordFrom(json['id'] ?? id, json, json['date_created']));

/** @public */
export const answers = answersOf(import.meta.url, {
  record: inObject((json, id) => record(json['data'] ?? null, id)),
  records: listIn('data', (item) => record(item, '')),
});

const search = (table: string, filter: object, most: number): string =>
  `/items/${encoded(table)}?limit=${most}&filter=${encoded(JSON.stringify(filter))}`;

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
  async find({ table_id }, { field, value }, ask) {
    // Directus replaces variables such as `$CURRENT_USER`.
    if (String(value).startsWith('$'))
      throw new ServiceError('invalid_parameter', '`where.value` must not begin with `$` with this provider.');
    return ask({ path: search(table_id, { [field]: { _eq: value } }, 2), read: answers.records });
  },
  list: ({ table_id }, ids, ask) =>
    ask({ path: search(table_id, { id: { _in: ids } }, ids.length), read: answers.records }),
  test: (ask) => ask({ path: '/users/me?fields=id', read: answers.any, operation: 'whoami' }),
};
