/** Folders that have to be written to, looked at before anything is done. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @type {Record<string, string>} */
const REASONS = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOSPC: 'its disk is full',
};

/**
 * Makes a folder if it is not there.
 *
 * @param {string} folder @param {number} [mode] of a new one
 * @returns {Promise<string | undefined>} why nothing can be written to it, in words; undefined when it can
 */
export async function obstacleTo(folder, mode) {
  try {
    await mkdir(folder, { recursive: true, mode });
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (caught) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (caught);
    // Node.js says of a new folder in a read-only one only that it is not there.
    if (code === 'ENOENT' && dirname(folder) !== folder) return (await obstacleTo(dirname(folder))) ?? message;
    return REASONS[code] ?? message;
  }
}
