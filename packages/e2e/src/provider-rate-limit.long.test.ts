import { PROVIDER_TOKEN, type ProviderDouble, startProviderDouble, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const CALLS = 50;
const A_SECOND = 1_000;

describe('Calls to one base', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let other: { url: string; end: () => Promise<number | null> };
  before(async () => {
    provider = await startProviderDouble();
    service = await TestService.start({ workers: 0, env: { TABLEBASE_API_URL: provider.apiUrl } });
    other = await service.addGateway();
  });
  after(async () => {
    await other.end();
    await service.stop();
    await provider.target.close();
  });

  const connect = (token: string) =>
    service.call('/api/connections/main', {
      method: 'PUT',
      token,
      body: { provider: 'tablebase', token: PROVIDER_TOKEN },
    });

  it(`never exceed five a second at the provider, ${CALLS} together by two accounts on two gateways, and all are answered`, async () => {
    const colleague = await service.createAccount('colleague');
    const tokens = [service.token, colleague.token];
    await Promise.all(tokens.map(connect));
    const get = async (record: string, gateway: string, token: string): Promise<number> => {
      const response = await fetch(`${gateway}/api/tablebase/get-record`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          base_id: 'appShared',
          table_id: 'Orders',
          record_id: record,
          _connections: { tablebase: 'main' },
        }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    for (const token of tokens) expect(await get('recFirst', service.url, token)).to.equal(200);

    const statuses = await Promise.all(
      Array.from({ length: CALLS }, (_, index) =>
        get(`recCall${index}`, index % 2 === 0 ? service.url : other.url, tokens[index % 3 === 0 ? 1 : 0] ?? ''),
      ),
    );
    expect(statuses).to.deep.equal(Array.from({ length: CALLS }, () => 200));
    const { requests } = provider;
    expect(requests.map(({ answer }) => answer)).to.deep.equal(Array.from({ length: CALLS + 2 }, () => 'record'));
    expect(new Set(requests.map(({ record }) => record)).size, 'each record asked for once').to.equal(CALLS + 1);
    const busiest = requests.map(({ at }) => requests.filter((one) => one.at >= at && one.at < at + A_SECOND).length);
    expect(Math.max(...busiest), 'requests in the busiest second').to.be.at.most(5);
  });
});
