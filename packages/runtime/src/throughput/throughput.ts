import type { Redis } from '../redis.js';
import { redisScript } from '../redis-script.js';
import {
  boundOf,
  KEPT_SECONDS,
  SLOT_KEY,
  SLOT_SECONDS,
  type ThroughputCounter,
  type ThroughputTiming,
} from './slots.js';

const SEND_EVERY_MS = 1_000;

/** Adds all counts to the slot of now, by the clock of Redis: processes whose clocks differ count into the same one. */
const ADD = redisScript(`
  local slot = ARGV[1] .. math.floor(redis.call('TIME')[1] / ARGV[2])
  for index = 4, #ARGV, 2 do redis.call('HINCRBY', slot, ARGV[index], ARGV[index + 1]) end
  return redis.call('EXPIRE', slot, ARGV[3])
`);

/**
 * A process's part of the service's throughput. Counting touches memory only; once a second what has come together goes to
 * Redis in one command. While Redis is away it is kept, and sent later.
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
    this.add(`${what}:${boundOf(seconds)}`, 1);
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
      await ADD(this.redis, [], [SLOT_KEY, SLOT_SECONDS, KEPT_SECONDS, ...[...sent].flat()]);
    } catch {
      for (const [field, by] of sent) this.add(field, by); // the connection reports outages, once
    }
  }
}
