/** NocoDB: `GET /api/v3/data/{base}/{table}/records/{id}`. */
import { type Json, ServiceError, type Where } from '@toolpress/contract';
import { encoded, idRule, isObject, type RestServer, recordFrom, recordsFrom } from './provider.js';

const records = (base: string, table: string): string => `/api/v3/data/${encoded(base)}/${encoded(table)}/records`;

export const nocodb: RestServer = {
  ids: idRule({}),
  headers: (token) => ({ 'xc-token': token }),
  get: ({ base_id, table_id, record_id }, ask) =>
    ask({ path: `${records(base_id, table_id)}/${encoded(record_id)}`, read: recordOf }),
  find: ({ base_id, table_id }, where, ask) =>
    ask({ path: `${records(base_id, table_id)}?pageSize=2&where=${encoded(filterOf(where))}`, read: listOf }),
  // An unknown token is one of a guest, without an id.
  test: (ask) => ask({ path: '/api/v1/auth/user/me', read: isUser, operation: 'whoami' }),
};

const isUser = (json: Json) => (isObject(json) ? typeof json['id'] === 'string' : undefined);

/** NocoDB returns the creation time as the field `CreatedAt`. */
const recordOf = (json: Json) =>
  isObject(json) && isObject(json['fields'])
    ? recordFrom(json['id'], json['fields'], json['fields']['CreatedAt'])
    : undefined;

const listOf = (json: Json) => (isObject(json) ? recordsFrom(json['records'], recordOf) : undefined);

function filterOf({ field, value }: Where): string {
  // NocoDB fails, because its objects have this member.
  if (field === '__proto__')
    throw new ServiceError('invalid_parameter', '`where.field` must be the name of a field of the table.');
  if (/[(),"\\]/.test(field) || /["\\]/.test(String(value)))
    throw new ServiceError(
      'invalid_parameter',
      '`where` must not contain quotes, backslashes, or commas in the field.',
    );
  return `(${field},eq,"${value}")`;
}
