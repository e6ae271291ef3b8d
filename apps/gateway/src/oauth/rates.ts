/** Limits what anybody may ask for, before a token is known. Counted in Redis, for all gateways. */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { unlessRedisFails } from '../api/limits.js';
import { keys } from '../shared/keys.js';

const HOUR_SECONDS = 3_600;

/** Requests, and the seconds within which they are counted: of an address, of all addresses, of a grant. */
const LIMITS = {
  registration: [20, HOUR_SECONDS],
  registrations: [1_500, HOUR_SECONDS],
  document: [30, 60],
  refresh: [60, HOUR_SECONDS],
} as const;
type Purpose = keyof typeof LIMITS;

export class Rates {
  private readonly limiters = new Map<Purpose, RateLimiterRedis>();

  constructor(private readonly storeClient: Redis) {}

  /** @throws ServiceError `rate_limited`, with `Retry-After`. */
  async count(purpose: Purpose, source: string): Promise<void> {
    const state = await this.limiterOf(purpose).consume(source).catch(unlessRedisFails);
    if (state.consumedPoints <= LIMITS[purpose][0]) return;
    const seconds = String(Math.max(1, Math.ceil(state.msBeforeNext / 1_000)));
    throw new ServiceError('rate_limited', `Too many requests of this kind; try again in ${seconds} s.`, {
      headers: { 'Retry-After': seconds },
    });
  }

  private limiterOf(purpose: Purpose): RateLimiterRedis {
    const { storeClient } = this;
    const [points, duration] = LIMITS[purpose];
    const known = this.limiters.get(purpose);
    const limiter =
      known ?? new RateLimiterRedis({ storeClient, keyPrefix: keys.oauthRate(purpose), points, duration });
    this.limiters.set(purpose, limiter);
    return limiter;
  }
}
