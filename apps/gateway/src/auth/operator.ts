/** Authenticates the operator by the admin token, and limits attempts to get access. */
import { ServiceError } from '@toolpress/contract';
import { type Redis, secretMatcher } from '@toolpress/runtime';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { keys } from '../shared/keys.js';
import { objectScript } from '../shared/redis-scripts.js';
import { bearerToken, type Caller, type Callers, CHALLENGE, callerOf } from './callers.js';
import { clientAddress } from './client-address.js';

const ADMIN_TOKEN = 'the admin token in the header `Authorization: Bearer <ADMIN_TOKEN>`';

/** What an attempt gets access to. */
type Purpose = 'admin-token' | 'oidc' | 'studio';

/** Authenticates the operator by the admin token, from a header or from the login form. */
export class OperatorAccess {
  private readonly attempts: FailedAttempts;
  private readonly isAdminToken: (token: string) => boolean;
  /** The number of unrecognized tokens by address. */
  private readonly unrecognized = new LRUCache<string, number>({ max: 10_000, ttl: WINDOW_MS });

  constructor(adminToken: string, redis: Redis) {
    this.attempts = new FailedAttempts(redis);
    this.isAdminToken = secretMatcher(adminToken);
  }

  /**
   * @param callers the error says so if the token is one of theirs.
   * @throws ServiceError `token_missing`, `token_invalid`, `too_many_attempts`.
   */
  async authenticate(request: Request, callers: Callers): Promise<void> {
    const token = bearerToken(request, ADMIN_TOKEN);
    await this.check(request, token).catch(async (error: unknown) => {
      const isWrong = error instanceof ServiceError && error.code === 'token_invalid';
      const caller = isWrong ? await callers.authenticate(token).catch(() => undefined) : undefined;
      if (caller === undefined) throw error;
      throw new ServiceError(
        'token_invalid',
        `This is an API token, which cannot be used for \`/admin\`. Send ${ADMIN_TOKEN}.`,
        {
          headers: CHALLENGE,
        },
      );
    });
  }

  /**
   * Returns whether an unknown API token is the admin token, for a helpful error. Checks only a few tokens per address and minute, so that
   * it cannot be used to guess the token.
   */
  recognizes(request: Request, token: string): boolean {
    const address = clientAddress(request);
    const unrecognized = this.unrecognized.get(address) ?? 0;
    if (unrecognized >= FREE_FAILURES) return false;
    if (this.isAdminToken(token)) return true;
    this.unrecognized.set(address, unrecognized + 1);
    return false;
  }

  /** @throws ServiceError `token_invalid`, `too_many_attempts`. */
  async check(request: Request, token: string): Promise<void> {
    return this.attempt(request, 'admin-token', async () => {
      if (this.isAdminToken(token)) return;
      throw new ServiceError('token_invalid', 'This is not the admin token.', { headers: CHALLENGE });
    });
  }

  /**
   * Returns the caller who signs in with an API token. Above the limit of wrong tokens, wrong ones are refused, but a right one is still
   * let in: many people may have one address, and those who guess must not shut out the others. This does not make guessing faster. API tokens
   * have 256 random bits, and `/api` looks up any number of them. A look-up costs the same here: a hash, and a read of Redis for a token
   * that was not sent within two seconds. The admin token may be weaker, so `attempt` does not compare it above the limit.
   *
   * @throws ServiceError `token_invalid`, `too_many_attempts`, `account_suspended`.
   */
  async signIn(request: Request, token: string, callers: Callers): Promise<Caller> {
    try {
      return await callerOf(request, token, callers, this);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'token_invalid')) throw error;
      return this.attempt(request, 'studio', () => Promise.reject(error));
    }
  }

  /**
   * Runs an attempt to get access. One that rejects counts as failed, except for a fault of the service. Each purpose is counted apart, so
   * that failed sign-ins of others behind one address do not slow down the operator.
   *
   * @throws ServiceError `too_many_attempts`; the attempt's error.
   */
  async attempt<Access>(request: Request, purpose: Purpose, attempt: () => Promise<Access>): Promise<Access> {
    const source = `${purpose}:${clientAddress(request)}`;
    await this.attempts.admit(source);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceError && error.status >= 500)) await this.attempts.failed(source);
      throw error;
    }
  }
}

const FREE_FAILURES = 10;
const WINDOW_MS = 60_000;
const CHECK_EVERY_MS = 1_000;

const countFailure = objectScript<{ window_ms: number }, [failures: number, lifeMs: number]>(
  'auth/count-failed-attempt',
);

/**
 * Limits guesses of tokens and failed sign-ins by source: a purpose and an address. After ten failures within a minute, one attempt per second is checked and the others are
 * refused. Successful attempts are not counted, so the operator can log in even during an attack. Redis counts failures for all gateways.
 * Each gateway also counts locally, which limits concurrent attempts immediately and works while Redis is unavailable.
 */
class FailedAttempts {
  /** The failures by source. `nextAt` is the time of the next checked attempt by `performance.now()`. */
  private readonly known = new LRUCache<string, { failures: number; nextAt: number }>({ max: 10_000, ttl: WINDOW_MS });

  constructor(private readonly redis: Redis) {}

  /** Call this before a secret is checked. @throws ServiceError `too_many_attempts` with `Retry-After`. */
  async admit(source: string): Promise<void> {
    const known = this.known.get(source);
    if (known === undefined || known.failures < FREE_FAILURES) return;
    const now = performance.now();
    if (now < known.nextAt) throw tooMany();
    known.nextAt = now + CHECK_EVERY_MS;
    // Another gateway may have checked an attempt within this second.
    const key = keys.attemptSlot(source);
    const taken = await this.redis.set(key, '', 'PX', CHECK_EVERY_MS, 'NX').catch(() => 'OK');
    if (taken === null) throw tooMany();
  }

  /** Counts a wrong secret. */
  async failed(source: string): Promise<void> {
    const known = this.known.get(source) ?? { failures: 0, nextAt: 0 };
    if (known.failures === 0) this.known.set(source, known);
    known.failures += 1;
    try {
      const counter = [keys.failedAttempts(source)];
      const [failures, lifeMs] = await countFailure.run(this.redis, counter, { window_ms: WINDOW_MS });
      known.failures = Math.max(known.failures, failures);
      this.known.set(source, known, { ttl: Math.max(1, lifeMs) });
    } catch {
      // The operator needs access while Redis is unavailable, so the local count must suffice.
    }
  }
}

const tooMany = (): ServiceError =>
  new ServiceError(
    'too_many_attempts',
    'Too many failed attempts came from this address. One attempt per second is checked; try again in 1 s.',
    { headers: { 'Retry-After': '1' } },
  );
