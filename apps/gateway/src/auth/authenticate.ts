/** Bearer tokens of callers and of the operator. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { Request } from 'express';
import { clientAddress } from '../http/client-address.js';
import { FailedAttempts } from './failed-attempts.js';
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
