import { startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { consume, RenderQueue } from './index.js';
import { job, LIMITS, logger, rendered } from './testing/documents.js';

describe('A reply of the render queue', () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  it('is not taken from an attempt that failed, however long the next one takes', async () => {
    const queue = await RenderQueue.open(redis.url, LIMITS, logger);
    const consumer = consume(
      redis.url,
      async (_job, { attempt }) => {
        if (attempt === 1) throw new Error('the store was unavailable for a moment');
        await new Promise((resolve) => setTimeout(resolve, 3_500)); // it is asked for meanwhile
        return rendered('second attempt');
      },
      { concurrency: 1, logger },
    );
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(reply).to.deep.equal(rendered('second attempt'));
    await consumer.close();
    await queue.close();
  });
});
