/** Grist: `GET /api/docs/{document}/tables/{table}/records`, filtered by the record's ID. */
import { ServiceError } from '@toolpress/contract';
import { answersOf, inObject, listIn } from './answers.js';
import { bearer, encoded, idRule, numberId, type RestServer } from './provider.js';
import { recordFrom } from './record-json.js';

/** @public */
export const answers = answersOf(import.meta.url, {
  records: listIn(
    'records',
    inObject((json) => recordFrom(json['id'], json['fields'], null)),
  ),
});

const search = (base: string, table: string, filter: object, most: number): string =>
  `/api/docs/${encoded(base)}/tables/${encoded(table)}/records?limit=${most}&filter=${encoded(JSON.stringify(filter))}`;

export const grist: RestServer = {
  hasAllFields: true,
  ids: idRule({ record_id: numberId('a row’s ID') }),
  headers: bearer,
  async get({ base_id, table_id, record_id }, ask) {
    const [record] = await ask({
      path: search(base_id, table_id, { id: [Number(record_id)] }, 1),
      read: answers.records,
    });
    if (record === undefined)
      throw new ServiceError('record_not_found', `The server has no record \`${record_id}\` in this table.`);
    return record;
  },
  find: ({ base_id, table_id }, { field, value }, ask) =>
    ask({ path: search(base_id, table_id, { [field]: [value] }, 2), read: answers.records }),
  list: ({ base_id, table_id }, ids, ask) =>
    ask({ path: search(base_id, table_id, { id: ids.map(Number) }, ids.length), read: answers.records }),
  test: (ask) => ask({ path: '/api/orgs', read: answers.any, operation: 'whoami' }),
};
