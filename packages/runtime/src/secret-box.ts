/**
 * Encrypts stored secrets of callers with AES-256-GCM, bound to their purpose and location.
 *
 * A sealed text is `<key id>.<nonce, tag and ciphertext in base64url>`. The key id is derived from the key. It identifies the master key
 * without revealing it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey, type MasterKeys } from './secrets.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;
/** The size of a nonce. Random nonces of 96 bits are safe for 2³² secrets per key: rotate the master key before that. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Thrown when a sealed text can't be opened. The message names the reason and contains no secret. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

export class SecretBox {
  private readonly currentId: string;
  private readonly currentKey: Buffer;
  private readonly keys: ReadonlyMap<string, Buffer>;

  /** @param purpose the kind of secrets. Boxes with another purpose can't open them. */
  constructor(masterKeys: MasterKeys, purpose: string) {
    const current = keyFor(masterKeys.current, purpose);
    [this.currentId, this.currentKey] = current;
    this.keys = new Map([current, ...masterKeys.previous.map((masterKey) => keyFor(masterKey, purpose))]);
  }

  /** Encrypts with the current key. @param context the location of the secret. It can be opened only with the same context. */
  seal(plain: Buffer, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.currentKey, nonce).setAAD(boundTo(this.currentId, context));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return `${this.currentId}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /**
   * Decrypts a text that was sealed with the current key or a previous one.
   *
   * @throws SecretUnreadable when its key is no longer configured, or the text was altered or sealed for another location.
   */
  open(sealed: string, context: string): Buffer {
    const [id = '', text = ''] = sealed.split('.');
    const key = this.keys.get(id);
    if (key === undefined) throw new SecretUnreadable('its master key is not configured on this gateway');
    const bytes = Buffer.from(text, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(id, context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new SecretUnreadable('it was altered, or sealed for another location', { cause: error });
    }
  }

  /** Returns whether a text was sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.currentId}.`);
  }
}

function keyFor(masterKey: Buffer, purpose: string): [id: string, key: Buffer] {
  const bytes = derivedKey(masterKey, `secrets: ${purpose}`, KEY_BYTES + KEY_ID_BYTES);
  return [bytes.subarray(KEY_BYTES).toString('hex'), bytes.subarray(0, KEY_BYTES)];
}

const boundTo = (keyId: string, context: string): Buffer => Buffer.from(`${keyId}.${context}`);
