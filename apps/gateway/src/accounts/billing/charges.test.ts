import { TOOLS } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import type { Completion } from '../../api/completion.js';
import { keys } from '../../shared/keys.js';
import { Charges } from './charges.js';
import { UsageReader } from './usage.js';

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
    const counted = async () => {
      const { requests, actions } = await new UsageReader(redis).ofAccount(ACCOUNT, {});
      return { requests, actions };
    };
    const { actions } = TOOLS[TOOL];
    await gateway.settle(await gateway.begin(CALLER, [TOOL], quietLogger()));
    expect(lost).to.equal(1);
    expect(await counted()).to.deep.equal({ requests: 1, actions });
    // A row has no charge id: its record shows that it was charged.
    const [batch, block] = [keys.batch(ACCOUNT, 'bat_1'), keys.rows(ACCOUNT, 'bat_1', 0)];
    await redis.hset(batch, { total: 2 });
    await redis.hset(block, { 1: 'working 1 2026-01-01T00:00:00.000Z owner' });
    await redis.zadd(keys.jobLeases, 1, 'row');
    lost = 0;
    const completion: Completion = {
      ...{
        key: block,
        request: '',
        place: 'done',
        value: 'sealed',
        lifeMs: 1_000,
        endsIn: '',
        bytes: 0,
        owner: 'owner',
      },
      row: { field: '1', batch, leases: keys.jobLeases, member: 'row' },
    };
    await gateway.settle(await gateway.begin(CALLER, [TOOL], quietLogger()), { completion });
    expect(lost).to.equal(1);
    expect(await counted()).to.deep.equal({ requests: 2, actions: 2 * actions });
    expect([await redis.hget(batch, 'done'), await redis.hget(block, '1')]).to.deep.equal(['1', 'done sealed']);
    expect(await redis.zcard(keys.jobLeases)).to.equal(0);
  });
});
