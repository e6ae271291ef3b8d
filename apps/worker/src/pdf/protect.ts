/**
 * Passwords and permissions: the standard security handler, revision 6 (ISO 32000-2, 7.6.4), with AES-256 for all that a PDF
 * holds. Keys, salts and vectors are random: no two files are the same.
 */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { hexadecimal, withStrings } from './strings.js';

/** ISO 32000-2, table 22: the bits that allow something, from 1. The tenth, for assistive technology, is always set. */
const BITS = { print: [3, 12], edit: [4], copy: [5], annotate: [6], fill_forms: [9], assemble: [11] } as const;
type Permission = keyof typeof BITS;

export interface Protection {
  /** Passwords are SASLprep'd (RFC 4013). Without one anybody opens the file. */
  userPassword?: string;
  /** Without one nobody has the rights of the owner. */
  ownerPassword?: string;
  /** What is allowed; all of it where it is absent. */
  permissions?: readonly Permission[];
}

const BLOCK = 16;
const KEY = 32;
const SALT = 8;

/** Encrypts what one file holds. */
export class Encryption {
  private readonly key = randomBytes(KEY);
  /** The encryption dictionary, which is not encrypted itself. */
  readonly dictionary: string;

  constructor({ userPassword = '', ownerPassword, permissions }: Protection) {
    const owner = ownerPassword === undefined ? randomBytes(KEY) : Buffer.from(ownerPassword);
    const user = this.entriesFor(Buffer.from(userPassword), Buffer.alloc(0));
    const owners = this.entriesFor(owner, user.check);
    const allowed = bitsOf(permissions);
    this.dictionary = [
      `<</Filter /Standard\n/V 5\n/R 6\n/Length 256\n/P ${allowed}`,
      `/U ${hexadecimal(user.check)}\n/UE ${hexadecimal(user.key)}\n/O ${hexadecimal(owners.check)}\n/OE ${hexadecimal(owners.key)}`,
      `/Perms ${hexadecimal(this.permissions(allowed))}\n/EncryptMetadata true`,
      '/CF <</StdCF <</Type /CryptFilter\n/CFM /AESV3\n/AuthEvent /DocOpen\n/Length 32>>>>\n/StmF /StdCF\n/StrF /StdCF>>',
    ].join('\n');
  }

  /** Algorithm 1.A: the vector, then the bytes with it. */
  bytes(plain: Buffer): Buffer {
    const vector = randomBytes(BLOCK);
    const cipher = createCipheriv('aes-256-cbc', this.key, vector);
    return Buffer.concat([vector, cipher.update(plain), cipher.final()]);
  }

  /** @returns the text of a value, its strings encrypted. */
  strings(text: string): string {
    return withStrings(text, (bytes) => hexadecimal(this.bytes(bytes)));
  }

  /** Algorithms 8 and 9: what a password is checked against, and the key of the file under it. */
  private entriesFor(password: Buffer, userCheck: Buffer): { check: Buffer; key: Buffer } {
    const [forCheck, forKey] = [randomBytes(SALT), randomBytes(SALT)];
    const check = Buffer.concat([hash(password, forCheck, userCheck), forCheck, forKey]);
    const cipher = createCipheriv('aes-256-cbc', hash(password, forKey, userCheck), Buffer.alloc(BLOCK));
    return { check, key: cipher.setAutoPadding(false).update(this.key) };
  }

  /** Algorithm 10: the permissions so that nobody changes them without the key. */
  private permissions(allowed: number): Buffer {
    const plain = Buffer.concat([Buffer.alloc(8, 0xff), Buffer.from('Tadb'), randomBytes(4)]);
    plain.writeInt32LE(allowed);
    return createCipheriv('aes-256-ecb', this.key, null).setAutoPadding(false).update(plain);
  }
}

function bitsOf(permissions: readonly Permission[] = Object.keys(BITS) as Permission[]): number {
  const all = Object.values(BITS).flat();
  const allowed: readonly number[] = permissions.flatMap((permission) => BITS[permission]);
  return all.filter((bit) => !allowed.includes(bit)).reduce((bits, bit) => bits & ~(1 << (bit - 1)), ~0b11);
}

const LEAST_ROUNDS = 64;
const DIGESTS = ['sha256', 'sha384', 'sha512'] as const;

/** Algorithm 2.B. */
function hash(password: Buffer, salt: Buffer, userCheck: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(userCheck).digest();
  for (let round = 1; ; round++) {
    const part = Buffer.concat([password, key, userCheck]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, BLOCK), key.subarray(BLOCK, 2 * BLOCK));
    const encrypted = cipher.setAutoPadding(false).update(Buffer.concat(Array<Buffer>(64).fill(part)));
    const remainder = encrypted.subarray(0, BLOCK).reduce((sum, byte) => sum + byte, 0) % DIGESTS.length;
    key = createHash(DIGESTS[remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= LEAST_ROUNDS && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, KEY);
  }
}
