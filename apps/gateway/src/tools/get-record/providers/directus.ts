/** Directus: `GET /items/{collection}/{id}`. The server has one base. */
import { type Json, ServiceError } from '@toolpress/contract';
import {
  anyAnswer,
  bearer,
  encoded,
  idRule,
  isObject,
  onlyBase,
  type RestServer,
  recordFrom,
  recordsFrom,
} from './provider.js';

const search = (table: string, filter: object, most: number): string =>
  `/items/${encoded(table)}?limit=${most}&filter=${encoded(JSON.stringify(filter))}`;

export const directus: RestServer = {
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  get: ({ table_id, record_id }, ask) =>
    ask({
      path: `/items/${encoded(table_id)}/${encoded(record_id)}`,
      // The primary key may have any name.
      read: (json) => (isObject(json) ? recordOf(json['data'] ?? null, record_id) : undefined),
    }),
  async find({ table_id }, { field, value }, ask) {
    // Directus replaces variables such as `$CURRENT_USER`.
    if (String(value).startsWith('$'))
      throw new ServiceError('invalid_parameter', '`where.value` must not begin with `$` with this provider.');
    return ask({ path: search(table_id, { [field]: { _eq: value } }, 2), read: listOf });
  },
  list: ({ table_id }, ids, ask) => ask({ path: search(table_id, { id: { _in: ids } }, ids.length), read: listOf }),
  test: (ask) => ask({ path: '/users/me?fields=id', read: anyAnswer, operation: 'whoami' }),
};

const recordOf = (json: Json, id?: string) =>
  isObject(json) ? recordFrom(json['id'] ?? id, json, json['date_created']) : undefined;

const listOf = (json: Json) => (isObject(json) ? recordsFrom(json['data'], (item) => recordOf(item)) : undefined);
