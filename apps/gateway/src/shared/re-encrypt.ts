/** Encrypts stored secrets again with the current master key. */
import type { ReEncryption } from '@toolpress/contract';
import { type Redis, type SecretBox, SecretUnreadable } from '@toolpress/runtime';
import { objectScript } from './redis-scripts.js';

const replaceSecret = objectScript<{ field: string; before: string; after: string }>('shared/replace-secret');

export interface StoredSecret {
  /** The key of the hash, and the field with the encrypted secret. */
  key: string;
  field: string;
  /** The context that the secret is encrypted for. */
  context: string;
}

/**
 * Encrypts a secret with the current master key, atomically, and only if it has not changed since it was read.
 *
 * @param onUnreadable called with the reason when the secret can't be decrypted.
 * @returns the outcome; `gone` when the secret does not exist.
 */
export async function reEncrypt(
  redis: Redis,
  box: SecretBox,
  { key, field, context }: StoredSecret,
  onUnreadable: (reason: string) => void,
): Promise<keyof ReEncryption | 'gone'> {
  for (;;) {
    const sealed = await redis.hget(key, field);
    if (sealed === null) return 'gone';
    try {
      const secret = box.open(sealed, context);
      if (box.isCurrent(sealed)) return 'current';
      const after = box.seal(secret, context);
      if ((await replaceSecret.run(redis, [key], { field, before: sealed, after })) === 1) return 're_encrypted';
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      onUnreadable(error.message);
      return 'failed';
    }
  }
}
