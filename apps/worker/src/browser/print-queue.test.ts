import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { SlowAccounts } from '../slow-accounts.js';
import { PrintLine } from './print-queue.js';
import type { WarmPage } from './warm-page.js';

const SHORT_MS = 40;
const KEPT_MS = 300;
/** What no test waits for. */
const NEVER_MS = 60_000;

/** Documents that are printed as long as the test wants, at pages that do nothing else than a worker's. */
class Line {
  readonly slow: SlowAccounts;
  readonly line: PrintLine;
  /** The names of documents at work. */
  readonly atWork = new Set<string>();
  /** All that happened, in order: `name` begun, `-name` evicted, `>name` postponed. */
  readonly story: string[] = [];
  private readonly finishing = new Map<string, () => void>();

  constructor(pages: number, { shortMs = SHORT_MS, keptMs = KEPT_MS, slowMs = 0, halfLifeMs = NEVER_MS } = {}) {
    this.slow = new SlowAccounts({ slowMs, halfLifeMs });
    this.line = new PrintLine({ pages, slowAccounts: this.slow, shortMs, keptMs });
    for (let page = 0; page < pages; page++) void this.serve();
  }

  /** @param name begins with its account's, one letter. */
  add(name: string, { mayBePostponed = false, wasEvicted = false } = {}): void {
    const evict = (): void => {
      this.story.push(`-${name}`);
      this.finish(name);
    };
    void this.line.join({
      accountId: name[0] ?? '',
      attend: async () => {
        this.story.push(name);
        this.atWork.add(name);
        await new Promise<void>((resolve) => this.finishing.set(name, resolve));
        this.atWork.delete(name);
      },
      evict,
      wasEvicted,
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
    this.line.close();
    for (const name of this.atWork) this.finish(name);
  }

  working = (...names: string[]) => eventually(() => expect([...this.atWork].sort()).to.deep.equal(names), 5_000);

  private async serve(): Promise<void> {
    for (;;) {
      const turn = await this.line.next();
      if (turn === undefined) return;
      await turn.document.attend({} as WarmPage);
      turn.done();
    }
  }
}

describe('The line of documents before the pages', () => {
  let lines: Line[] = [];
  const open = (...options: ConstructorParameters<typeof Line>): Line => {
    const line = new Line(...options);
    lines.push(line);
    return line;
  };
  afterEach(() => {
    for (const line of lines) line.close();
    lines = [];
  });

  it('gives one account all pages, and its documents their order', async () => {
    const line = open(3, { shortMs: NEVER_MS });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) line.add(name);
    await line.working('a1', 'a2', 'a3');
    await line.finishAll('a2', 'a1', 'a4', 'a3', 'a6', 'a5');
    expect(line.story).to.deep.equal(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  });

  it('gives a free page to the account that has had the least of their time, not to who came first', async () => {
    const line = open(1, { shortMs: NEVER_MS });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) line.add(name);
    await line.working('a1');
    await sleep(50);
    line.finish('a1'); // 50 ms for a
    await line.working('b1');
    await sleep(100);
    line.finish('b1'); // 100 ms for b
    await line.finishAll('c1', 'a2');
    await line.working('a3');
    await sleep(150);
    await line.finishAll('a3', 'b2');
    expect(line.story).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'a3', 'b2']);
  });

  it('counts what is at work: who has a page already waits for who has none', async () => {
    const line = open(2, { shortMs: NEVER_MS });
    for (const name of ['a1', 'x1', 'a2', 'b1']) line.add(name);
    await line.working('a1', 'x1');
    line.finish('x1');
    await line.working('a1', 'b1');
  });

  it('gives slow documents of one account every page when there are no others', async () => {
    const line = open(3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) line.add(name);
    await line.working('a1', 'a2', 'a3');
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    await sleep(2 * SHORT_MS);
    line.finish('a1');
    await line.working('a2', 'a3', 'a4');
  });

