import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { SlowAccounts } from './slow-accounts.js';

const SLOW_MS = 1_000;

describe('A slow account', () => {
  it('has spent a second and more on slow documents', () => {
    const slow = new SlowAccounts();
    slow.begin('a', SLOW_MS - 100);
    expect(slow.has('a')).to.equal(false);
    slow.begin('a', 100);
    expect(slow.has('a')).to.equal(true);
    expect(slow.has('b')).to.equal(false);
  });

  it('is one while a document of it keeps running', async () => {
    const slow = new SlowAccounts({ slowMs: 500 });
    const done = slow.begin('a');
    expect(slow.has('a')).to.equal(false);
    await sleep(550);
    expect(slow.has('a')).to.equal(true);
    done();
    done();
    expect(slow.has('a')).to.equal(true);
  });

  it('is not an account that was slow only because another keeps the machine busy', () => {
    const slow = new SlowAccounts();
    slow.begin('busy', 9 * SLOW_MS);
    slow.begin('a', 2 * SLOW_MS);
    expect(slow.has('busy')).to.equal(true);
    expect(slow.has('a')).to.equal(false);
    slow.begin('a', SLOW_MS);
    expect(slow.has('a')).to.equal(true);
  });

  it('is the slowest one from its first moment on, however busy the machine is', () => {
    class OnBusyMachine extends SlowAccounts {
      override most(): number {
        const until = performance.now() + 2;
        while (performance.now() < until);
        return super.most();
      }
    }
    const slow = new OnBusyMachine({ slowMs: 0 });
    slow.begin('a');
    expect(slow.has('a')).to.equal(true);
  });

  it('is forgotten with time', async () => {
    const slow = new SlowAccounts({ halfLifeMs: 300 });
    slow.begin('a', 2 * SLOW_MS)();
    expect(slow.has('a')).to.equal(true);
    await sleep(700);
    expect(slow.has('a')).to.equal(false);
  });
});
