import { blockingRedis, createLogger, nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';
import {
  AFTER_WORK_MS,
  eventually,
  startRedis,
  startTcpProxy,
  type TcpProxy,
  type TestRedis,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { consume, RenderQueue } from './index.js';
import { codeOf, job, LIMITS, logger, rendered } from './testing/documents.js';

const deadlines = { accountId: 'acc_1', deadlineMs: 60_000 };

describe('A Redis that disappears silently', () => {
  let redis: TestRedis;
  let cable: TcpProxy;
  let url: string;
  beforeEach(async () => {
    redis = await startRedis();
    cable = await startTcpProxy(redis.url.replace('redis://', ''));
    url = `redis://${cable.address}`;
  });
  afterEach(async () => {
    await cable.close();
    await redis.stop();
  });

  it('is noticed by every connection, which reconnects: jobs continue, and meanwhile the worker is not ready', async () => {
    const queue = await RenderQueue.open(url, LIMITS, logger);
    const consumer = consume(url, async () => rendered(), { concurrency: 1, logger });
    expect(await queue.submitAndWait(job(), deadlines)).to.deep.equal(rendered());
    expect(consumer.isConnected()).to.equal(true);
    cable.cut();
    await eventually(() => expect(consumer.isConnected()).to.equal(false), AFTER_WORK_MS);
    cable.mend();
    await eventually(async () => {
      expect(await queue.submitAndWait(job(), deadlines)).to.deep.equal(rendered());
    }, AFTER_WORK_MS);
    expect(consumer.isConnected()).to.equal(true);
    await consumer.close();
    await queue.close();
  });

  it('is noticed by connections on which nothing is asked, those that only listen included', async () => {
    const listening = blockingRedis(url, 'listening', logger);
    const idle = nonQueueingRedis(url, 'idle', logger);
    const heard = new Set<string>();
    listening.on('message', (_channel, text: string) => heard.add(text));
    // A new connection has no subscriptions: subscribers subscribe after each `ready`.
    listening.on('ready', () => void listening.subscribe('news').catch(() => undefined));
    const hears = (text: string): Promise<void> =>
      eventually(async () => {
        await redis.command('PUBLISH', 'news', text);
        expect([...heard]).to.include(text);
      }, AFTER_WORK_MS);
    await Promise.all([hears('before'), waitUntilReady(idle)]);
    cable.cut();
    cable.mend();
    await hears('after');
    expect(await idle.ping()).to.equal('PONG');
    listening.disconnect();
    idle.disconnect();
  });

  it('is not suspected when Redis is only idle: connections stay, and nothing is logged', async () => {
    const said: string[] = [];
    const warnings = createLogger('test', 'warn');
    for (const level of ['warn', 'error'] as const) warnings[level] = (...line: unknown[]) => said.push(String(line));
    warnings.child = () => warnings as never;
    const consumer = consume(url, async () => rendered(), { concurrency: 1, logger: warnings });
    const listening = blockingRedis(url, 'listening', warnings);
    await listening.subscribe('news');
    await eventually(() => expect(consumer.isConnected()).to.equal(true), AFTER_WORK_MS);
    const made = async (): Promise<number> =>
      Number(/total_connections_received:(\d+)/.exec(String(await redis.command('INFO', 'stats')))?.[1]);
    const before = await made();
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    expect((await made()) - before, 'connections made, that of the question included').to.equal(1);
    expect(consumer.isConnected()).to.equal(true);
    expect(said).to.deep.equal([]);
    await consumer.close();
    listening.disconnect();
  });

  it('may be frozen for five seconds: no connection is ended for it', async () => {
    const queue = await RenderQueue.open(url, LIMITS, logger);
    const consumer = consume(url, async () => rendered(), { concurrency: 1, logger });
    await queue.submitAndWait(job(), deadlines);
    // BullMQ's own waiting for jobs, which has a name, ends by its own rules.
    const clients = async (): Promise<unknown> =>
      String(await redis.command('CLIENT', 'LIST'))
        .match(/^id=\d+(?=.* name= )(?!.* cmd=client)/gm)
        ?.sort();
    const before = await clients();
    process.kill(redis.pid, 'SIGSTOP');
    const refused = codeOf(queue.submitAndWait(job(), deadlines));
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    process.kill(redis.pid, 'SIGCONT');
    expect(await refused).to.equal('unavailable');
    await eventually(
      async () => expect(await queue.submitAndWait(job(), deadlines)).to.deep.equal(rendered()),
      AFTER_WORK_MS,
    );
    expect(await clients()).to.deep.equal(before);
    await consumer.close();
    await queue.close();
  });
});
