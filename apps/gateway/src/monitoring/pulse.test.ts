import { firstContact, nonQueueingRedis, Pulse, PulseReader, type Redis } from '@toolpress/runtime';
import { quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

describe('The pulse of the service', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'pulse', quietLogger());
    await firstContact(redis);
  });
  afterEach(() => server.command('FLUSHALL'));
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('is the sum of what all processes counted', async () => {
    const processes = [new Pulse(redis), new Pulse(redis), new Pulse(redis)];
    for (const pulse of processes) {
      for (let index = 0; index < 40; index++) pulse.count('requests');
      pulse.count('error:page_limit');
    }
    processes[0]?.count('error:unavailable');
    await Promise.all(processes.map((pulse) => pulse.close()));
    const hour = await new PulseReader(redis).read();
    expect(hour.perSecond('requests')).to.be.within(120 / 70, 120 / 60);
    expect(hour.errors()).to.deep.equal([
      { code: 'page_limit', count: 3 },
      { code: 'unavailable', count: 1 },
    ]);
  });

  it('tells under which duration 95 of 100 stayed', async () => {
    const pulse = new Pulse(redis);
    for (let index = 0; index < 90; index++) pulse.time('render', 0.012);
    for (let index = 0; index < 10; index++) pulse.time('render', 0.95);
    pulse.time('wait', 3_600);
    await pulse.close();
    const hour = await new PulseReader(redis).read();
    expect(hour.quantile('render', 0.5)).to.be.within(0.01, 0.015);
    expect(hour.quantile('render', 0.95)).to.be.within(0.75, 1);
    expect(hour.quantile('wait', 0.95)).to.be.within(180, 300);
    expect(hour.quantile('request', 0.95)).to.equal(undefined);
  });

  it('is shown minute by minute, and forgotten after the hour', async () => {
    const [seconds = 0] = await redis.time();
    const slot = Math.floor(Number(seconds) / 10);
    await redis.hset(`toolpress:pulse:${slot - 1}`, 'pdfs', 5); // the last ten seconds that are over
    await redis.hset(`toolpress:pulse:${slot - 8}`, 'pdfs', 7); // the minute before
    await redis.hset(`toolpress:pulse:${slot - 361}`, 'pdfs', 1_000); // more than an hour ago
    const reader = new PulseReader(redis);
    for (const _round of [1, 2]) {
      const minutes = (await reader.read()).perMinute('pdfs');
      expect(minutes).to.have.lengthOf(60);
      expect(minutes.reduce((sum, count) => sum + count)).to.equal(12);
    }
    const pulse = new Pulse(redis);
    pulse.count('pdfs');
    await pulse.close();
    for (const key of await redis.keys('toolpress:pulse:*')) {
      if ((await redis.hget(key, 'pdfs')) === '1') expect(await redis.ttl(key)).to.be.within(3_600, 3_800);
    }
  });

  it('costs Redis nothing while nothing happens, and one command a second when much does', async () => {
    const calls = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await server.command('INFO', 'commandstats')))?.[1] ?? 0);
    const before = await calls();
    const idle = new Pulse(redis);
    await idle.close();
    const busy = new Pulse(redis);
    for (let index = 0; index < 10_000; index++) busy.count('requests');
    await busy.close();
    expect((await calls()) - before).to.be.within(1, 2);
  });

  it('keeps what it counts while Redis is away', async () => {
    const pulse = new Pulse(redis);
    await server.kill();
    pulse.count('error:unavailable');
    await new Promise((resolve) => setTimeout(resolve, 1_200)); // it has tried
    await server.restart();
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
    await pulse.close();
    const hour = await new PulseReader(redis).read();
    expect(hour.errors()).to.deep.equal([{ code: 'unavailable', count: 1 }]);
  });
});
