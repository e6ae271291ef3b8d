import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the compiler writes for one source file. */
const COMPILED = /(?:\.d\.ts|\.js)(?:\.map)?$/;

/**
 * Removes compiled files whose source is gone: the compiler leaves them, and mocha would go on running their tests.
 *
 * @param {string} root of the project
 * @returns {Promise<string[]>} the paths that were removed
 */
export async function removeOrphans(root) {
  const removed = [];
  const files = (/** @type {string} */ folder) => readdir(folder, { recursive: true }).catch(() => []);
  for (const group of ['packages', 'apps']) {
    for (const name of await readdir(join(root, group))) {
      const workspace = join(root, group, name);
      const sources = new Set(await files(join(workspace, 'src')));
      for (const file of await files(join(workspace, 'dist'))) {
        if (!COMPILED.test(file) || sources.has(file.replace(COMPILED, '.ts'))) continue;
        removed.push(join(workspace, 'dist', file));
      }
    }
  }
  for (const path of removed) await rm(path);
  return removed;
}
