import type { Redis } from '@toolpress/runtime';
import { eventually, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { NoSlot, RateLimiters } from './rate-limiter.js';

const TOKEN = 'patOfTheTest.4711';
const patient = (): AbortSignal => new AbortController().signal;

describe('The rate limit of a token', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    await eventually(() => expect(redis.status).to.equal('ready'));
  });
  after(() => server.stop());

  /** Starts requests for one base each, and never ends them. @returns the number that has started within the time. */
  const started = async (token: string, count: number, withinMs: number): Promise<number> => {
    const limiters = new RateLimiters(redis);
    const prefix = Math.random().toString(36).slice(2);
    const all = Array.from({ length: count }, (_, index) =>
      limiters
        .of('acc_1', `app${prefix}${index}`, token)
        .acquire(withinMs, patient())
        .then(
          () => 1,
          () => 0,
        ),
    );
    return (await Promise.all<number>(all)).reduce((sum, one) => sum + one, 0);
  };

  it('lets 50 requests run at a time over all bases, and others start when they have ended', async () => {
    expect(await started(TOKEN, 60, 0)).to.equal(50);
    expect(await started(TOKEN, 1, 0)).to.equal(0);
    expect(await started('patOfAnother.4711', 1, 0)).to.equal(1);
    expect(await started(TOKEN, 10, 30_000)).to.equal(10);
  });

  it('counts requests that read no base, such as tests of connections, without a limit per base', async () => {
    const limiters = new RateLimiters(redis);
    const token = 'patOfTests.4711';
    for (let count = 0; count < 50; count++) await limiters.of('acc_1', undefined, token).acquire(0, patient());
    expect(await started(token, 1, 0)).to.equal(0);
    expect(
      await limiters
        .of('acc_1', undefined, token)
        .acquire(0, patient())
        .catch((error: unknown) => error),
    ).to.be.instanceOf(NoSlot);
  });

  it('leaves no token in Redis, and nothing that does not expire', async () => {
    const names = await redis.keys('*:provider:token:*');
    expect(names.length).to.be.within(1, 3);
    expect(names.join()).not.to.include(TOKEN).and.not.include('4711');
    for (const name of names) expect(await redis.pttl(name)).to.be.within(1, 60_000);
  });
});
