import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { ProviderRequest } from '../provider.js';
import { nocodb } from './nocodb.js';
import type { Access, Call } from './provider.js';
import { restProvider } from './rest-provider.js';

describe('An answer 422 of a server', () => {
  for (const [type, code] of [
    ['ERR_TABLE_NOT_FOUND', 'record_not_found'],
    ['ERR_FIELD_NOT_FOUND', 'invalid_parameter'],
    ['COLUMN_NOT_FOUND', 'invalid_parameter'],
    [undefined, 'invalid_parameter'],
  ] as const)
    it(`with the code ${type} is ${code}`, async () => {
      const said = { type, message: undefined };
      const client = {
        request: async ({ errors }: ProviderRequest<unknown>) => Promise.reject(errors[422]?.(said)),
      };
      const access: Access = { slug: 'main', provider: 'nocodb', token: 'token', url: 'http://127.0.0.1:1' };
      const call = { client, left: () => 1 } as unknown as Call;
      const reader = restProvider(nocodb).open(access, { ...call, paced: (limiter) => limiter });
      const ids = { base_id: 'b', table_id: 't', record_id: '1' };
      expect(await serviceErrorOf(() => reader.get(ids, false))).to.have.property('code', code);
    });
});
