/** Teable: `GET /api/table/{table}/record/{id}`. Table IDs are unique on the server. */
import { answersOf, inObject } from './answers.js';
import { bearer, encoded, idRule, onlyBase, type RestServer } from './provider.js';
import { recordFrom } from './record-json.js';

/** @public */
export const answers = answersOf(import.meta.url, {
  record: inObject((json) => recordFrom(json['id'], json['fields'], json['createdTime'])),
});

export const teable: RestServer = {
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  get: ({ table_id, record_id }, ask) =>
    ask({
      path: `/api/table/${encoded(table_id)}/record/${encoded(record_id)}?fieldKeyType=name`,
      read: answers.record,
    }),
  test: (ask) => ask({ path: '/api/auth/user/me', read: answers.any, operation: 'whoami' }),
};
