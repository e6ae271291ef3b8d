import { nonQueueingRedis, type Redis, waitUntilReady } from '@toolpress/runtime';
import { quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Announcement, announceWorker, type Heartbeat, readWorkers } from './index.js';

describe('A worker’s heartbeats', () => {
  let server: TestRedis;
  let redis: Redis;
  const announce = async (
    worker: Pick<Heartbeat, 'id' | 'version' | 'concurrency'>,
    busy: number,
  ): Promise<Announcement> => {
    const announcement = announceWorker(server.url, worker, { busy: () => busy });
    await announcement.announced;
    return announcement;
  };
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'heartbeats', quietLogger());
    await waitUntilReady(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('say who it is and how busy, until it leaves', async () => {
    const announced = await announce({ id: 'w1', version: '1.2.3', concurrency: 4 }, 3);
    const others = await announce({ id: 'w2', version: '1.2.4', concurrency: 1 }, 0);
    const workers = await readWorkers(redis);
    expect(workers.map(({ id }) => id)).to.have.members(['w1', 'w2']);
    const one = workers.find(({ id }) => id === 'w1');
    expect(one).to.include({ version: '1.2.3', concurrency: 4, busy: 3, pid: process.pid, alive: true });
    expect(one?.silentSeconds).to.be.within(0, 4);
    const upMs = Math.ceil(process.uptime() * 1_000) + 1_000;
    expect(Date.parse(one?.startedAt ?? '')).to.be.within(Date.now() - upMs, Date.now());
    await announced.close();
    expect((await readWorkers(redis)).map(({ id }) => id)).to.deep.equal(['w2']);
    await others.close();
    expect(await redis.keys('*:worker*')).to.have.members(await redis.keys('*:looked'));
  });

  it('list it also after its id was removed from the list', async () => {
    await redis.set('toolpress:worker:w4', '{}', 'PX', 60_000); // its last heartbeat
    const announced = await announce({ id: 'w4', version: '1', concurrency: 1 }, 0);
    expect(await redis.smembers('toolpress:workers')).to.deep.equal(['w4']);
    await announced.close();
  });

  it('are read while Redis refuses changes, also when one has expired', async () => {
    await redis.sadd('toolpress:workers', 'expired');
    await redis.config('SET', 'min-replicas-to-write', '1'); // there is no replica
    expect(await readWorkers(redis)).to.deep.equal([]);
    await redis.config('SET', 'min-replicas-to-write', '0');
    expect(await redis.smembers('toolpress:workers')).to.deep.equal(['expired']);
    await readWorkers(redis);
    expect(await redis.smembers('toolpress:workers')).to.deep.equal([]);
  });

  it('stop when it dies: it counts as dead after five seconds, and is forgotten after a minute', async () => {
    const announced = await announce({ id: 'w3', version: '1', concurrency: 1 }, 1);
    await readWorkers(redis);
    const heartbeat = (await redis.get('toolpress:worker:w3')) ?? '';
    await announced.close();
    await redis.sadd('toolpress:workers', 'w3');
    await redis.set('toolpress:worker:w3', heartbeat, 'PX', 60_000 - 6_000); // the last heartbeat was six seconds ago
    const [dead] = await readWorkers(redis);
    expect(dead?.alive).to.equal(false);
    expect(dead?.silentSeconds).to.be.within(6, 30);
    await redis.unlink('toolpress:worker:w3'); // as Redis does after a minute
    expect(await readWorkers(redis)).to.deep.equal([]);
    expect(await redis.smembers('toolpress:workers')).to.deep.equal([]);
  });
});
