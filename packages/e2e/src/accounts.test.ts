import { createHash } from 'node:crypto';
import { eventually, redisContents, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('Accounts, tokens and variables', () => {
  let service: TestService;
  let other: { url: string };
  before(async () => {
    service = await TestService.start({ workers: 0 });
    other = await service.addGateway();
  });
  after(() => service.stop());

  const operate = (path: string, options: { method?: string; body?: unknown } = {}) =>
    service.call(path, { token: service.adminToken, ...options });

  it('explain the admin token to a caller who sends it to a tool, not to one who guesses', async () => {
    const asked = async (token: string) => (await service.call('/api/usage', { token })).body.error;
    expect(await asked(service.adminToken)).to.match(
      /^This is the admin token, which is only for `\/admin`\. Send an API/,
    );
    for (let guess = 0; guess < 12; guess++) expect(await asked(`guess-${guess}`)).to.include('is unknown');
    expect(await asked(service.adminToken)).to.equal('The API token is unknown, expired or revoked.');
    expect((await operate('/admin/accounts')).status).to.equal(200);
  });

  it('are created by the operator, who sees a token’s secret once', async () => {
    const account = (await operate('/admin/accounts', { body: { name: 'Sales', monthly_actions: 500 } })).body.data;
    expect(account).to.have.all.keys('id', 'name', 'monthly_actions', 'max_pages', 'suspended', 'created_at');
    expect(account).to.include({ name: 'Sales', monthly_actions: 500 });
    const token = (await operate(`/admin/accounts/${account.id}/tokens`, { body: { name: 'ci' } })).body.data;
    expect(token).to.have.all.keys('id', 'name', 'created_at', 'expires_at', 'last_used_at', 'token');
    const { token: secret, ...shown } = token;
    const list = (await operate(`/admin/accounts/${account.id}/tokens`)).body.data;
    expect(list).to.deep.equal({ items: [shown], next_cursor: null });
    expect(await redisContents(service.redis.url)).not.to.include(secret);
  });

  it('show a token’s last use', async () => {
    const { id, token } = await service.createAccount('used');
    await service.call('/api/usage', { token });
    const [shown] = (await operate(`/admin/accounts/${id}/tokens`)).body.data.items;
    expect(Date.parse(shown.last_used_at)).to.be.closeTo(Date.now(), 60_000);
  });

  it('lose a revoked token immediately', async () => {
    const { token, tokenId } = await service.createAccount('revoked');
    expect((await service.call('/api/usage', { token })).status).to.equal(200);
    expect((await operate(`/admin/tokens/${tokenId}`, { method: 'DELETE' })).body.data).to.deep.equal({ id: tokenId });
    expect((await service.call('/api/usage', { token })).status).to.equal(401);
    const again = await operate(`/admin/tokens/${tokenId}`, { method: 'DELETE' });
    expect(again.headers.get('x-error-code')).to.equal('token_unknown');
  });

  it('lose a revoked token immediately on every gateway, despite caches', async () => {
    const { token, tokenId } = await service.createAccount('revoked elsewhere');
    const statusThere = async (): Promise<number> =>
      (await fetch(`${other.url}/api/usage`, { headers: { authorization: `Bearer ${token}` } })).status;
    for (let times = 0; times < 3; times++) expect(await statusThere()).to.equal(200);
    await operate(`/admin/tokens/${tokenId}`, { method: 'DELETE' });
    await eventually(async () => expect(await statusThere()).to.equal(401), 100);
  });

  it('lose a token that was revoked while a gateway could not hear of it', async () => {
    const { token, tokenId } = await service.createAccount('revoked in an outage');
    expect((await service.call('/api/usage', { token })).status).to.equal(200);
    const hash = createHash('sha256').update(token).digest('hex');
    await service.redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await service.redis.command('DEL', `toolpress:token:${hash}`, `toolpress:token-hash:${tokenId}`);
    await eventually(async () => expect((await service.call('/api/usage', { token })).status).to.equal(401), 200);
  });

  it('are shown, renamed and given a quota, each by itself or together', async () => {
    const { id } = await service.createAccount('before');
    const change = async (body: object) => operate(`/admin/accounts/${id}`, { method: 'PATCH', body });
    expect((await change({ name: 'after' })).body.data).to.include({ name: 'after', monthly_actions: null });
    expect((await change({ name: 'last', monthly_actions: 5 })).body.data).to.include({
      name: 'last',
      suspended: false,
    });
    const shown = (await operate(`/admin/accounts/${id}`)).body.data;
    expect(shown).to.include({ id, name: 'last', monthly_actions: 5, suspended: false });
    for (const wrong of [{}, { name: '' }, { name: null }, { suspended: 'yes' }])
      expect((await change(wrong)).status, JSON.stringify(wrong)).to.equal(400);
    expect((await operate('/admin/accounts/acc_none')).headers.get('x-error-code')).to.equal('account_unknown');
  });

  it('are rejected immediately on every gateway while they are suspended, and keep their data', async () => {
    const { id, token } = await service.createAccount('suspended');
    await service.call('/api/variables/kept', { method: 'PUT', token, body: { kind: 'html', content: 'kept' } });
    const there = () => fetch(`${other.url}/api/variables/kept`, { headers: { authorization: `Bearer ${token}` } });
    const suspend = (suspended: boolean) => operate(`/admin/accounts/${id}`, { method: 'PATCH', body: { suspended } });
    for (let times = 0; times < 3; times++) expect((await there()).status).to.equal(200);
    expect((await suspend(true)).body.data.suspended).to.equal(true);
    const refused = await service.call('/api/variables/kept', { token });
    expect(refused.status).to.equal(403);
    expect(refused.headers.get('x-error-code')).to.equal('account_suspended');
    expect(refused.body.error).to.include('Ask the operator');
    await eventually(async () => expect((await there()).status).to.equal(403), 100);
    await suspend(false);
    await eventually(async () => expect((await there()).status).to.equal(200), 100);
    expect((await service.call('/api/variables/kept', { token })).body.data.content).to.equal('kept');
  });

  it('see who they are, their remaining quota and their limits', async () => {
    const { id, token, tokenId } = await service.createAccount('who am I');
    const own = async () => (await service.call('/api/account', { token })).body.data;
    expect(await own()).to.deep.include({
      id,
      name: 'who am I',
      monthly_actions: null,
      actions_left: null,
      actions_this_month: 0,
      storage_bytes: 0,
      max_storage_bytes: 10 * 1024 ** 3,
    });
    await operate(`/admin/accounts/${id}`, { method: 'PATCH', body: { monthly_actions: 7 } });
    const { token: shown, limits, ...quota } = await own();
    expect(shown).to.include({ id: tokenId, expires_at: null });
    expect(quota).to.include({ monthly_actions: 7, actions_left: 7 });
    expect(limits).to.include({ requests_per_minute: null, concurrent_requests: 1_000, pages_per_document: 50 });
  });

  it('are given no token that has expired already, or never can', async () => {
    const { id } = await service.createAccount('late');
    for (const expires_at of [new Date(Date.now() - 1_000).toISOString(), '2001-01-01', '2099-W50']) {
      const { status, body } = await operate(`/admin/accounts/${id}/tokens`, { body: { expires_at } });
      expect(status, expires_at).to.equal(400);
      expect(body.error).to.include('`expires_at` must be ');
    }
  });

  it('lose a token when it expires', async () => {
    const { id } = await service.createAccount('expiring');
    const make = async (expires_at: string) =>
      (await operate(`/admin/accounts/${id}/tokens`, { body: { expires_at } })).body.data.token as string;
    const past = await make(new Date(Date.now() + 1_000).toISOString());
    const future = await make(new Date(Date.now() + 60_000).toISOString());
    expect((await service.call('/api/usage', { token: past })).status).to.equal(200);
    await eventually(async () => expect((await service.call('/api/usage', { token: past })).status).to.equal(401));
    expect((await service.call('/api/usage', { token: future })).status).to.equal(200);
  });

  it('get and lose a monthly quota', async () => {
    const { id } = await service.createAccount('quota');
    const set = async (monthly_actions: number | null) =>
      (await operate(`/admin/accounts/${id}`, { method: 'PATCH', body: { monthly_actions } })).body.data
        .monthly_actions;
    expect(await set(10)).to.equal(10);
    expect(await set(null)).to.equal(null);
    const unknown = await operate('/admin/accounts/acc_none', { method: 'PATCH', body: { monthly_actions: 1 } });
    expect(unknown.status).to.equal(404);
  });

  it('are listed in pages, the oldest first, none twice and none left out', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    for (const name of names) await operate('/admin/accounts', { body: { name: `page ${name}` } });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = (await operate(`/admin/accounts?limit=2${query}`)).body.data;
      expect(page.items.length).to.be.at.most(2);
      seen.push(...page.items.map((account: { name: string }) => account.name));
      cursor = page.next_cursor;
    }
    expect(seen.filter((name) => name.startsWith('page '))).to.deep.equal(names.map((name) => `page ${name}`));
    expect(new Set(seen).size).to.equal(seen.length);
    expect((await operate('/admin/accounts?limit=none')).status).to.equal(400);
  });

  it('refuse a cursor that the service did not make, or made for another list', async () => {
    const { next_cursor } = (await operate('/admin/accounts?limit=1')).body.data;
    const madeUp = Buffer.from('acc_0').toString('base64url');
    for (const list of ['/admin/accounts', '/admin/usage', `/admin/accounts/${service.accountId}/tokens`]) {
      for (const cursor of [madeUp, 'x', '%00', '-', `${next_cursor}A`, next_cursor.slice(1)])
        expect((await operate(`${list}?cursor=${cursor}`)).status, `${list} ${cursor}`).to.equal(400);
    }
    for (const list of ['variables', 'fonts', 'connections']) {
      const { status, body } = await service.call(`/api/${list}?cursor=${next_cursor}`);
      expect(status, list).to.equal(400);
      expect(body.error).to.include('`cursor` must be `next_cursor` of the previous page');
    }
    expect((await operate(`/admin/accounts/${service.accountId}/tokens?cursor=${next_cursor}`)).status).to.equal(400);
    expect((await operate(`/admin/accounts?cursor=${next_cursor}`)).status).to.equal(200);
  });

  it('keep variables that can be saved, read, listed, replaced and deleted', async () => {
    const put = (content: string) =>
      service.call('/api/variables/invoice', { method: 'PUT', body: { kind: 'html', content } });
    const first = (await put('<p>1</p>')).body.data;
    const second = (await put('<p>2</p>')).body.data;
    expect(second).to.include({ name: 'invoice', kind: 'html', content: '<p>2</p>', created_at: first.created_at });
    expect((await service.call('/api/variables/invoice')).body.data).to.deep.equal(second);
    const { content: _content, etag: _etag, ...summary } = second;
    expect((await service.call('/api/variables')).body.data).to.deep.equal({ items: [summary], next_cursor: null });
    expect((await service.call('/api/variables/invoice', { method: 'DELETE' })).body.data).to.deep.equal({
      name: 'invoice',
    });
    const gone = await service.call('/api/variables/invoice');
    expect(gone.status).to.equal(404);
    expect(gone.headers.get('x-error-code')).to.equal('variable_not_found');
    expect((await service.call('/api/variables')).body.data.items).to.deep.equal([]);
  });

  it('refuse a variable of a wrong kind or name', async () => {
    const put = (name: string, body: object) => service.call(`/api/variables/${name}`, { method: 'PUT', body });
    expect((await put('a', { kind: 'js', content: 'x' })).body.error).to.include('`kind` must be one of html, css');
    expect((await put('a%20b', { kind: 'html', content: 'x' })).body.error).to.include('`name` must be 1 to 64');
  });

  it('can not see or touch what belongs to another account', async () => {
    const stranger = await service.createAccount('other');
    await service.call('/api/variables/mine', { method: 'PUT', body: { kind: 'html', content: 'mine' } });
    const asOther = { token: stranger.token };
    expect((await service.call('/api/variables/mine', asOther)).status).to.equal(404);
    expect((await service.call('/api/variables/mine', { ...asOther, method: 'DELETE' })).status).to.equal(404);
    expect((await service.call('/api/variables', asOther)).body.data.items).to.deep.equal([]);
    const rendered = await service.call('/api/utilities/html-to-pdf', { ...asOther, body: { html: '[[var:mine]]' } });
    expect(rendered.headers.get('x-error-code')).to.equal('variable_unknown');
    expect((await service.call('/api/variables/mine')).body.data.content).to.equal('mine');
  });
});
