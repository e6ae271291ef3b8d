import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { PrintQueue } from './print-queue.js';
import { SlowAccounts } from './slow-accounts.js';

const SHORT_MS = 40;
const KEPT_MS = 300;
/** What no test waits for. */
const NEVER_MS = 60_000;

/** Documents that are printed as long as the test wants, at pages that do nothing else than a worker's. */
class TestQueue {
  readonly slow: SlowAccounts;
  readonly queue: PrintQueue<object>;
  /** The names of documents at work. */
  readonly atWork = new Set<string>();
  /** All that happened, in order: `name` begun, `-name` evicted, `>name` postponed. */
  readonly story: string[] = [];
  private readonly finishing = new Map<string, () => void>();

  constructor(pages: number, { shortMs = SHORT_MS, keptMs = KEPT_MS, slowMs = 0, halfLifeMs = NEVER_MS } = {}) {
    this.slow = new SlowAccounts({ slowMs, halfLifeMs });
    this.queue = new PrintQueue(pages, this.slow, { shortMs, keptMs });
    for (let page = 0; page < pages; page++) void this.serve();
  }

  /** @param name begins with its account's, one letter. */
  add(name: string, { mayBePostponed = false, wasEvicted = false, isBackground = false } = {}): void {
    const evict = (): void => {
      this.story.push(`-${name}`);
      this.finish(name);
    };
    void this.queue.join({
      accountId: name[0] ?? '',
      run: async () => {
        this.story.push(name);
        this.atWork.add(name);
        await new Promise<void>((resolve) => this.finishing.set(name, resolve));
        this.atWork.delete(name);
      },
      evict,
      wasEvicted,
      isBackground,
      postpone: mayBePostponed ? () => this.story.push(`>${name}`) : undefined,
    });
  }

  finish(name: string): void {
    this.finishing.get(name)?.();
  }

  /** Finishes one after another, in this order, each when it has begun. */
  async finishAll(...names: string[]): Promise<void> {
    for (const name of names) {
      await eventually(() => expect(this.atWork).to.include(name));
      this.finish(name);
      await eventually(() => expect(this.atWork).not.to.include(name));
    }
  }

  close(): void {
    this.queue.close();
    for (const name of this.atWork) this.finish(name);
  }

  working = (...names: string[]) => eventually(() => expect([...this.atWork].sort()).to.deep.equal(names));

  private async serve(): Promise<void> {
    for (;;) {
      const assignment = await this.queue.next();
      if (assignment === undefined) return;
      await assignment.document.run({}, assignment);
      assignment.done();
    }
  }
}

