import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that the compiler writes for a source file. */
const COMPILED = /(?:\.d\.ts|\.js)(?:\.map)?$/;

/**
 * Removes compiled files without a source. The compiler keeps them, and mocha would run their tests.
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
      // The node of n8n has its sources in other folders.
      if (sources.size === 0) continue;
      for (const file of await files(join(workspace, 'dist'))) {
        if (!COMPILED.test(file) || sources.has(file.replace(COMPILED, '.ts'))) continue;
        removed.push(join(workspace, 'dist', file));
      }
    }
  }
  for (const path of removed) await rm(path);
  return removed;
}
