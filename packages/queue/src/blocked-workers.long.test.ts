import { nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';
import { AFTER_WORK_MS, eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { BLOCKING, DEADLY, readWorkers } from './index.js';
import { rendered } from './testing/documents.js';
import { LONG_LOCK_MS, MortalWorkers } from './testing/mortal-workers.js';

const origin = 'job_1:0';
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('A worker', () => {
  let workers: MortalWorkers;
  beforeEach(async () => {
    workers = await MortalWorkers.open();
  });
  afterEach(() => workers.close());

  it('whose main thread is blocked by a document is killed; no other worker takes the document', async () => {
    const blocked = await workers.start(LONG_LOCK_MS);
    const neighbor = workers.submit('slow');
    await blocked.waitFor(/has slow/);
    const reply = workers.submit('blocking');
    await blocked.waitFor(/has blocking/);
    const other = await workers.start(LONG_LOCK_MS);
    expect(await reply).to.deep.equal({ ok: false, error: BLOCKING });
    expect(await neighbor).to.deep.equal(rendered('slow'));
    await blocked.ended;
    const line = blocked.output().match(/^\{.*\}$/m)?.[0] ?? '{}';
    expect(JSON.parse(line)).to.deep.include({ level: 'fatal', service: 'worker', requestId: 'request-1' });
    expect(line).to.match(/"stack":"at block \(file:.*mortal-worker\.js:\d+\)/);
    expect([workers.timesTaken('blocking'), workers.timesTaken('slow')], 'times taken').to.deep.equal([1, 2]);
    const connection = nonQueueingRedis(workers.redis.url, 'test', quietLogger());
    await waitUntilReady(connection);
    const alive = (await readWorkers(connection)).filter((worker) => worker.alive).map(({ pid }) => pid);
    connection.disconnect();
    expect(alive).to.deep.equal([other.pid]);
    expect(await workers.submit('another')).to.deep.equal(rendered('another'));
  });

  it('is not killed when the whole process was frozen for longer', async () => {
    const frozen = await workers.start(LONG_LOCK_MS);
    const reply = workers.submit('slow');
    await frozen.waitFor(/has slow/);
    process.kill(frozen.pid, 'SIGSTOP');
    await sleep(13_000);
    process.kill(frozen.pid, 'SIGCONT');
    expect(await reply).to.deep.equal(rendered('slow'));
    await sleep(3_000); // as long as it takes to send heartbeats again
    expect(await workers.submit('another')).to.deep.equal(rendered('another'));
  });

  it('that is blocked while Redis does not answer is killed when Redis has recorded the block', async () => {
    const blocked = await workers.start(LONG_LOCK_MS);
    const reply = workers.submit('blocking');
    await blocked.waitFor(/has blocking/);
    process.kill(workers.redis.pid, 'SIGSTOP');
    await blocked.waitFor(/the main thread was blocked/);
    await workers.start(LONG_LOCK_MS);
    await sleep(2_000);
    process.kill(workers.redis.pid, 'SIGCONT');
    expect(await reply).to.deep.equal({ ok: false, error: BLOCKING });
    await blocked.ended;
    expect(workers.timesTaken('blocking')).to.equal(1);
  });

  describe('that loses a job', () => {
    it('by blocking is the only one, also when a gateway submits the job again', async () => {
      const blocked = await workers.start(LONG_LOCK_MS);
      const first = workers.submit('blocking', { backgroundId: 'first', origin });
      await blocked.waitFor(/has blocking/);
      await workers.start(LONG_LOCK_MS);
      expect(await first).to.deep.equal({ ok: false, error: BLOCKING });
      expect(await workers.submit('blocking', { backgroundId: 'second', origin })).to.deep.equal({
        ok: false,
        error: BLOCKING,
      });
      expect(workers.timesTaken('blocking')).to.equal(1);
    });

    it('by its death counts for each submission of the job', async () => {
      for (const backgroundId of ['first', 'second']) {
        const holding = await workers.start(LONG_LOCK_MS, 'holds');
        const gone = new AbortController();
        const reply = workers.submit('a document', { backgroundId, origin, signal: gone.signal });
        await holding.waitFor(/has a document/);
        gone.abort(new Error('the gateway ends'));
        await reply.catch(() => undefined);
        await holding.end('SIGKILL');
      }
      await workers.start(LONG_LOCK_MS);
      const third = await workers.submit('a document', { backgroundId: 'third', origin });
      expect(third).to.deep.equal({ ok: false, error: DEADLY });
      expect(workers.timesTaken('a document')).to.equal(2);
    });

    it('keeps it while it runs: another submission waits for the end', async () => {
      const holding = await workers.start(LONG_LOCK_MS, 'holds');
      const gone = new AbortController();
      const first = workers.submit('a document', { backgroundId: 'first', origin, signal: gone.signal });
      await holding.waitFor(/has a document/);
      gone.abort(new Error('the gateway ends'));
      await first.catch(() => undefined);
      await workers.start(LONG_LOCK_MS);
      const second = workers.submit('a document', { backgroundId: 'second', origin });
      await sleep(3_000);
      expect(workers.timesTaken('a document')).to.equal(1);
      await holding.end('SIGKILL');
      expect(await second).to.deep.equal(rendered('a document'));
    });
  });

  it('that prints a job leaves no count of deaths', async () => {
    await workers.start(LONG_LOCK_MS);
    const reply = await workers.submit('a document', { backgroundId: 'first', origin });
    expect(reply).to.deep.equal(rendered('a document'));
    await eventually(
      async () => expect(await workers.redis.command('KEYS', 'toolpress:deaths:*')).to.deep.equal([]),
      AFTER_WORK_MS,
    );
  });
});
