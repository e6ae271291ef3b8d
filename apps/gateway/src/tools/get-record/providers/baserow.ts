/** Baserow: `GET /api/database/rows/table/{table}/{id}/`. Table IDs are unique on the server. */
import type { Json } from '@toolpress/contract';
import {
  anyAnswer,
  encoded,
  idRule,
  isObject,
  numberId,
  onlyBase,
  type RestServer,
  recordFrom,
  recordsFrom,
  without,
} from './provider.js';

const NAMES = 'user_field_names=true';
const rows = (table: string): string => `/api/database/rows/table/${encoded(table)}/`;

export const baserow: RestServer = {
  ids: idRule({ base_id: onlyBase(), table_id: numberId('a table’s ID'), record_id: numberId('a row’s ID') }),
  headers: (token) => ({ authorization: `Token ${token}` }),
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `${rows(table_id)}${encoded(record_id)}/?${NAMES}`, read: recordOf }),
  find: ({ table_id }, { field, value }, ask) =>
    ask({
      path: `${rows(table_id)}?${NAMES}&size=2&filter__${encoded(field)}__equal=${encoded(String(value))}`,
      read: (json) => (isObject(json) ? recordsFrom(json['results'], recordOf) : undefined),
    }),
  test: (ask) => ask({ path: '/api/database/tables/all-tables/', read: anyAnswer, operation: 'whoami' }),
};

const recordOf = (json: Json) =>
  isObject(json) ? recordFrom(json['id'], without(json, 'id', 'order'), null) : undefined;
