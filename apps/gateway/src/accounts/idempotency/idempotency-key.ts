/** The header `Idempotency-Key`: the same request under the same key is done and charged once. */
import { ServiceError } from '@toolpress/contract';
import type { Request } from 'express';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

const ALLOWED = /^[\x21-\x7e]{1,255}$/;

/** @returns the caller's key; undefined when there is none. @throws ServiceError `invalid_parameter`. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get(IDEMPOTENCY_KEY);
  if (key === undefined || ALLOWED.test(key)) return key;
  throw new ServiceError(
    'invalid_parameter',
    `The header \`${IDEMPOTENCY_KEY}\` must be 1 to 255 letters, digits or punctuation marks of ASCII, without blanks.`,
  );
}
