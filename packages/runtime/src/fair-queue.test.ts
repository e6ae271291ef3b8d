import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FairQueue } from './fair-queue.js';

/** Waits until all pending callbacks have run. */
const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end on demand, with a manual clock. */
function works(atATime = 1, restMs?: (workMs: number) => number) {
  let now = 0;
  const queue = new FairQueue(() => now, atATime, restMs);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (account: string, name: string, signal?: AbortSignal): Promise<void> =>
    queue.run(
      account,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const end = async (name: string, afterMs = 0): Promise<void> => {
    await untilIdle();
    now += afterMs;
    ends.get(name)?.();
    await untilIdle();
  };
  return { queue, begun, ask, end };
}

describe('A fair queue', () => {
  it('does one work at a time, an account’s in their order', async () => {
    const { begun, ask, end } = works();
    const all = Promise.all(['a1', 'a2', 'a3'].map((name) => ask('a', name)));
    await end('none');
    expect(begun).to.deep.equal(['a1']);
    for (const name of ['a1', 'a2', 'a3']) await end(name);
    await all;
    expect(begun).to.deep.equal(['a1', 'a2', 'a3']);
  });

  it('prefers the account that has used less time: one of another account waits for one work, not for eight', async () => {
    const { begun, ask, end } = works();
    const names = Array.from({ length: 8 }, (_, index) => `a${index}`);
    const all = Promise.all([...names.map((name) => ask('a', name)), ask('b', 'b0')]);
    await end('a0', 5);
    expect(begun).to.deep.equal(['a0', 'b0']);
    for (const name of ['b0', ...names.slice(1)]) await end(name);
    await all;
  });

  it('is fair by time, not by count: after one long work an account waits for several short ones', async () => {
    const { begun, ask, end } = works();
    const shorts = Array.from({ length: 4 }, (_, index) => `b${index}`);
    const all = Promise.all([ask('a', 'a0'), ask('a', 'a1'), ...shorts.map((name) => ask('b', name))]);
    await end('a0', 100);
    for (const name of shorts) await end(name);
    await end('a1');
    await all;
    expect(begun).to.deep.equal(['a0', ...shorts, 'a1']);
  });

  it('saves nothing up: an account that was idle for long has no claim on all that the others had', async () => {
    const { begun, ask, end } = works();
    const names = ['a0', 'a1', 'a2', 'a3'];
    const all = names.map((name) => ask('a', name));
    for (const name of names.slice(0, 2)) await end(name, 20);
    all.push(ask('b', 'b0'), ask('b', 'b1'));
    await end('a2', 5);
    await end('b0', 40);
    expect(begun.slice(2)).to.deep.equal(['a2', 'b0', 'a3']);
    for (const name of ['a3', 'b1']) await end(name);
    await Promise.all(all);
  });

  it('lets an account rest after long work, while others work', async () => {
    const { begun, ask, end } = works(1, (workMs) => (workMs > 100 ? 20 : 0));
    const all = Promise.all([ask('a', 'a0'), ask('a', 'a1'), ask('b', 'b0')]);
    await end('a0', 1_000);
    await end('b0', 50);
    expect(begun).to.deep.equal(['a0', 'b0']);
    while (begun.at(-1) !== 'a1') await untilIdle();
    const late = ask('b', 'b1');
    await end('a1', 1_000);
    await end('b1');
    await Promise.all([all, late]);
    expect(begun).to.deep.equal(['a0', 'b0', 'a1', 'b1']);
  });

  it('does works of several accounts at a time, never two of one', async () => {
    const { begun, ask, end } = works(2);
    const all = Promise.all([...['a1', 'a2', 'a3'].map((name) => ask('a', name)), ask('b', 'b1'), ask('c', 'c1')]);
    await end('none');
    expect(begun).to.deep.equal(['a1', 'b1']);
    await end('b1', 5);
    expect(begun.slice(2), 'a is at work').to.deep.equal(['c1']);
    await end('c1', 5);
    expect(begun).to.have.lengthOf(3);
    for (const name of ['a1', 'a2', 'a3']) await end(name);
    await all;
  });

  it('is left by callers who hang up, and continues after a work that failed', async () => {
    const { queue, begun, ask, end } = works();
    const failing = queue.run('a', () => Promise.reject(new Error('broken')));
    const caller = new AbortController();
    const left = ask('a', 'left', caller.signal);
    const stays = ask('a', 'stays');
    caller.abort(new Error('hung up'));
    const outcomes = await Promise.allSettled([failing, left]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).to.deep.equal([
      'Error: broken',
      'Error: hung up',
    ]);
    expect(await ask('b', 'gone', caller.signal).catch(String)).to.equal('Error: hung up');
    await end('stays');
    await stays;
    expect(begun).to.deep.equal(['stays']);
  });
});
