import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DEFAULT_SETTINGS, type WebhookDelivery, type WebhookEvent } from '@toolpress/contract';
import { createOutbound, type Outbound } from '@toolpress/outbound';
import { createMetrics, nonQueueingRedis, type Redis } from '@toolpress/runtime';
import {
  eventually,
  type HttpTarget,
  quietLogger,
  type ReceivedRequest,
  redisContents,
  startHttpTarget,
  startRedis,
  TARGET_ADDRESS,
  type TestRedis,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { Webhook as Verifier } from 'standardwebhooks';
import { keys } from '../../shared/keys.js';
import { SecretBox } from '../../shared/secret-box.js';
import { type ClaimedDelivery, Deliveries } from './deliveries.js';
import { DeliveryWorker } from './delivery-worker.js';
import { Webhooks } from './webhooks.js';

const ACCOUNT = 'acc_test';
const HOUR = 3_600_000;
const settings = { current: async () => DEFAULT_SETTINGS };

describe('Deliveries to webhooks', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'test', quietLogger());
    await eventually(() => expect(redis.status).to.equal('ready'));
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** How far the clock of the service is ahead, milliseconds. */
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const targets: HttpTarget[] = [];
  /** What names mean. */
  let addresses: Record<string, string>;
  let outbound: Outbound;
  let webhooks: Webhooks;
  let deliveries: Deliveries;
  let workers: DeliveryWorker[];
  const startWorker = (): DeliveryWorker => {
    const metrics = createMetrics('test', '1');
    const parts = { deliveries, webhooks, outbound, settings, metrics, logger: quietLogger(), now, random: () => 0.5 };
    const worker = new DeliveryWorker(parts);
    workers.push(worker);
    return worker;
  };
  beforeEach(async () => {
    await redis.flushall();
    ahead = 0;
    addresses = {};
    const resolve = async (name: string) => [{ address: addresses[name] ?? '192.0.2.1', family: 4 }];
    outbound = createOutbound({ allow: [TARGET_ADDRESS, '127.0.0.3'], resolve });
    const master = { current: randomBytes(32), previous: [] };
    webhooks = new Webhooks({ redis, box: new SecretBox(master, 'webhooks'), outbound, settings, now });
    const box = new SecretBox(master, 'deliveries');
    deliveries = new Deliveries({ redis, box, webhooks, logger: quietLogger(), now });
    workers = [];
    startWorker();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    outbound.close();
    await Promise.all(targets.splice(0).map((target) => target.close()));
  });

  async function receiver(answer: (request: ReceivedRequest, response: ServerResponse) => unknown, host?: string) {
    const target = await startHttpTarget(answer, host === undefined ? {} : { host });
    targets.push(target);
    return target;
  }
  const answering = (status: number, headers: Record<string, string> = {}) =>
    receiver((_request, response) => response.writeHead(status, headers).end());
  async function saved(target: Pick<HttpTarget, 'url'>, name = 'hook', account = ACCOUNT): Promise<string> {
    const { secret = '' } = await webhooks.save(account, name, { url: `${target.url}/hook` });
    return secret;
  }
  let count = 0;
  const event = (more: Partial<WebhookEvent> = {}): WebhookEvent => ({
    ...{ id: `evt_${count++}`, type: 'job.done', timestamp: '2026-11-22T20:00:00.000Z' },
    data: { id: 'job_1', url: 'https://files.example/x.pdf' },
    ...more,
  });
  const log = async (name = 'hook', account = ACCOUNT) => (await deliveries.list(account, name, {})).items;
  async function ends(status: string, attempts: number): Promise<WebhookDelivery | undefined> {
    await eventually(async () => {
      const [first] = await log();
      expect([first?.status, first?.attempts.length]).to.deep.equal([status, attempts]);
    });
    return (await log())[0];
  }
  const verify = (secret: string, { body, headers }: ReceivedRequest): unknown =>
    new Verifier(secret).verify(body, headers as Record<string, string>);

  it('are signed as the library of Standard Webhooks verifies, and are in the log without what was sent', async () => {
    const target = await answering(204);
    const secret = await saved(target);
    expect(secret).to.match(/^whsec_/);
    const sent = event();
    await deliveries.send(ACCOUNT, sent);
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

  it('hold nothing in Redis that could be read: neither payloads nor secrets', async () => {
    const target = await answering(500);
    const secret = await saved(target);
    await deliveries.send(ACCOUNT, event());
    await ends('pending', 1);
    const contents = await redisContents(server.url);
    expect(contents).to.include(keys.webhook(ACCOUNT, 'hook'));
    for (const hidden of ['files.example', secret.slice(6), Buffer.from(secret.slice(6), 'base64').toString('hex')])
      expect(contents).not.to.include(hidden);
  });

  it('are of the events that the webhook wants, to each that wants them', async () => {
    const target = await answering(200);
    await webhooks.save(ACCOUNT, 'all', { url: `${target.url}/all` });
    await webhooks.save(ACCOUNT, 'failures', { url: `${target.url}/failures`, events: ['job.failed', 'batch.failed'] });
    await webhooks.save('acc_other', 'other', { url: `${target.url}/other` });
    await deliveries.send(ACCOUNT, event({ id: 'a', type: 'job.done' }));
    await deliveries.send(ACCOUNT, event({ id: 'b', type: 'batch.failed' }));
    await eventually(() =>
      expect(target.requests.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)).to.have.members([
        ...['/all a', '/all b', '/failures b'],
      ]),
    );
  });

  it('are made once of an event, however often it is sent under its id', async () => {
    const target = await answering(200);
    await saved(target);
    const same = event();
    for (let again = 0; again < 3; again++) await deliveries.send(ACCOUNT, same);
    await ends('delivered', 1);
    await deliveries.send(ACCOUNT, same);
    await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(2));
    expect(await log()).to.have.lengthOf(2);
  });

  it('wait as long as a receiver asks for with 429 and 503, within a day', async () => {
    for (const [status, asked, least, most] of [
      [429, '7200', 2 * HOUR - 5_000, 2 * HOUR],
      [503, new Date(Date.now() + HOUR).toUTCString(), HOUR - 5_000, HOUR],
      [503, '99999999', 24 * HOUR - 5_000, 24 * HOUR],
      [429, 'soon', 0, 5_000],
      [500, '7200', 0, 5_000],
    ] as const) {
      const target = await answering(status, { 'retry-after': asked });
      await saved(target);
      await deliveries.send(ACCOUNT, event());
      const pending = await ends('pending', 1);
      expect(Date.parse(pending?.next_attempt_at ?? '') - Date.now(), asked).to.be.within(least, most);
      await webhooks.remove(ACCOUNT, 'hook');
    }
  });

  it('end with 410, which disables the webhook until it is saved again', async () => {
    const target = await answering(410);
    await saved(target);
    await deliveries.send(ACCOUNT, event());
    await ends('failed', 1);
    await eventually(async () => expect((await webhooks.find(ACCOUNT, 'hook'))?.disabled_at).to.be.a('string'));
    await deliveries.send(ACCOUNT, event());
    expect(await log()).to.have.lengthOf(1);
    const again = await answering(200);
    expect(await webhooks.save(ACCOUNT, 'hook', { url: again.url })).to.include({ disabled_at: null });
    await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(again.requests).to.have.lengthOf(1));
  });

  it('follow no redirect, and do not read what is answered', async () => {
    const elsewhere = await answering(200);
    const redirecting = await answering(302, { location: elsewhere.url });
    await saved(redirecting);
    await deliveries.send(ACCOUNT, event());
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
    await webhooks.save(ACCOUNT, 'endless', { url: endless.url });
    await deliveries.sendTest(ACCOUNT, 'endless');
    await eventually(async () => expect((await log('endless'))[0]?.status).to.equal('delivered'));
    await endless.idle();
    expect(written).to.be.below(200);
  });

  it('are signed by both secrets for a day after a rotation, then by the new one', async () => {
    const target = await answering(200);
    const first = await saved(target);
    const { secret: second, previous_secret_until } = await webhooks.rotate(ACCOUNT, 'hook');
    expect(Date.parse(previous_secret_until ?? '') - now()).to.be.within(24 * HOUR - 5_000, 24 * HOUR);
    await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(1));
    const [both, alone] = [target.requests[0], () => target.requests[1]];
    if (both === undefined) throw new Error('nothing came');
    for (const secret of [first, second]) verify(secret, both);
    ahead += 24 * HOUR + 1;
    await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(2));
    expect(String(alone()?.headers['webhook-signature']).split(' ')).to.have.lengthOf(1);
    expect((await webhooks.find(ACCOUNT, 'hook'))?.previous_secret_until).to.equal(null);
  });

  it('are sent again on request, under the same id, as often as new ones', async () => {
    let status = 410;
    const target = await receiver((_request, response) => response.writeHead(status).end());
    await saved(target);
    await deliveries.send(ACCOUNT, event());
    const failed = await ends('failed', 1);
    status = 200;
    await webhooks.save(ACCOUNT, 'hook', { url: target.url });
    await deliveries.replay(ACCOUNT, 'hook', failed?.id ?? '');
    await ends('delivered', 2);
    expect(new Set(target.requests.map(({ headers }) => headers['webhook-id']))).to.have.lengthOf(1);
    const error = await deliveries.replay(ACCOUNT, 'other', failed?.id ?? '').catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'delivery_unknown');
  });

  it('go to no private address: refused when saved, and when the name has another one later', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://10.0.0.1',
      'http://localhost/',
      'https://[::1]/',
      'http://inside.example/',
    ]) {
      addresses['inside.example'] = '10.1.2.3';
      const error = await webhooks.save(ACCOUNT, 'hook', { url }).catch((thrown: unknown) => thrown);
      expect(error, url).to.have.property('code', 'address_forbidden');
    }
    const sentinel = await receiver((_request, response) => response.end(), '127.0.0.4');
    const target = await answering(200);
    addresses['hook.example'] = TARGET_ADDRESS;
    await webhooks.save(ACCOUNT, 'hook', { url: `http://hook.example:${target.port}/` });
    await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(1));
    addresses['hook.example'] = '127.0.0.4';
    await webhooks.save(ACCOUNT, 'hook', { url: `http://hook.example:${target.port}/` }).catch(() => undefined);
    await deliveries.send(ACCOUNT, event());
    const refused = await ends('pending', 1);
    expect(refused?.attempts[0]).to.include({ status: null, error: 'address_forbidden' });
    expect([sentinel.connections, target.requests.length]).to.deep.equal([0, 1]);
  });

  describe('are claimed', () => {
    const URL_OF_ALL = `http://${TARGET_ADDRESS}:8000/`;
    beforeEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));
    const claim = () => {
      ahead += 1; // those of the same millisecond have no order
      return deliveries.claim(['quick', 'new', 'slow']);
    };
    const claimAll = async (): Promise<ClaimedDelivery[]> => {
      const claimed: ClaimedDelivery[] = [];
      for (let next = await claim(); next !== undefined; next = await claim()) claimed.push(next);
      return claimed;
    };
    const accountsOf = (claimed: readonly ClaimedDelivery[]): string[] => claimed.map(({ accountId }) => accountId);
    const end = async (claimed: ClaimedDelivery, duration_ms: number): Promise<void> => {
      const state = await deliveries.read(claimed);
      const attempt = { at: new Date(now()).toISOString(), status: 200, error: null, duration_ms };
      await deliveries.end(claimed, state, { done: 'delivered' }, attempt);
    };
    const waiting = async (account: string, count: number, url = URL_OF_ALL, name = 'hook'): Promise<void> => {
      await webhooks.save(account, name, { url });
      for (let index = 0; index < count; index++) await deliveries.sendTest(account, name);
    };

    it('without a look at origins that have no room, however many wait there', async () => {
      const accounts = Array.from({ length: 12 }, (_, index) => `acc_${index}`);
      for (const account of accounts) await waiting(account, 20);
      expect(await claimAll()).to.have.lengthOf(8);
      await redis.config('RESETSTAT');
      expect(await claim()).to.equal(undefined);
      expect(await redis.info('commandstats')).not.to.match(/cmdstat_h(m?)get/);
      await waiting('acc_5', 1, 'http://127.0.0.3/', 'other');
      expect(await claim(), 'of one that has another webhook').to.include({ accountId: 'acc_5', webhook: 'other' });
    });

    it('for a webhook, however many of another one of the account wait', async () => {
      for (const account of ['acc_a', 'acc_b', 'acc_c', 'acc_d']) await waiting(account, 2);
      expect(await claimAll(), 'the origin is full').to.have.lengthOf(8);
      await waiting(ACCOUNT, 150);
      await waiting(ACCOUNT, 1, 'http://127.0.0.3/', 'other');
      expect(await claim()).to.include({ accountId: ACCOUNT, webhook: 'other' });
    });

    it('two of an account at a time, and in turns of accounts and of origins', async () => {
      await waiting('acc_a', 9);
      await waiting('acc_b', 1);
      await waiting('acc_c', 1, 'http://127.0.0.3/');
      expect(accountsOf(await claimAll())).to.deep.equal(['acc_a', 'acc_c', 'acc_b', 'acc_a']);
    });

    it('of receivers at an origin that were slow two at a time, beside those that answer there', async () => {
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

    it('to one webhook of an account while another one is slow', async () => {
      await waiting(ACCOUNT, 5, URL_OF_ALL, 'slow');
      for (const claimed of await claimAll()) await end(claimed, 15_000);
      await waiting(ACCOUNT, 5, 'http://127.0.0.3/', 'other');
      const claimed = await claimAll();
      expect(claimed.map(({ webhook }) => webhook).sort()).to.deep.equal(['other', 'other', 'slow']);
    });

    it('of a receiver that was slow as others again when it has answered in time, or has another address', async () => {
      await waiting('acc_a', 3);
      const [first, second] = await claimAll();
      if (!first || !second) throw new Error('too few');
      await end(first, 15_000);
      expect(await deliveries.claim(['quick', 'new'])).to.equal(undefined);
      await end(second, 20);
      const third = await deliveries.claim(['quick']);
      expect(third).to.include({ accountId: 'acc_a' });
      if (third) await end(third, 15_000);
      await deliveries.sendTest('acc_a', 'hook');
      await webhooks.save('acc_a', 'hook', { url: 'http://127.0.0.3/' });
      expect(await deliveries.claim(['quick', 'new'])).to.include({ accountId: 'acc_a', speed: 'new' });
    });

    it('with all that wait for a webhook whose address has changed, at the new origin', async () => {
      for (const account of ['acc_a', 'acc_b', 'acc_c', 'acc_d']) await waiting(account, 2);
      expect(await claimAll(), 'the origin is full').to.have.lengthOf(8);
      await waiting('acc_e', 2);
      await webhooks.save('acc_e', 'hook', { url: 'http://127.0.0.3/' });
      expect(accountsOf(await claimAll())).to.deep.equal(['acc_e', 'acc_e']);
    });
  });

  it('of a webhook that is deleted are neither sent nor kept', async () => {
    const target = await answering(500);
    await saved(target);
    await deliveries.send(ACCOUNT, event());
    await ends('pending', 1);
    expect(await webhooks.remove(ACCOUNT, 'hook')).to.equal(true);
    expect(await webhooks.remove(ACCOUNT, 'hook')).to.equal(false);
    ahead += HOUR;
    await eventually(async () => expect(await redis.keys('*')).to.deep.equal([]));
    expect(target.requests).to.have.lengthOf(1);
  });
});
