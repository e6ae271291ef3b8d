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

/**
 * @param wanted what the header is to have, as a message says it.
 * @throws ServiceError `token_missing` when there is no `Authorization: Bearer …` (the word in any case).
 */
function bearerToken(request: Request, wanted: string): string {
  const header = request.get('authorization');
  const [, token] = /^bearer +([^\s]+) *$/i.exec(header ?? '') ?? [];
  if (token !== undefined) return token;
  const fault = header === undefined ? '' : ', and nothing else in it';
  throw new ServiceError('token_missing', `Send ${wanted}${fault}.`, { headers: CHALLENGE });
}

const API_TOKEN = 'an API token in the header `Authorization: Bearer <API_TOKEN>`';
const ADMIN_TOKEN = 'the admin token in the header `Authorization: Bearer <ADMIN_TOKEN>`';

/** @throws ServiceError `token_missing`, `token_invalid`. */
export async function authenticateCaller(request: Request, tokens: Tokens, operator: OperatorAccess): Promise<Caller> {
  const token = bearerToken(request, API_TOKEN);
  const caller = await tokens.authenticate(token);
  if (caller !== undefined) return caller;
  const fault = operator.recognises(request, token)
    ? 'This is the admin token, which is for `/admin` only. Send an API token; `POST /admin/accounts/{id}/tokens` makes one.'
    : 'The API token is unknown, expired or revoked.';
  throw new ServiceError('token_invalid', fault, { headers: CHALLENGE });
}

/** Access for the operator, with the admin token as a bearer token or from the login form. */
export class OperatorAccess {
  private readonly attempts: FailedAttempts;
  private readonly hash: Buffer;
  /** Tokens that were not recognised, by address. */
  private readonly strange = new LRUCache<string, number>({ max: 10_000, ttl: WINDOW_MS });

  constructor(adminToken: string, redis: Redis) {
    this.attempts = new FailedAttempts(redis);
    this.hash = sha256(adminToken);
  }

  /**
   * @param tokens of callers: one of them is told that it is one.
   * @throws ServiceError `token_missing`, `token_invalid`, `too_many_attempts`.
   */
  async authenticate(request: Request, tokens: Tokens): Promise<void> {
    const token = bearerToken(request, ADMIN_TOKEN);
    await this.check(request, token).catch(async (error: unknown) => {
      const isWrong = error instanceof ServiceError && error.code === 'token_invalid';
      const caller = isWrong ? await tokens.authenticate(token).catch(() => undefined) : undefined;
      if (caller === undefined) throw error;
      throw new ServiceError(
        'token_invalid',
        `This is an API token, which is not for \`/admin\`. Send ${ADMIN_TOKEN}.`,
        {
          headers: CHALLENGE,
        },
      );
    });
  }

  /**
   * Whether a token that no caller has is the admin token, for an error that says so. No more than a few of an address are looked at
   * within a minute: it is no way around the limit of guesses.
   */
  recognises(request: Request, token: string): boolean {
    const address = clientAddress(request);
    const strange = this.strange.get(address) ?? 0;
    if (strange >= FREE_FAILURES) return false;
    if (timingSafeEqual(sha256(token), this.hash)) return true;
    this.strange.set(address, strange + 1);
    return false;
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
