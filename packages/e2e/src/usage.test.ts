import { type Answer, eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const HTTP = '/api/utilities/http-request';
const PDF = '/api/utilities/html-to-pdf';
const CALLS = 1_000;
const CLIENTS = 16;

describe('Usage', () => {
  let service: TestService;
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((request, response) => {
      if (request.path === '/cut') response.destroy();
      else response.end('{"fine":true}');
    });
    service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  /** Successes and failures of every kind, in turn. */
  const kinds: ((number: number) => [path: string, body: object, token?: string])[] = [
    () => [HTTP, { method: 'GET', url: target.url }],
    () => [HTTP, { method: 'POST', url: target.url, body: { a: 1 } }],
    () => [HTTP, { method: 'GET', url: `${target.url}/cut` }],
    () => [HTTP, { method: 'GET', url: 'http://10.0.0.1/' }],
    () => [HTTP, { method: 'FETCH', url: target.url }],
    (number) => [PDF, number % 4 === 0 ? { html: `<p>${number}</p>` } : { html: '[[#open]]' }],
    () => [HTTP, { method: 'GET', url: target.url }, 'tp_unknown'],
  ];

  /** One call, repeated under its key until it is answered: what a careful client does. */
  async function call(number: number): Promise<Answer & { path: string }> {
    const [path, body, token] = kinds[number % kinds.length]?.(number) ?? [HTTP, {}];
    const headers = { 'idempotency-key': `call-${number}` };
    for (;;) {
      try {
        return { path, ...(await service.call(path, { body, headers, ...(token === undefined ? {} : { token }) })) };
      } catch {
        // The gateway is being killed or started: nobody listens.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  it('equals the sum of the successes after 1,000 mixed calls, the gateway killed and restarted in between', async () => {
    const answers: (Answer & { path: string })[] = [];
    let next = 0;
    const restarts: Promise<void>[] = [];
    const client = async (): Promise<void> => {
      for (let number = next++; number < CALLS; number = next++) {
        if (number === 300) restarts.push(service.restartGateway('SIGKILL'));
        if (number === 700) restarts.push(Promise.all(restarts).then(() => service.restartGateway('SIGTERM')));
        answers.push(await call(number));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await Promise.all(restarts);
    const successes = answers.filter(({ status }) => status === 200);
    const ofTool = (path: string) => successes.filter((answer) => answer.path === path);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort(), 'kinds of answers').to.deep.equal([200, 400, 401, 403, 422, 502]);
    const actions = 3 * ofTool(PDF).length + ofTool(HTTP).length; // a repeat's own answer says 0
    const { data } = (await service.call('/api/usage')).body;
    expect(data).to.include({ actions, requests: successes.length });
    expect(data.by_tool).to.deep.equal({
      'html-to-pdf': { actions: 3 * ofTool(PDF).length, requests: ofTool(PDF).length },
      'http-request': { actions: ofTool(HTTP).length, requests: ofTool(HTTP).length },
    });
    expect(Object.values(data.by_token)).to.deep.equal([{ actions, requests: successes.length }]);
    expect(Object.values<{ actions: number }>(data.by_day).reduce((sum, day) => sum + day.actions, 0)).to.equal(
      actions,
    );
  });

  it('is shown to the operator: of all accounts together, of each, and of one', async () => {
    const other = await service.createAccount('other');
    const { token: otherToken } = other;
    await service.call(HTTP, { token: otherToken, body: { method: 'GET', url: target.url } });
    const operate = async (query = '') =>
      (await service.call(`/admin/usage${query}`, { token: service.adminToken })).body.data;
    const mine = (await service.call('/api/usage')).body.data;
    const all = await operate();
    expect(all.actions).to.equal(mine.actions + 1);
    expect(all.items).to.have.lengthOf(2);
    expect(all.items[1]).to.deep.equal({
      account_id: other.id,
      name: 'other',
      monthly_actions: null,
      actions: 1,
      requests: 1,
      actions_this_month: 1,
    });
    const one = await operate(`?account=${service.accountId}`);
    expect(one).to.deep.include(mine);
    expect(one.items[0]).to.include({ actions: mine.actions, actions_this_month: mine.actions });
    const unknown = await service.call('/admin/usage?account=acc_none', { token: service.adminToken });
    expect(unknown.headers.get('x-error-code')).to.equal('account_unknown');
  });

  it('is shown of a period, whose days are both in it', async () => {
    const { id, token } = await service.createAccount('for some days');
    const key = `toolpress:account:${id}:usage`;
    for (const [day, actions] of [
      ['2026-01-31', 3],
      ['2026-02-01', 1],
      ['2026-02-28', 2],
      ['2026-03-01', 4],
    ] as const)
      await service.redis.command('HSET', key, `day:${day}:actions`, String(actions), `day:${day}:requests`, '1');
    const usage = async (query: string) => (await service.call(`/api/usage?${query}`, { token })).body.data;
    expect(await usage('from=2026-02-01&to=2026-02-28')).to.deep.equal({
      ...{ actions: 3, requests: 2, storage_bytes: 0 },
      by_day: { '2026-02-01': { actions: 1, requests: 1 }, '2026-02-28': { actions: 2, requests: 1 } },
    });
    expect(await usage('from=2026-02-02')).to.include({ actions: 6 });
    expect(await usage('to=2026-01-31')).to.include({ actions: 3 });
    const operate = async (query: string) =>
      (await service.call(`/admin/usage?${query}`, { token: service.adminToken })).body.data;
    const march = 'from=2026-03-01&to=2026-03-01';
    expect((await operate(`account=${id}&${march}`)).items).to.deep.include({
      ...{ account_id: id, name: 'for some days', monthly_actions: null },
      ...{ actions: 4, requests: 1, actions_this_month: 0 },
    });
    const [shown] = (await operate(march)).items.filter((item: { account_id: string }) => item.account_id === id);
    expect(shown).to.include({ actions: 4, requests: 1 });
    for (const wrong of [
      'from=2026-02-30',
      'to=yesterday',
      'from=',
      'from=2026-02-02&to=2026-02-01',
      'from=2026-13-01',
    ])
      expect((await service.call(`/api/usage?${wrong}`)).status, wrong).to.equal(400);
  });

  it('is charged once when Redis is lost while a charge is on its way', async () => {
    const before = (await service.call('/api/usage')).body.data.requests;
    const answers: Promise<Answer>[] = Array.from({ length: 40 }, () =>
      service.call(HTTP, { body: { method: 'GET', url: target.url } }),
    );
    await Promise.any(answers);
    await service.redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const succeeded = (await Promise.all(answers)).filter(({ status }) => status === 200).length;
    expect(succeeded).to.be.above(0);
    // A charge that was lost with its connection is sent again shortly after.
    const requests = async () => (await service.call('/api/usage')).body.data?.requests;
    for (let look = 0; look < 100 && (await requests()) !== before + succeeded; look++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await requests()).to.equal(before + succeeded);
  });
});

describe('A monthly quota', () => {
  let service: TestService;
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((request, response) => {
      if (request.path === '/cut') response.destroy();
      else setTimeout(() => response.end('{}'), 100);
    });
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  const setQuota = (id: string, monthly_actions: number | null) =>
    service.call(`/admin/accounts/${id}`, { method: 'PATCH', token: service.adminToken, body: { monthly_actions } });
  const request = (token: string, path = '/') =>
    service.call(HTTP, { token, body: { method: 'GET', url: `${target.url}${path}` } });

  it('is never exceeded, not even by calls at once on two gateways; beyond it is 402, or 429 while others are at work', async () => {
    const { id, token } = await service.createAccount('at once');
    await setQuota(id, 10);
    const other = await service.addGateway();
    const there = async () =>
      (
        await fetch(`${other.url}${HTTP}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ method: 'GET', url: target.url }),
        })
      ).status;
    const here = async () => (await request(token)).status;
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 2 ? here() : there())));
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(10);
    expect(statuses.filter((status) => status === 402 || status === 429)).to.have.lengthOf(20);
    expect(statuses).to.include(429);
    expect(await here()).to.equal(402);
    // A charge is on its way before its answer is, but each gateway has a way of its own.
    await eventually(async () => {
      expect((await service.call('/api/usage', { token })).body.data).to.include({ actions: 10, requests: 10 });
    });
    await other.end();
  });

  it('counts only what succeeded, and says what is left', async () => {
    const { id, token } = await service.createAccount('failing');
    await setQuota(id, 2);
    for (let times = 0; times < 4; times++) expect((await request(token, '/cut')).status).to.equal(502);
    expect((await request(token)).status).to.equal(200);
    const pdf = await service.call(PDF, { token, body: { html: 'x' } });
    expect(pdf.status).to.equal(402);
    expect(pdf.headers.get('x-error-code')).to.equal('quota_exceeded');
    expect(pdf.body.error).to.match(
      /has used 1 of its 2 actions of this month; this call takes 3\. .* on \d{4}-\d\d-01/,
    );
    expect((await request(token)).status).to.equal(200);
    expect((await request(token)).status).to.equal(402);
  });

  it('that is raised or lifted is in force at once', async () => {
    const { id, token } = await service.createAccount('raised');
    await setQuota(id, 0);
    expect((await request(token)).status).to.equal(402);
    await setQuota(id, 1);
    expect((await request(token)).status).to.equal(200);
    expect((await request(token)).status).to.equal(402);
    await setQuota(id, null);
    expect((await request(token)).status).to.equal(200);
  });
});
