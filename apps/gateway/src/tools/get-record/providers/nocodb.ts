/** NocoDB: `GET /api/v3/data/{base}/{table}/records/{id}`. */
import { ServiceError, type Where } from '@toolpress/contract';
import { encoded, idRule, type RestServer } from './provider.js';

const records = (base: string, table: string): string => `/api/v3/data/${encoded(base)}/${encoded(table)}/records`;

export const nocodb: RestServer = {
  ids: idRule({}),
  headers: (token) => ({ 'xc-token': token }),
  get: ({ base_id, table_id, record_id }, ask) =>
    ask({ path: `${records(base_id, table_id)}/${encoded(record_id)}`, read: 'nocodb' }),
  find: ({ base_id, table_id }, where, ask) =>
    ask({ path: `${records(base_id, table_id)}?pageSize=2&where=${encoded(filterOf(where))}`, read: 'nocodbs' }),
  test: (ask) => ask({ path: '/api/v1/auth/user/me', read: 'nocodb user', operation: 'whoami' }),
};

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
