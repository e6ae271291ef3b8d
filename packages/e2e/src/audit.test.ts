import { AUDIT_ACTIONS, type AuditEntry } from '@toolpress/contract';
import { eventually, startHttpTarget, TARGET_ADDRESS, TestService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

/** A word in every content and secret that the test sends. */
const SECRET = 'Pfirsich';

describe('The audit log', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS, TRUST_PROXY: '1' } });
  });
  after(() => service.stop());

  const operate = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(path, { method, token: service.adminToken, headers, ...(body !== undefined && { body }) });
  const entries = async (query = ''): Promise<AuditEntry[]> =>
    (await operate('GET', `/admin/audit?${query}`)).body.data.items;
  const own = async (token: string): Promise<AuditEntry[]> =>
    (await service.call('/api/audit', { token })).body.data.items;

  it('has every change of the operator and of an account, and no contents or secrets', async () => {
    const headers = { 'x-request-id': 'my-request', 'x-forwarded-for': '203.0.113.7' };
    const { id } = (await operate('POST', '/admin/accounts', { name: 'Audited' }, headers)).body.data;
    const made = (await operate('POST', `/admin/accounts/${id}/tokens`, { name: 'ci' })).body.data;
    await operate('PATCH', `/admin/accounts/${id}`, { monthly_actions: 4_711 });
    await operate('PATCH', '/admin/settings', {
      get_record: { timeout_ms: 4_711 },
      rate_limit: { concurrent_requests: 99 },
    });
    await operate('POST', '/admin/secrets/re-encrypt');
    const target = await startHttpTarget((_, response) => response.end());
    const call = async (method: string, path: string, body?: unknown): Promise<void> => {
      const { status, body: answer } = await service.call(path, {
        method,
        token: made.token,
        ...(body !== undefined && { body }),
      });
      expect(status, `${path}: ${answer.error}`).to.be.within(200, 202);
    };
    await call('PUT', '/api/variables/a', { kind: 'html', content: SECRET });
    for (let time = 0; time < 2; time++) {
      await call('PUT', '/api/variables/a', { kind: 'html', content: SECRET, draft: true });
      if (time === 0) await call('POST', '/api/variables/a/publish', { version: 'draft' });
      else await call('DELETE', '/api/variables/a/draft');
    }
    await call('DELETE', '/api/variables/a');
    const font = { family: SECRET, data_base64: testFont('Mine').toString('base64') };
    await call('PUT', '/api/fonts/b', font);
    await call('DELETE', '/api/fonts/b');
    await call('PUT', '/api/connections/c', { token: SECRET, label: SECRET });
    await call('DELETE', '/api/connections/c');
    await call('PUT', '/api/webhooks/d', { url: `${target.url}/${SECRET}` });
    await call('POST', '/api/webhooks/d/rotate');
    await call('DELETE', '/api/webhooks/d');
    const input = { html: SECRET };
    const job = await service.call('/api/jobs', { token: made.token, body: { tool: 'html-to-pdf', input } });
    await operate('DELETE', `/admin/jobs/${job.body.data.id}`);
    const batch = await service.call('/api/batches', {
      token: made.token,
      body: { tool: 'html-to-pdf', input, rows: [{}] },
    });
    await operate('POST', `/admin/batches/${batch.body.data.id}/retry`);
    await operate('DELETE', `/admin/batches/${batch.body.data.id}`);
    await operate('DELETE', `/admin/tokens/${made.id}`);
    await operate('DELETE', `/admin/accounts/${id}`);
    await target.close();

    const all = await entries('limit=1000');
    const known = new Set<string>(all.map(({ action }) => action));
    // Other tests have these: a sign-in, a worker, a service without a proxy.
    const elsewhere = ['grant.create', 'grant.revoke', 'operator.sign_in', 'studio_link.create', 'template.print'];
    expect(AUDIT_ACTIONS.filter((action) => !known.has(action))).to.deep.equal(elsewhere);
    expect(JSON.stringify(all)).not.to.match(new RegExp(`${SECRET}|4711|${made.token}`));
    const stored = await service.redis.command('XRANGE', 'toolpress:audit', '-', '+');
    expect(JSON.stringify(stored)).not.to.match(new RegExp(`${SECRET}|4711|${made.token}`));

    const ofAccount = await entries(`account=${id}`);
    const actor = { kind: 'token', id: made.id, name: 'ci' };
    expect(ofAccount.at(-1)).to.deep.include({
      action: 'account.create',
      object: id,
      account_id: id,
      fields: ['name'],
      outcome: 'done',
      actor: { kind: 'admin', id: null, name: null },
      request_id: 'my-request',
      address: '203.0.113.7',
    });
    const [saved] = ofAccount.filter(({ action }) => action === 'connection.save');
    expect(saved).to.deep.include({ actor, object: 'c', fields: ['token', 'label'], address: '127.0.0.1' });
    expect(ofAccount.map(({ action }) => action).slice(0, 3)).to.deep.equal([
      'account.close',
      'token.revoke',
      'batch.cancel',
    ]);
    const [settings] = await entries('action=settings.update');
    expect(settings).to.deep.include({
      account_id: null,
      object: null,
      fields: ['get_record.timeout_ms', 'rate_limit.concurrent_requests'],
    });
  });

  it('has nothing of requests that were refused, and one entry for repeated ones', async () => {
    const { token } = await service.createAccount('refused');
    const before = await entries('limit=1000');
    expect((await service.call('/api/variables/none', { method: 'DELETE', token })).status).to.equal(404);
    expect((await service.call('/api/variables/x', { method: 'PUT', token, body: {} })).status).to.equal(400);
    expect((await operate('DELETE', '/admin/tokens/tok_0')).status).to.equal(404);
    expect((await service.call('/admin/settings', { method: 'PATCH', token: 'wrong', body: {} })).status).to.equal(401);
    expect(await entries('limit=1000')).to.deep.equal(before);
    const key = { 'idempotency-key': 'once' };
    const made = await operate('POST', '/admin/accounts', { name: 'twice' }, key);
    const again = await operate('POST', '/admin/accounts', { name: 'twice' }, key);
    expect(again.body.data).to.deep.equal(made.body.data);
    expect((await entries('limit=1000')).length - before.length).to.equal(1);
  });

  it('shows an account its entries only, without the operator’s address', async () => {
    const [one, other] = [await service.createAccount('one'), await service.createAccount('other')];
    const variable = { kind: 'html', content: 'x' };
    await service.call('/api/variables/mine', { method: 'PUT', token: one.token, body: variable });
    expect((await own(one.token)).map(({ action, address }) => [action, address])).to.deep.equal([
      ['variable.save', '127.0.0.1'],
      ['token.create', ''],
      ['account.create', ''],
    ]);
    expect((await own(other.token)).map(({ action }) => action)).to.deep.equal(['token.create', 'account.create']);
  });

  it('refuses a change that cannot be noted, which is then not made', async () => {
    await service.redis.command('SET', 'toolpress:audit:open', 'no sorted set');
    const variable = { kind: 'html', content: 'x' };
    const refused = await service.call('/api/variables/noted', { method: 'PUT', body: variable });
    expect(refused.status).to.equal(500);
    expect((await service.call('/api/variables/noted')).status).to.equal(404);
    await service.redis.command('DEL', 'toolpress:audit:open');
    expect((await service.call('/api/variables/noted', { method: 'PUT', body: variable })).status).to.equal(200);
  });

  it('lists a change as unknown whose gateway was killed during it', async () => {
    // The gateway looks at each account for secrets to encrypt again, which takes seconds.
    const many = "for number = 1, 30000 do redis.call('ZADD', KEYS[1], 0, 'acc_x' .. number) end";
    await service.redis.command('EVAL', many, '1', 'toolpress:accounts');
    const asked = operate('POST', '/admin/secrets/re-encrypt').catch(() => 'broken off');
    const noted = async () => (await service.redis.command('ZRANGE', 'toolpress:audit:open', '0', '-1')) as string[];
    await eventually(async () => expect(await noted()).to.have.lengthOf(1));
    await service.restartGateway('SIGKILL');
    expect(await asked).to.equal('broken off');
    const [newest] = await entries('limit=1');
    expect(newest).to.include({ object: 'noted' });
    // Fifteen minutes pass.
    for (const member of await noted()) await service.redis.command('ZADD', 'toolpress:audit:open', '1', member);
    const [unknown] = await entries('limit=1');
    expect(unknown).to.include({ action: 'secrets.re_encrypt', outcome: 'unknown' });
    expect(await noted()).to.deep.equal([]);
  });
});
