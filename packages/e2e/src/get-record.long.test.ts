import { freePort, PROVIDER_TOKEN, type ProviderDouble, startProviderDouble, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = '/api/tablebase/get-record';

describe('The get-record tool', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let bases = 0;
  before(async () => {
    provider = await startProviderDouble({ penaltyMs: 1_000 });
    service = await TestService.start({ workers: 0, env: { TABLEBASE_API_URL: `${provider.apiUrl}/` } });
    await connect('main');
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  const connect = (slug: string, token = PROVIDER_TOKEN, as = service.token) =>
    service.call(`/api/connections/${slug}`, { method: 'PUT', token: as, body: { provider: 'tablebase', token } });
  /** A base that no test has read yet, so that no test waits for another one's slots. */
  const freshBase = (): string => `appTest${++bases}`;

  it('answers 502 when the provider can not be reached, and names no address', async () => {
    const other = await service.addGateway({ TABLEBASE_API_URL: `http://localhost:${await freePort()}/v0` });
    const response = await fetch(`${other.url}${TOOL}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        base_id: freshBase(),
        table_id: 'T',
        record_id: 'recSample',
        _connections: { tablebase: 'main' },
      }),
    });
    expect([response.status, response.headers.get('x-error-code')]).to.deep.equal([502, 'target_unreachable']);
    expect(((await response.json()) as { error: string }).error).to.equal('The provider can’t be reached.');
    await other.end();
  });
});
