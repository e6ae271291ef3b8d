import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Holding, MemoryBudget, MemoryPool, type MemoryShare } from './memory-budget.js';

const MIB = 1024 * 1024;

const sumOf = (shares: readonly MemoryShare[]): number => shares.reduce((sum, share) => sum + share.body.bytes, 0);

/** Asks a pool. @returns what was granted by now, and what became of it. */
function asking(pool: MemoryPool, account: string, bytes: number, signal?: AbortSignal) {
  const holding = new Holding(pool, account);
  const taken = holding.take(bytes, signal);
  const outcome = taken?.catch((error: unknown) => error);
  return {
    get granted() {
      return holding.bytes;
    },
    outcome,
  };
}

/** Holds memory of a pool, whether there is room or not. */
function holding(pool: MemoryPool, account: string, bytes: number, free?: () => void): Holding {
  const held = new Holding(pool, account);
  held.set(bytes, free);
  return held;
}

describe('The memory of requests under way', () => {
  it('is granted immediately while there is room, and to waiting requests as soon as there is', async () => {
    const pool = new MemoryPool(100 * MIB);
    const a = holding(pool, 'a', 0);
    for (const one of [a, holding(pool, 'b', 0), holding(pool, 'c', 0)]) {
      expect(one.take(30 * MIB)).to.equal(undefined);
      expect(one.bytes).to.equal(30 * MIB);
    }
    const waiting = asking(pool, 'd', 30 * MIB);
    expect(waiting.granted).to.equal(0);
    a.set(20 * MIB);
    expect(waiting.granted).to.equal(0);
    a.set(0);
    expect(waiting.granted).to.equal(30 * MIB);
    expect(await waiting.outcome).to.equal(undefined);
  });

  it('is never waited for by what is small', () => {
    const pool = new MemoryPool(MIB);
    holding(pool, 'a', 5 * MIB);
    expect(asking(pool, 'a', 64 * 1024)).to.deep.equal({ granted: 64 * 1024, outcome: undefined });
  });

  it('is three quarters for one account alone: another always finds room', async () => {
    const pool = new MemoryPool(100 * MIB, 20);
    const own = Array.from({ length: 20 }, () => asking(pool, 'greedy', 10 * MIB));
    expect(own.filter(({ granted }) => granted > 0)).to.have.lengthOf(7);
    expect(asking(pool, 'other', 20 * MIB).granted).to.equal(20 * MIB);
    expect(await own.at(-1)?.outcome).to.include({ code: 'overloaded', status: 503 });
  });

  it('goes to the account that holds least, in any order of requests', () => {
    const pool = new MemoryPool(100 * MIB);
    const x = holding(pool, 'x', 70 * MIB);
    holding(pool, 'a', 20 * MIB);
    const first = asking(pool, 'a', 20 * MIB);
    const second = asking(pool, 'b', 20 * MIB);
    x.set(60 * MIB);
    expect([first.granted, second.granted]).to.deep.equal([0, 20 * MIB]);
    x.set(10 * MIB);
    expect(first.granted).to.equal(20 * MIB);
  });

  it('is refused after a while, with the time of the next try, and without a penalty', async () => {
    const pool = new MemoryPool(10 * MIB, 10);
    const a = holding(pool, 'a', 10 * MIB);
    const refused = (await asking(pool, 'b', MIB).outcome) as { code: string; headers: object };
    expect(refused).to.include({ code: 'overloaded', status: 503 });
    expect(refused.headers).to.deep.equal({ 'Retry-After': '1' });
    a.set(0);
    expect(asking(pool, 'b', 10 * MIB).granted).to.equal(10 * MIB);
  });

  it('is released by a caller who hangs up: requests behind it proceed', async () => {
    const pool = new MemoryPool(10 * MIB);
    holding(pool, 'a', 5 * MIB);
    const caller = new AbortController();
    const large = asking(pool, 'b', 8 * MIB, caller.signal);
    const behind = asking(pool, 'c', 4 * MIB);
    expect(behind.granted, 'a stream of small ones would keep the large one waiting').to.equal(0);
    caller.abort(new Error('hung up'));
    expect(await large.outcome).to.have.property('message', 'hung up');
    expect(behind.granted).to.equal(4 * MIB);
  });

  it('is granted completely to a request over the limit when no other request holds any', () => {
    const pool = new MemoryPool(10 * MIB);
    const huge = asking(pool, 'a', 100 * MIB);
    expect(huge.granted).to.equal(10 * MIB);
    expect(asking(pool, 'b', MIB).granted).to.equal(0);
  });

  it('that is held for safety only is given up when somebody needs it, the oldest first', () => {
    const pool = new MemoryPool(10 * MIB);
    const given: string[] = [];
    for (const [account, bytes] of Object.entries({ old: 4 * MIB, young: 4 * MIB })) {
      const spare = holding(pool, account, bytes, () => {
        given.push(account);
        spare.set(0);
      });
    }
    expect(asking(pool, 'c', 5 * MIB).granted).to.equal(5 * MIB);
    expect(given).to.deep.equal(['old']);
  });

  it('is not waited for by all who hold a part of what they need: of each account one gets the rest', async () => {
    const budget = new MemoryBudget(80 * MIB); // 30 MiB for bodies
    const requests = Array.from({ length: 6 }, (_, index) => budget.share(index === 5 ? 'b' : 'a'));
    for (const request of requests) await request.body.take(4 * MIB);
    const order: number[] = [];
    let most = 0;
    const rest = requests.map(async (request, index) => {
      await request.body.take(12 * MIB, undefined, true);
      order.push(index);
      most = Math.max(most, sumOf(requests));
      await new Promise((resolve) => setTimeout(resolve, 5));
      request.release();
    });
    await Promise.all(rest);
    expect(order.toSorted()).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(most, 'beyond the pool by what one lacked').to.be.at.most(42 * MIB);
  });

  it('is counted by steps, which do not wait for each other, and until the request is over', async () => {
    const budget = new MemoryBudget(80 * MIB);
    const request = budget.share('a');
    expect(request.body.take(30 * MIB)).to.equal(undefined);
    expect(request.answer.take(30 * MIB), 'a pool of its own').to.equal(undefined);
    const other = budget.share('b');
    const waiting = other.body.take(30 * MIB);
    expect(other.body.bytes).to.equal(0);
    request.body.set(1);
    expect(other.body.bytes, '30 MiB and one byte are more than there is').to.equal(0);
    request.release();
    expect(other.body.bytes).to.equal(30 * MIB);
    request.body.set(7);
    expect(request.body.bytes).to.equal(0);
    await waiting;
  });
});
