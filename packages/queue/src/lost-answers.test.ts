import type { RenderReply } from '@toolpress/contract';
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
import { consume, type RenderConsumer, RenderQueue } from './index.js';
import { job, LIMITS, logger, rendered } from './testing/documents.js';

/** The lock of a job lasts longer than the wait for it. */
const LOCK_MS = 600_000;

describe('A worker whose connection breaks after Redis has given it a job, but before it knows', () => {
  let redis: TestRedis;
  let cable: TcpProxy;
  let queue: RenderQueue;
  let consumer: RenderConsumer;
  let made: string[];
  const startWorker = (ready: Promise<void>): void => {
    const handler = async ({ requestId }: { requestId: string }): Promise<RenderReply> => {
      made.push(requestId);
      await ready;
      return rendered(requestId);
    };
    const options = { concurrency: 1, slowConcurrency: 1, logger, lockMs: LOCK_MS };
    consumer = consume(`redis://${cable.address}`, handler, options);
  };
  const submit = async (requestId: string): Promise<RenderReply> =>
    queue.submitAndWait({ ...job(), requestId }, { accountId: 'acc_1', deadlineMs: AFTER_WORK_MS / 2 });
  const waiting = (jobs: number): Promise<void> =>
    eventually(async () => expect(await redis.command('ZCARD', 'toolpress:render:prioritized')).to.equal(jobs));

  beforeEach(async () => {
    redis = await startRedis();
    cable = await startTcpProxy(redis.url.replace('redis://', ''));
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
    made = [];
  });
  afterEach(async () => {
    await consumer.close();
    await queue.close();
    await cable.close();
    await redis.stop();
  });

  it('receives the job again, also when the repeated command has given it another one', async () => {
    const replies = [submit('the first')];
    await waiting(1);
    replies.push(submit('the second'));
    await waiting(2);
    cable.lose('the first');
    startWorker(Promise.resolve());
    expect(await Promise.all(replies)).to.deep.equal([rendered('the first'), rendered('the second')]);
    expect(made.sort()).to.deep.equal(['the first', 'the second']);
  });

  it('receives it again when it was taken by the end of another job, whose reply is sent once', async () => {
    let release = (): void => undefined;
    startWorker(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    const replies = [submit('the first')];
    await eventually(() => expect(made).to.deep.equal(['the first']));
    replies.push(submit('the second'));
    await waiting(1);
    cable.lose('the second');
    release();
    expect(await Promise.all(replies)).to.deep.equal([rendered('the first'), rendered('the second')]);
    expect(made).to.deep.equal(['the first', 'the second']);
  });
});
