import { eventually, redisContents } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { testReceivers } from './webhook-receivers.js';
import { startWebhooks } from './webhooks.js';

describe('Webhooks', () => {
  const { started, put, post, tested } = startWebhooks();
  let { service, target } = started;
  before(() => {
    ({ service, target } = started);
  });
  const outcome = ({ status: answered, headers }: Awaited<ReturnType<typeof put>>) => [
    answered,
    headers.get('x-error-code'),
  ];

  it('are saved with a secret that is shown once, listed, saved again, and deleted', async () => {
    const { secret, ...first } = (await put('orders')).body.data;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first).to.include({ name: 'orders', url: target.url, disabled_at: null, previous_secret_until: null });
    expect(first.events).to.deep.equal(['job.done', 'job.failed', 'batch.done', 'batch.failed']);
    const again = (await put('orders', { url: target.url, events: ['job.done'] })).body.data;
    expect(again).to.not.have.property('secret');
    expect(again).to.deep.include({ created_at: first.created_at, events: ['job.done'] });
    expect((await service.call('/api/webhooks/orders')).body.data).to.deep.equal(again);
    expect((await service.call('/api/webhooks')).body.data).to.deep.equal({ items: [again], next_cursor: null });
    const rotated = (await post('orders/rotate')).body.data;
    expect(rotated.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    expect((await service.call('/api/webhooks/orders', { method: 'DELETE' })).body.data).to.deep.equal({
      name: 'orders',
    });
    for (const [path, method] of [
      ['orders', 'GET'],
      ['orders', 'DELETE'],
      ['orders/rotate', 'POST'],
      ['orders/test', 'POST'],
      ['orders/deliveries', 'GET'],
    ])
      expect(outcome(await service.call(`/api/webhooks/${path}`, { method: method ?? '' })), path).to.deep.equal([
        404,
        'webhook_unknown',
      ]);
  });

  it('are refused where they lead to nowhere that may be requested, want no event that there is, or are too many', async () => {
    for (const url of [
      'http://127.0.0.9/',
      'http://localhost:8080/',
      'http://169.254.169.254/latest',
      'http://[::ffff:10.0.0.1]/',
    ])
      expect(outcome(await put('bad', { url })), url).to.deep.equal([403, 'address_forbidden']);
    for (const body of [{}, { url: 'ftp://a.example' }, { url: 'shop' }, { url: 'http://u:p@a.example/' }])
      expect(outcome(await put('bad', body)), JSON.stringify(body)).to.deep.equal([400, 'invalid_parameter']);
    for (const events of [[], ['job.over'], ['job.done', 'job.done'], 'job.done'])
      expect(outcome(await put('bad', { url: target.url, events }))).to.deep.equal([400, 'invalid_parameter']);
    const { token } = await service.createAccount('many');
    for (let index = 0; index < 10; index++)
      expect((await put(`hook-${index}`, undefined, token)).status).to.equal(200);
    expect(outcome(await put('one-more', undefined, token))).to.deep.equal([400, 'invalid_parameter']);
    expect((await put('hook-3', undefined, token)).status).to.equal(200);
  });

  it('are private to their account: only the operator also sees them, without their secrets', async () => {
    await put('own');
    const other = await service.createAccount('other');
    const call = (path: string, method = 'GET') => service.call(path, { method, token: other.token });
    expect(outcome(await call('/api/webhooks/own'))).to.deep.equal([404, 'webhook_unknown']);
    expect((await call('/api/webhooks')).body.data.items).to.deep.equal([]);
    const { id } = await tested('own');
    await put('own', undefined, other.token);
    expect(outcome(await call(`/api/webhooks/own/deliveries/${id}/replay`, 'POST'))).to.deep.equal([
      404,
      'delivery_unknown',
    ]);
    const admin = { token: service.adminToken };
    const listed = await service.call(`/admin/accounts/${service.accountId}/webhooks`, admin);
    expect(listed.body.data.items.map(({ name }: { name: string }) => name)).to.include('own');
    expect(JSON.stringify(listed.body)).not.to.match(/secret"|whsec_/);
    expect(outcome(await service.call('/admin/accounts/acc_none/webhooks', admin))).to.deep.equal([
      404,
      'account_unknown',
    ]);
  });

  it('go with their account, and all that waits for them', async () => {
    const { id, token } = await service.createAccount('closing');
    await put('gone', undefined, token);
    started.status = 500;
    await service.call('/api/webhooks/gone/test', { method: 'POST', token });
    const closed = await service.call(`/admin/accounts/${id}`, { method: 'DELETE', token: service.adminToken });
    expect(closed.status).to.equal(200);
    await eventually(async () =>
      expect(await redisContents(service.redis.url)).not.to.match(new RegExp(`${id}:(webhook|deliver|due)`)),
    );
    started.status = 204;
  });

  testReceivers([['js', 'Node.js']], { put, post, tested });
});
