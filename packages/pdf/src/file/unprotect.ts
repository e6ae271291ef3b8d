/** Reads files that `protect.ts` has encrypted, with the key of the file instead of a password. */
import { createDecipheriv } from 'node:crypto';
import type { PackedObject } from './packed-object.js';
import type { Dictionary } from './read.js';
import { hexadecimal, withStrings } from './strings.js';

const BLOCK = 16;
/** What decrypted permissions have in bytes 10 to 12 (ISO 32000-2, algorithm 13). */
const MARK = 'adb';
const LENGTH = /\/Length \d+/;

export class Decryption {
  /**
   * @param entries of the encryption dictionary.
   * @param key of the file.
   * @throws Error when the file has another key.
   */
  constructor(
    entries: Dictionary,
    private readonly key: Uint8Array,
  ) {
    const [, permissions = ''] = /^<([0-9a-f]{32})>$/i.exec(String(entries.get('Perms'))) ?? [];
    const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    const plain = decipher.update(Buffer.from(permissions, 'hex'));
    if (plain.toString('latin1', 9, 12) !== MARK) throw new Error('the PDF is encrypted with another key');
  }

  /** Decrypts a stream and the strings of its dictionary. @throws Error for bytes that were changed. */
  stream({ text, stream = Buffer.alloc(0) }: PackedObject): PackedObject & { stream: Buffer } {
    const plain = this.bytes(stream);
    const entries = withStrings(text, (bytes) => hexadecimal(this.bytes(bytes)));
    return { text: entries.replace(LENGTH, `/Length ${plain.length}`), stream: plain };
  }

  private bytes(encrypted: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-cbc', this.key, encrypted.subarray(0, BLOCK));
    return Buffer.concat([decipher.update(encrypted.subarray(BLOCK)), decipher.final()]);
  }
}
