import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Lookups, type ResolvedAddress, systemResolver } from './guard.js';

const ADDRESS: readonly ResolvedAddress[] = [{ address: '93.184.216.34', family: 4 }];

/** A resolver whose answers the test gives, in the order of the calls. */
function held() {
  const waiting: Array<{ host: string; answer(): void; fail(error: Error): void }> = [];
  const resolve = (host: string): Promise<readonly ResolvedAddress[]> =>
    new Promise((answer, fail) => waiting.push({ host, answer: () => answer(ADDRESS), fail }));
  return { waiting, resolve, asked: () => waiting.map(({ host }) => host) };
}

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Name look-ups', () => {
  it('run a few at a time, the others in their order', async () => {
    const resolver = held();
    const lookups = new Lookups(resolver.resolve, 2);
    const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((host) => lookups.find(host, never)));
    await turn();
    expect(resolver.asked()).to.deep.equal(['a', 'b']);
    resolver.waiting[1]?.answer();
    await turn();
    expect(resolver.asked()).to.deep.equal(['a', 'b', 'c']);
    resolver.waiting[0]?.fail(new Error('unknown'));
    await turn();
    expect(resolver.asked()).to.deep.equal(['a', 'b', 'c', 'd']);
    for (const { answer } of resolver.waiting) answer();
    const outcomes = await results;
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });

  it('are left by those whose time is up, waiting or under way, without losing a place', async () => {
    const resolver = held();
    const lookups = new Lookups(resolver.resolve, 1);
    const first = new AbortController();
    const second = new AbortController();
    const outcomes = Promise.allSettled([
      lookups.find('first', first.signal),
      lookups.find('second', second.signal),
      lookups.find('third', never),
    ]);
    await turn();
    second.abort(new Error('second is late'));
    first.abort(new Error('first is late'));
    await turn();
    // The first still holds its thread of the system, so the third waits.
    expect(resolver.asked()).to.deep.equal(['first']);
    resolver.waiting[0]?.answer();
    await turn();
    expect(resolver.asked()).to.deep.equal(['first', 'third']);
    resolver.waiting[1]?.answer();
    expect(
      (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : 'found')),
    ).to.deep.equal(['first is late', 'second is late', 'found']);
  });

  it('pass on a place that was given in the moment of an abort', async () => {
    const resolver = held();
    const lookups = new Lookups(resolver.resolve, 1);
    const late = new AbortController();
    const outcomes = Promise.allSettled([
      lookups.find('first', never),
      lookups.find('late', late.signal),
      lookups.find('third', never),
    ]);
    await turn();
    resolver.waiting[0]?.answer();
    queueMicrotask(() => queueMicrotask(() => late.abort(new Error('late'))));
    await turn();
    await turn();
    for (const { answer } of resolver.waiting) answer();
    await turn();
    for (const { answer } of resolver.waiting) answer();
    const [first, , third] = await outcomes;
    expect([first?.status, third?.status]).to.deep.equal(['fulfilled', 'fulfilled']);
    // Nothing is held any more.
    const next = lookups.find('next', never);
    await turn();
    resolver.waiting.at(-1)?.answer();
    expect(await next).to.deep.equal(ADDRESS);
  });

  it('free their place when a resolver throws', async () => {
    let calls = 0;
    const lookups = new Lookups(() => {
      if (calls++ === 0) throw new Error('broken');
      return Promise.resolve(ADDRESS);
    }, 1);
    expect(await lookups.find('a', never).catch((error: Error) => error.message)).to.equal('broken');
    expect(await lookups.find('b', never)).to.deep.equal(ADDRESS);
  });

  it('ask the system by default', async () => {
    expect(await systemResolver('127.0.0.1')).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
  });
});
