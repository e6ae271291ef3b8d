import { randomBytes } from 'node:crypto';

/**
 * Makes an id that sorts by its time of creation: prefix, milliseconds in base 36, 64 random bits.
 * Ids are names, not secrets.
 */
export function newId(prefix: 'acc' | 'tok'): string {
  return `${prefix}_${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}
