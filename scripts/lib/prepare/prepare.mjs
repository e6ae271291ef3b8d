/** Everything that has to be there before anything runs: system packages, npm packages, the browser, compiled code. */
import { join } from 'node:path';
import { mustRun } from '../run.mjs';
import { downloadBrowser, findBrowser } from './browser.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * @typedef {object} Preparation
 * @property {string} root of the project
 * @property {Record<string, string | undefined>} env
 * @property {import('../terminal/progress.mjs').Progress} progress
 * @property {AbortSignal} signal
 */

/**
 * Installs what is missing of system packages, npm packages and the browser.
 *
 * @param {Preparation} preparation
 * @param {import('./system-packages.mjs').Need[]} programs
 * @returns {Promise<string>} the browser's path
 */
export async function install({ root, env, progress, signal }, programs) {
  await progress.step(
    'System packages',
    () => installSystemPackages(programs, env, signal),
    (installed) => (installed.length === 0 ? 'all there' : `installed ${installed.join(', ')}`),
  );
  await progress.step(
    'npm packages',
    () => installNpmPackages(root, signal),
    (installed) => (installed ? 'installed' : 'up to date'),
  );
  return progress.step(
    'Browser',
    async () => findBrowser(env) ?? (await downloadBrowser(root, env, signal)),
    (path) => (path.includes('headless-shell') ? path : `${path} (a headless shell would print twice as fast)`),
  );
}

/** @param {Preparation} preparation @throws {Problem} with the compiler's messages */
export async function compile({ root, progress, signal }) {
  await progress.step('Build', async () => {
    const options = { cwd: root, signal, shownLines: Number.POSITIVE_INFINITY };
    await mustRun('The build', process.execPath, [compiler(root), '--build'], options);
  });
}

/** @param {string} root */
export const compiler = (root) => join(root, 'node_modules/typescript/bin/tsc');
