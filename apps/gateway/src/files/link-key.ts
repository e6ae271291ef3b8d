import { derivedKey } from '../shared/master-keys.js';

/** The key that signs file links. @returns 32 bytes. */
export const fileLinkKey = (masterKey: Buffer): Buffer => derivedKey(masterKey, 'file links');
