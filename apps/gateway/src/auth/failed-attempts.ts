/**
 * Limits guesses of the admin token, by address: after ten failures within a minute one attempt a second is checked, the
 * others are refused unchecked. Successful attempts are not counted, so the right token gets in even during an attack.
 */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import { keys } from '../shared/keys.js';
import { luaScript } from '../shared/redis-scripts.js';

const FREE_FAILURES = 10;
const WINDOW_MS = 60_000;
const CHECK_EVERY_MS = 1_000;

const countFailure = luaScript('count-failed-attempt');

/**
 * Failures are counted in Redis, for all gateways together; each gateway also counts on its own, which limits concurrent
 * attempts at once, and while Redis is unavailable.
 */
export class FailedAttempts {
  /** By address; `nextAt` is when the next attempt is checked, by `performance.now()`. */
  private readonly known = new LRUCache<string, { failures: number; nextAt: number }>({ max: 10_000, ttl: WINDOW_MS });

  constructor(private readonly redis: Redis) {}

  /** To be called before a secret is checked. @throws ServiceError `too_many_attempts`, with `Retry-After`. */
  async admit(address: string): Promise<void> {
    const known = this.known.get(address);
    if (known === undefined || known.failures < FREE_FAILURES) return;
    const now = performance.now();
    if (now < known.nextAt) throw tooMany();
    known.nextAt = now + CHECK_EVERY_MS;
    // Another gateway may have checked one within this second.
    const key = keys.attemptSlot(address);
    const taken = await this.redis.set(key, '', 'PX', CHECK_EVERY_MS, 'NX').catch(() => 'OK');
    if (taken === null) throw tooMany();
  }

  /** To be called when a secret was wrong. */
  async failed(address: string): Promise<void> {
    const known = this.known.get(address) ?? { failures: 0, nextAt: 0 };
    if (known.failures === 0) this.known.set(address, known);
    known.failures += 1;
    try {
      const counted = await countFailure(this.redis, [keys.failedAttempts(address)], [WINDOW_MS]);
      const [failures, lifeMs] = counted as [number, number];
      known.failures = Math.max(known.failures, failures);
      this.known.set(address, known, { ttl: Math.max(1, lifeMs) });
    } catch {
      // Redis is unavailable: that is when the operator needs access, and this gateway's own count has to do
    }
  }
}

const tooMany = (): ServiceError =>
  new ServiceError(
    'too_many_attempts',
    'Too many wrong tokens came from this address: one attempt a second is looked at; try again in 1 s.',
    { headers: { 'Retry-After': '1' } },
  );
