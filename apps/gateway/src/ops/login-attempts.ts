import type { Redis } from '@toolpress/runtime';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { keys } from '../state/keys.js';

const ATTEMPTS = { points: 10, duration: 60 };

/**
 * How often an address may try to log in, over all gateways. While Redis is away each gateway counts for itself: that is
 * when the operator wants in.
 */
export class LoginAttempts {
  private readonly limiter: RateLimiterRedis;

  constructor(redis: Redis) {
    const insuranceLimiter = new RateLimiterMemory(ATTEMPTS);
    this.limiter = new RateLimiterRedis({ ...ATTEMPTS, storeClient: redis, keyPrefix: keys.login, insuranceLimiter });
  }

  /** Counts an attempt. @returns 0 when it may be made, else after how many seconds the next one may. */
  async count(address: string): Promise<number> {
    try {
      await this.limiter.consume(address);
      return 0;
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
      throw rejection;
    }
  }
}
