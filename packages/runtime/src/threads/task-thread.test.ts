import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { RemoteError } from './peer.js';
import { TaskEnded, type TaskOptions, TaskThread } from './task-thread.js';
import type { TestTask } from './testing/test-thread.js';
import { ThreadPool } from './thread-pool.js';

const OPTIONS = { script: new URL('./testing/test-thread.js', import.meta.url), heapMb: 64, youngMb: 16 };
const usual = (more: Partial<TaskOptions> = {}): TaskOptions => ({
  calls: () => ({}),
  cpuMs: 10_000,
  remainingMs: 60_000,
  ...more,
});
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('TaskThread', () => {
  const threads: TaskThread[] = [];
  const start = (): TaskThread => {
    const thread = new TaskThread(OPTIONS);
    threads.push(thread);
    return thread;
  };
  afterEach(() => {
    for (const thread of threads.splice(0)) thread.close();
  });
  const run = (thread: TaskThread, task: TestTask, more?: Partial<TaskOptions>): Promise<unknown> =>
    thread.run(task, usual(more));

  it('does one task after another', async () => {
    const thread = start();
    expect(await run(thread, { act: 'echo', given: { a: [1, 'x'] } })).to.deep.equal({ a: [1, 'x'] });
    expect(await run(thread, { act: 'echo', given: 'next' })).to.equal('next');
    expect(thread.tasks).to.equal(2);
  });

  it('passes errors on: those of the service as they are, others as failures of the thread', async () => {
    const thread = start();
    const refused = await errorOf(run(thread, { act: 'refuse' }));
    expect(refused)
      .to.be.instanceOf(ServiceError)
      .and.include({ code: 'template_invalid', message: 'the task refuses' });
    expect(await errorOf(run(thread, { act: 'fail' }))).to.be.instanceOf(RemoteError);
    expect(await run(thread, { act: 'echo', given: 1 })).to.equal(1);
  });

  it('lets a task call functions of the process, whose errors return as they were', async () => {
    const thread = start();
    const answer = (given: number) => given + 1;
    expect(await run(thread, { act: 'ask', given: 1 }, { calls: () => ({ answer }) })).to.equal(2);
    for (const thrown of [new TypeError('of the process'), new ServiceError('unavailable', 'x')]) {
      const failing = () => Promise.reject(thrown);
      expect(await errorOf(run(thread, { act: 'ask' }, { calls: () => ({ answer: failing }) }))).to.equal(thrown);
    }
    const callBack = await run(
      thread,
      { act: 'serve' },
      { calls: (back) => ({ callBack: () => back.call('double', 21) }) },
    );
    expect(callBack).to.equal(42);
    expect(await errorOf(run(thread, { act: 'ask' })))
      .to.be.instanceOf(Error)
      .and.have.property('message')
      .that.includes('answer');
  });

  it('moves large results', async () => {
    const { bytes, length } = (await run(start(), { act: 'move', given: 1_000_000 })) as {
      bytes: Uint8Array;
      length: number;
    };
    expect([bytes.length, length, bytes[999_999]]).to.deep.equal([1_000_000, 1_000_000, 7]);
  });

  it('is ended by processor time, with the stage of its task', async () => {
    const thread = start();
    let slow = 0;
    const onSlow = (): void => void slow++;
    const error = await errorOf(run(thread, { act: 'burn', given: 60_000 }, { cpuMs: 700, onSlow }));
    expect(error).to.be.instanceOf(TaskEnded).and.include({ end: 'cpu', stage: 1 });
    expect([thread.hasEnded, thread.wasSlow, slow]).to.deep.equal([true, true, 1]);
  });

  it('is not ended for the time in which it waits', async () => {
    const thread = start();
    const answer = () => new Promise((resolve) => setTimeout(resolve, 1_000, 'late'));
    expect(await run(thread, { act: 'ask' }, { cpuMs: 300, calls: () => ({ answer }) })).to.equal('late');
    expect(thread.wasSlow).to.equal(false);
  });

  it('is ended by the size of its heap, and the process continues', async () => {
    const error = await errorOf(run(start(), { act: 'swallow' }, { cpuMs: 60_000 }));
    expect(error).to.be.instanceOf(TaskEnded).and.include({ end: 'memory' });
  });

  it('is ended when the time is over, by an uncaught exception, and on demand', async () => {
    expect(await errorOf(run(start(), { act: 'wait' }, { remainingMs: 0 }))).to.include({ end: 'deadline' });
    expect(await errorOf(run(start(), { act: 'uncaught' }))).to.include({ end: 'crashed' });
    const evicted = start();
    const waiting = errorOf(run(evicted, { act: 'wait' }));
    await evicted.ready;
    evicted.end('evicted');
    expect(await waiting).to.include({ end: 'evicted' });
    expect(await errorOf(run(evicted, { act: 'echo' }))).to.be.instanceOf(Error);
  });
});

describe('ThreadPool', () => {
  it('keeps a thread ready, reuses threads, and replaces ended ones', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 2 });
    const seen: TaskThread[] = [];
    const use = (task: TestTask, cpuMs = 10_000): Promise<unknown> =>
      pool.use((thread) => {
        seen.push(thread);
        return thread.run(task, usual({ cpuMs }));
      });
    await pool.ready();
    await use({ act: 'echo' });
    await use({ act: 'echo' });
    expect(seen[1]).to.equal(seen[0]);
    expect(await errorOf(use({ act: 'burn', given: 60_000 }, 100))).to.include({ end: 'cpu' });
    expect(await use({ act: 'echo', given: 'after' })).to.equal('after');
    expect(seen[3]).not.to.equal(seen[2]);
    pool.close();
    expect(await errorOf(use({ act: 'echo' }))).to.be.instanceOf(Error);
  });

  /** Lends threads until there are this many at the same time. @returns them. */
  async function lend(pool: ThreadPool, count: number): Promise<TaskThread[]> {
    const lent: TaskThread[] = [];
    let release = (): void => undefined;
    const areAll = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = (thread: TaskThread): Promise<void> => {
      if (lent.push(thread) === count) release();
      return areAll;
    };
    await Promise.all(Array.from({ length: count }, () => pool.use(work)));
    return lent;
  }

  it('starts threads when work waits for them, and ends those without a task after some time, except one', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 3, idleMs: 100 });
    await pool.ready();
    expect(pool.size).to.equal(1);
    expect(new Set(await lend(pool, 3)).size).to.equal(3);
    while (pool.size > 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await pool.use((thread) => thread.run({ act: 'echo', given: 1 }, usual()))).to.equal(1);
    pool.close();
  });

  it('lets work wait for the next free thread, not for one that starts', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 2 });
    await pool.ready();
    const seen = new Set<TaskThread>();
    const echo = () =>
      pool.use((thread) => {
        seen.add(thread);
        return thread.run({ act: 'echo' }, usual());
      });
    await Promise.all(Array.from({ length: 5 }, echo));
    expect(seen.size).to.equal(1);
    pool.close();
  });

  it('lends the thread that the work prefers', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 2 });
    const lent = await lend(pool, 2);
    for (const wanted of lent)
      await pool.use(
        async (thread) => expect(thread).to.equal(wanted),
        (one) => one === wanted,
      );
    pool.close();
  });
});
