/** Bearer tokens of callers and of the operator. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { clientAddress } from '../http/client-address.js';
import { keys } from '../shared/keys.js';
import { luaScript } from '../shared/redis-scripts.js';
import type { Caller, Tokens } from './tokens.js';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** @throws ServiceError `token_missing` when there is no `Authorization: Bearer …` (the word in any case). */
function bearerToken(request: Request): string {
  const [, token] = /^bearer +([^\s]+) *$/i.exec(request.get('authorization') ?? '') ?? [];
  if (token !== undefined) return token;
  throw new ServiceError('token_missing', 'Send an API token in the header `Authorization: Bearer <API_TOKEN>`.', {
    headers: CHALLENGE,
  });
}

/** @throws ServiceError `token_missing`, `token_invalid`. */
export async function authenticateCaller(request: Request, tokens: Tokens): Promise<Caller> {
  const caller = await tokens.authenticate(bearerToken(request));
  if (caller !== undefined) return caller;
  throw new ServiceError('token_invalid', 'The API token is unknown, expired or revoked.', { headers: CHALLENGE });
}

/** Access for the operator, with the admin token as a bearer token or from the login form. */
export class OperatorAccess {
  private readonly attempts: FailedAttempts;
  private readonly hash: Buffer;

  constructor(adminToken: string, redis: Redis) {
    this.attempts = new FailedAttempts(redis);
    this.hash = sha256(adminToken);
  }

  /** @throws ServiceError `token_missing`, `token_invalid`, `too_many_attempts`. */
  authenticate(request: Request): Promise<void> {
    return this.check(request, bearerToken(request));
  }

  /** @throws ServiceError `token_invalid`, `too_many_attempts`. */
  async check(request: Request, token: string): Promise<void> {
    const address = clientAddress(request);
    await this.attempts.admit(address);
    // Hashes are of equal length, and comparing them reveals nothing about how much of the token was right.
    if (timingSafeEqual(sha256(token), this.hash)) return;
    await this.attempts.failed(address);
    throw new ServiceError('token_invalid', 'This is not the admin token.', { headers: CHALLENGE });
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const FREE_FAILURES = 10;
const WINDOW_MS = 60_000;
const CHECK_EVERY_MS = 1_000;

const countFailure = luaScript('count-failed-attempt');

/**
 * Limits guesses of the admin token, by address: after ten failures within a minute one attempt a second is checked, the
 * others are refused unchecked. Successful attempts are not counted, so the right token gets in even during an attack.
 * Failures are counted in Redis, for all gateways together; each gateway also counts on its own, which limits concurrent
 * attempts at once, and while Redis is unavailable.
 */
class FailedAttempts {
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
