import { expect } from 'chai';
import { describe, it } from 'mocha';
import { atMostEvery } from './index.js';

describe('A look-up of bounded frequency', () => {
  const counted = (intervalMs: number) => {
    let calls = 0;
    const look = atMostEvery(intervalMs, async () => {
      calls += 1;
      if (calls === 2) throw new Error('unavailable');
      return calls;
    });
    return { look, calls: () => calls };
  };

  it('is done once for all who ask at the same time, or soon after', async () => {
    const { look, calls } = counted(60_000);
    expect(await Promise.all([look(), look(), look()])).to.deep.equal([1, 1, 1]);
    expect(await look()).to.equal(1);
    expect(calls()).to.equal(1);
  });

  it('runs again when the answer is old, and a failure is not repeated immediately', async () => {
    const { look, calls } = counted(300);
    expect(await look()).to.equal(1);
    await new Promise((resolve) => setTimeout(resolve, 350));
    const failures = await Promise.allSettled([look(), look()]);
    expect(failures.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect((await Promise.allSettled([look()]))[0]?.status).to.equal('rejected');
    expect(calls()).to.equal(2);
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await look()).to.equal(3);
  });
});
