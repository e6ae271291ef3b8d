import { fileURLToPath } from 'node:url';
import type { RenderReply } from '@toolpress/contract';
import { nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';
import {
  AFTER_WORK_MS,
  eventually,
  quietLogger,
  type StartedProcess,
  startProcess,
  startRedis,
  type TestRedis,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { BLOCKING, DEADLY, RenderQueue, readWorkers, type SubmitOptions } from './index.js';
import { job, LIMITS, logger, rendered } from './testing/documents.js';

/** Locks that last longer than the deadlines of jobs, so that only the end of a worker gives its jobs to another. */
const LONG_LOCK_MS = '600000';
const DEADLINE_MS = 120_000;
const SCRIPT = fileURLToPath(new URL('./testing/mortal-worker.js', import.meta.url));
const origin = 'job_1:0';
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('A worker', () => {
  let redis: TestRedis;
  let queue: RenderQueue;
  let workers: StartedProcess[];
  const startWorker = async (...args: string[]): Promise<StartedProcess> => {
    const worker = startProcess(process.execPath, [SCRIPT, redis.url, LONG_LOCK_MS, ...args]);
    workers.push(worker);
    await worker.waitFor(/waits for jobs/);
    return worker;
  };
  const submit = (html: string, more: Partial<SubmitOptions> = {}): Promise<RenderReply> =>
    queue.submitAndWait(job(html), { accountId: 'acc_1', deadlineMs: DEADLINE_MS, ...more });
  const timesTaken = (html: string): number =>
    workers.flatMap((worker) => worker.output().match(new RegExp(`has ${html}$`, 'gm')) ?? []).length;

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

  it('whose main thread is blocked by a document is killed; no other worker takes the document', async () => {
    const blocked = await startWorker();
    const neighbor = submit('slow');
    await blocked.waitFor(/has slow/);
    const reply = submit('blocking');
    await blocked.waitFor(/has blocking/);
    const other = await startWorker();
    expect(await reply).to.deep.equal({ ok: false, error: BLOCKING });
    expect(await neighbor).to.deep.equal(rendered('slow'));
    await blocked.ended;
    const line = blocked.output().match(/^\{.*\}$/m)?.[0] ?? '{}';
    expect(JSON.parse(line)).to.deep.include({ level: 'fatal', service: 'worker', requestId: 'request-1' });
    expect(line).to.match(/"stack":"at block \(file:.*mortal-worker\.js:\d+\)/);
    expect([timesTaken('blocking'), timesTaken('slow')], 'times taken').to.deep.equal([1, 2]);
    const connection = nonQueueingRedis(redis.url, 'test', quietLogger());
    await waitUntilReady(connection);
    const alive = (await readWorkers(connection)).filter((worker) => worker.alive).map(({ pid }) => pid);
    connection.disconnect();
    expect(alive).to.deep.equal([other.pid]);
    expect(await submit('another')).to.deep.equal(rendered('another'));
  });

  it('is not killed when the whole process was frozen for longer', async () => {
    const frozen = await startWorker();
    const reply = submit('slow');
    await frozen.waitFor(/has slow/);
    process.kill(frozen.pid, 'SIGSTOP');
    await sleep(13_000);
    process.kill(frozen.pid, 'SIGCONT');
    expect(await reply).to.deep.equal(rendered('slow'));
    await sleep(3_000); // as long as it takes to send heartbeats again
    expect(await submit('another')).to.deep.equal(rendered('another'));
  });

  it('that is blocked while Redis does not answer is killed when Redis knows of it', async () => {
    const blocked = await startWorker();
    const reply = submit('blocking');
    await blocked.waitFor(/has blocking/);
    process.kill(redis.pid, 'SIGSTOP');
    await blocked.waitFor(/the main thread was blocked/);
    await startWorker();
    await sleep(2_000);
    process.kill(redis.pid, 'SIGCONT');
    expect(await reply).to.deep.equal({ ok: false, error: BLOCKING });
    await blocked.ended;
    expect(timesTaken('blocking')).to.equal(1);
  });

  describe('that loses a job', () => {
    it('by blocking is the only one, also when a gateway submits the job again', async () => {
      const blocked = await startWorker();
      const first = submit('blocking', { backgroundId: 'first', origin });
      await blocked.waitFor(/has blocking/);
      await startWorker();
      expect(await first).to.deep.equal({ ok: false, error: BLOCKING });
      expect(await submit('blocking', { backgroundId: 'second', origin })).to.deep.equal({
        ok: false,
        error: BLOCKING,
      });
      expect(timesTaken('blocking')).to.equal(1);
    });

    it('by its death counts for each submission of the job', async () => {
      for (const backgroundId of ['first', 'second']) {
        const holding = await startWorker('holds');
        const gone = new AbortController();
        const reply = submit('a document', { backgroundId, origin, signal: gone.signal });
        await holding.waitFor(/has a document/);
        gone.abort(new Error('the gateway ends'));
        await reply.catch(() => undefined);
        await holding.end('SIGKILL');
      }
      await startWorker();
      const third = await submit('a document', { backgroundId: 'third', origin });
      expect(third).to.deep.equal({ ok: false, error: DEADLY });
      expect(timesTaken('a document')).to.equal(2);
    });

    it('keeps it while it runs: another submission waits for the end', async () => {
      const holding = await startWorker('holds');
      const gone = new AbortController();
      const first = submit('a document', { backgroundId: 'first', origin, signal: gone.signal });
      await holding.waitFor(/has a document/);
      gone.abort(new Error('the gateway ends'));
      await first.catch(() => undefined);
      await startWorker();
      const second = submit('a document', { backgroundId: 'second', origin });
      await sleep(3_000);
      expect(timesTaken('a document')).to.equal(1);
      await holding.end('SIGKILL');
      expect(await second).to.deep.equal(rendered('a document'));
    });
  });

  it('that prints a job leaves no count of deaths', async () => {
    await startWorker();
    const reply = await submit('a document', { backgroundId: 'first', origin });
    expect(reply).to.deep.equal(rendered('a document'));
    await eventually(
      async () => expect(await redis.command('KEYS', 'toolpress:deaths:*')).to.deep.equal([]),
      AFTER_WORK_MS,
    );
  });
});
