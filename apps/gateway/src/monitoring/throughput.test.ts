import { type Redis, Throughput, ThroughputReader } from '@toolpress/runtime';
import { startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

describe('The throughput statistics', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  afterEach(() => server.command('FLUSHALL'));
  after(() => server.stop());

  it('are the sum of the counts of all processes', async () => {
    const processes = [new Throughput(redis), new Throughput(redis), new Throughput(redis)];
    for (const throughput of processes) {
      for (let index = 0; index < 40; index++) throughput.count('requests');
      throughput.count('error:page_limit');
    }
    processes[0]?.count('error:unavailable');
    await Promise.all(processes.map((throughput) => throughput.close()));
    const hour = await new ThroughputReader(redis).read();
    expect(hour.perSecond('requests')).to.be.within(120 / 70, 120 / 60);
    expect(hour.errors()).to.deep.equal([
      { code: 'page_limit', count: 3, minutesAgo: 0 },
      { code: 'unavailable', count: 1, minutesAgo: 0 },
    ]);
  });

  it('return the 95th percentile of durations', async () => {
    const throughput = new Throughput(redis);
    for (let index = 0; index < 90; index++) throughput.time('render', 0.012);
    for (let index = 0; index < 10; index++) throughput.time('render', 0.95);
    throughput.time('wait', 3_600);
    await throughput.close();
    const hour = await new ThroughputReader(redis).read();
    expect(hour.quantile('render', 0.5)).to.be.within(0.01, 0.015);
    expect(hour.quantile('render', 0.95)).to.be.within(0.75, 1);
    expect(hour.quantile('wait', 0.95)).to.be.within(180, 300);
    expect(hour.quantile('request', 0.95)).to.equal(undefined);
  });

  it('are kept per minute for an hour', async () => {
    const [seconds = 0] = await redis.time();
    const slot = Math.floor(Number(seconds) / 10);
    await redis.hset(`toolpress:throughput:${slot - 1}`, 'pdfs', 5); // the last ten seconds that are over
    await redis.hset(`toolpress:throughput:${slot - 8}`, 'pdfs', 7); // the minute before
    await redis.hset(`toolpress:throughput:${slot - 361}`, 'pdfs', 1_000); // more than an hour ago
    const reader = new ThroughputReader(redis);
    for (const _round of [1, 2]) {
      const minutes = (await reader.read()).perMinute('pdfs');
      expect(minutes).to.have.lengthOf(60);
      expect(minutes.reduce((sum, count) => sum + count)).to.equal(12);
    }
    const throughput = new Throughput(redis);
    throughput.count('pdfs');
    await throughput.close();
    for (const key of await redis.keys('toolpress:throughput:*')) {
      if ((await redis.hget(key, 'pdfs')) === '1') expect(await redis.ttl(key)).to.be.within(3_600, 3_800);
    }
  });

  it('know how long ago the last error of a kind was', async () => {
    const [seconds = 0] = await redis.time();
    const slot = Math.floor(Number(seconds) / 10);
    await redis.hset(`toolpress:throughput:${slot - 300}`, 'error:internal', 5);
    await redis.hset(`toolpress:throughput:${slot - 75}`, 'error:internal', 2); // it ended 740 to 750 s ago
    expect((await new ThroughputReader(redis).read()).errors()).to.deep.equal([
      { code: 'internal', count: 7, minutesAgo: 12 },
    ]);
  });

  it('send no command while idle, and one per second under load', async () => {
    const calls = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await server.command('INFO', 'commandstats')))?.[1] ?? 0);
    const before = await calls();
    const idle = new Throughput(redis);
    await idle.close();
    const busy = new Throughput(redis);
    for (let index = 0; index < 10_000; index++) busy.count('requests');
    await busy.close();
    expect((await calls()) - before).to.be.within(1, 2);
  });

  it('are kept while Redis is unavailable', async () => {
    const throughput = new Throughput(redis);
    await server.kill();
    throughput.count('error:unavailable');
    await new Promise((resolve) => setTimeout(resolve, 1_200)); // after an attempt
    await server.restart();
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
    await throughput.close();
    const hour = await new ThroughputReader(redis).read();
    expect(hour.errors()).to.deep.equal([{ code: 'unavailable', count: 1, minutesAgo: 0 }]);
  });
});