describe('The queue of documents before the pages', () => {
  let queues: TestQueue[] = [];
  const open = (...options: ConstructorParameters<typeof TestQueue>): TestQueue => {
    const queue = new TestQueue(...options);
    queues.push(queue);
    return queue;
  };
  afterEach(() => {
    for (const queue of queues) queue.close();
    queues = [];
  });

  it('gives one account all pages, and its documents their order', async () => {
    const queue = open(3, { shortMs: NEVER_MS });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) queue.add(name);
    await queue.working('a1', 'a2', 'a3');
    await queue.finishAll('a2', 'a1', 'a4', 'a3', 'a6', 'a5');
    expect(queue.story).to.deep.equal(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  });

  it('gives a free page to the account that has had the least of their time, not to who came first', async () => {
    const queue = open(1, { shortMs: NEVER_MS });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(name);
    /** Each has the page for twice as long as the one before, however long this machine lets that be. */
    const holdsTwice = async (name: string, ms: number): Promise<number> => {
      const begun = performance.now();
      await queue.working(name);
      await sleep(2 * ms);
      queue.finish(name);
      return performance.now() - begun;
    };
    const msOfA = await holdsTwice('a1', 25);
    const msOfB = await holdsTwice('b1', msOfA + 50);
    await queue.finishAll('c1', 'a2');
    await holdsTwice('a3', msOfB);
    await queue.finishAll('b2');
    expect(queue.story).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'a3', 'b2']);
  });

  it('gives an account’s slow documents half of the pages at most while others come, and all when none does', async () => {
    const queue = open(4, { keptMs: 2_000 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) queue.add(name);
    await queue.working('a1', 'a2', 'a3', 'a4');
    await sleep(3 * SHORT_MS);
    for (const name of ['b1', 'b2', 'b3']) queue.add(name);
    await eventually(() => expect([...queue.atWork].filter((name) => name.startsWith('a'))).to.have.lengthOf(2));
    await eventually(() => expect(queue.atWork).to.include('b1').and.include('b2'));
    await queue.finishAll('b1', 'b3', 'b2');
    expect(queue.story, 'b came a moment ago').not.to.include('a5');
    await eventually(() => expect(queue.atWork).to.include('a5').and.include('a6'));
    expect(queue.story.filter((step) => step.startsWith('-'))).to.have.lengthOf(2);
  });

  it('gives a page to background documents of any account when no call waits', async () => {
    const queue = open(1, { shortMs: NEVER_MS });
    for (const name of ['a1', 'a2', 'c1']) queue.add(name, { isBackground: true });
    queue.add('a3');
    queue.add('b1');
    await queue.working('a1');
    await sleep(50); // so a is behind b
    await queue.finishAll('a1', 'b1', 'a3', 'c1', 'a2');
    expect(queue.story).to.deep.equal(['a1', 'b1', 'a3', 'c1', 'a2']);
  });

  it('gives all pages to background documents, half of them beside a call, and all except one for a while after', async () => {
    const queue = open(4, { shortMs: NEVER_MS });
    const background = { isBackground: true };
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) queue.add(name, background);
    await queue.working('a1', 'a2', 'a3', 'a4');
    queue.add('a10'); // somebody waits for it
    await queue.finishAll('a1');
    await queue.working('a10', 'a2', 'a3', 'a4');
    for (const name of ['a2', 'a3']) await queue.finishAll(name);
    await queue.working('a10', 'a4');
    await queue.finishAll('a4');
    await queue.working('a10', 'a5');
    await queue.finishAll('a10');
    await sleep(120);
    await queue.finishAll('a5');
    await queue.working('a6', 'a7', 'a8');
    await sleep(1_000);
    queue.add('a9', background);
    queue.add('b1', background);
    await queue.finishAll('a6');
    await queue.working('a7', 'a8', 'a9', 'b1');
  });

  it('takes no slow document off its page for a background document', async () => {
    const queue = open(1);
    queue.add('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    queue.add('b1', { isBackground: true });
    await sleep(3 * SHORT_MS);
    expect(queue.story).to.deep.equal(['a1']);
    await queue.finishAll('a1', 'b1');
  });

  it('counts running documents: accounts that have a page wait for those that have none', async () => {
    const queue = open(2, { shortMs: NEVER_MS });
    for (const name of ['a1', 'x1', 'a2', 'b1']) queue.add(name);
    await queue.working('a1', 'x1');
    queue.finish('x1');
    await queue.working('a1', 'b1');
  });

  it('gives slow documents of one account every page when there are no others', async () => {
    const queue = open(3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.add(name);
    await queue.working('a1', 'a2', 'a3');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    await sleep(2 * SHORT_MS);
    queue.finish('a1');
    await queue.working('a2', 'a3', 'a4');
  });

  it('takes a slow document off its page for a short one of another account: of who had most time, the youngest', async () => {
    const queue = open(3);
    queue.add('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    queue.add('a2');
    await sleep(2 * SHORT_MS);
    queue.add('s1');
    await eventually(() => expect(queue.slow.has('s')).to.equal(true));
    await sleep(SHORT_MS);
    queue.add('b1');
    await queue.working('a1', 'b1', 's1');
    expect(queue.story).to.deep.equal(['a1', 'a2', 's1', '-a2', 'b1']);
  });

  it('takes none off that was taken off before, nor for others’ slow ones', async () => {
    const queue = open(2, { keptMs: 0 });
    queue.add('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    queue.add('a2', { wasEvicted: true });
    await queue.working('a1', 'a2');
    await sleep(2 * SHORT_MS);
    queue.add('a3');
    await sleep(SHORT_MS);
    expect(queue.story).to.deep.equal(['a1', 'a2']);
    queue.add('b1');
    await queue.working('a2', 'b1');
    expect(queue.story).to.deep.equal(['a1', 'a2', '-a1', 'b1']);
  });

  it('serves an account whose document was slow only because of another’s as one with short documents', async () => {
    const queue = open(2, { slowMs: 10 * SHORT_MS });
    queue.add('a1', { mayBePostponed: true });
    queue.add('b1', { mayBePostponed: true });
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    queue.finish('b1');
    queue.slow.begin('a', 100 * SHORT_MS); // it has been at it for longer
    await queue.working('a1');
    queue.add('a2');
    queue.add('b2', { mayBePostponed: true });
    await queue.working('a1', 'b2');
    expect(queue.story).to.deep.equal(['a1', 'b1', 'b2']);
  });

  it('takes none off that is not slow itself, though its account has slow ones', async () => {
    const queue = open(1, { shortMs: NEVER_MS });
    queue.slow.begin('a', 1);
    queue.add('a1');
    queue.add('b1');
    await sleep(SHORT_MS);
    await queue.finishAll('a1', 'b1');
    expect(queue.story).to.deep.equal(['a1', 'b1']);
  });

  it('keeps a page for short documents as long as there are any, and no longer', async () => {
    const queue = open(2, { keptMs: 2_000 });
    queue.add('b1');
    await queue.finishAll('b1');
    queue.add('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    queue.add('a2');
    await sleep(SHORT_MS);
    expect([...queue.atWork], 'a page is free').to.deep.equal(['a1']);
    queue.add('b2');
    await queue.working('a1', 'b2');
    queue.finish('b2');
    await queue.working('a1', 'a2');
    expect(queue.story).to.deep.equal(['b1', 'a1', 'b2', 'a2']);
  });

  it('leaves a page to a document that was taken off one, also with a single page', async () => {
    const queue = open(1);
    queue.add('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    queue.add('b1');
    await queue.working('b1');
    queue.add('a1 again', { wasEvicted: true });
    queue.finish('b1');
    await queue.working('a1 again');
    queue.add('b2');
    await sleep(2 * SHORT_MS);
    expect(queue.story).to.deep.equal(['a1', '-a1', 'b1', 'a1 again']);
  });

  it('sends away what waits for a page when its account turns out to be slow, and what comes then', async () => {
    const queue = open(1);
    queue.add('a1', { mayBePostponed: true });
    queue.add('a2', { mayBePostponed: true });
    queue.add('a3');
    queue.add('b1', { mayBePostponed: true });
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    await queue.working('b1');
    queue.add('a4', { mayBePostponed: true });
    await queue.finishAll('b1', 'a3');
    expect(queue.story).to.deep.equal(['a1', '>a2', '-a1', 'b1', '>a4', 'a3']);
  });

  it('forgets that an account was slow, some time after its last slow document', async () => {
    const queue = open(2, { slowMs: 10, halfLifeMs: 50 });
    queue.add('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(true));
    await sleep(150);
    expect(queue.slow.has('a'), 'at work').to.equal(true);
    queue.finish('a1');
    await eventually(() => expect(queue.slow.has('a')).to.equal(false));
  });

  it('lets go of a document whose caller does not wait any longer', async () => {
    const queue = open(1, { shortMs: NEVER_MS });
    queue.add('a1');
    const gone = { accountId: 'b', run: async () => undefined, evict: () => undefined, wasEvicted: false };
    const left = queue.queue.join(gone);
    queue.queue.leave(gone);
    await left;
  });
});
