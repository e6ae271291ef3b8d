import { eventually, quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runScheduledJobs } from './index.js';

describe('Scheduled jobs', () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  it('run once per interval however many processes help, also after one that failed', async () => {
    const runs: number[] = [];
    const job = {
      name: 'sweep',
      everyMs: 250,
      run: async () => {
        runs.push(Date.now());
        if (runs.length === 1) throw new Error('the store is unavailable');
      },
    };
    const helpers = await Promise.all([1, 2, 3].map(() => runScheduledJobs(redis.url, [job], quietLogger())));
    const begun = Date.now();
    await eventually(() => expect(runs.length).to.be.at.least(4));
    const intervals = Math.ceil((Date.now() - begun) / 250);
    await Promise.all(helpers.map((helper) => helper.close()));
    expect(runs.length, 'runs').to.be.at.most(intervals + 2);
  });
});
