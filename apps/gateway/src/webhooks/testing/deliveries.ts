/** Deliveries with a Redis, a clock and receivers for tests. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DEFAULT_SETTINGS, type WebhookDelivery, type WebhookEvent } from '@toolpress/contract';
import { createOutbound, type Outbound } from '@toolpress/outbound';
import { createMetrics, type Redis, SecretBox } from '@toolpress/runtime';
import {
  eventually,
  type HttpTarget,
  quietLogger,
  type ReceivedRequest,
  startConnectedRedis,
  startHttpTarget,
  TARGET_ADDRESS,
  type TestRedis,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach } from 'mocha';
import { Webhook as Verifier } from 'standardwebhooks';
import { Deliveries } from '../deliveries.js';
import { DeliveryWorker } from '../delivery-worker.js';
import { Webhooks } from '../webhooks.js';

export const ACCOUNT = 'acc_test';
export const HOUR = 3_600_000;
const settings = { current: async () => DEFAULT_SETTINGS };

/** The parts that are created for each test. Redis is only emptied. */
interface Dependencies {
  server: TestRedis;
  redis: Redis;
  /** The offset of the service's clock in milliseconds. */
  ahead: number;
  /** DNS records. */
  addresses: Record<string, string>;
  webhooks: Webhooks;
  deliveries: Deliveries;
  workers: DeliveryWorker[];
}

/** Sets up deliveries for the tests of a `describe`. Call it there first. */
export function startDeliveries() {
  const context = { ahead: 0 } as Dependencies;
  let outbound: Outbound;
  let events = 0;
  const targets: HttpTarget[] = [];
  const now = (): number => Date.now() + context.ahead;
  before(async () => {
    Object.assign(context, await startConnectedRedis());
  });
  after(() => context.server.stop());

  const startWorker = (): DeliveryWorker => {
    const { deliveries, webhooks } = context;
    const metrics = createMetrics('test', '1');
    const parts = { deliveries, webhooks, outbound, settings, metrics, logger: quietLogger(), now, random: () => 0.5 };
    const worker = new DeliveryWorker(parts);
    context.workers.push(worker);
    return worker;
  };
  beforeEach(async () => {
    await context.redis.flushall();
    context.ahead = 0;
    context.addresses = {};
    const resolve = async (name: string) => [{ address: context.addresses[name] ?? '192.0.2.1', family: 4 }];
    outbound = createOutbound({ allow: [TARGET_ADDRESS, '127.0.0.3'], resolve });
    const master = { current: randomBytes(32), previous: [] };
    const { redis } = context;
    const webhooks = new Webhooks({ redis, box: new SecretBox(master, 'webhooks'), outbound, settings, now });
    const box = new SecretBox(master, 'deliveries');
    context.webhooks = webhooks;
    context.deliveries = new Deliveries({ redis, box, webhooks, logger: quietLogger(), now });
    context.workers = [];
    startWorker();
  });
  afterEach(async () => {
    await Promise.all(context.workers.map((worker) => worker.close()));
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
    const { secret = '' } = await context.webhooks.save(account, name, { url: `${target.url}/hook` });
    return secret;
  }
  const event = (more: Partial<WebhookEvent> = {}): WebhookEvent => ({
    ...{ id: `evt_${events++}`, type: 'job.done', timestamp: '2026-11-22T20:00:00.000Z' },
    data: { id: 'job_1', url: 'https://files.example/x.pdf' },
    ...more,
  });
  const log = async (name = 'hook', account = ACCOUNT) => (await context.deliveries.list(account, name, {})).items;
  async function ends(status: string, attempts: number): Promise<WebhookDelivery | undefined> {
    await eventually(async () => {
      const [first] = await log();
      expect([first?.status, first?.attempts.length]).to.deep.equal([status, attempts]);
    });
    return (await log())[0];
  }
  const verify = (secret: string, { body, headers }: ReceivedRequest): unknown =>
    new Verifier(secret).verify(body, headers as Record<string, string>);

  return { context, now, startWorker, receiver, answering, saved, event, log, ends, verify };
}
