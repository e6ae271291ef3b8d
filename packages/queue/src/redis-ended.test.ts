import { blockingRedis, type Logger, nonQueueingRedis, silentConnections, waitUntilReady } from '@toolpress/runtime';
import { eventually, quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { after, before, describe, it } from 'mocha';

/** Returns a logger that records errors, also those of its children. */
function loggerOf(errors: unknown[]): Logger {
  const logger = Object.assign(quietLogger(), { error: (message: unknown) => errors.push(message) });
  return Object.assign(logger, { child: () => logger });
}

describe('A connection to Redis that ends by itself', () => {
  let server: TestRedis;
  before(async () => {
    server = await startRedis();
  });
  after(() => server.stop());

  for (const [kind, open] of [
    ['for calls', nonQueueingRedis],
    ['that waits for work', blockingRedis],
  ] as const)
    it(`is named as not answering, logged, and opened again: ${kind}`, async () => {
      const errors: unknown[] = [];
      const redis = open(server.url, kind, loggerOf(errors));
      try {
        await waitUntilReady(redis);
        expect(silentConnections()).not.to.include(kind);
        Redis.prototype.disconnect.call(redis); // as the client does by itself, past the method that our code calls
        await eventually(() => expect(redis.status).to.equal('end'));
        expect(silentConnections()).to.include(kind);
        await eventually(() => expect(redis.status).to.equal('ready'));
        expect(await redis.ping()).to.equal('PONG');
        expect(silentConnections()).not.to.include(kind);
        expect(errors).to.deep.equal(['the connection to Redis has ended; it is opened again']);
      } finally {
        redis.disconnect();
      }
    });

  it('stays closed when the process has closed it', async () => {
    const errors: unknown[] = [];
    const [closed, left] = ['closed', 'left'].map((purpose) => nonQueueingRedis(server.url, purpose, loggerOf(errors)));
    await Promise.all([closed, left].map((one) => one && waitUntilReady(one)));
    closed?.disconnect();
    await left?.quit();
    await eventually(() => expect([closed?.status, left?.status]).to.deep.equal(['end', 'end']));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([closed?.status, left?.status]).to.deep.equal(['end', 'end']);
    expect([silentConnections(), errors]).to.deep.equal([[], []]);
  });
});
