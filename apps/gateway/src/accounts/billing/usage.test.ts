import type { Redis } from '@toolpress/runtime';
import { quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { keys } from '../../shared/keys.js';
import { dayOf } from '../../shared/tally.js';
import { Charges } from './charges.js';
import { UsageReader } from './usage.js';

describe('UsageReader', () => {
  let server: TestRedis;
  let redis: Redis;
  let charges: Charges;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    charges = new Charges(redis);
  });
  after(async () => {
    await charges.close();
    await server.stop();
  });

  it('counts each charge exactly, before and after its fields are added up', async () => {
    const today = dayOf(new Date());
    const tools = ['html-to-pdf', 'http-request'] as const;
    const [tokens, rounds] = [40, 2];
    // Counters of a release that did not have the fields of calls.
    await redis.hset(keys.usage('acc_1'), { 'tool:html-to-pdf:requests': 5, 'tool:html-to-pdf:actions': 15 });
    const fieldCounts: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (let token = 0; token < tokens; token++) {
        for (const tool of tools) {
          const caller = { accountId: 'acc_1', tokenId: `tok_${token}`, monthlyActions: null };
          await charges.settle(await charges.begin(caller, [tool], quietLogger()));
        }
        const fields = await redis.hkeys(keys.usage('acc_1'));
        fieldCounts.push(fields.filter((field) => field.startsWith('charged:')).length);
      }
    }
    expect(Math.max(...fieldCounts), 'fields of calls').to.be.within(40, 50);
    expect(Math.min(...fieldCounts.slice(tokens)), 'fields of calls').to.be.below(40);
    const each = rounds * tokens;
    const total = { actions: each * 4, requests: each * 2 };
    const usage = await new UsageReader(redis).ofAccount('acc_1', {});
    expect(usage).to.deep.include({
      ...total,
      by_tool: {
        'html-to-pdf': { actions: 15 + each * 3, requests: 5 + each },
        'http-request': { actions: each, requests: each },
      },
      by_day: { [today]: total },
    });
    expect(Object.keys(usage.by_token ?? {})).to.have.lengthOf(tokens);
    for (const count of Object.values(usage.by_token ?? {})) expect(count).to.deep.equal({ actions: 8, requests: 4 });
    const period = { from: today, to: today };
    expect(await new UsageReader(redis).ofAccount('acc_1', period)).to.deep.include({
      ...total,
      by_day: { [today]: total },
    });
    const service = await new UsageReader(redis).ofService({ items: [], next_cursor: null }, {});
    expect(service).to.deep.include({ ...total, by_day: { [today]: total } });
  });
});