  it('takes a slow document off its page for a short one of another account: of who had most time, the youngest', async () => {
    const line = open(3);
    line.add('a1');
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    line.add('a2');
    await sleep(2 * SHORT_MS);
    line.add('s1');
    await eventually(() => expect(line.slow.has('s')).to.equal(true));
    await sleep(SHORT_MS);
    line.add('b1');
    await line.working('a1', 'b1', 's1');
    expect(line.story).to.deep.equal(['a1', 'a2', 's1', '-a2', 'b1']);
  });

  it('takes none off that was taken off before, nor for others’ slow ones', async () => {
    const line = open(2, { keptMs: 0 });
    line.add('a1');
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    line.add('a2', { wasEvicted: true });
    await line.working('a1', 'a2');
    await sleep(2 * SHORT_MS);
    line.add('a3');
    await sleep(SHORT_MS);
    expect(line.story).to.deep.equal(['a1', 'a2']);
    line.add('b1');
    await line.working('a2', 'b1');
    expect(line.story).to.deep.equal(['a1', 'a2', '-a1', 'b1']);
  });

  it('serves an account whose document was slow only because of another’s as one with short documents', async () => {
    const line = open(2, { slowMs: 10 * SHORT_MS });
    line.add('a1', { mayBePostponed: true });
    line.add('b1', { mayBePostponed: true });
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    line.finish('b1');
    line.slow.began('a', 100 * SHORT_MS); // it has been at it for longer
    await line.working('a1');
    line.add('a2');
    line.add('b2', { mayBePostponed: true });
    await line.working('a1', 'b2');
    expect(line.story).to.deep.equal(['a1', 'b1', 'b2']);
  });

  it('takes none off that is not slow itself, though its account has slow ones', async () => {
    const line = open(1, { shortMs: NEVER_MS });
    line.slow.began('a', 1);
    line.add('a1');
    line.add('b1');
    await sleep(SHORT_MS);
    await line.finishAll('a1', 'b1');
    expect(line.story).to.deep.equal(['a1', 'b1']);
  });

  it('keeps a page for short documents as long as there are any, and no longer', async () => {
    const line = open(2, { keptMs: 1_000 });
    line.add('b1');
    await line.finishAll('b1');
    line.add('a1');
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    line.add('a2');
    await sleep(SHORT_MS);
    expect([...line.atWork], 'a page is free').to.deep.equal(['a1']);
    line.add('b2');
    await line.working('a1', 'b2');
    line.finish('b2');
    await line.working('a1', 'a2');
    expect(line.story).to.deep.equal(['b1', 'a1', 'b2', 'a2']);
  });

  it('leaves a page to who was taken off one, where there is but one page too', async () => {
    const line = open(1);
    line.add('a1');
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    line.add('b1');
    await line.working('b1');
    line.add('a1 again', { wasEvicted: true });
    line.finish('b1');
    await line.working('a1 again');
    line.add('b2');
    await sleep(2 * SHORT_MS);
    expect(line.story).to.deep.equal(['a1', '-a1', 'b1', 'a1 again']);
  });

  it('sends away what waits for a page when its account turns out to be slow, and what comes then', async () => {
    const line = open(1);
    line.add('a1', { mayBePostponed: true });
    line.add('a2', { mayBePostponed: true });
    line.add('a3');
    line.add('b1', { mayBePostponed: true });
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    await line.working('b1');
    line.add('a4', { mayBePostponed: true });
    await line.finishAll('b1', 'a3');
    expect(line.story).to.deep.equal(['a1', '>a2', '-a1', 'b1', '>a4', 'a3']);
  });

  it('forgets that an account was slow, some time after its last slow document', async () => {
    const line = open(2, { slowMs: 10, halfLifeMs: 50 });
    line.add('a1');
    await eventually(() => expect(line.slow.has('a')).to.equal(true));
    await sleep(150);
    expect(line.slow.has('a'), 'at work').to.equal(true);
    line.finish('a1');
    await eventually(() => expect(line.slow.has('a')).to.equal(false));
  });

  it('lets go of a document whose caller does not wait any longer', async () => {
    const line = open(1, { shortMs: NEVER_MS });
    line.add('a1');
    const gone = { accountId: 'b', attend: async () => undefined, evict: () => undefined, wasEvicted: false };
    const left = line.line.join(gone);
    line.line.leave(gone);
    await left;
  });
});
