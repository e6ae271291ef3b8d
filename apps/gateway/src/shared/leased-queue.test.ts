import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { LeasedQueue } from './leased-queue.js';

/** Longer than any test. Items are found only when the queue is woken. */
const NEVER_MS = 600_000;

describe('LeasedQueue', () => {
  let waiting: string[];
  let room: number;
  let ended: string[];
  let endItem: Map<string, () => void>;
  let queue: LeasedQueue<string> | undefined;
  afterEach(() => queue?.close());

  function start(items: string[], take = async (): Promise<string | undefined> => waiting.shift()) {
    [waiting, room, ended, endItem] = [items, Number.POSITIVE_INFINITY, [], new Map()];
    queue = new LeasedQueue<string>({
      async take(running) {
        await undefined; // as Redis answers later
        return running.length < room ? [(await take()) ?? []].flat() : [];
      },
      run: async (item, { signal }) => {
        await new Promise<void>((resolve) => {
          endItem.set(item, resolve);
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve());
        });
        ended.push(signal.aborted ? `${item} aborted` : item);
      },
      pollEveryMs: NEVER_MS,
    });
    return queue;
  }
  const begun = (...items: string[]) => eventually(() => expect([...endItem.keys()]).to.deep.equal(items));

  it('runs items together, and takes the next one when it is woken or an item ends', async () => {
    const started = start(['a', 'b']);
    await begun('a', 'b');
    waiting.push('c');
    started.wake();
    await begun('a', 'b', 'c');
    room = 3;
    waiting.push('d');
    started.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await begun('a', 'b', 'c');
    endItem.get('b')?.();
    await begun('a', 'b', 'c', 'd');
    expect(ended).to.deep.equal(['b']);
  });

  it('looks again when it is woken while it takes an item', async () => {
    let takes = 0;
    start([], async () => {
      takes += 1;
      if (takes === 1) queue?.wake();
      return takes === 2 ? 'a' : undefined;
    });
    queue?.wake();
    await begun('a');
  });

  it('aborts the running items at its end, and one that is being taken then', async () => {
    let give: (item: string) => void = () => undefined;
    const started = start(['a'], async () => waiting.shift() ?? new Promise<string>((resolve) => (give = resolve)));
    await begun('a');
    const closed = started.close();
    give('b');
    await closed;
    expect(ended.sort()).to.deep.equal(['a aborted', 'b aborted']);
  });
});
