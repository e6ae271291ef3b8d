/**
 * The throughput statistics of the service: what all its processes did, counted in Redis in slots of ten seconds, for a page that people
 * look at. It is no account of anything: what a dying process has not yet sent is missing.
 */
import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@toolpress/contract';
import { type Redis, redisScript } from '../redis.js';
import { KEY_PREFIX } from '../redis-rights.js';

/** What is counted. A closed set, so that a slot stays small. */
export type ThroughputCounter = 'requests' | 'pdfs' | `error:${ErrorCode}`;

/** What is timed: a PDF request as its caller sees it, waiting for a worker, rendering. */
export type ThroughputTiming = 'request' | 'wait' | 'render';

export const SLOT_SECONDS = 10;
/** What the page shows, and some slots more. */
export const SHOWN_SECONDS = 3_600;
const KEPT_SECONDS = SHOWN_SECONDS + 10 * SLOT_SECONDS;

/** The key of a slot is this and its number: seconds since 1970 by the clock of Redis, divided by the slot's length. */
export const SLOT_KEY = `${KEY_PREFIX}:throughput:`;

/** Upper bounds of the buckets in which durations are counted, seconds. The last one is the longest deadline there is. */
export const BOUNDS: readonly number[] = [
  0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10,
  15, 20, 30, 45, 60, 90, 120, 180, 300,
];

const SEND_EVERY_MS = 1_000;

const add = redisScript(readFileSync(new URL('../../lua/count-throughput.lua', import.meta.url), 'utf8'));

/**
 * A process's part of the service's throughput. Counting touches memory only; once a second what has come together goes to
 * Redis in one command. While Redis is unavailable it is kept, and sent later.
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
    const bound = BOUNDS.find((upper) => seconds <= upper) ?? BOUNDS.at(-1); // what is longer than all goes into the last
    this.add(`${what}:${bound}`, 1);
  }

  /** Sends what is left. */
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
      await add(this.redis, [], [SLOT_KEY, SLOT_SECONDS, KEPT_SECONDS, ...[...sent].flat()]);
    } catch {
      for (const [field, by] of sent) this.add(field, by); // the connection reports outages, once
    }
  }
}
