import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { nonQueueingRedis, type Redis, waitUntilReady } from '@toolpress/runtime';
import { quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { beginTurn, type Place, type PlaceRequest, type QueueLimits, takePlace } from './places.js';

const LIMITS: QueueLimits = { documents: 20, bytes: 10_000 };

describe('The places of the queue', () => {
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

  type Taken = Place & { jobId: string };
  type Wanted = Partial<PlaceRequest> & { bytes?: number };
  async function take(accountId: string, { bytes = 1, ...wanted }: Wanted = {}, limits = LIMITS): Promise<Taken> {
    const jobId = `job-${jobs++}`;
    const letter = Buffer.alloc(bytes, 'a');
    const place = await takePlace(redis, limits, { jobId, accountId, letter, deadlineMs: 60_000, ...wanted });
    return { ...place, jobId };
  }
  const takeMany = async (count: number, accountId: string): Promise<Taken[]> => {
    const taken: Taken[] = [];
    while (taken.length < count) taken.push(await take(accountId));
    return taken;
  };
  const begin = ({ jobId, turn }: Taken) => beginTurn(redis, jobId, turn);
  const turnsOf = (places: readonly Place[]): number[] => places.map(({ turn }) => turn);
  const refusal = (promise: Promise<unknown>): Promise<ServiceError> =>
    promise.then(
      () => expect.fail('it was not refused'),
      (error: unknown) => {
        expect(error).to.be.instanceOf(ServiceError);
        return error as ServiceError;
      },
    );
  const retryAfter = (error: ServiceError): number => Number(error.headers['Retry-After']);

  it('give an account one turn after the other, and another account the very next', async () => {
    const many = await takeMany(10, 'many');
    expect(turnsOf(many)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const place of many.slice(0, 4)) await begin(place);
    expect(turnsOf(await takeMany(3, 'few'))).to.deep.equal([4, 5, 6]);
    expect((await take('many')).turn).to.equal(11);
  });

  it('owe nothing to who comes late: nobody saves turns up', async () => {
    for (const place of await takeMany(8, 'early')) await begin(place);
    expect((await take('late')).turn).to.equal(8);
  });

  it('do not hold against an account what it withdrew', async () => {
    const withdrawn = await takeMany(9, 'changes its mind');
    await take('other');
    await Promise.all(withdrawn.map((place) => place.giveBack()));
    expect((await take('changes its mind')).turn).to.equal(1);
  });

  it('begin anew when nobody has one', async () => {
    const places = await takeMany(5, 'a');
    for (const place of places) await begin(place);
    await Promise.all(places.map((place) => place.giveBack()));
    expect((await take('a')).turn).to.equal(1);
  });

  it('are as many as the limit says, exactly, for requests at once too', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => take('a')));
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(20);
    const error = await refusal(take('a'));
    expect(error.code).to.equal('queue_full');
    expect(error.status).to.equal(503);
    expect(error.message).to.match(/^The queue of documents is full; try again in \d+ s, as `Retry-After` says\.$/);
  });

  it('are a tenth more for accounts that have none, so that nobody fills the queue for the others', async () => {
    const [first] = await takeMany(20, 'filler');
    await take('b');
    expect((await refusal(take('b'))).code).to.equal('queue_full');
    await take('c');
    expect((await refusal(take('d'))).code).to.equal('queue_full');
    await first?.giveBack();
    await take('d');
  });

  it('are bounded in bytes as well, and given back with their bytes', async () => {
    const large = await take('a', { bytes: 9_000 });
    expect((await refusal(take('a', { bytes: 1_001 }))).code).to.equal('queue_full');
    const other = await take('b', { bytes: 2_000 });
    await large.giveBack();
    await large.giveBack(); // what is given back twice counts once
    await take('a', { bytes: 8_000 });
    expect((await refusal(take('a'))).code).to.equal('queue_full');
    await other.giveBack();
    await take('a');
  });

  it('take a document of any size when there is no other', async () => {
    const huge = await take('a', { bytes: 50_000 });
    expect((await refusal(take('a'))).code).to.equal('queue_full');
    await huge.giveBack();
    await take('a');
  });

  it('of a gateway that died end with the deadline, bytes and turns included', async () => {
    for (let count = 0; count < 20; count++) await take('a', { deadlineMs: 100, bytes: 500 });
    const error = await refusal(take('a'));
    expect(retryAfter(error), 'seconds, when the first place surely ends').to.equal(1);
    await sleep(110);
    expect((await take('a', { bytes: 9_999 })).turn).to.equal(1);
    expect((await redis.keys('*')).sort().filter((key) => key.includes(':of:'))).to.have.lengthOf(1);
  });

  describe('with a pace of the workers', () => {
    const PACE_MS = 20;
    const WIDE: QueueLimits = { documents: 10_000, bytes: 1_000_000 };

    /** Workers begin with a document every 20 ms while others wait. */
    async function work(documents: number): Promise<void> {
      for (const place of await takeMany(documents, 'before')) {
        await begin(place);
        await sleep(PACE_MS);
      }
    }

    it('refuse who would wait longer than the deadline, and say when it is worth another try', async () => {
      await work(16);
      let waiting = 0;
      const error = await refusal(
        (async () => {
          for (; waiting < 500; waiting++) await take('a', { deadlineMs: 2_000 }, WIDE);
        })(),
      );
      expect(waiting, 'documents taken for 2 s').to.be.within(50, 100);
      expect(error.code).to.equal('queue_full');
      expect(error.message).to.match(/would wait about 3 seconds, longer than its deadline of 2; try again in 1 s/);
      await take('a', { deadlineMs: 4_000 }, WIDE);
      expect((await take('another', { deadlineMs: 2_000 }, WIDE)).turn, 'the next turn').to.be.below(20);
    });

    it('do not take quiet times for slow workers', async () => {
      for (let count = 0; count < 15; count++) {
        const place = await take('a');
        await begin(place);
        await place.giveBack();
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
      const error = await refusal(take('b', { deadlineMs: 500 }, WIDE));
      expect(error.message).to.match(/would wait about [12] seconds/);
    });
  });
});
