import { eventually, type HttpTarget, type SharedService, sharedService, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const HTTP = '/api/utilities/http-request';
const PDF = '/api/utilities/html-to-pdf';

describe('Usage and quotas', () => {
  let service: SharedService;
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((request, response) => {
      if (request.path === '/cut') response.destroy();
      else setTimeout(() => response.end('{}'), 100);
    });
    service = await sharedService();
  });
  after(() => target.close());

  describe('Usage', () => {
    it('is shown to the operator: of all accounts together, of each, and of one', async () => {
      const other = await service.createAccount('other');
      const { token: otherToken } = other;
      await service.call(HTTP, { token: otherToken, body: { method: 'GET', url: target.url } });
      const operate = async (query = '') =>
        (await service.call(`/admin/usage${query}`, { token: service.adminToken })).body.data;
      const mine = (await service.call('/api/usage')).body.data;
      const all = await operate('?limit=1000');
      const sum = all.items.reduce((actions: number, item: { actions: number }) => actions + item.actions, 0);
      expect(all.actions).to.be.at.least(sum).and.above(0);
      const shown = all.items.filter(({ account_id }: { account_id: string }) => account_id === other.id);
      expect(shown).to.deep.equal([
        {
          account_id: other.id,
          name: 'other',
          monthly_actions: null,
          actions: 1,
          requests: 1,
          actions_this_month: 1,
        },
      ]);
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
        actions: 3,
        requests: 2,
        storage_bytes: 0,
        by_day: { '2026-02-01': { actions: 1, requests: 1 }, '2026-02-28': { actions: 2, requests: 1 } },
      });
      expect(await usage('from=2026-02-02')).to.include({ actions: 6 });
      expect(await usage('to=2026-01-31')).to.include({ actions: 3 });
      const operate = async (query: string) =>
        (await service.call(`/admin/usage?${query}`, { token: service.adminToken })).body.data;
      const march = 'from=2026-03-01&to=2026-03-01';
      expect((await operate(`account=${id}&${march}`)).items).to.deep.include({
        account_id: id,
        name: 'for some days',
        monthly_actions: null,
        actions: 4,
        requests: 1,
        actions_this_month: 0,
      });
      const [shown] = (await operate(`${march}&limit=1000`)).items.filter(
        (item: { account_id: string }) => item.account_id === id,
      );
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
  });

  describe('A monthly quota', () => {
    const setQuota = (id: string, monthly_actions: number | null) =>
      service.call(`/admin/accounts/${id}`, { method: 'PATCH', token: service.adminToken, body: { monthly_actions } });
    const request = (token: string, path = '/') =>
      service.call(HTTP, { token, body: { method: 'GET', url: `${target.url}${path}` } });

    it('is never exceeded, also by concurrent calls on two gateways; beyond it is 402, or 429 while other calls run', async () => {
      const { id, token } = await service.createAccount('at once');
      await setQuota(id, 10);
      const other = await service.otherGateway();
      const there = async () =>
        (
          await fetch(`${other}${HTTP}`, {
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
      // A charge is sent before its answer, but each gateway has a separate connection.
      await eventually(async () => {
        expect((await service.call('/api/usage', { token })).body.data).to.include({ actions: 10, requests: 10 });
      });
    });

    it('counts only successful calls, and reports the rest of the quota', async () => {
      const { id, token } = await service.createAccount('failing');
      await setQuota(id, 2);
      for (let times = 0; times < 4; times++) expect((await request(token, '/cut')).status).to.equal(502);
      expect((await request(token)).status).to.equal(200);
      const pdf = await service.call(PDF, { token, body: { html: 'x' } });
      expect(pdf.status).to.equal(402);
      expect(pdf.headers.get('x-error-code')).to.equal('quota_exceeded');
      expect(pdf.body.error).to.match(
        /has used 1 of its 2 actions for this month; this call takes 3\. .* on \d{4}-\d\d-01/,
      );
      expect((await request(token)).status).to.equal(200);
      expect((await request(token)).status).to.equal(402);
    });

    it('that is raised or lifted applies immediately', async () => {
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
});
