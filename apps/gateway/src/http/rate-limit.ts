/** The rate limit of a token: so many requests a minute, counted in Redis and so the same over all gateways. */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { Response } from 'express';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SettingsStore } from '../accounts/settings/settings.js';
import { keys } from '../shared/keys.js';

const WINDOW_SECONDS = 60;

export class RateLimit {
  private limiter: RateLimiterRedis | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly settings: SettingsStore,
  ) {}

  /**
   * Counts a request and writes the `RateLimit-*` headers. Without a limit it costs nothing.
   *
   * @throws ServiceError `rate_limited`, with `Retry-After`.
   */
  async count(tokenId: string, response: Response): Promise<void> {
    const { requests_per_minute: limit } = (await this.settings.current()).rate_limit;
    if (limit === 0) return;
    const state = await this.limiterOf(limit).consume(tokenId).catch(refusedOnly);
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
    response.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(state.remainingPoints),
      'RateLimit-Reset': String(seconds),
      'RateLimit-Policy': `${limit};w=${WINDOW_SECONDS}`,
    });
    if (state.consumedPoints > limit) throw tooMany(limit, seconds);
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
function refusedOnly(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

const tooMany = (limit: number, seconds: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `The token has made its ${limit} requests of this minute; send the next in ${seconds} s, as \`Retry-After\` says.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
