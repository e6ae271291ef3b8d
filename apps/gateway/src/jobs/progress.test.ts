import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { StreamedEvent } from '../api/events.js';
import { Progress } from './progress.js';

const TIMES = { lookEveryMs: 20, heartbeatMs: 60, longestMs: 10_000 };

describe('How something gets on', () => {
  const never = () => new AbortController().signal;

  async function all(events: AsyncIterable<StreamedEvent>): Promise<string[]> {
    const told: string[] = [];
    for await (const event of events) told.push(event === 'heartbeat' ? event : `${event.name} ${event.data}`);
    return told;
  }

  it('is reported when it changes, and at the end with the outcome', async () => {
    const states = [{ done: 0 }, { done: 0 }, { done: 1 }, { done: 2, finished_at: 'now' }];
    const look = async () => states.shift() ?? {};
    const told = await all(new Progress(() => false, { ...TIMES, heartbeatMs: 10_000 }).of('a', look, never()));
    expect(told).to.deep.equal(['progress {"done":0}', 'progress {"done":1}', 'end {"done":2,"finished_at":"now"}']);
  });

  it('is read together for all clients that watch it', async () => {
    let looks = 0;
    const look = async () => ({ looks: ++looks, ...(looks >= 5 && { finished_at: 'now' }) });
    const progress = new Progress(() => false, TIMES);
    const told = await Promise.all(Array.from({ length: 30 }, () => all(progress.of('a', look, never()))));
    // Who begins late on a busy machine may look once more; each by itself, they would look 150 times.
    expect(looks).to.be.within(5, 40);
    for (const events of told) expect(events.at(-1)).to.match(/^end /);
  });

  it('comes with heartbeats while nothing happens, and for a bounded time', async () => {
    const progress = new Progress(() => false, { ...TIMES, longestMs: 1_500 });
    const idle = async (): Promise<{ done: number; finished_at?: string }> => ({ done: 0 });
    const told = await all(progress.of('a', idle, never()));
    expect(told[0]).to.equal('progress {"done":0}');
    expect(told.slice(1)).to.include('heartbeat').and.not.include('progress {"done":0}');
    expect(told.length).to.be.within(2, 26);
  });

  it('stops when the gateway stops, the client has left, or the job was deleted', async () => {
    let isStopping = false;
    const stopped = all(new Progress(() => isStopping, TIMES).of('a', async () => ({}), never()));
    const caller = new AbortController();
    const nameOf = (error: Error): string => error.name;
    const left = all(new Progress(() => false, TIMES).of('a', async () => ({}), caller.signal)).catch(nameOf);
    let looks = 0;
    const gone = async () => {
      if (++looks > 2) throw new RangeError('gone');
      return {};
    };
    const removed = all(new Progress(() => false, TIMES).of('a', gone, never())).catch(nameOf);
    await sleep(100);
    isStopping = true;
    caller.abort();
    expect((await stopped)[0]).to.equal('progress {}');
    expect([await left, await removed]).to.deep.equal(['AbortError', 'RangeError']);
  });
});
