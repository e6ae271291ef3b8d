/** The operator's master keys. They are never used directly: each use derives a separate key. */
import { hkdfSync } from 'node:crypto';

export interface MasterKeys {
  /** The key for new data, 32 bytes. */
  current: Buffer;
  /** The keys of existing data, 32 bytes each. They only decrypt and verify. */
  previous: readonly Buffer[];
}

/** Returns a key of `length` bytes. @param use the purpose, which determines the key. */
export const derivedKey = (masterKey: Buffer, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `toolpress ${use}`, length));
