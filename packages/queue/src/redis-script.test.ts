import { nonQueueingRedis, type Redis, redisScript } from '@toolpress/runtime';
import { eventually, quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const SET = redisScript(`redis.call('SET', KEYS[1], ARGV[1]) return 'set'`);

describe('A script of Redis', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'test', quietLogger());
    await eventually(() => expect(redis.status).to.equal('ready'));
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('is done before what is sent behind it, the first time and by its hash', async () => {
    for (const value of ['first', 'second']) {
      const [done, read] = await Promise.all([SET(redis, ['toolpress:key'], [value]), redis.get('toolpress:key')]);
      expect([done, read]).to.deep.equal(['set', value]);
    }
  });

  it('is so by a Redis that was restarted, and has no script any more', async () => {
    await server.kill();
    await server.restart();
    await eventually(async () => expect(await redis.ping()).to.equal('PONG'));
    const [done, read] = await Promise.all([
      SET(redis, ['toolpress:key'], ['after the restart']),
      redis.get('toolpress:key'),
    ]);
    expect([done, read]).to.deep.equal(['set', 'after the restart']);
  });

  it('works with a Redis that has forgotten it', async () => {
    await redis.call('SCRIPT', 'FLUSH');
    expect(await SET(redis, ['toolpress:key'], ['again'])).to.equal('set');
  });
});
