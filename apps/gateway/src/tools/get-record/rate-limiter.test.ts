import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '@toolpress/runtime';
import { eventually, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { NoSlot, type RateLimiter, RateLimiters } from './rate-limiter.js';

/** The signal of a caller who does not hang up. */
const patient = (): AbortSignal => new AbortController().signal;
const LONG = 60_000;

describe('The rate limiter of the provider', () => {
  let server: TestRedis;
  let redis: Redis;
  let limiters: RateLimiters;
  let bases = 0;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    await eventually(() => expect(redis.status).to.equal('ready'));
    limiters = new RateLimiters(redis);
  });
  after(() => server.stop());

  const freshBase = (): string => `app${++bases}`;
  const granted = async (accountId: string, baseId: string): Promise<RateLimiter> => {
    // A separate process each time, so that none remembers the grants of another.
    const limiter = new RateLimiters(redis).of(accountId, baseId);
    limiter.grant();
    await redis.ping();
    return limiter;
  };
  /** Takes a slot if there is one at once. @returns 0 then, else the milliseconds until there is one. */
  const waitForSlot = async (limiter: RateLimiter): Promise<number> => {
    try {
      (await limiter.acquire(0, patient()))();
      return 0;
    } catch (error) {
      if (error instanceof NoSlot) return error.afterMs;
      throw error;
    }
  };
  /** Makes requests that are answered at once. */
  const take = async (limiter: RateLimiter, count: number): Promise<void> => {
    for (let index = 0; index < count; index++) (await limiter.acquire(0, patient()))();
  };

  /** Makes requests without an answer: they count for five seconds, so that a slow machine sees them all at a time. */
  const hold = async (limiter: RateLimiter, count: number): Promise<void> => {
    for (let index = 0; index < count; index++) await limiter.acquire(0, patient());
  };

  it('lets five start together and the sixth more than a second later', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    const begun = performance.now();
    await take(limiter, 5);
    await limiter.acquire(LONG, patient());
    expect(performance.now() - begun).to.be.within(1_000, 60_000);
  });

  it('lets the sixth start a second after the first of five has been answered, however late that is', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    const ends = await Promise.all(Array.from({ length: 5 }, () => limiter.acquire(0, patient())));
    let hasStarted = false;
    const sixth = limiter.acquire(LONG, patient()).then(() => {
      hasStarted = true;
    });
    await sleep(1_500);
    expect(hasStarted, 'while five are under limiter').to.equal(false);
    const answered = performance.now();
    ends[3]?.();
    await sixth;
    expect(performance.now() - answered).to.be.within(1_000, 60_000);
  });

  it('lets one after the other start in the order of their coming, five a second', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    const order: number[] = [];
    const begun = performance.now();
    const calls = Array.from({ length: 17 }, async (_, index) => {
      const ended = await limiter.acquire(LONG, patient());
      order.push(index);
      ended();
    });
    await Promise.all(calls);
    expect(performance.now() - begun).to.be.within(3_000, 60_000);
    const slotOf = (place: number): number => Math.floor(place / 5);
    expect(Math.max(...order.map((index, place) => Math.abs(slotOf(index) - slotOf(place))))).to.be.at.most(1);
  });

  it('takes no slot that comes too late, and says when one would come', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    await hold(limiter, 5);
    for (let times = 0; times < 20; times++) expect(await waitForSlot(limiter)).to.be.within(1, 1_200);
  });

  it('is one for all bases’ accounts that have read the base, each its own for those that have not', async () => {
    const base = freshBase();
    const [one, two] = [await granted('acc_1', base), await granted('acc_2', base)];
    const stranger = limiters.of('acc_3', base);
    await hold(stranger, 5);
    await hold(one, 3);
    await hold(two, 2);
    expect(await waitForSlot(two)).to.be.within(1, 1_200);
    expect(await waitForSlot(limiters.of('acc_4', base))).to.equal(0);
  });

  it('is not shared by different bases', async () => {
    await hold(await granted('acc_1', freshBase()), 5);
    expect(await waitForSlot(await granted('acc_1', freshBase()))).to.equal(0);
  });

  it('counts for all what an account had taken before it had read the base', async () => {
    const base = freshBase();
    const other = await granted('acc_2', base);
    const limiter = limiters.of('acc_1', base);
    await hold(other, 2);
    await hold(limiter, 5);
    limiter.grant();
    for (const one of [limiter, other]) expect(await waitForSlot(one)).to.be.within(1, 1_200);
  });

  it('stops all gateways while the provider demands a pause; the longest pause counts', async () => {
    const base = freshBase();
    const [one, two] = [await granted('acc_1', base), await granted('acc_2', base)];
    await one.pause(10_000);
    await two.pause(2_000);
    expect(await waitForSlot(two)).to.be.within(2_001, 10_000);
  });

  it('does not stop others because of an account that has not read the base', async () => {
    const base = freshBase();
    const limiter = await granted('acc_1', base);
    const stranger = limiters.of('acc_2', base);
    await stranger.pause(10_000);
    expect(await waitForSlot(limiter)).to.equal(0);
    expect(await waitForSlot(stranger)).to.be.above(1_000);
  });

  it('gives up a slot that a pause has overtaken, and takes one after the pause', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    await take(limiter, 5);
    const begun = performance.now();
    const waiting = limiter.acquire(LONG, patient());
    await limiter.pause(2_000);
    await waiting;
    expect(performance.now() - begun).to.be.within(1_950, 60_000);
  });

  it('ends with the signal of the request that waits', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    await take(limiter, 5);
    const caller = new AbortController();
    const waiting = limiter.acquire(LONG, caller.signal).catch((error: Error) => error.name);
    caller.abort();
    expect(await waiting).to.equal('AbortError');
  });

  it('gives the slot of a caller who hangs up to others', async () => {
    const limiter = limiters.of('acc_1', freshBase());
    await take(limiter, 5);
    const crowd = new AbortController();
    setMaxListeners(0, crowd.signal);
    const waiting = Array.from({ length: 100 }, () => limiter.acquire(LONG, crowd.signal).catch(() => 'gone'));
    await eventually(async () => expect(await waitForSlot(limiter)).to.be.above(20_000));
    crowd.abort();
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['gone']));
    await eventually(async () => expect(await waitForSlot(limiter)).to.be.below(2_500));
  });

  it('leaves nothing in Redis that does not end by itself, and no base’s id', async () => {
    const base = `app${'Secret'}`;
    const limiter = await granted('acc_1', base);
    await take(limiter, 5);
    await limiter.pause(60_000);
    const names = await redis.keys('*');
    expect(names.length).to.be.above(2);
    expect(names.join()).not.to.include(base);
    for (const name of names) {
      const milliseconds = await redis.pttl(name); // -1 for a key without expiry, -2 for one that has expired
      expect(milliseconds, name).to.not.equal(-1);
      expect(milliseconds, name).to.be.at.most(60 * 60_000);
    }
  });
});
