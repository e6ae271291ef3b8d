import { ERRORS, type ErrorCode } from '@toolpress/contract';
import type { Redis } from '../redis-connection.js';
import {
  BOUNDS,
  SHOWN_SECONDS,
  SLOT_KEY,
  SLOT_SECONDS,
  type ThroughputCounter,
  type ThroughputTiming,
} from './throughput.js';

/** A slot of ten seconds: counts by field. */
type Slot = ReadonlyMap<string, number>;

const SLOTS_SHOWN = SHOWN_SECONDS / SLOT_SECONDS;

/** Reads the throughput statistics of the service. Finished slots no longer change, so each is read once. */
export class ThroughputReader {
  private readonly past = new Map<number, Slot>();

  constructor(private readonly redis: Redis) {}

  /** Returns the last hour. @throws the error of Redis when it is unavailable. */
  async read(): Promise<ThroughputHour> {
    const [seconds] = await this.redis.time();
    const current = Math.floor(Number(seconds) / SLOT_SECONDS);
    const first = current - SLOTS_SHOWN;
    const unread = numbers(first, current).filter((slot) => !this.past.has(slot));
    const slots = await Promise.all(unread.map((slot) => this.readSlot(slot)));
    unread.forEach((slot, index) => {
      this.past.set(slot, slots[index] ?? new Map());
    });
    const hour = numbers(first, current).map((slot) => this.past.get(slot) ?? new Map());
    this.past.delete(current); // it is not finished
    for (const slot of this.past.keys()) if (slot < first) this.past.delete(slot);
    return new ThroughputHour(hour, Number(seconds) % SLOT_SECONDS);
  }

  private async readSlot(slot: number): Promise<Slot> {
    const fields = await this.redis.hgetall(`${SLOT_KEY}${slot}`);
    return new Map(Object.entries(fields).map(([field, count]) => [field, Number(count)]));
  }
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The finished slots of an hour, and the current one. */
export class ThroughputHour {
  /**
   * @param slots the oldest first; the last one is the current slot.
   * @param elapsed the elapsed seconds of the current slot.
   */
  constructor(
    private readonly slots: readonly Slot[],
    private readonly elapsed: number,
  ) {}

  /** Returns the rate per second over the last minute. */
  perSecond(what: ThroughputCounter): number {
    return sumOf(this.lastMinute(), what) / (60 + this.elapsed);
  }

  /** Returns the count of each minute of the hour, the oldest first. */
  perMinute(what: ThroughputCounter): number[] {
    const slotsPerMinute = 60 / SLOT_SECONDS;
    const whole = this.slots.slice(0, -1);
    return numbers(0, whole.length / slotsPerMinute - 1).map((minute) =>
      sumOf(whole.slice(minute * slotsPerMinute, (minute + 1) * slotsPerMinute), what),
    );
  }

  /** Returns the number of errors by code in the hour, the most frequent first, with the full minutes since the last one. */
  errors(): { code: ErrorCode; count: number; minutesAgo: number }[] {
    const codes = Object.keys(ERRORS) as ErrorCode[];
    const counts = codes.map((code) => {
      const field = `error:${code}`;
      const later = this.slots.length - 1 - this.slots.findLastIndex((slot) => slot.has(field));
      const seconds = Math.max(0, (later - 1) * SLOT_SECONDS + this.elapsed);
      return { code, count: sumOf(this.slots, field), minutesAgo: Math.floor(seconds / 60) };
    });
    return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  }

  /**
   * Returns a quantile of the durations of the last minute in seconds, interpolated within a bucket.
   *
   * @param share the quantile, such as 0.95.
   * @returns undefined without any duration.
   */
  quantile(what: ThroughputTiming, share: number): number | undefined {
    const slots = this.lastMinute();
    const counts = BOUNDS.map((upper) => sumOf(slots, `${what}:${upper}`));
    const wanted = share * counts.reduce((sum, count) => sum + count, 0);
    let below = 0;
    for (const [index, upper] of BOUNDS.entries()) {
      const { [index]: count = 0 } = counts;
      const lower = BOUNDS[index - 1] ?? 0;
      if (count > 0 && below + count >= wanted) return lower + ((upper - lower) * (wanted - below)) / count;
      below += count;
    }
    return undefined;
  }

  private lastMinute(): readonly Slot[] {
    return this.slots.slice(-1 - 60 / SLOT_SECONDS);
  }
}

const sumOf = (slots: readonly Slot[], field: string): number =>
  slots.reduce((sum, slot) => sum + (slot.get(field) ?? 0), 0);
