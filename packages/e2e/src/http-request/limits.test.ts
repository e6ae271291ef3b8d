import type { ServerResponse } from 'node:http';
import { eventually, type HttpTarget, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = '/api/utilities/http-request';
const LINK = { paginate: { by: 'link' } };

describe('Limits of pages and attempts', () => {
  let service: TestService;
  let target: HttpTarget;
  /** The number of the page in the path, from 1. */
  let answer: (page: number, response: ServerResponse) => unknown;
  before(async () => {
    [service, target] = await Promise.all([
      TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS } }),
      startHttpTarget(({ path }, response) => answer(Number(path.slice(1)), response)),
    ]);
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  const settings = async (change: object): Promise<void> => {
    const options = { method: 'PATCH', token: service.adminToken, body: { http_request: change } };
    expect((await service.call('/admin/settings', options)).status).to.equal(200);
  };
  const call = (more: object, token = service.token) =>
    service.call(TOOL, { token, body: { method: 'GET', url: `${target.url}/1`, ...more } });
  const page = (response: ServerResponse, number: number, items: unknown[]): void => {
    const headers = { 'content-type': 'application/json', link: `</${number + 1}>; rel="next"` };
    response.writeHead(200, headers).end(JSON.stringify(items));
  };

  it('stop at the size of one answer, for all pages together', async () => {
    await settings({ max_response_bytes: 3_000 });
    answer = (number, response) => page(response, number, ['x'.repeat(1_000), number]);
    await eventually(async () => {
      const { body } = await call(LINK);
      expect(body.data.pages).to.deep.equal({
        ...{ count: 3, items: 4, complete: false, stopped: 'max_bytes' },
        next: `${target.url}/3`,
      });
    });
    await settings({ max_response_bytes: 1_000_000 });
  });

  it('stop at the deadline with what was read, and where to continue', async () => {
    await settings({ timeout_ms: 1_500 });
    answer = (number, response) => (number < 3 ? page(response, number, [number]) : undefined);
    await eventually(async () => {
      const begun = performance.now();
      const { body } = await call(LINK);
      expect(body.data.body).to.deep.equal([1, 2]);
      expect(body.data.pages).to.deep.equal({
        ...{ count: 2, items: 2, complete: false, stopped: 'deadline' },
        next: `${target.url}/3`,
      });
      expect(body.metadata?.actions_consumed).to.equal(2);
      expect(performance.now() - begun).to.be.below(10_000); // the former limit is 30 s
    });
    answer = () => undefined;
    expect((await call(LINK)).headers.get('x-error-code')).to.equal('deadline_exceeded');
  });

  it('do not wait longer than the deadline for the next attempt', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end('later');
    const { body } = await call({ retry: { attempts: 5 } });
    expect(body.data).to.deep.include({ status: 429, body: 'later', attempts: 1 });
    const before = target.requests.length;
    const unreachable = await call({
      url: `http://${TARGET_ADDRESS}:8/`,
      retry: { attempts: 2 },
    });
    expect(unreachable.status).to.equal(502);
    expect(target.requests.length).to.equal(before);
    await settings({ timeout_ms: 30_000 });
  });

  it('end with 402, without a charge, when the account cannot pay the next page', async () => {
    const { id, token } = await service.createAccount('poor');
    const asOperator = { method: 'PATCH', token: service.adminToken };
    await service.call(`/admin/accounts/${id}`, { ...asOperator, body: { monthly_actions: 2 } });
    answer = (number, response) => page(response, number, [number]);
    const before = target.requests.length;
    await eventually(async () => {
      const refused = await call(LINK, token);
      expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([402, 'quota_exceeded']);
    });
    expect(target.requests.slice(before).every(({ path }) => path === '/1' || path === '/2')).to.equal(true);
    const two = await call({ paginate: { by: 'link', max_pages: 2 } }, token);
    expect(two.body.metadata).to.deep.equal({ actions_consumed: 2 });
  });

  it('keep what was read under an idempotency key', async () => {
    answer = (number, response) => page(response, number, [653247040368672, number]);
    const headers = { 'idempotency-key': 'pages-1' };
    const body = { method: 'GET', url: `${target.url}/1`, paginate: { by: 'link', max_pages: 2 } };
    const first = await service.call(TOOL, { headers, body });
    const before = target.requests.length;
    const again = await service.call(TOOL, { headers, body });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.body.data).to.deep.equal(first.body.data);
    expect(target.requests.length).to.equal(before);
  });
});
