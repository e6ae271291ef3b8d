/** Signatures of links that the gateway serves itself: HMAC-SHA-256 over the id and the end of the link. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param expires end of the link, unix seconds, as it stands in the link. */
export function signatureOf(key: Buffer, id: string, expires: string): string {
  return createHmac('sha256', key).update(`${id}\n${expires}`).digest('base64url');
}

/** Compares texts, not decoded bytes: base64 has several spellings of the same bytes, and only ours is to be good. */
export function isSignature(given: string, key: Buffer, id: string, expires: string): boolean {
  const expected = Buffer.from(signatureOf(key, id, expires));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
