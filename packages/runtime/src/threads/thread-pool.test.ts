import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { TaskThread } from './task-thread.js';
import { OPTIONS, usual } from './testing/options.js';
import type { TestTask } from './testing/test-thread.js';
import { ThreadPool } from './thread-pool.js';

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
    expect(await use({ act: 'burn', given: 60_000 }, 100).catch((error: unknown) => error)).to.include({ end: 'cpu' });
    expect(await use({ act: 'echo', given: 'after' })).to.equal('after');
    expect(seen[3]).not.to.equal(seen[2]);
    pool.close();
    expect(await use({ act: 'echo' }).catch((error: unknown) => error)).to.be.instanceOf(Error);
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

  it('lends the thread that has done most to quick work, and another one to the rest', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 2, shared: { threads: 1, each: 2 } });
    await pool.ready();
    const use = (isAlone = false): Promise<TaskThread> =>
      pool.use((thread) => thread.run({ act: 'echo' }, usual()).then(() => thread), { isAlone });
    let leave = (): void => undefined;
    const holding = pool.use(() => new Promise<void>((resolve) => (leave = resolve)), { isAlone: true });
    await use();
    leave();
    await holding;
    expect(pool.size).to.equal(2);
    const warm = await use();
    for (let times = 0; times < 3; times++) expect(await use()).to.equal(warm);
    expect(await use(true)).not.to.equal(warm);
    expect(await use()).to.equal(warm);
    pool.close();
  });

  it('lets quick work share a few threads, and others have one alone', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 4, shared: { threads: 1, each: 3 } });
    await pool.ready();
    const places: { thread: TaskThread; leave(): void }[] = [];
    const enter = (isAlone: boolean): Promise<void> =>
      pool.use((thread) => new Promise<void>((leave) => places.push({ thread, leave })), { isAlone });
    const done: Promise<void>[] = [];
    for (const isAlone of [false, true, false, true]) {
      done.push(enter(isAlone));
      while (places.length < done.length) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const [shared, alone, joined, another] = places.map(({ thread }) => thread);
    expect(joined).to.equal(shared);
    expect(new Set([shared, alone, another]).size).to.equal(3);
    for (const { leave } of places) leave();
    await Promise.all(done);
    pool.close();
  });

  it('lets no work join a thread that a task holds', async () => {
    const pool = new ThreadPool({ ...OPTIONS, most: 2, shared: { threads: 1, each: 2 } });
    await pool.ready();
    const released = new Int32Array(new SharedArrayBuffer(4));
    let held: TaskThread | undefined;
    const holding = pool.use((thread) => {
      held = thread;
      return thread.run({ act: 'hold', given: released }, usual({ cpuMs: 60_000 }));
    });
    while (held?.isHeld !== true) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await pool.use(async (thread) => thread === held)).to.equal(false);
    Atomics.store(released, 0, 1);
    expect(await holding).to.equal('released');
    pool.close();
  });
});
