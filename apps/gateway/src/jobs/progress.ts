/** How jobs and batches get on, told as it happens: however many watch one at this gateway, it is looked at once for all of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Throttle } from '@toolpress/runtime';
import type { StreamedEvent } from '../http/events.js';

const TIMES = {
  /** From one look to the next, and so from one event to the next. */
  lookEveryMs: 500,
  /** Proxies end connections on which nothing comes, often after a minute. */
  heartbeatMs: 15_000,
  /** Then the client connects again, to whichever gateway there is. */
  longestMs: 10 * 60_000,
};

interface Seen {
  /** JSON. */
  text: string;
  isOver: boolean;
}

export class Progress {
  private readonly looks: Throttle<Seen>;

  /** @param isStopping ends all streams: clients connect again, elsewhere. */
  constructor(
    private readonly isStopping: () => boolean,
    private readonly times = TIMES,
  ) {
    this.looks = new Throttle(times.lookEveryMs);
  }

  /**
   * Whatever differs from what was told before, at most twice a second; in the end how it ended.
   *
   * @param key names what is looked at, and who may see it.
   * @param look throws when it is gone.
   */
  async *of<Work extends { finished_at?: string; error?: unknown }>(
    key: string,
    look: () => Promise<Work>,
    signal: AbortSignal,
  ): AsyncGenerator<StreamedEvent> {
    const { lookEveryMs, heartbeatMs, longestMs } = this.times;
    const end = performance.now() + longestMs;
    let told = { text: '', at: 0 };
    while (performance.now() < end && !this.isStopping()) {
      const { text, isOver } = await this.looks.run(key, async () => seen(await look()));
      const now = performance.now();
      if (isOver) {
        yield { name: 'end', data: text };
        return;
      }
      if (text !== told.text) {
        yield { name: 'progress', data: text };
        told = { text, at: now };
      } else if (now - told.at >= heartbeatMs) {
        yield 'heartbeat';
        told.at = now;
      }
      await sleep(lookEveryMs, undefined, { signal });
    }
  }
}

/** One of which it is not known when it ended has an error. */
export const isOver = ({ finished_at, error }: { finished_at?: string; error?: unknown }): boolean =>
  finished_at !== undefined || error !== undefined;

const seen = (work: { finished_at?: string; error?: unknown }): Seen => ({
  text: JSON.stringify(work),
  isOver: isOver(work),
});
