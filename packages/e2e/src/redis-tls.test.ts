import { once } from 'node:events';
import { nonQueueingRedis, redisAddress, waitUntilReady } from '@toolpress/runtime';
import { quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startTlsRedis, type TlsRedis } from './redis-tls.js';

describe('A Redis that takes only clients with a certificate', () => {
  let tls: TlsRedis;
  before(async () => {
    tls = await startTlsRedis();
  });
  after(() => tls.redis.stop());

  it('answers a client with it', async () => {
    const address = redisAddress({ REDIS_URL: tls.redis.url, ...tls.settings });
    const redis = nonQueueingRedis(address, 'test', quietLogger());
    try {
      await waitUntilReady(redis);
      expect(await redis.ping()).to.equal('PONG');
    } finally {
      redis.disconnect();
    }
  });

  it('rejects a client without the certificate, and is rejected without its authority', async () => {
    const { REDIS_CA: ca = '', ...pair } = tls.settings;
    const { url: REDIS_URL } = tls.redis;
    for (const [settings, reason] of [
      [{ REDIS_CA: ca }, /certificate required|handshake|ECONNRESET|closed/i],
      [pair, /unable to verify|self[- ]signed|local issuer/i],
    ] as const) {
      const redis = nonQueueingRedis(redisAddress({ REDIS_URL, ...settings }), 'test', quietLogger());
      const [error] = (await once(redis, 'error')) as [Error];
      redis.disconnect();
      expect(error.message).to.match(reason);
    }
  });
});
