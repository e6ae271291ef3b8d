import { expect } from 'chai';
import { describe, it } from 'mocha';
import { OwnThread } from './own-thread.js';

const untilIdle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Computes for so long, milliseconds. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('The worker’s own thread', () => {
  it('works for accounts by turns: one of another account waits for one work, not for eight', async () => {
    const thread = new OwnThread();
    const done: string[] = [];
    const ask = (account: string, name: string) =>
      thread.run(account, () => {
        compute(5);
        done.push(name);
      });
    const all = Array.from({ length: 8 }, (_, index) => ask('a', `a${index}`));
    all.push(ask('b', 'b'));
    await Promise.all(all);
    expect(done.indexOf('b')).to.equal(1);
  });

  it('looks between two works at what has arrived', async () => {
    const thread = new OwnThread();
    const done: string[] = [];
    const works = ['one', 'two', 'three'].map((name) =>
      thread.run('a', () => {
        compute(5);
        done.push(name);
      }),
    );
    setTimeout(() => done.push('arrived'), 2);
    await Promise.all(works);
    expect(done.indexOf('arrived')).to.be.below(3);
  });

  it('does not begin another long work of an account before documents of others had as much time', async () => {
    const thread = new OwnThread();
    const done: string[] = [];
    const ask = (account: string, name: string, ms: number) =>
      thread.run(account, () => {
        compute(ms);
        done.push(name);
      });
    const long = [ask('a', 'a0', 300), ask('a', 'a1', 0)];
    await long[0];
    // As a document that needs several events between its computations.
    for (const name of ['b0', 'b1', 'b2']) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await ask('b', name, 0);
    }
    await Promise.all(long);
    expect(done).to.deep.equal(['a0', 'b0', 'b1', 'b2', 'a1']);
  });

  it('gives memory back that documents leave', async () => {
    const thread = new OwnThread(0);
    const left = new WeakRef({ text: 'of a document' });
    await untilIdle(); // until then the language itself keeps it
    await thread.giveMemoryBack();
    expect(left.deref()).to.equal(undefined);
  });
});
