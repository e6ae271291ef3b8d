/** Compiles the project; what is up to date is left alone. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun } from '../run.mjs';

/**
 * @param {string} root of the project, npm packages installed
 * @param {AbortSignal} [signal]
 * @throws {Problem} with the compiler's messages
 */
export async function build(root, signal) {
  await removeOrphans(root);
  const options = { cwd: root, signal, shownLines: Number.POSITIVE_INFINITY };
  await mustRun('The build', process.execPath, [compiler(root), '--build'], options);
}

/** @param {string} root */
export const compiler = (root) => join(root, 'node_modules/typescript/bin/tsc');

/** What the compiler writes for one source file. */
const COMPILED = /(?:\.d\.ts|\.js)(?:\.map)?$/;

/**
 * Removes compiled files whose source is gone: the compiler leaves them, and mocha would go on running their tests.
 *
 * @param {string} root
 * @returns {Promise<string[]>} the paths that were removed
 */
export async function removeOrphans(root) {
  const removed = [];
  for (const workspace of await workspaces(root)) {
    const sources = new Set(await filesBelow(join(workspace, 'src')));
    for (const file of await filesBelow(join(workspace, 'dist'))) {
      if (!COMPILED.test(file) || sources.has(file.replace(COMPILED, '.ts'))) continue;
      const path = join(workspace, 'dist', file);
      await rm(path);
      removed.push(path);
    }
  }
  return removed;
}

/**
 * @param {string} root
 * @returns {Promise<string[]>} the folders of all packages and apps
 */
export async function workspaces(root) {
  const groups = ['packages', 'apps'].map(async (group) => {
    const entries = await readdir(join(root, group), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(root, group, entry.name));
  });
  return (await Promise.all(groups)).flat();
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} paths relative to the folder; none when it does not exist
 */
async function filesBelow(folder) {
  return readdir(folder, { recursive: true }).catch(() => []);
}
