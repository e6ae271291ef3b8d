/** The project's npm packages: installed when they are not those of the lock file. */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { mustRun } from '../run.mjs';
import { findProgram } from './programs.mjs';

/** Written when an installation is complete, so that an interrupted one does not count; npm removes it with the rest. */
const STAMP = 'node_modules/.toolpress-installed';

/**
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether there was something to install
 */
export async function installNpmPackages(root, signal) {
  const wanted = await fingerprint(root);
  const stamp = join(root, STAMP);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return false;
  const npm = findProgram('npm');
  if (npm === undefined)
    throw new Problem('npm is missing: it comes with Node.js from https://nodejs.org/en/download.');
  await rm(stamp, { force: true });
  // --include=dev: the build needs the compiler, whatever NODE_ENV says.
  await mustRun('npm ci', npm, ['ci', '--include=dev', '--no-progress'], { cwd: root, signal });
  await writeFile(stamp, wanted);
  return true;
}

/**
 * @param {string} root
 * @returns {Promise<string>} changes with the lock file and with the kind of machine, for which npm picks the packages
 */
async function fingerprint(root) {
  const lock = await readFile(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
}
