/** The operator's secrets: master keys and tokens. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** They are never used directly: each use derives a separate key. */
export interface MasterKeys {
  /** The key for new data, 32 bytes. */
  current: Buffer;
  /** The keys of existing data, 32 bytes each. They only decrypt and verify. */
  previous: readonly Buffer[];
}

/** Returns a key of `length` bytes. @param use the purpose, which determines the key. */
export const derivedKey = (masterKey: Buffer, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `toolpress ${use}`, length));

/** Returns a function that says whether a text is the secret. How long it takes does not depend on how much of the text is right. */
export function secretMatcher(secret: string): (text: string) => boolean {
  const hash = sha256(secret); // hashes have equal lengths
  return (text) => timingSafeEqual(sha256(text), hash);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
