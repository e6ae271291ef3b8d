/** The operator's master keys. None of them encrypts or signs anything itself: each use gets a key of its own. */
import { hkdfSync } from 'node:crypto';

export interface MasterKeys {
  /** 32 bytes: what is encrypted and signed from now on. */
  current: Buffer;
  /** 32 bytes each: what was encrypted and signed under them can still be read. */
  previous: readonly Buffer[];
}

/** @param use what the key is for: another use gives another key. @returns `length` bytes. */
export const derivedKey = (masterKey: Buffer, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `toolpress ${use}`, length));
