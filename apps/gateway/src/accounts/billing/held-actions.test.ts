import { TOOLS } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { eventually, quietLogger, serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Charge } from '../../api/charging.js';
import { keys } from '../../shared/keys.js';
import { Charges } from './charges.js';

const ACCOUNT = 'acc_1';
const TOOL = 'html-to-pdf';
const COST = TOOLS[TOOL].actions;
const callerOf = (monthlyActions: number) => ({ accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions });

describe('Held actions of running calls', () => {
  let server: TestRedis;
  let redis: Redis;
  /** One per gateway. */
  const gateways: Charges[] = [];
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  after(() => server.stop());
  beforeEach(() => redis.flushall());
  afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.close())));

  const startGateway = (leaseMs?: number): Charges => {
    const gateway = new Charges(redis, undefined, leaseMs);
    gateways.push(gateway);
    return gateway;
  };
  const begin = (gateway: Charges, quota: number, job?: { owner: string; ownersBefore: string[] }): Promise<Charge> =>
    gateway.begin(callerOf(quota), [TOOL], quietLogger(), job);
  const refused = async (gateway: Charges, quota: number) => {
    const { code, message, headers } = await serviceErrorOf(() => begin(gateway, quota));
    return { code, message, retryAfter: headers['Retry-After'] };
  };

  it('reject further calls with Retry-After until they are released', async () => {
    const gateway = startGateway();
    const held = await begin(gateway, COST);
    expect(await refused(gateway, COST)).to.deep.equal({
      code: 'concurrency_exceeded',
      message:
        'The account has used 0 of its 3 actions for this month, and running calls hold 3 more. This call takes 3. Try again in 1 s, as `Retry-After` says.',
      retryAfter: '1',
    });
    gateway.release(held);
    await gateway.settle(await begin(gateway, COST));
    expect(await refused(gateway, COST)).to.include({ code: 'quota_exceeded', retryAfter: undefined });
  });

  it('do not change the error of a call that exceeds the quota without them', async () => {
    const gateway = startGateway();
    await begin(gateway, 2 * COST - 1);
    await gateway.settle(await begin(startGateway(), 3 * COST));
    expect((await refused(gateway, 2 * COST - 1)).code).to.equal('quota_exceeded');
  });

  it('do not count for what is not charged, which is refused with the same error when the quota is used up', async () => {
    const gateway = startGateway();
    const check = () => gateway.check(callerOf(COST), [TOOL]);
    const held = await begin(gateway, COST);
    await check();
    await gateway.settle(held);
    const { code, message } = await serviceErrorOf(check);
    expect({ code, message, retryAfter: undefined }).to.deep.equal(await refused(gateway, COST));
  });

  it('count once when their command is sent again', async () => {
    const job = { owner: 'one', ownersBefore: [] };
    await begin(startGateway(), COST, job);
    await begin(startGateway(), COST, job);
    expect((await refused(startGateway(), COST)).code).to.equal('concurrency_exceeded');
  });

  it('of a job are replaced when another gateway takes it over from a killed one', async () => {
    const [killed, gateway] = [startGateway(), startGateway()];
    await begin(killed, COST, { owner: 'one', ownersBefore: [] });
    const charge = await begin(gateway, COST, { owner: 'two', ownersBefore: ['one'] });
    expect(await redis.zrange(keys.holds(ACCOUNT), 0, '-1')).to.deep.equal([`${COST}:two`]);
    await gateway.settle(charge);
    expect(await redis.exists(keys.holds(ACCOUNT))).to.equal(0);
  });

  it('of long jobs do not block each other: the first that they leave room for is charged', async () => {
    const gateway = startGateway();
    const { signal } = new AbortController();
    const job = (owner: string) => begin(gateway, 2 * COST, { owner, ownersBefore: [] });
    const [one, other] = [await job('one'), await job('other')];
    const waiting = serviceErrorOf(() => gateway.raise(one, [TOOL, TOOL], signal));
    const raised = await gateway.raise(other, [TOOL, TOOL], signal);
    await gateway.settle(raised);
    expect((await waiting).code).to.equal('quota_exceeded');
    expect(await redis.exists(keys.holds(ACCOUNT))).to.equal(0);
  });

  it('last as long as the call, and at most one lease after its process was killed', async () => {
    const [killed, gateway] = [startGateway(1_500), startGateway(1_500)];
    const held = await begin(killed, COST);
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    expect((await refused(gateway, COST)).code, 'after two leases').to.equal('concurrency_exceeded');
    await killed.close(); // ends the renewal
    await eventually(async () =>
      expect(await begin(gateway, COST))
        .to.have.property('id')
        .not.equal(held.id),
    );
  });
});
