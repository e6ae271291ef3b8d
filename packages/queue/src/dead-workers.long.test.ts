import { AFTER_WORK_MS, eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { DEADLY_ASSEMBLY } from './index.js';
import { SLOW_QUEUE } from './queues.js';
import { rendered } from './testing/documents.js';
import { DEADLINE_MS, LONG_LOCK_MS, MortalWorkers } from './testing/mortal-workers.js';

/** The case of a frozen worker: its connection stays open, so other workers get its jobs when their locks expire. */
const SHORT_LOCK_MS = '5000';

describe('A worker that dies', () => {
  let workers: MortalWorkers;
  beforeEach(async () => {
    workers = await MortalWorkers.open();
  });
  afterEach(() => workers.close());

  it('over a job of the slow queue, loses that job, too', async () => {
    const doomed = await workers.start(LONG_LOCK_MS, 'holds');
    const reply = workers.submit('a slow document', { accountId: 'acc_slow' });
    await doomed.waitFor(/has a slow document/);
    expect(await workers.redis.command('LLEN', `toolpress:${SLOW_QUEUE}:active`)).to.equal(1);
    await workers.start();
    await doomed.end('SIGKILL');
    expect(await reply).to.deep.equal(rendered('a slow document'));
    expect(workers.timesTaken('a slow document')).to.equal(2);
  });

  it('while it assembles files loses that job, too; after a second death the message says so', async () => {
    const order = { requestId: 'bat_1.0', output: 'zip', files: 'a,b' } as const;
    const reply = workers.queue.assembleAndWait(order, {
      accountId: 'acc_1',
      deadlineMs: 2 * DEADLINE_MS,
      backgroundId: 'owner-1',
    });
    for (let death = 0; death < 2; death++) {
      const doomed = await workers.start(LONG_LOCK_MS, 'holds');
      await doomed.waitFor(/has zip/);
      await doomed.end('SIGKILL');
    }
    await workers.start();
    expect(await reply).to.deep.equal({ ok: false, error: DEADLY_ASSEMBLY });
  });

  it('as the only one, loses them to the one that is started in its place', async () => {
    const doomed = await workers.start(LONG_LOCK_MS, 'holds');
    const reply = workers.submit('a document');
    await doomed.waitFor(/has a document/);
    await doomed.end('SIGKILL');
    await workers.start();
    expect(await reply).to.deep.equal(rendered('a document'));
  });

  it('is not one that does nothing else for four seconds, nor one whose Redis was frozen for five', async () => {
    const alive = await workers.start();
    const busy = workers.submit('busy');
    await alive.waitFor(/has busy/);
    await workers.start();
    expect(await busy).to.deep.equal(rendered('busy'));
    const slow = workers.submit('slow');
    await eventually(() => expect(workers.timesTaken('slow')).to.equal(1), AFTER_WORK_MS);
    process.kill(workers.redis.pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    process.kill(workers.redis.pid, 'SIGCONT');
    expect(await slow).to.deep.equal(rendered('slow'));
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // as long as it takes to give jobs back
    expect([workers.timesTaken('busy'), workers.timesTaken('slow')], 'times taken').to.deep.equal([1, 1]);
  });

  it('is not one that gets no processor time for four seconds: it keeps its connection and its job', async () => {
    const starved = await workers.start(LONG_LOCK_MS);
    await workers.start(LONG_LOCK_MS);
    const reply = workers.submit('slow');
    await eventually(() => expect(workers.timesTaken('slow')).to.equal(1), AFTER_WORK_MS);
    const [taker = starved] = workers.processes.filter((worker) => worker.output().includes('has slow'));
    process.kill(taker.pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    process.kill(taker.pid, 'SIGCONT');
    expect(await reply).to.deep.equal(rendered('slow'));
    expect(workers.timesTaken('slow'), 'times taken').to.equal(1);
  });

  it('has its document tried once more only: after a second death the caller receives an error', async () => {
    for (let count = 0; count < 3; count++) await workers.start(LONG_LOCK_MS);
    const reply = await workers.submit('deadly');
    expect(reply).to.have.nested.property('error.code', 'document_too_complex');
    expect(workers.timesTaken('deadly'), 'workers dead').to.equal(2);
    expect(await workers.submit('another')).to.deep.equal(rendered('another'));
  });

  it('only for a while deletes what it made of a job that it had lost meanwhile, without a reply', async () => {
    const frozen = await workers.start(SHORT_LOCK_MS);
    const reply = workers.submit('slow');
    await frozen.waitFor(/has slow/);
    process.kill(frozen.pid, 'SIGSTOP');
    const other = await workers.start(SHORT_LOCK_MS);
    expect(await reply).to.deep.equal(rendered('slow'));
    process.kill(frozen.pid, 'SIGCONT');
    await frozen.waitFor(/discards slow/);
    expect(workers.timesTaken('slow')).to.equal(2);
    expect(other.output()).not.to.include('discards');
  });

  it('only for a while, and thaws first: the later attempt deletes what it made', async () => {
    const frozen = await workers.start(SHORT_LOCK_MS);
    const reply = workers.submit('slow');
    await frozen.waitFor(/has slow/);
    process.kill(frozen.pid, 'SIGSTOP');
    const other = await workers.start(SHORT_LOCK_MS);
    await other.waitFor(/has slow/);
    process.kill(frozen.pid, 'SIGCONT');
    expect(await reply).to.deep.equal(rendered('slow'));
    const discarded = (): number =>
      workers.processes.flatMap((one) => one.output().match(/discards slow/g) ?? []).length;
    await eventually(() => expect(discarded()).to.equal(1), AFTER_WORK_MS);
    // Afterwards, one of the two reports it to the workers.queue.
    await eventually(
      async () => expect(await workers.redis.command('LLEN', 'toolpress:render:active')).to.equal(0),
      AFTER_WORK_MS,
    );
  });

  it('only for a while, and receives its own job, continues with it: it is rendered once', async () => {
    const frozen = await workers.start('600');
    const reply = workers.submit('slow');
    await frozen.waitFor(/has slow/);
    process.kill(frozen.pid, 'SIGSTOP');
    await eventually(
      async () => expect(await workers.redis.command('KEYS', 'toolpress:render:*:lock')).to.deep.equal([]),
      AFTER_WORK_MS,
    );
    process.kill(frozen.pid, 'SIGCONT');
    expect(await reply).to.deep.equal(rendered('slow'));
    await eventually(
      async () => expect(await workers.redis.command('LLEN', 'toolpress:render:active')).to.equal(0),
      AFTER_WORK_MS,
    );
    expect([workers.timesTaken('slow'), frozen.output().includes('discards')]).to.deep.equal([1, false]);
  });

  it('or just lost its lock while no other worker took the job still sends its reply', async () => {
    const worker = await workers.start();
    const reply = workers.submit('slow');
    await worker.waitFor(/has slow/);
    await workers.redis.command('SET', 'toolpress:render:stalled-check', 'nobody looks', 'PX', '60000');
    const [lock = ''] = (await workers.redis.command('KEYS', 'toolpress:render:*:lock')) as string[];
    await workers.redis.command('DEL', lock);
    expect(await reply).to.deep.equal(rendered('slow'));
    await workers.redis.command('DEL', 'toolpress:render:stalled-check');
    await eventually(
      async () => expect(await workers.redis.command('ZCARD', 'toolpress:render:completed')).to.equal(1),
      AFTER_WORK_MS,
    );
    expect([workers.timesTaken('slow'), worker.output().includes('discards')]).to.deep.equal([1, false]);
  });

  it('or lives, deletes what it made for a caller who hung up meanwhile', async () => {
    const worker = await workers.start();
    const caller = new AbortController();
    const reply = workers.submit('slow', { signal: caller.signal }).catch((error: Error) => error.message);
    await worker.waitFor(/has slow/);
    caller.abort(new Error('gone'));
    expect(await reply).to.equal('gone');
    await worker.waitFor(/discards slow/);
  });
});
