import { AFTER_WORK_MS, eventually, type RedisSentinels, startRedisSentinels, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { FAILOVERS } from './chaos/failovers.js';

const PDF = '/api/utilities/html-to-pdf';
const CALLERS = 6;
/** The number of successes in a row that show a working service. */
const ENOUGH = 3 * CALLERS;
/** Errors after which a caller may send the same request again. */
const RETRYABLE = [503, 504];

describe('A service behind Redis sentinels', () => {
  let sentinels: RedisSentinels;
  let service: TestService;
  before(async () => {
    sentinels = await startRedisSentinels();
    service = await TestService.start({ redis: sentinels.redis, workers: 2 });
  });
  after(async () => {
    await (service ?? sentinels.redis).stop();
  });

  /** Runs calls until it is ended, counts the successes in a row, and measures the longest time in milliseconds without one. */
  function load() {
    const statuses: number[] = [];
    const counted = { successes: 0, outageMs: 0 };
    let succeededAt = performance.now();
    let isEnding = false;
    const caller = async (): Promise<void> => {
      while (!isEnding) {
        const { status } = await service.call(PDF, { body: { html: '<p>under load' } });
        statuses.push(status);
        counted.successes = status === 200 ? counted.successes + 1 : 0;
        if (status !== 200) continue;
        const now = performance.now();
        counted.outageMs = Math.max(counted.outageMs, now - succeededAt);
        succeededAt = now;
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    const end = async (): Promise<number[]> => {
      isEnding = true;
      await Promise.all(callers);
      return statuses;
    };
    return { counted, end };
  }

  const submitBatch = async (rows: number): Promise<string> => {
    const input = { html: '<p>[[n]]', filename: '[[n]].pdf' };
    const body = { tool: 'json-to-pdf', input, rows: Array.from({ length: rows }, (_, n) => ({ n })) };
    const { status, body: answer } = await service.call('/api/batches', { body });
    expect(status, answer.error).to.equal(202);
    return answer.data.id;
  };

  for (const { name, strike } of FAILOVERS) {
    it(`answers every call with 200 or a retryable error, and completes its batch under a fault: ${name}`, async () => {
      const batch = await submitBatch(40);
      const { counted, end } = load();
      const isWorking = () => expect(counted.successes).to.be.at.least(ENOUGH);
      await eventually(isWorking);
      counted.outageMs = 0;
      await strike(sentinels);
      counted.successes = 0;
      await eventually(isWorking);
      // 15 s in the docs are for a quiet machine. On a busy one the time says nothing about the service.
      process.stdout.write(`${name}: no call succeeds for ${(counted.outageMs / 1_000).toFixed(1)} s.\n`);
      const statuses = await end();
      expect(statuses.filter((status) => status !== 200 && !RETRYABLE.includes(status))).to.deep.equal([]);
      await eventually(async () => {
        const { body } = await service.call(`/api/batches/${batch}`);
        expect(body.data).to.include({ status: 'done', rows: 40, done: 40, failed: 0 });
      }, AFTER_WORK_MS);
      expect(service.logs()).not.to.include('"level":"error"');
    });
  }
});
