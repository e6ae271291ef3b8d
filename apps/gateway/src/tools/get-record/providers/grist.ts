/** Grist: `GET /api/docs/{document}/tables/{table}/records`, filtered by the record's ID. */
import { type Json, ServiceError } from '@toolpress/contract';
import {
  anyAnswer,
  bearer,
  encoded,
  idRule,
  isObject,
  numberId,
  type RestServer,
  recordFrom,
  recordsFrom,
} from './provider.js';

const search = (base: string, table: string, filter: object, most: number): string =>
  `/api/docs/${encoded(base)}/tables/${encoded(table)}/records?limit=${most}&filter=${encoded(JSON.stringify(filter))}`;

export const grist: RestServer = {
  ids: idRule({ record_id: numberId('a row’s ID') }),
  headers: bearer,
  async get({ base_id, table_id, record_id }, ask) {
    const [record] = await ask({ path: search(base_id, table_id, { id: [Number(record_id)] }, 1), read: listOf });
    if (record === undefined)
      throw new ServiceError('record_not_found', `The server has no record \`${record_id}\` in this table.`);
    return record;
  },
  find: ({ base_id, table_id }, { field, value }, ask) =>
    ask({ path: search(base_id, table_id, { [field]: [value] }, 2), read: listOf }),
  list: ({ base_id, table_id }, ids, ask) =>
    ask({ path: search(base_id, table_id, { id: ids.map(Number) }, ids.length), read: listOf }),
  test: (ask) => ask({ path: '/api/orgs', read: anyAnswer, operation: 'whoami' }),
};

const listOf = (json: Json) =>
  isObject(json)
    ? recordsFrom(json['records'], (item) =>
        isObject(item) ? recordFrom(item['id'], item['fields'], null) : undefined,
      )
    : undefined;
