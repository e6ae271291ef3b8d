/** PocketBase: `GET /api/collections/{collection}/records/{id}`. The server has one base. */
import { ServiceError, type Where } from '@toolpress/contract';
import { answersOf, inObject, listIn } from './answers.js';
import { encoded, idRule, onlyBase, type RestServer } from './provider.js';
import { recordFrom, without } from './record-json.js';

const record = inObject((json) =>
  recordFrom(json['id'], without(json, 'id', 'collectionId', 'collectionName', 'created', 'updated'), json['created']),
);

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  records: listIn('items', record),
});

const records = (table: string): string => `/api/collections/${encoded(table)}/records`;
const search = (table: string, filter: string, most: number): string =>
  `${records(table)}?perPage=${most}&skipTotal=1&filter=${encoded(filter)}`;

export const pocketbase: RestServer = {
  hasAllFields: true,
  ids: idRule({ base_id: onlyBase() }),
  // PocketBase takes the token without the word Bearer, and in older versions only so.
  headers: (token) => ({ authorization: token }),
  get: ({ table_id, record_id }, ask) =>
    ask({ path: `${records(table_id)}/${encoded(record_id)}`, read: answers.record }),
  find: ({ table_id }, where, ask) => ask({ path: search(table_id, filterOf(where), 2), read: answers.records }),
  list: ({ table_id }, ids, ask) =>
    ask({
      path: search(table_id, ids.map((id) => filterOf({ field: 'id', value: id })).join('||'), ids.length),
      read: answers.records,
    }),
  // Collections decide for each token, so there is no request that every valid token may make.
  test: (ask) => ask({ path: '/api/health', read: answers.any, operation: 'whoami' }),
};

function filterOf({ field, value }: Where): string {
  if (!/^\w{1,100}$/.test(field))
    throw new ServiceError('invalid_parameter', '`where.field` must consist of letters, digits and underscores.');
  if (typeof value !== 'string') return `${field}=${value}`;
  if (value.includes('\\')) throw new ServiceError('invalid_parameter', '`where.value` must not contain a backslash.');
  return `${field}='${value.replaceAll("'", "\\'")}'`;
}
