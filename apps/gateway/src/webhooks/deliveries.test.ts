import { eventually, redisContents, TARGET_ADDRESS } from '@toolpress/testkit';
import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { keys } from '../shared/keys.js';
import type { ClaimedDelivery } from './deliveries.js';
import { ACCOUNT, HOUR, startDeliveries } from './testing/deliveries.js';

describe('Deliveries to webhooks', () => {
  const { context, now, receiver, answering, saved, event, log, ends, verify } = startDeliveries();

  it('are signed so that the Standard Webhooks library verifies them, and are logged without their content', async () => {
    const target = await answering(204);
    const secret = await saved(target);
    expect(secret).to.match(/^whsec_/);
    const sent = event();
    await context.deliveries.send(ACCOUNT, sent);
    await ends('delivered', 1);
    const [request] = target.requests;
    if (request === undefined) throw new Error('nothing came');
    expect(request).to.include({ method: 'POST', path: '/hook' });
    expect(request.headers).to.include({ 'content-type': 'application/json', 'webhook-id': sent.id });
    const { type, timestamp, data } = sent;
    expect(verify(secret, request)).to.deep.equal({ type, timestamp, data });
    expect(() => verify(secret, { ...request, body: Buffer.from(`${request.body} `) })).to.throw();
    expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', request)).to.throw();
    const [listed] = await log();
    expect(listed?.attempts[0]).to.include({ status: 204, error: null });
    expect(JSON.stringify(listed)).not.to.include('files.example');
  });

  it('store payloads and secrets only encrypted in Redis', async () => {
    const target = await answering(500);
    const secret = await saved(target);
    await context.deliveries.send(ACCOUNT, event());
    await ends('pending', 1);
    const contents = await redisContents(context.server.url);
    expect(contents).to.include(keys.webhook(ACCOUNT, 'hook'));
    for (const hidden of ['files.example', secret.slice(6), Buffer.from(secret.slice(6), 'base64').toString('hex')])
      expect(contents).not.to.include(hidden);
  });

  it('send each event to every webhook that subscribes to it', async () => {
    const target = await answering(200);
    await context.webhooks.save(ACCOUNT, 'all', { url: `${target.url}/all` });
    await context.webhooks.save(ACCOUNT, 'failures', {
      url: `${target.url}/failures`,
      events: ['job.failed', 'batch.failed'],
    });
    await context.webhooks.save('acc_other', 'other', { url: `${target.url}/other` });
    await context.deliveries.send(ACCOUNT, event({ id: 'a', type: 'job.done' }));
    await context.deliveries.send(ACCOUNT, event({ id: 'b', type: 'batch.failed' }));
    await eventually(() =>
      expect(target.requests.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)).to.have.members([
        ...['/all a', '/all b', '/failures b'],
      ]),
    );
  });

  it('are created once per event id', async () => {
    const target = await answering(200);
    await saved(target);
    const same = event();
    for (let again = 0; again < 3; again++) await context.deliveries.send(ACCOUNT, same);
    await ends('delivered', 1);
    await context.deliveries.send(ACCOUNT, same);
    await context.deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(2));
    expect(await log()).to.have.lengthOf(2);
  });

  it('follow Retry-After of 429 and 503, for at most a day', async () => {
    for (const [status, asked, least, most] of [
      [429, '7200', 2 * HOUR - 5_000, 2 * HOUR],
      [503, new Date(Date.now() + HOUR).toUTCString(), HOUR - 5_000, HOUR],
      [503, '99999999', 24 * HOUR - 5_000, 24 * HOUR],
      [429, 'soon', 0, 5_000],
      [500, '7200', 0, 5_000],
    ] as const) {
      const target = await answering(status, { 'retry-after': asked });
      await saved(target);
      await context.deliveries.send(ACCOUNT, event());
      const pending = await ends('pending', 1);
      expect(Date.parse(pending?.next_attempt_at ?? '') - Date.now(), asked).to.be.within(least, most);
      await context.webhooks.remove(ACCOUNT, 'hook');
    }
  });

  it('end with 410, and the webhook is disabled until it is saved again', async () => {
    const target = await answering(410);
    await saved(target);
    await context.deliveries.send(ACCOUNT, event());
    await ends('failed', 1);
    await eventually(async () => expect((await context.webhooks.find(ACCOUNT, 'hook'))?.disabled_at).to.be.a('string'));
    await context.deliveries.send(ACCOUNT, event());
    expect(await log()).to.have.lengthOf(1);
    const again = await answering(200);
    expect(await context.webhooks.save(ACCOUNT, 'hook', { url: again.url })).to.include({ disabled_at: null });
    await context.deliveries.send(ACCOUNT, event());
    await eventually(() => expect(again.requests).to.have.lengthOf(1));
  });

  it('follow no redirect and do not read the answer', async () => {
    const elsewhere = await answering(200);
    const redirecting = await answering(302, { location: elsewhere.url });
    await saved(redirecting);
    await context.deliveries.send(ACCOUNT, event());
    const pending = await ends('pending', 1);
    expect(pending?.attempts[0]).to.include({ status: null, error: 'too_many_redirects' });
    expect(elsewhere.requests).to.have.lengthOf(0);
    let written = 0;
    const endless = await receiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => {
        if (response.write(Buffer.alloc(64 * 1024))) written += 1;
      }, 1);
      response.on('close', () => clearInterval(timer));
    });
    await context.webhooks.save(ACCOUNT, 'endless', { url: endless.url });
    await context.deliveries.sendTest(ACCOUNT, 'endless');
    await eventually(async () => expect((await log('endless'))[0]?.status).to.equal('delivered'));
    await endless.idle();
    expect(written).to.be.below(200);
  });

  it('are signed with both secrets for a day after a rotation, then with the new one', async () => {
    const target = await answering(200);
    const first = await saved(target);
    const { secret: second, previous_secret_until } = await context.webhooks.rotate(ACCOUNT, 'hook');
    expect(Date.parse(previous_secret_until ?? '') - now()).to.be.within(24 * HOUR - 5_000, 24 * HOUR);
    await context.deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(1));
    const [both, alone] = [target.requests[0], () => target.requests[1]];
    if (both === undefined) throw new Error('nothing came');
    for (const secret of [first, second]) verify(secret, both);
    context.ahead += 24 * HOUR + 1;
    await context.deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(2));
    expect(String(alone()?.headers['webhook-signature']).split(' ')).to.have.lengthOf(1);
    expect((await context.webhooks.find(ACCOUNT, 'hook'))?.previous_secret_until).to.equal(null);
  });

  it('are sent to a webhook that was saved after an earlier one of its name was deleted, then disabled', async () => {
    const target = await answering(204);
    await context.redis.hset(keys.webhook(ACCOUNT, 'hook'), 'disabled_at', new Date().toISOString());
    expect(await saved(target)).to.match(/^whsec_/);
    await context.deliveries.send(ACCOUNT, event());
    await ends('delivered', 1);
  });

  it('are replayed on request with the same id and a new set of attempts', async () => {
    let status = 410;
    const target = await receiver((_request, response) => response.writeHead(status).end());
    await saved(target);
    await context.deliveries.send(ACCOUNT, event());
    const failed = await ends('failed', 1);
    status = 200;
    await context.webhooks.save(ACCOUNT, 'hook', { url: target.url });
    await context.deliveries.replay(ACCOUNT, 'hook', failed?.id ?? '');
    await ends('delivered', 2);
    expect(new Set(target.requests.map(({ headers }) => headers['webhook-id']))).to.have.lengthOf(1);
    const error = await context.deliveries
      .replay(ACCOUNT, 'other', failed?.id ?? '')
      .catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'delivery_unknown');
  });

  it('go to no private address, even if the DNS record changes later', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://10.0.0.1',
      'http://localhost/',
      'https://[::1]/',
      'http://inside.example/',
    ]) {
      context.addresses['inside.example'] = '10.1.2.3';
      const error = await context.webhooks.save(ACCOUNT, 'hook', { url }).catch((thrown: unknown) => thrown);
      expect(error, url).to.have.property('code', 'address_forbidden');
    }
    const sentinel = await receiver((_request, response) => response.end(), '127.0.0.4');
    const target = await answering(200);
    context.addresses['hook.example'] = TARGET_ADDRESS;
    await context.webhooks.save(ACCOUNT, 'hook', { url: `http://hook.example:${target.port}/` });
    await context.deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(1));
    context.addresses['hook.example'] = '127.0.0.4';
    await context.webhooks.save(ACCOUNT, 'hook', { url: `http://hook.example:${target.port}/` }).catch(() => undefined);
    await context.deliveries.send(ACCOUNT, event());
    const refused = await ends('pending', 1);
    expect(refused?.attempts[0]).to.include({ status: null, error: 'address_forbidden' });
    expect([sentinel.connections, target.requests.length]).to.deep.equal([0, 1]);
  });

  describe('are claimed', () => {
    const URL_OF_ALL = `http://${TARGET_ADDRESS}:8000/`;
    beforeEach(() => Promise.all(context.workers.splice(0).map((worker) => worker.close())));
    const claim = () => {
      context.ahead += 1; // deliveries of the same millisecond have no order
      return context.deliveries.claim(['quick', 'new', 'slow']);
    };
    const claimAll = async (): Promise<ClaimedDelivery[]> => {
      const claimed: ClaimedDelivery[] = [];
      for (let next = await claim(); next !== undefined; next = await claim()) claimed.push(next);
      return claimed;
    };
    const accountsOf = (claimed: readonly ClaimedDelivery[]): string[] => claimed.map(({ accountId }) => accountId);
    const end = async (claimed: ClaimedDelivery, duration_ms: number): Promise<void> => {
      const state = await context.deliveries.read(claimed);
      const attempt = { at: new Date(now()).toISOString(), status: 200, error: null, duration_ms };
      await context.deliveries.end(claimed, state, { done: 'delivered' }, attempt);
    };
    const waiting = async (account: string, count: number, url = URL_OF_ALL, name = 'hook'): Promise<void> => {
      await context.webhooks.save(account, name, { url });
      for (let index = 0; index < count; index++) await context.deliveries.sendTest(account, name);
    };

    it('without visiting the waiting deliveries of origins without room', async () => {
      const accounts = Array.from({ length: 12 }, (_, index) => `acc_${index}`);
      for (const account of accounts) await waiting(account, 20);
      expect(await claimAll()).to.have.lengthOf(8);
      await context.redis.config('RESETSTAT');
      expect(await claim()).to.equal(undefined);
      expect(await context.redis.info('commandstats')).not.to.match(/cmdstat_h(m?)get/);
      await waiting('acc_5', 1, 'http://127.0.0.3/', 'other');
      expect(await claim(), 'of one that has another webhook').to.include({ accountId: 'acc_5', webhook: 'other' });
    });

    it('again when their lease has ended; the outcome of the first attempt has no effect then', async () => {
      await waiting(ACCOUNT, 1);
      const first = (await claim()) as ClaimedDelivery;
      const state = await context.deliveries.read(first);
      context.ahead += 31_000;
      await end((await claim()) as ClaimedDelivery, 10);
      await context.deliveries.end(first, state, { again: now() });
      expect((await log())[0]).to.include({ status: 'delivered', next_attempt_at: null });
      expect(await claim()).to.equal(undefined);
    });

    it('for a webhook, even if many of another webhook of the account wait', async () => {
      for (const account of ['acc_a', 'acc_b', 'acc_c', 'acc_d']) await waiting(account, 2);
      expect(await claimAll(), 'the origin is full').to.have.lengthOf(8);
      await waiting(ACCOUNT, 150);
      await waiting(ACCOUNT, 1, 'http://127.0.0.3/', 'other');
      expect(await claim()).to.include({ accountId: ACCOUNT, webhook: 'other' });
    });

    it('two per account at a time, with accounts and origins in turn', async () => {
      await waiting('acc_a', 9);
      await waiting('acc_b', 1);
      await waiting('acc_c', 1, 'http://127.0.0.3/');
      expect(accountsOf(await claimAll())).to.deep.equal(['acc_a', 'acc_c', 'acc_b', 'acc_a']);
    });

    it('two at a time for slow receivers of an origin, without delaying its quick ones', async () => {
      const slow = Array.from({ length: 8 }, (_, index) => `acc_slow${index}`);
      for (const account of slow) await waiting(account, 3);
      for (const claimed of await claimAll()) await end(claimed, 15_000);
      expect(await claimAll(), 'of the slow ones').to.have.lengthOf(2);
      await waiting('acc_quick', 3);
      const [first, ...more] = await claimAll();
      expect(first).to.include({ accountId: 'acc_quick', speed: 'new' });
      if (first) await end(first, 20);
      expect(accountsOf([...more, ...(await claimAll())])).to.deep.equal(['acc_quick', 'acc_quick']);
    });

    it('for a webhook while another one of the account is slow', async () => {
      await waiting(ACCOUNT, 5, URL_OF_ALL, 'slow');
      for (const claimed of await claimAll()) await end(claimed, 15_000);
      await waiting(ACCOUNT, 5, 'http://127.0.0.3/', 'other');
      const claimed = await claimAll();
      expect(claimed.map(({ webhook }) => webhook).sort()).to.deep.equal(['other', 'other', 'slow']);
    });

    it('at full speed again after a slow receiver answers in time or changes its address', async () => {
      await waiting('acc_a', 3);
      const [first, second] = await claimAll();
      if (!first || !second) throw new Error('too few');
      await end(first, 15_000);
      expect(await context.deliveries.claim(['quick', 'new'])).to.equal(undefined);
      await end(second, 20);
      const third = await context.deliveries.claim(['quick']);
      expect(third).to.include({ accountId: 'acc_a' });
      if (third) await end(third, 15_000);
      await context.deliveries.sendTest('acc_a', 'hook');
      await context.webhooks.save('acc_a', 'hook', { url: 'http://127.0.0.3/' });
      expect(await context.deliveries.claim(['quick', 'new'])).to.include({ accountId: 'acc_a', speed: 'new' });
    });

    it('at the new origin when the address of a webhook changes', async () => {
      for (const account of ['acc_a', 'acc_b', 'acc_c', 'acc_d']) await waiting(account, 2);
      expect(await claimAll(), 'the origin is full').to.have.lengthOf(8);
      await waiting('acc_e', 2);
      await context.webhooks.save('acc_e', 'hook', { url: 'http://127.0.0.3/' });
      expect(accountsOf(await claimAll())).to.deep.equal(['acc_e', 'acc_e']);
    });
  });

  it('are deleted with their webhook', async () => {
    const target = await answering(500);
    await saved(target);
    await context.deliveries.send(ACCOUNT, event());
    await ends('pending', 1);
    expect(await context.webhooks.remove(ACCOUNT, 'hook')).to.equal(true);
    expect(await context.webhooks.remove(ACCOUNT, 'hook')).to.equal(false);
    context.ahead += HOUR;
    await eventually(async () => expect(await context.redis.keys('*')).to.deep.equal([]));
    expect(target.requests).to.have.lengthOf(1);
  });
});
