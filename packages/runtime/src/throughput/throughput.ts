/**
 * The throughput statistics of all processes for the operator's page, counted in Redis in slots of ten seconds. They
 * are not exact: counts that a dying process has not sent are lost.
 */
import type { ErrorCode } from '@toolpress/contract';
import type { Redis } from '../redis-connection.js';
import { KEY_PREFIX } from '../redis-rights.js';
import { RedisScript } from '../redis-script.js';

/** The counters. Their set is fixed, so that a slot stays small. */
export type ThroughputCounter = 'requests' | 'pdfs' | `error:${ErrorCode}`;

/** The timings: a PDF request from the caller's view, the wait for a worker, rendering. */
export type ThroughputTiming = 'request' | 'wait' | 'render';

export const SLOT_SECONDS = 10;
/** The period that the page shows. */
export const SHOWN_SECONDS = 3_600;
const KEPT_SECONDS = SHOWN_SECONDS + 10 * SLOT_SECONDS;

/**
 * The prefix of a slot's key. The number follows: seconds since 1970 by the clock of Redis, divided by the slot's
 * length.
 */
export const SLOT_KEY = `${KEY_PREFIX}:throughput:`;

/** The upper bounds of the buckets for durations, in seconds. The last one is the longest deadline. */
export const BOUNDS: readonly number[] = [
  0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10,
  15, 20, 30, 45, 60, 90, 120, 180, 300,
];

const SEND_EVERY_MS = 1_000;

const addCounts = RedisScript.fromFile<{
  slotKey: string;
  slotSeconds: number;
  keptSeconds: number;
  counts: Record<string, number>;
}>(new URL('../../src/throughput/count-throughput.lua', import.meta.url));

/**
 * Counts the throughput of a process in memory, and sends the counts to Redis once a second in one command. While
 * Redis is unavailable they are kept and sent later.
 */
export class Throughput {
  private counts = new Map<string, number>();
  private sending: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly redis: Redis) {
    this.timer = setInterval(() => {
      this.sending = this.send();
    }, SEND_EVERY_MS);
    this.timer.unref();
  }

  count(what: ThroughputCounter): void {
    this.add(what, 1);
  }

  time(what: ThroughputTiming, seconds: number): void {
    const bound = BOUNDS.find((upper) => seconds <= upper) ?? BOUNDS.at(-1); // longer durations count in the last bucket
    this.add(`${what}:${bound}`, 1);
  }

  /** Sends the remaining counts. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    await this.send();
  }

  private add(field: string, by: number): void {
    this.counts.set(field, (this.counts.get(field) ?? 0) + by);
  }

  private async send(): Promise<void> {
    if (this.counts.size === 0) return;
    const sent = this.counts;
    this.counts = new Map();
    try {
      const counts = Object.fromEntries(sent);
      const args = { slotKey: SLOT_KEY, slotSeconds: SLOT_SECONDS, keptSeconds: KEPT_SECONDS, counts };
      await addCounts.run(this.redis, [], args);
    } catch {
      for (const [field, by] of sent) this.add(field, by); // the connection reports outages once
    }
  }
}
