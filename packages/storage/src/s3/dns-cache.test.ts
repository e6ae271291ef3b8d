import type { LookupAddress } from 'node:dns';
import { setTimeout as passed } from 'node:timers/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { cachedLookup, type Resolve } from './dns-cache.js';

const FIRST: LookupAddress[] = [{ address: '127.0.0.2', family: 4 }];
const SECOND: LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.3', family: 4 },
];
const PATIENCE_MS = 20;

/** A look-up as connections make it. */
function look(resolve: Resolve) {
  const lookup = cachedLookup(PATIENCE_MS, resolve);
  return (all = true): Promise<unknown> =>
    new Promise((found, failed) => {
      lookup('store', { all }, (error, address, family) => {
        if (error) failed(error);
        else found(all ? address : [address, family]);
      });
    });
}

describe('the look-up of the store’s name', () => {
  it('asks for each connection, and takes the new address when there is one', async () => {
    const answers = [FIRST, SECOND];
    const find = look(async () => answers.shift() ?? []);
    expect(await find()).to.deep.equal(FIRST);
    expect(await find()).to.deep.equal(SECOND);
  });

  it('gives one address to who asks for one', async () => {
    const find = look(async () => SECOND);
    expect(await find(false)).to.deep.equal(['::1', 6]);
  });

  it('takes the earlier address when the name server fails or is silent, and the new one when it has come', async () => {
    let answerLate = (_addresses: LookupAddress[]): void => undefined;
    const answers: (() => Promise<LookupAddress[]>)[] = [
      async () => FIRST,
      () => Promise.reject(new Error('EAI_AGAIN')),
      () =>
        new Promise((resolve) => {
          answerLate = resolve;
        }),
      () => Promise.reject(new Error('EAI_AGAIN')),
    ];
    const find = look(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')));
    for (let call = 0; call < 4; call += 1) expect(await find(), `call ${call}`).to.deep.equal(FIRST);
    answerLate(SECOND);
    await passed(1);
    expect(await find()).to.deep.equal(SECOND);
    expect(answers).to.be.empty;
  });

  it('waits for the name server when it has never answered, and reports its failure', async () => {
    const find = look(async () => {
      await passed(2 * PATIENCE_MS);
      throw new Error('ENOTFOUND');
    });
    const refusals = await Promise.allSettled([find(), find()]);
    for (const refusal of refusals) {
      expect(refusal).to.have.nested.property('reason.message', 'ENOTFOUND');
    }
  });

  it('fails for a name without an address', async () => {
    const find = look(async () => []);
    const [refusal] = await Promise.allSettled([find(false)]);
    expect(refusal).to.have.nested.property('reason.message', 'store has no address');
  });
});
