/** The errors of the last hour at all gateways, for the operator's page. They are counted in Redis by minute. */
import { ERRORS, type ErrorCode } from '@toolpress/contract';
import { KEY_PREFIX, type Redis } from '@toolpress/runtime';

/** The period that the page shows, in minutes. */
const SHOWN = 60;
const KEPT_SECONDS = (SHOWN + 2) * 60;
const SEND_EVERY_MS = 1_000;

/** @param minute since 1970 by the clock of Redis: gateways whose clocks differ count into the same minute. */
const keyOf = (minute: number): string => `${KEY_PREFIX}:errors:${minute}`;

export interface RecentError {
  code: ErrorCode;
  count: number;
  /** Full minutes since the last one. */
  minutesAgo: number;
}

/**
 * Counts errors in memory, and sends the counts to Redis once a second. While Redis is unavailable they are kept and sent later. Counts
 * that a dying process has not sent are lost.
 */
export class RecentErrors {
  private counts = new Map<ErrorCode, number>();
  private sending: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly redis: Redis) {
    this.timer = setInterval(() => {
      this.sending = this.send();
    }, SEND_EVERY_MS).unref();
  }

  readonly count = (code: ErrorCode, by = 1): void => {
    this.counts.set(code, (this.counts.get(code) ?? 0) + by);
  };

  /** Returns the errors by code, the most frequent first. @throws the error of Redis when it is unavailable. */
  async read(): Promise<RecentError[]> {
    const now = await this.minute();
    const minutes = await Promise.all(
      Array.from({ length: SHOWN + 1 }, (_, minutesBack) => this.redis.hgetall(keyOf(now - minutesBack))),
    );
    const errors = (Object.keys(ERRORS) as ErrorCode[]).map((code) => ({
      code,
      count: minutes.reduce((sum, { [code]: count = 0 }) => sum + Number(count), 0),
      minutesAgo: Math.max(0, minutes.findIndex((counts) => code in counts) - 1),
    }));
    return errors.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  }

  /** Sends the remaining counts. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    await this.send();
  }

  private async send(): Promise<void> {
    if (this.counts.size === 0) return;
    const sent = this.counts;
    this.counts = new Map();
    try {
      const key = keyOf(await this.minute());
      const added = this.redis.multi();
      for (const [code, by] of sent) added.hincrby(key, code, by);
      await added.expire(key, KEPT_SECONDS).exec();
    } catch {
      for (const [code, by] of sent) this.count(code, by); // the connection reports outages once
    }
  }

  private async minute(): Promise<number> {
    const [seconds] = await this.redis.time();
    return Math.floor(Number(seconds) / 60);
  }
}
