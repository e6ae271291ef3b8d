import type { ServiceError } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { ProviderRequest } from '../provider.js';
import type { ProviderError } from '../provider-errors.js';
import { nocodb } from './nocodb.js';
import type { Access, Call } from './provider.js';
import { restProvider } from './rest-provider.js';

/** Returns the error for an answer of a server. */
async function errorFor(status: 404 | 422, said: ProviderError): Promise<ServiceError> {
  const client = {
    request: async ({ errors }: ProviderRequest<unknown>) => Promise.reject(errors[status]?.(said)),
  };
  const access: Access = { slug: 'main', provider: 'nocodb', token: 'token', url: 'http://127.0.0.1:1' };
  const call = { client, left: () => 1 } as unknown as Call;
  const reader = restProvider(nocodb).open(access, { ...call, paced: (limiter) => limiter });
  const ids = { base_id: 'b', table_id: 't', record_id: '1' };
  return serviceErrorOf(() => reader.get(ids, false));
}

describe('An answer 422 of a server', () => {
  for (const [type, code] of [
    ['ERR_TABLE_NOT_FOUND', 'record_not_found'],
    ['ERR_FIELD_NOT_FOUND', 'invalid_parameter'],
    ['COLUMN_NOT_FOUND', 'invalid_parameter'],
    [undefined, 'invalid_parameter'],
  ] as const)
    it(`with the code ${type} is ${code}`, async () => {
      expect(await errorFor(422, { type, message: undefined })).to.have.property('code', code);
    });

  it('names the request, not only the ids', async () => {
    const { message } = await errorFor(422, { type: undefined, message: 'Invalid filter' });
    expect(message).to.equal('The server rejects the request. The provider says: “Invalid filter”');
  });
});

describe('An answer 404 of a server', () => {
  for (const [message, code] of [
    ['operator does not exist: integer ~~* unknown', 'provider_cannot'],
    ["Could not find the table 'public.operators' in the schema cache", 'record_not_found'],
    ['relation "operator" does not exist', 'record_not_found'],
  ] as const)
    it(`that says "${message}" is ${code}`, async () => {
      expect(await errorFor(404, { type: undefined, message })).to.have.property('code', code);
    });
});
