/** NocoDB: `GET /api/v3/data/{base}/{table}/records/{id}`. */
import { ServiceError, type Where } from '@toolpress/contract';
import { answersOf, inObject, listIn } from './answers.js';
import { encoded, idRule, type RestServer } from './provider.js';
import { isObject, recordFrom } from './record-json.js';

/** NocoDB returns the creation time as the field `CreatedAt`. */
const record = inObject(({ id, fields }) =>
  isObject(fields) ? recordFrom(id, fields, fields['CreatedAt']) : undefined,
);

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  records: listIn('records', record),
  /** An unknown token is one of a guest, without an id. */
  user: inObject((json) => typeof json['id'] === 'string'),
});

const records = (base: string, table: string): string => `/api/v3/data/${encoded(base)}/${encoded(table)}/records`;

export const nocodb: RestServer = {
  hasAllFields: true,
  ids: idRule({}),
  headers: (token) => ({ 'xc-token': token }),
  get: ({ base_id, table_id, record_id }, ask) =>
    ask({ path: `${records(base_id, table_id)}/${encoded(record_id)}`, read: answers.record }),
  find: ({ base_id, table_id }, where, ask) =>
    ask({ path: `${records(base_id, table_id)}?pageSize=2&where=${encoded(filterOf(where))}`, read: answers.records }),
  test: (ask) => ask({ path: '/api/v1/auth/user/me', read: answers.user, operation: 'whoami' }),
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
