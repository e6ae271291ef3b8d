/** Teable: `GET /api/table/{table}/record/{id}`. Table IDs are unique on the server. */
import type { Json } from '@toolpress/contract';
import { anyAnswer, bearer, encoded, idRule, isObject, onlyBase, type RestServer, recordFrom } from './provider.js';

export const teable: RestServer = {
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `/api/table/${encoded(table_id)}/record/${encoded(record_id)}?fieldKeyType=name`, read: recordOf }),
  test: (ask) => ask({ path: '/api/auth/user/me', read: anyAnswer, operation: 'whoami' }),
};

const recordOf = (json: Json) =>
  isObject(json) ? recordFrom(json['id'], json['fields'], json['createdTime']) : undefined;
