import type { Redis } from '@toolpress/runtime';
import { startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import { RecentErrors } from './recent-errors.js';

describe('The errors of the last hour', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  afterEach(() => server.command('FLUSHALL'));
  after(() => server.stop());

  const minute = async (): Promise<number> => Math.floor(Number((await redis.time())[0]) / 60);
  const read = async () => {
    const errors = new RecentErrors(redis);
    await errors.close();
    return errors.read();
  };

  it('are the sum of the counts of all processes, the most frequent first', async () => {
    const processes = [new RecentErrors(redis), new RecentErrors(redis), new RecentErrors(redis)];
    for (const errors of processes) errors.count('page_limit');
    processes[0]?.count('unavailable');
    await Promise.all(processes.map((errors) => errors.close()));
    expect(await read()).to.deep.equal([
      { code: 'page_limit', count: 3, minutesAgo: 0 },
      { code: 'unavailable', count: 1, minutesAgo: 0 },
    ]);
  });

  it('have the time since the last one, and leave out older ones', async () => {
    const now = await minute();
    await redis.hset(`toolpress:errors:${now - 50}`, 'internal', 5);
    await redis.hset(`toolpress:errors:${now - 13}`, 'internal', 2);
    await redis.hset(`toolpress:errors:${now - 63}`, 'internal', 1_000);
    const [error, ...more] = await read();
    expect(error).to.include({ code: 'internal', count: 7 });
    expect(error?.minutesAgo).to.be.within(12, 13);
    expect(more).to.deep.equal([]);
  });

  it('expire after the hour', async () => {
    const errors = new RecentErrors(redis);
    errors.count('internal');
    await errors.close();
    const keys = await redis.keys('toolpress:errors:*');
    expect(keys).to.have.lengthOf(1);
    expect(await redis.ttl(keys[0] ?? '')).to.be.within(3_600, 3_800);
  });

  it('send no command while idle, and one transaction per second under load', async () => {
    const calls = async (): Promise<number> =>
      Number(/cmdstat_exec:calls=(\d+)/.exec(String(await server.command('INFO', 'commandstats')))?.[1] ?? 0);
    const before = await calls();
    const idle = new RecentErrors(redis);
    await idle.close();
    const busy = new RecentErrors(redis);
    for (let index = 0; index < 10_000; index++) busy.count('internal');
    await busy.close();
    expect((await calls()) - before).to.be.within(1, 2);
  });

  it('are kept while Redis is unavailable', async () => {
    const errors = new RecentErrors(redis);
    await server.kill();
    errors.count('unavailable');
    await new Promise((resolve) => setTimeout(resolve, 1_200)); // after an attempt
    await server.restart();
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
    await errors.close();
    expect(await read()).to.deep.equal([{ code: 'unavailable', count: 1, minutesAgo: 0 }]);
  });
});
