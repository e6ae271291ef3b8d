import { fileURLToPath } from 'node:url';
import type { RenderReply } from '@toolpress/contract';
import { type StartedProcess, startProcess, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { RenderQueue } from './index.js';
import { job, LIMITS, logger, rendered } from './testing/documents.js';

/** Locks that last longer than the deadlines of jobs: a reply comes only from a worker that did not wait for them to end. */
const LONG_LOCK_MS = '600000';
const DEADLINE_MS = 120_000;
const SCRIPT = fileURLToPath(new URL('./testing/mortal-worker.js', import.meta.url));

describe('A worker that dies', () => {
  let redis: TestRedis;
  let queue: RenderQueue;
  let workers: StartedProcess[];
  const startWorker = async (...args: string[]): Promise<StartedProcess> => {
    const worker = startProcess(process.execPath, [SCRIPT, redis.url, ...args]);
    workers.push(worker);
    await worker.waitFor(/waits for jobs/);
    return worker;
  };
  const submit = (html: string): Promise<RenderReply> =>
    queue.submitAndWait(job(html), { accountId: 'acc_1', deadlineMs: DEADLINE_MS });
  beforeEach(async () => {
    redis = await startRedis();
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
    workers = [];
  });
  afterEach(async () => {
    await queue.close();
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await redis.stop();
  });

  it('loses its jobs to another long before their locks run out', async () => {
    const doomed = await startWorker(LONG_LOCK_MS, 'holds');
    const reply = submit('a document');
    await doomed.waitFor(/has a document/);
    await startWorker();
    await doomed.end('SIGKILL');
    expect(await reply).to.deep.equal(rendered('a document'));
  });
});
