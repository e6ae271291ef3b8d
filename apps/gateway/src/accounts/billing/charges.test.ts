import { TOOLS } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import { keys } from '../../shared/keys.js';
import { Charges } from './charges.js';

const ACCOUNT = 'acc_1';
const TOOL = 'html-to-pdf';
const CALLER = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: null };

describe('A charge', () => {
  let server: TestRedis;
  let redis: Redis;
  const gateways: Charges[] = [];
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  after(() => server.stop());
  afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.close())));

  it('is sent again when its reply is lost, and counts once', async () => {
    let lost = 0;
    /** Redis runs the first charge, but its reply is lost. */
    const losing = new Proxy(redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]): Promise<unknown> => {
          const reply: unknown = await value.apply(target, given);
          if (Array.isArray(reply) && reply[0] === 'charged' && lost++ === 0) throw new Error('Command timed out');
          return reply;
        };
      },
    });
    const gateway = new Charges(losing);
    gateways.push(gateway);
    await gateway.settle(await gateway.begin(CALLER, [TOOL], quietLogger()));
    expect(lost).to.equal(1);
    const { 'total:requests': requests, 'total:actions': actions } = await redis.hgetall(keys.usage(ACCOUNT));
    expect({ requests, actions }).to.deep.equal({ requests: '1', actions: String(TOOLS[TOOL].actions) });
  });
});
