/** SeaTable: the API token is exchanged for a token of its base, which then reads the row. */
import { ServiceError } from '@toolpress/contract';
import { type Ask, bearer, encoded, idRule, onlyBase, type RestServer } from './provider.js';

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
      read: 'seatable',
    });
  },
  test: openBase,
};

/** @returns the base of the API token, and a token that reads it. */
async function openBase(ask: Ask, token: string): Promise<{ id: string; token: string }> {
  const base = await ask({
    path: '/api/v2.1/dtable/app-access-token/',
    exchanged: { token, headers: { authorization: `Token ${token}` } },
    read: 'seatable base',
    operation: 'whoami',
  });
  if (/^[\x21-\x7e]+$/.test(base.token)) return base;
  throw new ServiceError('response_invalid', 'The provider failed: its token is not usable.');
}
