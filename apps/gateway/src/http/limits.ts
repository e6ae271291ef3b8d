/** How many requests a token may make a minute, and how many of an account's may be under way on this gateway. */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { Response } from 'express';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SettingsStore } from '../accounts/settings/settings.js';
import { keys } from '../shared/keys.js';

const WINDOW_SECONDS = 60;

/** The rate limit of a token: counted in Redis, so that it is the same over all gateways. */
export class RateLimit {
  private limiter: RateLimiterRedis | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly settings: SettingsStore,
  ) {}

  /**
   * Counts a request and writes the headers: those of draft-ietf-httpapi-ratelimit-headers-11, and of its earlier versions the three
   * that programs know. Without a limit it costs nothing.
   *
   * @throws ServiceError `rate_limited`, with `Retry-After`.
   */
  async count(tokenId: string, response: Response): Promise<void> {
    const { requests_per_minute: limit } = (await this.settings.current()).rate_limit;
    if (limit === 0) return;
    const state = await this.limiterOf(limit).consume(tokenId).catch(unlessRedisFails);
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
    response.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(state.remainingPoints),
      'RateLimit-Reset': String(seconds),
      RateLimit: `"minute";r=${state.remainingPoints};t=${seconds}`,
      'RateLimit-Policy': `"minute";q=${limit};w=${WINDOW_SECONDS}`,
    });
    if (state.consumedPoints > limit) throw rateLimited(limit, seconds);
  }

  /** The count in Redis is the token's own: it goes on when the limit changes. */
  private limiterOf(limit: number): RateLimiterRedis {
    if (this.limiter?.points !== limit) {
      this.limiter = new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: keys.rate,
        points: limit,
        duration: WINDOW_SECONDS,
      });
    }
    return this.limiter;
  }
}

/** The library rejects with the state when the limit is reached, with an error when Redis fails. */
function unlessRedisFails(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

const rateLimited = (limit: number, seconds: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `The token has made its ${limit} requests of this minute; send the next in ${seconds} s, as \`Retry-After\` says.`,
    { headers: { 'Retry-After': String(seconds) } },
  );

/** Counts by account. */
class Counts {
  private readonly counts = new Map<string, number>();
  total = 0;

  of(accountId: string): number {
    return this.counts.get(accountId) ?? 0;
  }

  /** @returns ends the count: to be called once. */
  begin(accountId: string): () => void {
    this.add(accountId, 1);
    return () => this.add(accountId, -1);
  }

  private add(accountId: string, more: number): void {
    const count = this.of(accountId) + more;
    this.total += more;
    if (count > 0) this.counts.set(accountId, count);
    else this.counts.delete(accountId);
  }
}

/**
 * How many requests of an account are under way on this gateway at a time. Each may hold a connection and megabytes of memory of this
 * process: so they are counted here, in memory, not over all gateways.
 */
export class Concurrency {
  private readonly underWay = new Counts();

  constructor(private readonly settings: SettingsStore) {}

  /**
   * Counts a request as under way.
   *
   * @returns ends the count: to be called once, when the work is done and the answer is out. A caller who hangs up ends
   *   neither.
   * @throws ServiceError `concurrency_exceeded`, with `Retry-After`; the request is not counted then.
   */
  async enter(accountId: string): Promise<() => void> {
    const { concurrent_requests: limit } = (await this.settings.current()).rate_limit;
    if (limit > 0 && this.underWay.of(accountId) >= limit) throw concurrencyExceeded(limit);
    return this.underWay.begin(accountId);
  }
}

const concurrencyExceeded = (limit: number): ServiceError =>
  new ServiceError(
    'concurrency_exceeded',
    `The account has as many requests at work as it may have at a time, ${limit}; wait for an answer, then send the next.`,
    { headers: { 'Retry-After': '1' } },
  );

/** A stream of events holds a connection for minutes, and does next to nothing: streams are counted apart from requests. */
const STREAMS = { ofAccount: 20, inAll: 1_000 };

/** How many streams of events are open on this gateway at a time. */
export class OpenStreams {
  private readonly open = new Counts();

  /** As `Concurrency`. @throws ServiceError `concurrency_exceeded` or `overloaded`, with `Retry-After`. */
  async enter(accountId: string): Promise<() => void> {
    const headers = { 'Retry-After': '5' };
    if (this.open.of(accountId) >= STREAMS.ofAccount) {
      const message = `The account has as many streams of events open as it may have at a time, ${STREAMS.ofAccount}; close one, or ask with \`wait\`.`;
      throw new ServiceError('concurrency_exceeded', message, { headers });
    }
    if (this.open.total >= STREAMS.inAll) {
      const message = `This gateway has as many streams of events open as it may, ${STREAMS.inAll}; ask with \`wait\`.`;
      throw new ServiceError('overloaded', message, { headers });
    }
    return this.open.begin(accountId);
  }
}
