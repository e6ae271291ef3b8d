/** Directus: `GET /items/{collection}/{id}`. The server has one base. */
import { ServiceError } from '@toolpress/contract';
import { bearer, encoded, idRule, onlyBase, type RestServer } from './provider.js';

const search = (table: string, filter: object, most: number): string =>
  `/items/${encoded(table)}?limit=${most}&filter=${encoded(JSON.stringify(filter))}`;

export const directus: RestServer = {
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  get: ({ table_id, record_id }, ask) =>
    ask({
      path: `/items/${encoded(table_id)}/${encoded(record_id)}`,
      read: 'directus',
      given: record_id,
    }),
  async find({ table_id }, { field, value }, ask) {
    // Directus replaces variables such as `$CURRENT_USER`.
    if (String(value).startsWith('$'))
      throw new ServiceError('invalid_parameter', '`where.value` must not begin with `$` with this provider.');
    return ask({ path: search(table_id, { [field]: { _eq: value } }, 2), read: 'directuses' });
  },
  list: ({ table_id }, ids, ask) =>
    ask({ path: search(table_id, { id: { _in: ids } }, ids.length), read: 'directuses' }),
  test: (ask) => ask({ path: '/users/me?fields=id', read: 'any', operation: 'whoami' }),
};
