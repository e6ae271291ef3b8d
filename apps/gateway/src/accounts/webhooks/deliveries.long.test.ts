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
  startHttpTarget,
  startRedis,
  TARGET_ADDRESS,
  type TestRedis,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { Webhook as Verifier } from 'standardwebhooks';
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

  it('of 520 accounts that wait for one silent receiver delay nobody else, at the same address neither', async () => {
    let open = 0;
    let most = 0;
    const silent = await receiver((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => (open -= 1));
    });
    const quick = [await receiver((_request, response) => response.end(), '127.0.0.3'), await answering(200)];
    for (let index = 0; index < 520; index++) {
      await saved(silent, 'hook', `acc_${index}`);
      await deliveries.send(`acc_${index}`, event());
    }
    await eventually(() => expect(open).to.equal(8));
    for (const [index, target] of quick.entries()) {
      await saved(target, 'hook', `acc_quick${index}`);
      for (let count = 0; count < 20; count++) await deliveries.send(`acc_quick${index}`, event());
    }
    await eventually(() => expect(quick.map(({ requests }) => requests.length)).to.deep.equal([20, 20]), 60_000);
    expect(most, 'connections to the silent one: eight, and two when it is known').to.be.within(8, 10);
  });

  describe('are claimed', () => {
    beforeEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));
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
    expect(await deliveries.claim(['quick', 'new', 'slow'])).to.include({ accountId: ACCOUNT });
    startWorker();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(target.requests).to.have.lengthOf(2);
    ahead += 31_000;
    await eventually(() => expect(target.requests).to.have.lengthOf(3));
  });
});
