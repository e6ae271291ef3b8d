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
import { Deliveries } from './deliveries.js';
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

  it('are tried ten times in three days, under one id and with the time of each attempt', async () => {
    const target = await answering(500);
    const secret = await saved(target);
    await deliveries.send(ACCOUNT, event());
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 10; attempt++) {
      const pending = await ends('pending', attempt);
      const next = Date.parse(pending?.next_attempt_at ?? '');
      pauses.push(next - now());
      ahead += Math.max(0, next - now());
    }
    const failed = await ends('failed', 10);
    expect(failed?.next_attempt_at).to.equal(null);
    expect(pauses.map((pause, index) => pause > (pauses[index - 1] ?? 0))).to.deep.equal(Array(9).fill(true));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).to.be.within(60 * HOUR, 72 * HOUR);
    const seen = target.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(seen)).to.have.lengthOf(1);
    const times = target.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).to.be.above(60 * 3_600);
    const [first] = target.requests;
    if (first) verify(secret, first);
    ahead += 100 * HOUR;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(target.requests).to.have.lengthOf(10);
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

  it('of a slow receiver delay nobody else: two at a time of an account and of a host', async () => {
    let open = 0;
    let most = 0;
    const waiting: ServerResponse[] = [];
    const slow = await receiver((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      waiting.push(response);
      response.on('close', () => (open -= 1));
    });
    const quick = await receiver((_request, response) => response.end(), '127.0.0.3');
    for (const account of ['acc_a', 'acc_b', 'acc_c']) await saved(slow, 'hook', account);
    await saved(quick);
    for (let index = 0; index < 20; index++)
      for (const account of ['acc_a', 'acc_b', 'acc_c']) await deliveries.send(account, event());
    startWorker();
    await eventually(() => expect(open).to.equal(2));
    const begun = performance.now();
    for (let index = 0; index < 20; index++) await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(quick.requests).to.have.lengthOf(20));
    expect(performance.now() - begun).to.be.below(5_000);
    expect(most).to.equal(2);
    for (const response of waiting) response.end();
    await eventually(() => expect(slow.requests.length).to.be.above(2));
    for (const response of waiting) response.end();
  });

  it('whose hosts have no room are not looked at, however many wait', async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    const accounts = Array.from({ length: 12 }, (_, index) => `acc_${index}`);
    for (const account of accounts) {
      await webhooks.save(account, 'hook', { url: `http://${TARGET_ADDRESS}/` });
      for (let index = 0; index < 20; index++) await deliveries.send(account, event());
    }
    for (let room = 0; room < 2; room++) expect(await deliveries.claim()).to.be.an('object');
    await redis.config('RESETSTAT');
    expect(await deliveries.claim()).to.equal(undefined);
    const reads = Number(/cmdstat_hget:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
    expect(reads).to.be.within(1, 2 * accounts.length);
    // Of one that has another webhook, too.
    await webhooks.save('acc_5', 'other', { url: 'http://127.0.0.3/' });
    await deliveries.send('acc_5', event());
    expect(await deliveries.claim()).to.include({ accountId: 'acc_5' });
  });

  it('that a process has left in the middle are made by another one, under the same id', async () => {
    let isFirst = true;
    const target = await receiver((_request, response) => {
      if (!isFirst) response.end();
      isFirst = false;
    });
    await saved(target);
    await deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(1));
    // One that is told to stop gives it back at once.
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    startWorker();
    await ends('delivered', 1);
    // One that was killed leaves its lease.
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    await deliveries.send(ACCOUNT, event());
    expect(await deliveries.claim()).to.include({ accountId: ACCOUNT });
    startWorker();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(target.requests).to.have.lengthOf(2);
    ahead += 61_000;
    await eventually(() => expect(target.requests).to.have.lengthOf(3));
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
