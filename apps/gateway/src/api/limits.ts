/** Limits the requests per minute of a token, and the concurrent requests and streams of an account. */
import { ServiceError, type Settings } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { Response } from 'express';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '../auth/callers.js';
import { keys } from '../shared/keys.js';

/** The operator's settings, read for each request. */
interface CurrentSettings {
  current(): Promise<Settings>;
}

const WINDOW_SECONDS = 60;

/** The rate limit of a token, counted in Redis across all gateways. */
export class RateLimit {
  private limiter: RateLimiterRedis | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly settings: CurrentSettings,
  ) {}

  /**
   * Counts a request and sets the headers of draft-ietf-httpapi-ratelimit-headers-11. Does not use Redis when there is no limit.
   *
   * @throws ServiceError `rate_limited`, with `Retry-After`.
   */
  async count({ tokenId }: Caller, response: Response): Promise<void> {
    const { requests_per_minute: limit } = (await this.settings.current()).rate_limit;
    if (limit === 0) return;
    const state = await this.limiterOf(limit).consume(tokenId).catch(unlessRedisFails);
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
    response.set({
      RateLimit: `"minute";r=${state.remainingPoints};t=${seconds}`,
      'RateLimit-Policy': `"minute";q=${limit};w=${WINDOW_SECONDS}`,
    });
    if (state.consumedPoints > limit) throw rateLimited(limit, seconds);
  }

  /** Returns the limiter for a limit. The count in Redis continues when the limit changes. */
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

/** Returns the state with which the library rejects when the limit is reached; throws other rejections. */
export function unlessRedisFails(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

const rateLimited = (limit: number, seconds: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `The token has reached its limit of ${limit} requests per minute; try again in ${seconds} s, as in \`Retry-After\`.`,
    { headers: { 'Retry-After': String(seconds) } },
  );

/** Counters by account or address. */
export class Counts {
  private readonly counts = new Map<string, number>();
  total = 0;

  of(accountId: string): number {
    return this.counts.get(accountId) ?? 0;
  }

  /** Counts one more. @returns a function that ends the count; call it once. */
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
 * Limits the concurrent requests of an account on this gateway. They use connections and memory of this process, so they are counted in
 * memory and not across gateways.
 */
export class Concurrency {
  private readonly underWay = new Counts();

  constructor(private readonly settings: CurrentSettings) {}

  /**
   * Counts a request.
   *
   * @returns a function that ends the count. Call it once, when the work is done and the answer is sent, even if the caller hangs up
   *   before.
   * @throws ServiceError `concurrency_exceeded`, with `Retry-After`. The request is not counted then.
   */
  async enter(accountId: string): Promise<() => void> {
    const { concurrent_requests: limit } = (await this.settings.current()).rate_limit;
    if (limit > 0 && this.underWay.of(accountId) >= limit) throw concurrencyExceeded(limit);
    return this.underWay.begin(accountId);
  }
}

export const concurrencyExceeded = (limit: number): ServiceError =>
  new ServiceError(
    'concurrency_exceeded',
    `The account has reached its limit of ${limit} concurrent requests; wait for an answer before you send the next request.`,
    { headers: { 'Retry-After': '1' } },
  );

/** The limits of open event streams. They are counted separately from requests, because they last for minutes and cost little. */
const STREAMS = { ofAccount: 20, inAll: 1_000 };

/** Limits the open event streams on this gateway. */
export class OpenStreams {
  private readonly open = new Counts();

  /** Counts a stream. @returns a function that ends the count. @throws ServiceError `concurrency_exceeded` or `overloaded`, with `Retry-After`. */
  async enter(accountId: string): Promise<() => void> {
    const headers = { 'Retry-After': '5' };
    if (this.open.of(accountId) >= STREAMS.ofAccount) {
      const message = `The account has reached its limit of ${STREAMS.ofAccount} open event streams; close one, or poll with \`wait\`.`;
      throw new ServiceError('concurrency_exceeded', message, { headers });
    }
    if (this.open.total >= STREAMS.inAll) {
      const message = `This gateway has reached its limit of ${STREAMS.inAll} open event streams; poll with \`wait\`.`;
      throw new ServiceError('overloaded', message, { headers });
    }
    return this.open.begin(accountId);
  }
}
