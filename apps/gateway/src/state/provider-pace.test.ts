import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { failFastRedis, type Redis } from '@toolpress/runtime';
import { eventually, quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type BasePace, NoSlot, ProviderPace } from './provider-pace.js';

/** The signal of a caller who does not hang up. */
const patient = (): AbortSignal => new AbortController().signal;
const LONG = 60_000;

describe('The pace at which a base is asked', () => {
  let server: TestRedis;
  let redis: Redis;
  let pace: ProviderPace;
  let bases = 0;
  before(async () => {
    server = await startRedis();
    redis = failFastRedis(server.url, 'test', quietLogger());
    await redis.ping().catch(() => undefined);
    await eventually(() => expect(redis.status).to.equal('ready'));
    pace = new ProviderPace(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const freshBase = (): string => `app${++bases}`;
  const proven = async (accountId: string, baseId: string): Promise<BasePace> => {
    // A process of its own each time: none remembers what another has proved.
    const way = new ProviderPace(redis).of(accountId, baseId);
    way.proved();
    await redis.ping();
    return way;
  };
  /** Takes a slot if there is one at once. @returns 0 then, else the milliseconds until there is one. */
  const waitForSlot = async (way: BasePace): Promise<number> => {
    try {
      (await way.turn(0, patient()))();
      return 0;
    } catch (error) {
      if (error instanceof NoSlot) return error.afterMs;
      throw error;
    }
  };
  /** Makes requests that are answered at once. */
  const take = async (way: BasePace, count: number): Promise<void> => {
    for (let index = 0; index < count; index++) (await way.turn(0, patient()))();
  };

  it('lets five start at once and the sixth more than a second later', async () => {
    const way = pace.of('acc_1', freshBase());
    const begun = performance.now();
    await take(way, 5);
    expect(performance.now() - begun).to.be.below(500);
    await way.turn(LONG, patient());
    expect(performance.now() - begun).to.be.within(1_000, 2_600);
  });

  it('lets the sixth start a second after the first of five has been answered, however late that is', async () => {
    const way = pace.of('acc_1', freshBase());
    const ends = await Promise.all(Array.from({ length: 5 }, () => way.turn(0, patient())));
    let hasStarted = false;
    const sixth = way.turn(LONG, patient()).then(() => {
      hasStarted = true;
    });
    await sleep(1_500);
    expect(hasStarted, 'while five are under way').to.equal(false);
    const answered = performance.now();
    ends[3]?.();
    await sixth;
    expect(performance.now() - answered).to.be.within(1_000, 2_600);
  });

  it('lets one after the other start in the order of their coming, five a second', async () => {
    const way = pace.of('acc_1', freshBase());
    const order: number[] = [];
    const begun = performance.now();
    const calls = Array.from({ length: 17 }, async (_, index) => {
      const ended = await way.turn(LONG, patient());
      order.push(index);
      ended();
    });
    await Promise.all(calls);
    expect(performance.now() - begun).to.be.within(3_000, 5_500);
    const turnOf = (place: number): number => Math.floor(place / 5);
    expect(Math.max(...order.map((index, place) => Math.abs(turnOf(index) - turnOf(place))))).to.be.at.most(1);
  });

  it('takes no slot that comes too late, and says when one would come', async () => {
    const way = pace.of('acc_1', freshBase());
    await take(way, 5);
    for (let times = 0; times < 20; times++) expect(await waitForSlot(way)).to.be.within(1, 1_200);
  });

  it('is one for all bases’ accounts that have read the base, each its own for those that have not', async () => {
    const base = freshBase();
    const [one, two] = [await proven('acc_1', base), await proven('acc_2', base)];
    const stranger = pace.of('acc_3', base);
    await take(stranger, 5);
    expect(await waitForSlot(one)).to.equal(0);
    await take(one, 2);
    await take(two, 1);
    expect(await waitForSlot(one)).to.equal(0);
    expect(await waitForSlot(two)).to.be.within(1, 1_200);
    expect(await waitForSlot(pace.of('acc_4', base))).to.equal(0);
  });

  it('is not shared by different bases', async () => {
    await take(await proven('acc_1', freshBase()), 5);
    expect(await waitForSlot(await proven('acc_1', freshBase()))).to.equal(0);
  });

  it('counts for all what an account had taken before it proved that it may read the base', async () => {
    const base = freshBase();
    const other = await proven('acc_2', base);
    const way = pace.of('acc_1', base);
    await take(other, 2);
    await take(way, 5);
    way.proved();
    for (const one of [way, other]) expect(await waitForSlot(one)).to.be.within(1, 1_200);
  });

  it('stands still for all gateways while the provider demands a pause, of which the longest counts', async () => {
    const base = freshBase();
    const [one, two] = [await proven('acc_1', base), await proven('acc_2', base)];
    await one.pause(10_000);
    await two.pause(2_000);
    expect(await waitForSlot(two)).to.be.within(9_000, 10_000);
  });

  it('does not stand still for others because of an account that has not read the base', async () => {
    const base = freshBase();
    const way = await proven('acc_1', base);
    const stranger = pace.of('acc_2', base);
    await stranger.pause(10_000);
    expect(await waitForSlot(way)).to.equal(0);
    expect(await waitForSlot(stranger)).to.be.above(9_000);
  });

  it('gives up a slot that a pause has overtaken, and takes one after the pause', async () => {
    const way = pace.of('acc_1', freshBase());
    await take(way, 5);
    const begun = performance.now();
    const waiting = way.turn(LONG, patient());
    await way.pause(2_000);
    await waiting;
    expect(performance.now() - begun).to.be.within(1_950, 3_500);
  });

  it('ends with the signal of who waits', async () => {
    const way = pace.of('acc_1', freshBase());
    await take(way, 5);
    const caller = new AbortController();
    const waiting = way.turn(LONG, caller.signal).catch((error: Error) => error.name);
    caller.abort();
    expect(await waiting).to.equal('AbortError');
  });

  it('gives the place of who hangs up to others', async () => {
    const way = pace.of('acc_1', freshBase());
    await take(way, 5);
    const crowd = new AbortController();
    setMaxListeners(0, crowd.signal);
    const waiting = Array.from({ length: 100 }, () => way.turn(LONG, crowd.signal).catch(() => 'gone'));
    await eventually(async () => expect(await waitForSlot(way)).to.be.above(20_000));
    crowd.abort();
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['gone']));
    await eventually(async () => expect(await waitForSlot(way)).to.be.below(2_500));
  });

  it('leaves nothing in Redis that does not end by itself, and no base’s id', async () => {
    const base = `app${'Secret'}`;
    const way = await proven('acc_1', base);
    await take(way, 5);
    await way.pause(60_000);
    const names = await redis.keys('*');
    expect(names.length).to.be.above(2);
    expect(names.join()).not.to.include(base);
    for (const name of names) expect(await redis.pttl(name), name).to.be.within(1, 60 * 60_000);
  });
});
