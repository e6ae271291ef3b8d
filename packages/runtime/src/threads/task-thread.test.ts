import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { RemoteError } from './peer.js';
import { TaskEnded } from './task-ended.js';
import { type TaskOptions, TaskThread } from './task-thread.js';
import { OPTIONS, usual } from './testing/options.js';
import type { TestTask } from './testing/test-thread.js';

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
    expect([thread.hasEnded, slow]).to.deep.equal([true, 1]);
  });

  it('is not ended for the time in which it waits', async () => {
    const thread = start();
    const answer = () => new Promise((resolve) => setTimeout(resolve, 1_000, 'late'));
    const onSlow = (): never => expect.fail('it was slow');
    expect(await run(thread, { act: 'ask' }, { cpuMs: 300, onSlow, calls: () => ({ answer }) })).to.equal('late');
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

  describe('with several tasks', () => {
    const never = (): Promise<never> => new Promise(() => undefined);

    it('does them at the same time, each with its own functions', async () => {
      const thread = start();
      const answers: ((value: unknown) => void)[] = [];
      const answer = () => new Promise((resolve) => answers.push(resolve));
      const asked = ['first', 'second'].map(() => run(thread, { act: 'ask' }, { calls: () => ({ answer }) }));
      while (answers.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      answers.reverse().forEach((resolve, index) => void resolve(index));
      expect(await Promise.all(asked)).to.deep.equal([1, 0]);
    });

    it('gives the thread to one that holds it, and the others are to be done elsewhere', async () => {
      const thread = start();
      const waiting = errorOf(run(thread, { act: 'ask' }, { calls: () => ({ answer: never }) }));
      const released = new Int32Array(new SharedArrayBuffer(4));
      const holding = run(thread, { act: 'hold', given: released }, { cpuMs: 60_000 });
      expect(await waiting)
        .to.be.instanceOf(TaskEnded)
        .and.include({ end: 'moved', wasAlone: false });
      expect(thread.isHeld).to.equal(true);
      Atomics.store(released, 0, 1);
      expect(await holding).to.equal('released');
      expect([thread.isHeld, thread.hasEnded]).to.deep.equal([false, false]);
      expect(await run(thread, { act: 'echo', given: 'next' })).to.equal('next');
    });

    it('says that another task may have caused its end', async () => {
      const thread = start();
      const waiting = errorOf(run(thread, { act: 'wait' }));
      const swallowing = errorOf(run(thread, { act: 'swallow' }, { cpuMs: 60_000 }));
      expect(await waiting).to.include({ wasAlone: false });
      expect(await swallowing).to.include({ end: 'memory', wasAlone: false });
      expect(await errorOf(run(start(), { act: 'swallow' }, { cpuMs: 60_000 }))).to.include({ wasAlone: true });
    });

    it('ends one that waits too long, and continues with the others', async () => {
      const thread = start();
      const late = errorOf(run(thread, { act: 'ask' }, { remainingMs: 0, calls: () => ({ answer: never }) }));
      const answer = (): Promise<string> => late.then(() => 'after it');
      expect(await run(thread, { act: 'ask' }, { calls: () => ({ answer }) })).to.equal('after it');
      expect(await late).to.include({ end: 'deadline' });
      expect(thread.hasEnded).to.equal(false);
    });
  });
});
