/** Checks that folders are writable. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @type {Record<string, string>} */
const REASONS = {
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOSPC: 'its disk is full',
};

/**
 * Creates a folder if it does not exist.
 *
 * @param {string} folder @param {number} [mode] of a new one
 * @returns {Promise<string | undefined>} why the folder is not writable; undefined when it is
 */
export async function obstacleTo(folder, mode) {
  try {
    await mkdir(folder, { recursive: true, mode });
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (caught) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (caught);
    // For a new folder in a read-only one, Node.js reports only that it does not exist.
    if (code === 'ENOENT' && dirname(folder) !== folder) return (await obstacleTo(dirname(folder))) ?? message;
    return REASONS[code] ?? message;
  }
}
