import { nonQueueingRedis, type Redis, RedisScript } from '@toolpress/runtime';
import { eventually, quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const set = new RedisScript<{ value: string }, string>(
  `redis.call('SET', KEYS[1], cjson.decode(ARGV[1]).value) return 'set'`,
);
const KEYS = ['toolpress:key'];
/** Returns each argument as Redis stores it, and whether an absent one is nil. */
const echo = new RedisScript<
  { integer: number; fraction: number; text: string; flag: boolean; none?: string },
  unknown[]
>(
  `local args = cjson.decode(ARGV[1])
  redis.call('SET', KEYS[1], args.integer)
  return {redis.call('GET', KEYS[1]), args.fraction * 2, args.text, args.flag and 1 or 0, args.none == nil and 1 or 0, ARGV[2]}`,
);

describe('RedisScript', () => {
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

  it('runs before commands that are sent after it, the first time and by its hash', async () => {
    for (const value of ['first', 'second']) {
      const [done, read] = await Promise.all([set.run(redis, KEYS, { value }), redis.get('toolpress:key')]);
      expect([done, read]).to.deep.equal(['set', value]);
    }
  });

  it('runs in the same order after Redis was restarted and lost the script', async () => {
    await server.kill();
    await server.restart();
    await eventually(async () => expect(await redis.ping()).to.equal('PONG'));
    const [done, read] = await Promise.all([
      set.run(redis, KEYS, { value: 'after the restart' }),
      redis.get('toolpress:key'),
    ]);
    expect([done, read]).to.deep.equal(['set', 'after the restart']);
  });

  it('runs after Redis has flushed its scripts', async () => {
    await redis.call('SCRIPT', 'FLUSH');
    expect(await set.run(redis, KEYS, { value: 'again' })).to.equal('set');
  });

  it('receives its arguments unchanged', async () => {
    const text = '"ä\u0000\n';
    const args = { integer: Number.MAX_SAFE_INTEGER, fraction: 2.5, text, flag: false };
    const echoed = await echo.run(redis, KEYS, args, 'raw');
    expect(echoed).to.deep.equal([String(Number.MAX_SAFE_INTEGER), 5, text, 0, 1, 'raw']);
  });

  it('rejects numbers that Lua would change, and keys without the prefix', () => {
    for (const fraction of [2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => echo.run(redis, KEYS, { integer: 1, fraction, text: '', flag: true })).to.throw(
        TypeError,
        'fraction',
      );
    expect(() => set.run(redis, ['key'], { value: '' })).to.throw(TypeError, 'key');
  });
});
