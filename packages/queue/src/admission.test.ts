import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { nonQueueingRedis, type Redis, waitUntilReady } from '@toolpress/runtime';
import { quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { type AdmissionRequest, admit, BYTES, type QueueLimits, releaseLeft, SLOTS, type Slot } from './admission.js';
import { beginJob } from './begin-job.js';
import { type DocumentJob, RENDER_QUEUE } from './queues.js';

const LIMITS: QueueLimits = { documents: 20, bytes: 10_000 };

describe('Admission to the queue: slots', () => {
  let server: TestRedis;
  let redis: Redis;
  let jobs: number;
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'test', quietLogger());
    await waitUntilReady(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    jobs = 0;
    await redis.flushall();
  });

  type Taken = Slot & { jobId: string; accountId: string };
  type Wanted = Partial<AdmissionRequest> & { bytes?: number };
  async function take(accountId: string, { bytes = 1, ...wanted }: Wanted = {}, limits = LIMITS): Promise<Taken> {
    const jobId = `job-${jobs++}`;
    const content = Buffer.alloc(bytes, 'a');
    const request = { jobId, accountId, content, deadlineMs: 60_000, ...wanted };
    const slot = await admit(redis, limits, request);
    return { ...slot, jobId, accountId };
  }
  const takeMany = async (count: number, accountId: string): Promise<Taken[]> => {
    const taken: Taken[] = [];
    while (taken.length < count) taken.push(await take(accountId));
    return taken;
  };
  const begin = ({ jobId: id, accountId, priority }: Taken) => {
    const data = { deadline: 0, lifeMs: 60_000, requestId: id, replyTo: 'a gateway', accountId };
    const job = { id, queueName: RENDER_QUEUE, priority, stalledCounter: 0, data };
    return beginJob(redis, job as unknown as DocumentJob, 'a worker');
  };
  const prioritiesOf = (slots: readonly Slot[]): number[] => slots.map(({ priority }) => priority);
  const errorOf = (promise: Promise<unknown>): Promise<ServiceError> =>
    promise.then(
      () => expect.fail('it was not refused'),
      (error: unknown) => {
        expect(error).to.be.instanceOf(ServiceError);
        return error as ServiceError;
      },
    );
  const retryAfter = (error: ServiceError): number => Number(error.headers['Retry-After']);

  it('give an account one priority after the other, and another account the very next', async () => {
    const many = await takeMany(10, 'many');
    expect(prioritiesOf(many)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const slot of many.slice(0, 4)) await begin(slot);
    expect(prioritiesOf(await takeMany(3, 'few'))).to.deep.equal([4, 5, 6]);
    expect((await take('many')).priority).to.equal(11);
  });

  it('do not favor accounts that come late: priorities are not saved up', async () => {
    for (const slot of await takeMany(8, 'early')) await begin(slot);
    expect((await take('late')).priority).to.equal(8);
  });

  it('do not hold against an account what it withdrew', async () => {
    const withdrawn = await takeMany(9, 'changes its mind');
    await take('other');
    await Promise.all(withdrawn.map((slot) => slot.release()));
    expect((await take('changes its mind')).priority).to.equal(1);
  });

  it('of processes that have died are released by the id of the job', async () => {
    const [left, kept] = [
      await take('a:b', { bytes: 100, deadlineMs: 3_600_000, isBackground: true }),
      await take('c'),
    ];
    await releaseLeft(redis, left.jobId);
    await releaseLeft(redis, left.jobId); // once more is no fault
    expect(await redis.zrange(SLOTS, '0', '-1')).to.deep.equal([`1:${kept.jobId}:c`]);
    expect(await redis.get(BYTES)).to.equal('1');
  });

  it('start again when no account has one', async () => {
    const slots = await takeMany(5, 'a');
    for (const slot of slots) await begin(slot);
    await Promise.all(slots.map((slot) => slot.release()));
    expect((await take('a')).priority).to.equal(1);
  });

  it('are exactly as many as the limit, also for concurrent requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => take('a')));
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(20);
    const error = await errorOf(take('a'));
    expect(error.code).to.equal('queue_full');
    expect(error.status).to.equal(503);
    expect(error.message).to.match(/^The queue is full; try again in \d+ s, as `Retry-After` says\.$/);
  });

  it('are a tenth more for accounts that have none, so that no account fills the queue for the others', async () => {
    const [first] = await takeMany(20, 'filler');
    await take('b');
    expect((await errorOf(take('b'))).code).to.equal('queue_full');
    await take('c');
    expect((await errorOf(take('d'))).code).to.equal('queue_full');
    await first?.release();
    await take('d');
  });

  it('are bounded in bytes as well, and released with their bytes', async () => {
    const large = await take('a', { bytes: 9_000 });
    expect((await errorOf(take('a', { bytes: 1_001 }))).code).to.equal('queue_full');
    const other = await take('b', { bytes: 2_000 });
    await large.release();
    await large.release(); // what is released twice counts once
    await take('a', { bytes: 8_000 });
    expect((await errorOf(take('a'))).code).to.equal('queue_full');
    await other.release();
    await take('a');
  });

  it('take a document of any size when there is no other', async () => {
    const huge = await take('a', { bytes: 50_000 });
    expect((await errorOf(take('a'))).code).to.equal('queue_full');
    await huge.release();
    await take('a');
  });

  it('of a gateway that died end with the deadline, bytes and priorities included', async () => {
    await Promise.all(Array.from({ length: 20 }, () => take('a', { deadlineMs: 900, bytes: 500 })));
    const error = await errorOf(take('a'));
    expect(retryAfter(error), 'seconds, when the first slot surely ends').to.equal(1);
    await sleep(950);
    expect((await take('a', { bytes: 9_999 })).priority).to.equal(1);
    expect((await redis.keys('*')).sort().filter((key) => key.includes(':account:'))).to.have.lengthOf(1);
  });

  describe('with a pace of the workers', () => {
    const PACE_MS = 20;
    const WIDE: QueueLimits = { documents: 10_000, bytes: 1_000_000 };

    /** Workers begin with a document every 20 ms while others wait. @returns what came of that on this machine, milliseconds. */
    async function work(documents: number): Promise<number> {
      const slots = await takeMany(documents, 'before');
      const begun = performance.now();
      for (const slot of slots) {
        await begin(slot);
        await sleep(PACE_MS);
      }
      return (performance.now() - begun) / documents;
    }

    it('refuse who would wait longer than the deadline, and say when it is worth another try', async () => {
      const fit = 2_000 / (await work(16));
      // Together, because the pace slows down while this machine is busy with them.
      const takes = await Promise.allSettled(Array.from({ length: 500 }, () => take('a', { deadlineMs: 2_000 }, WIDE)));
      const waiting = takes.findIndex(({ status }) => status === 'rejected');
      const error = await errorOf(take('a', { deadlineMs: 2_000 }, WIDE));
      expect(waiting, 'documents taken for 2 s').to.be.within(0.5 * fit, 1.2 * fit);
      expect(error.code).to.equal('queue_full');
      expect(error.message).to.match(/would wait about \d+ seconds, longer than its deadline of 2; try again in \d+ s/);
      await take('a', { deadlineMs: 60_000 }, WIDE);
      expect((await take('another', { deadlineMs: 60_000 }, WIDE)).priority, 'the next priority').to.be.below(20);
    });

    it('do not take quiet times for slow workers', async () => {
      for (let count = 0; count < 15; count++) {
        const slot = await take('a');
        await begin(slot);
        await slot.release();
        await sleep(PACE_MS);
      }
      for (let count = 0; count < 100; count++) await take('a', { deadlineMs: 200 }, WIDE);
    });

    it('see the workers slow down when they are silent', async () => {
      await work(16);
      const [stuck] = await takeMany(3, 'a');
      if (stuck !== undefined) await begin(stuck);
      await sleep(1_000);
      for (let count = 0; count < 15; count++) await take('b', { deadlineMs: 60_000 }, WIDE);
      const error = await errorOf(take('b', { deadlineMs: 500 }, WIDE));
      expect(error.message).to.match(/would wait about \d+ seconds/);
    });
  });
});
