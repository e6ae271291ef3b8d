/** Streams the progress of jobs and batches. All watchers of one job at this gateway share one read of its record. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Throttle } from '@toolpress/runtime';
import type { StreamedEvent } from '../api/events.js';

const TIMES = {
  /** The shortest time between two reads, and so between two events. */
  lookEveryMs: 500,
  /** Proxies close idle connections, often after a minute. */
  heartbeatMs: 15_000,
  /** The longest duration of a stream. The client then reconnects to any gateway. */
  longestMs: 10 * 60_000,
};

interface Seen {
  /** JSON. */
  text: string;
  isOver: boolean;
}

export class Progress {
  private readonly looks: Throttle<Seen>;

  /** @param isStopping returns whether to end all streams, so that clients reconnect to another gateway. */
  constructor(
    private readonly isStopping: () => boolean,
    private readonly times = TIMES,
  ) {
    this.looks = new Throttle(times.lookEveryMs);
  }

  /**
   * Yields each change of a job or batch, at most twice a second, and its final state.
   *
   * @param key identifies the job or batch and its account.
   * @param look reads its state; throws when it no longer exists.
   */
  async *of<Work extends { finished_at?: string; error?: unknown }>(
    key: string,
    look: () => Promise<Work>,
    signal: AbortSignal,
  ): AsyncGenerator<StreamedEvent> {
    const { lookEveryMs, heartbeatMs, longestMs } = this.times;
    const end = performance.now() + longestMs;
    let sent = { text: '', at: 0 };
    while (performance.now() < end && !this.isStopping()) {
      const { text, isOver } = await this.looks.run(key, async () => seen(await look()));
      const now = performance.now();
      if (isOver) {
        yield { name: 'end', data: text };
        return;
      }
      if (text !== sent.text) {
        yield { name: 'progress', data: text };
        sent = { text, at: now };
      } else if (now - sent.at >= heartbeatMs) {
        yield 'heartbeat';
        sent.at = now;
      }
      await sleep(lookEveryMs, undefined, { signal });
    }
  }
}

/** Returns whether a job or batch has ended. When the time of its end is unreadable, it has an error instead. */
export const isOver = ({ finished_at, error }: { finished_at?: string; error?: unknown }): boolean =>
  finished_at !== undefined || error !== undefined;

const seen = (work: { finished_at?: string; error?: unknown }): Seen => ({
  text: JSON.stringify(work),
  isOver: isOver(work),
});
