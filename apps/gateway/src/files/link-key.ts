import { hkdfSync } from 'node:crypto';

/** The key that signs file links, derived from MASTER_KEY: each use of it gets a key of its own. @returns 32 bytes. */
export const fileLinkKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'toolpress file links', 32));
