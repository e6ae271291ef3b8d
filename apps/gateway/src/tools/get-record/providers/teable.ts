/** Teable: `GET /api/table/{table}/record/{id}`. Table IDs are unique on the server. */
import { bearer, encoded, idRule, onlyBase, type RestServer } from './provider.js';

export const teable: RestServer = {
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `/api/table/${encoded(table_id)}/record/${encoded(record_id)}?fieldKeyType=name`, read: 'teable' }),
  test: (ask) => ask({ path: '/api/auth/user/me', read: 'any', operation: 'whoami' }),
};
