/**
 * Passwords and permissions: the standard security handler, revision 6 (ISO 32000-2, 7.6.4), with AES-256. Keys, salts and vectors are
 * random, so no two files are equal.
 */
import { createCipheriv, createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hexadecimal, withStrings } from './strings.js';

/** The bits of permissions (ISO 32000-2, table 22), counted from 1. Bit 10, for assistive technology, is always set. */
const BITS = { print: [3, 12], edit: [4], copy: [5], annotate: [6], fill_forms: [9], assemble: [11] } as const;
type Permission = keyof typeof BITS;

export interface Protection {
  /** The password to open the file, normalised with SASLprep (RFC 4013). Without it, the file opens without a password. */
  userPassword?: string;
  /** The owner's password. Without it, no password grants the owner's rights. */
  ownerPassword?: string;
  /** The permissions. The default is all of them. */
  permissions?: readonly Permission[];
  /** The key of the file, 32 random bytes. The default is a new one. */
  key?: Uint8Array;
  /** The account whose last passwords are kept as derived keys. Without one, none are. */
  accountId?: string;
}

const BLOCK = 16;
const KEY = 32;
const SALT = 8;

/** What a password is derived to: the hash to check it against, with its salts, and the key that encrypts the key of a file. */
interface DerivedPassword {
  readonly check: Buffer;
  readonly key: Buffer;
}

/**
 * The last passwords of owners, because derivation takes some milliseconds and a batch mostly has one password. Files of the same password
 * that follow each other within a minute have the same salts. Each file still has its own key.
 */
const last = new LRUCache<string, { digest: Buffer; derived: DerivedPassword }>({
  max: 200,
  ttl: 60_000,
  ttlAutopurge: true,
});
/** Passwords are not kept, and their digests are of no use outside of this process. */
const DIGEST_KEY = randomBytes(KEY);

/** @param place of the password among the last ones; undefined if it is not kept. */
function derivedOnce(password: Buffer, userCheck: Buffer, place: string | undefined): DerivedPassword {
  if (place === undefined) return derive(password, userCheck);
  const digest = createHmac('sha256', DIGEST_KEY).update(userCheck).update(password).digest();
  const known = last.get(place);
  if (known && timingSafeEqual(known.digest, digest)) return known.derived;
  const derived = derive(password, userCheck);
  last.set(place, { digest, derived });
  return derived;
}

/** Algorithms 8 and 9, without the file's key. */
function derive(password: Buffer, userCheck: Buffer): DerivedPassword {
  const [forCheck, forKey] = [randomBytes(SALT), randomBytes(SALT)];
  const check = Buffer.concat([hash(password, forCheck, userCheck), forCheck, forKey]);
  return { check, key: hash(password, forKey, userCheck) };
}

/** Encrypts one file. */
export class Encryption {
  private readonly key: Uint8Array;
  /** The encryption dictionary, which itself is not encrypted. */
  readonly dictionary: string;

  constructor({ userPassword = '', ownerPassword, permissions, accountId, key = randomBytes(KEY) }: Protection) {
    this.key = key;
    const placeOf = (whose: string): string | undefined => accountId && `${accountId} ${whose}`;
    const user = this.entriesFor(Buffer.from(userPassword), Buffer.alloc(0), placeOf('user'));
    // No password has a random hash.
    const owners =
      ownerPassword === undefined
        ? { check: randomBytes(user.check.length), key: randomBytes(KEY) }
        : this.entriesFor(Buffer.from(ownerPassword), user.check, placeOf('owner'));
    const allowed = bitsOf(permissions);
    this.dictionary = [
      `<</Filter /Standard\n/V 5\n/R 6\n/Length 256\n/P ${allowed}`,
      `/U ${hexadecimal(user.check)}\n/UE ${hexadecimal(user.key)}\n/O ${hexadecimal(owners.check)}\n/OE ${hexadecimal(owners.key)}`,
      `/Perms ${hexadecimal(this.permissions(allowed))}\n/EncryptMetadata true`,
      '/CF <</StdCF <</Type /CryptFilter\n/CFM /AESV3\n/AuthEvent /DocOpen\n/Length 32>>>>\n/StmF /StdCF\n/StrF /StdCF>>',
    ].join('\n');
  }

  /** Encrypts bytes (algorithm 1.A). @returns the vector, followed by the encrypted bytes. */
  bytes(plain: Buffer): Buffer {
    const vector = randomBytes(BLOCK);
    const cipher = createCipheriv('aes-256-cbc', this.key, vector);
    return Buffer.concat([vector, cipher.update(plain), cipher.final()]);
  }

  /** @returns the text with encrypted strings. */
  strings(text: string): string {
    return withStrings(text, (bytes) => hexadecimal(this.bytes(bytes)));
  }

  /** @returns the hash to check a password against, and the file's key encrypted with the password. */
  private entriesFor(password: Buffer, userCheck: Buffer, place: string | undefined): { check: Buffer; key: Buffer } {
    const { check, key } = derivedOnce(password, userCheck, place);
    const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(BLOCK));
    return { check, key: cipher.setAutoPadding(false).update(this.key) };
  }

  /** Encrypts the permissions (algorithm 10), so that they cannot be changed without the key. */
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

/** The hash of algorithm 2.B. */
function hash(password: Buffer, salt: Buffer, userCheck: Buffer): Buffer {
  let key = digest('sha256', Buffer.concat([password, salt, userCheck]), 'buffer');
  for (let round = 1; ; round++) {
    const part = Buffer.concat([password, key, userCheck]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, BLOCK), key.subarray(BLOCK, 2 * BLOCK));
    const encrypted = cipher.update(Buffer.alloc(64 * part.length, part));
    let sum = 0;
    for (let at = 0; at < BLOCK; at++) sum += encrypted[at] ?? 0;
    key = digest(DIGESTS[sum % DIGESTS.length] ?? 'sha256', encrypted, 'buffer');
    if (round >= LEAST_ROUNDS && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, KEY);
  }
}
