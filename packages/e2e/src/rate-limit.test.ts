import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('The rate limit', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0 });
  });
  after(() => service.stop());

  const limitTo = async (requests_per_minute: number): Promise<void> => {
    const answer = await service.call('/admin/settings', {
      method: 'PATCH',
      token: service.adminToken,
      body: { rate_limit: { requests_per_minute } },
    });
    expect(answer.body.data.rate_limit).to.include({ requests_per_minute });
  };
  const ask = async (token: string, url = service.url): Promise<Response> => {
    const response = await fetch(`${url}/api/variables`, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    return response;
  };

  it('is off until the operator sets one: no header mentions it', async () => {
    const names = [...(await ask(service.token)).headers.keys()];
    expect(names.filter((name) => name.startsWith('ratelimit'))).to.deep.equal([]);
  });

  it('lets each token make its requests, counted over all gateways, and answers 429 beyond', async () => {
    const other = await service.addGateway();
    const { token } = await service.createAccount('limited');
    await limitTo(5);
    const seesLimit = async () => expect((await ask(service.token, other.url)).headers.has('ratelimit')).to.equal(true);
    await eventually(seesLimit);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(token, index % 2 ? other.url : service.url)),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).to.have.lengthOf(7);
    for (const { headers } of refused) {
      expect(headers.get('x-error-code')).to.equal('rate_limited');
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
      expect(headers.get('ratelimit')).to.match(/^"minute";r=0;t=\d+$/);
    }
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(remaining.sort()).to.deep.equal(['0', '1', '2', '3', '4']);
    await other.end();
  });

  it('is separate for each token: another token of the same account continues', async () => {
    const { id, token } = await service.createAccount('two tokens');
    const second = await service.call(`/admin/accounts/${id}/tokens`, { token: service.adminToken, body: {} });
    await limitTo(1);
    expect((await ask(token)).status).to.equal(200);
    expect((await ask(token)).status).to.equal(429);
    const { headers, status } = await ask(second.body.data.token);
    expect(status).to.equal(200);
    expect(headers.get('ratelimit-policy')).to.equal('"minute";q=1;w=60');
    expect(headers.get('ratelimit')).to.match(/^"minute";r=0;t=[1-9]\d?$/);
  });

  it('gives the time of the next request in the message and in `Retry-After`', async () => {
    const { token } = await service.createAccount('told');
    await limitTo(1);
    await ask(token);
    const { body, headers } = await service.call('/api/usage', { token });
    expect(body.error).to.include(`try again in ${headers.get('retry-after')} s`);
  });

  it('that is lifted lets a refused token continue', async () => {
    const { token } = await service.createAccount('lifted');
    await limitTo(1);
    await ask(token);
    expect((await ask(token)).status).to.equal(429);
    await limitTo(0);
    expect((await ask(token)).status).to.equal(200);
  });
});
