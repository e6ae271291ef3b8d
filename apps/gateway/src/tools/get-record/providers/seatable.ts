/** SeaTable: the API token is exchanged for a token of its base, which then reads the row. */
import { ServiceError } from '@toolpress/contract';
import { answersOf, inObject } from './answers.js';
import { type Ask, bearer, encoded, idRule, onlyBase, type RestServer } from './provider.js';
import { recordFrom, without } from './record-json.js';

/** The columns that every row has beside those of its table. */
const SYSTEM_COLUMNS = [
  ...['_id', '_ctime', '_mtime', '_creator', '_last_modifier'],
  ...['_archived', '_locked', '_locked_by'],
];

/** @public */
export const answers = answersOf(import.meta.url, {
  record: inObject((json) => recordFrom(json['_id'], without(json, ...SYSTEM_COLUMNS), json['_ctime'])),
  base: inObject(({ access_token, dtable_uuid }) =>
    typeof access_token === 'string' && typeof dtable_uuid === 'string'
      ? { id: dtable_uuid, token: access_token }
      : undefined,
  ),
});

export const seatable: RestServer = {
  // An API token belongs to one base.
  ids: idRule({ base_id: onlyBase() }),
  headers: bearer,
  async get({ table_id, record_id }, ask, token) {
    const base = await openBase(ask, token);
    const path = `/api-gateway/api/v2/dtables/${encoded(base.id)}/rows/${encoded(record_id)}/`;
    return ask({
      path: `${path}?table_name=${encoded(table_id)}&convert_keys=true`,
      exchanged: { token: base.token, headers: bearer(base.token) },
      read: answers.record,
    });
  },
  test: openBase,
};

/** @returns the base of the API token, and a token that reads it. */
async function openBase(ask: Ask, token: string): Promise<{ id: string; token: string }> {
  const base = await ask({
    path: '/api/v2.1/dtable/app-access-token/',
    exchanged: { token, headers: { authorization: `Token ${token}` } },
    read: answers.base,
    operation: 'whoami',
  });
  if (/^[\x21-\x7e]+$/.test(base.token)) return base;
  throw new ServiceError('response_invalid', 'The provider failed: its token is not usable.');
}
