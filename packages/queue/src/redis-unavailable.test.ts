import { once } from 'node:events';
import { nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';
import { eventually, startProcess, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { consume, RenderQueue } from './index.js';
import { codeOf, job, LIMITS, logger, rendered } from './testing/documents.js';
import { holdDocument } from './testing/held-document.js';

/** A worker that SIGTERM closes, and nothing else ends. */
const WORKER = `
  import { setTimeout } from 'node:timers/promises';
  import { consume } from '${new URL('index.js', import.meta.url)}';
  import { logger } from '${new URL('testing/documents.js', import.meta.url)}';
  const consumer = consume(process.argv[1], async () => undefined, { concurrency: 1, logger });
  process.once('SIGTERM', () => consumer.close());
  while (!consumer.isConnected()) await setTimeout(10);
  await setTimeout(200);
  console.log('waiting');
`;

describe('The render queue without its Redis', () => {
  let redis: TestRedis;
  let queue: RenderQueue;

  before(async () => {
    redis = await startRedis();
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
  });
  after(async () => {
    await queue.close();
    await redis.stop();
  });

  it('rejects immediately, and works again once Redis is available again', async () => {
    await redis.kill();
    const refused = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 24 * 3_600_000 });
    expect(await codeOf(refused)).to.equal('unavailable');
    await redis.restart();
    const consumer = consume(redis.url, async () => rendered('after'), { concurrency: 1, logger });
    await eventually(async () => {
      expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 })).to.deep.equal(
        rendered('after'),
      );
    });
    await consumer.close();
  });

  it('still answers a caller who was waiting when Redis was restarted', async () => {
    const { consumer, taken, release } = holdDocument(redis.url, rendered('through the restart'));
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    await taken;
    await redis.kill();
    await redis.restart();
    release();
    expect(await reply).to.deep.equal(rendered('through the restart'));
    await consumer.close();
  });

  it('leaves it to a subscriber to subscribe again, so that each failure of that has a handler', async () => {
    const subscriber = nonQueueingRedis(redis.url, 'test', logger);
    await waitUntilReady(subscriber);
    await subscriber.subscribe('toolpress:test');
    const isReady = once(subscriber, 'ready');
    await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await isReady;
    // In the mode of subscribers, Redis and ioredis refuse this command.
    expect(await subscriber.pubsub('NUMSUB', 'toolpress:test')).to.deep.equal(['toolpress:test', 0]);
    subscriber.disconnect();
  });

  it('can be closed while Redis is unavailable', async () => {
    const doomed = await RenderQueue.open(redis.url, LIMITS, logger);
    await redis.kill();
    await doomed.close();
    await redis.restart();
  });

  it('lets a worker close while Redis is unavailable, in bounded time, after the document at work', async () => {
    const fresh = await RenderQueue.open(redis.url, LIMITS, logger);
    const { consumer, taken, release } = holdDocument(redis.url, rendered());
    const reply = fresh.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    await taken;
    await redis.kill();
    let closed = false;
    const closing = consumer.close().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(closed, 'closed under a document at work').to.equal(false);
    release();
    await closing;
    await redis.restart();
    const other = consume(redis.url, async () => rendered('again'), { concurrency: 1, logger, lockMs: 600 });
    expect(await reply).to.deep.equal(rendered('again'));
    await other.close();
    await fresh.close();
  });

  it('lets the process of a worker end by itself, once it is closed while Redis is unavailable', async () => {
    const worker = startProcess(process.execPath, ['--input-type=module', '-e', WORKER, redis.url]);
    await worker.waitFor(/waiting/);
    await redis.kill();
    expect(await worker.end('SIGTERM')).to.equal(0);
    await redis.restart();
  });

  it('can be opened while Redis is unavailable, and serves once it is available', async () => {
    await redis.kill();
    const early = await RenderQueue.open(redis.url, LIMITS, logger);
    expect(await codeOf(early.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 }))).to.equal(
      'unavailable',
    );
    await redis.restart();
    const consumer = consume(redis.url, async () => rendered('late'), { concurrency: 1, logger });
    await eventually(async () => {
      expect(await early.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 })).to.deep.equal(
        rendered('late'),
      );
    });
    await consumer.close();
    await early.close();
  });
});
