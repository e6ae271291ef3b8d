/** Specification, section 5: bearer tokens. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import type { Request } from 'express';
import type { Caller, Tokens } from '../state/tokens.js';

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

/** @throws ServiceError `token_missing`, `token_invalid`. */
export function authenticateOperator(request: Request, adminToken: string): void {
  if (isAdminToken(bearerToken(request), adminToken)) return;
  throw new ServiceError('token_invalid', 'This is not the admin token.', { headers: CHALLENGE });
}

/** Hashes are of one length, and comparing them tells nothing about how much of the token was right. */
export const isAdminToken = (given: string, adminToken: string): boolean =>
  timingSafeEqual(sha256(given), sha256(adminToken));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
