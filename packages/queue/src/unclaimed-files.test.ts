import { randomUUID } from 'node:crypto';
import { nonQueueingRedis, type Redis, waitUntilReady } from '@toolpress/runtime';
import { startRedis, type TestRedis } from '@toolpress/testkit';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import {
  consume,
  type RenderConsumer,
  RenderQueue,
  sweepUnclaimedFiles,
  UNCLAIMED_FILES,
  unclaimedFile,
} from './index.js';
import { filesKey, KEY_PREFIX, payloadKey, RENDER_QUEUE } from './queues.js';
import { job, LIMITS, logger, reading, rendered } from './testing/documents.js';
import { noteFile } from './unclaimed-files.js';

const HOUR_SECONDS = 3_600;
const EVERY_MS = 60_000;
const ACCOUNT = 'acc_1';
const DAY = '2031-01-01';

describe('An unclaimed file', () => {
  let server: TestRedis;
  let redis: Redis;
  /** What the store is asked to delete, in one call each. */
  let removed: string[][];
  let isStoreAway: boolean;
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'test', logger);
    await waitUntilReady(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    removed = [];
    isStoreAway = false;
  });
  afterEach(() => redis.config('SET', 'maxmemory', '0'));

  const remove = async (...ids: string[]): Promise<void> => {
    if (isStoreAway) throw new Error('the store is unavailable');
    removed.push(ids);
  };
  const sweep = (): Promise<number> => sweepUnclaimedFiles(redis, { remove, dayOf: () => DAY }, EVERY_MS);
  const noted = async (): Promise<string[]> =>
    (await redis.zrange(UNCLAIMED_FILES, '0', '-1')).map((member) => member.replace(`${ACCOUNT}:`, ''));
  /** Notes files as if they were noted this number of seconds ago. */
  const notedBefore = async (seconds: number, ...ids: string[]): Promise<void> => {
    const [now = 0] = await redis.time();
    await redis.zadd(
      UNCLAIMED_FILES,
      ...ids.flatMap((id) => [String(Number(now) - seconds), unclaimedFile(ACCOUNT, id)]),
    );
  };

  it('is deleted an hour after it was noted, not earlier', async () => {
    await notedBefore(HOUR_SECONDS + 1, 'old');
    await notedBefore(HOUR_SECONDS - 60, 'young');
    await noteFile(redis, ACCOUNT, 'new');
    await sweep();
    expect(await sweep()).to.equal(1);
    expect(removed).to.deep.equal([['old']]);
    expect(await noted()).to.deep.equal(['young', 'new']);
    expect(await sweep(), 'once').to.equal(0);
  });

  it('stays at the first sweep after a pause, in which it could not be claimed', async () => {
    await notedBefore(2 * HOUR_SECONDS, 'of before the outage');
    expect(await sweep()).to.equal(0);
    expect(removed).to.deep.equal([]);
    const pause = await redis.pttl(`${UNCLAIMED_FILES}:swept`);
    expect(pause).to.be.within(EVERY_MS, 2 * EVERY_MS);
    expect(await sweep()).to.equal(1);
  });

  it('stays when an account lists it after all, and is no longer noted', async () => {
    await notedBefore(2 * HOUR_SECONDS, 'left', 'listed');
    await redis.hset(filesKey(ACCOUNT, DAY), 'listed', 100);
    await sweep();
    expect(await sweep()).to.equal(1);
    expect(removed).to.deep.equal([['left']]);
    expect(await noted()).to.deep.equal([]);
  });

  it('stays while the store is unavailable, and is deleted later', async () => {
    await notedBefore(2 * HOUR_SECONDS, 'a', 'b');
    await sweep();
    isStoreAway = true;
    const error = await sweep().catch((reason: Error) => reason.message);
    expect(error).to.equal('the store is unavailable');
    expect(await noted()).to.deep.equal(['a', 'b']);
    isStoreAway = false;
    expect(await sweep()).to.equal(2);
  });

  it('is deleted with a thousand others at the most, however many there are', async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `file${index}`);
    await notedBefore(2 * HOUR_SECONDS, ...ids);
    await sweep();
    expect(await sweep()).to.equal(2_500);
    expect(removed.map(({ length }) => length)).to.deep.equal([1_000, 1_000, 500]);
    expect(new Set(removed.flat()).size).to.equal(2_500);
    expect(await noted()).to.deep.equal([]);
  });

  it('is recorded while Redis is full, too: admitted documents are completed', async () => {
    await redis.config('SET', 'maxmemory', '1mb');
    await noteFile(redis, ACCOUNT, 'file');
    expect(await noted()).to.deep.equal(['file']);
  });

  describe('of a job', () => {
    let queue: RenderQueue;
    let consumer: RenderConsumer;
    beforeEach(async () => {
      queue = await RenderQueue.open(server.url, LIMITS, logger);
      consumer = consume(
        server.url,
        reading(async ({ html = '' }, { noteFile }) => {
          await noteFile(html);
          return rendered(html);
        }),
        {
          concurrency: 1,
          logger,
          assemble: async ({ output }, { noteFile }) => {
            await noteFile(output);
            return rendered(output);
          },
        },
      );
    });
    afterEach(async () => {
      await consumer.close();
      await queue.close();
    });

    it('is noted, of a call as of a job in the background and of an assembly', async () => {
      const call = { accountId: ACCOUNT, deadlineMs: 60_000 };
      await queue.submitAndWait(job('called'), call);
      await queue.submitAndWait(job('behind'), { ...call, backgroundId: randomUUID() });
      const assembly = { requestId: 'r', output: 'zip', files: 'a' } as const;
      await queue.assembleAndWait(assembly, { ...call, backgroundId: randomUUID() });
      expect(await noted()).to.have.members(['called', 'behind', 'zip']);
    });

    it('is not noted when a gateway of an older version has sent the job, which would not claim it', async () => {
      const board = new Queue(RENDER_QUEUE, { connection: { url: server.url }, prefix: KEY_PREFIX });
      await redis.set(payloadKey('old'), JSON.stringify(job('unnoted')), 'PX', 5_000);
      const record = { deadline: Date.now(), lifeMs: 5_000, requestId: 'r', replyTo: 'old', accountId: ACCOUNT };
      await board.add(RENDER_QUEUE, record, { jobId: 'old' });
      // Behind it, of one worker that does one at a time.
      await queue.submitAndWait(job('noted'), { accountId: ACCOUNT, deadlineMs: 60_000 });
      expect(await board.getJobState('old')).to.equal('completed');
      await board.close();
      expect(await noted()).to.deep.equal(['noted']);
    });
  });
});
