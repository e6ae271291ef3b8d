/** Everything that has to be there before anything runs: system packages, npm packages, fonts, the browser, compiled code. */
import { join } from 'node:path';
import { mustRun } from '../run.mjs';
import { downloadBrowser, findBrowser } from './browser.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** @typedef {import('../terminal/progress.mjs').Progress} Progress @typedef {import('./browser.mjs').Environment} Environment */

/**
 * Installs what is missing of system packages, npm packages, fonts and the browser, and builds.
 *
 * @param {{ root: string, env: Environment, progress: Progress, signal: AbortSignal }} around `root`: of the project
 * @param {import('./system-packages.mjs').Need[]} programs
 * @returns the browser's path
 * @throws {Problem} also with the compiler's messages
 */
export async function prepare({ root, env, progress, signal }, programs) {
  const node = (/** @type {string} */ what, /** @type {string[]} */ ...args) =>
    mustRun(what, process.execPath, args, { cwd: root, signal });
  await progress.step('System packages', () => installSystemPackages(programs, env, signal), String);
  await progress.step('npm packages', () => installNpmPackages(root, signal), String);
  // macOS finds fonts without fontconfig, and has only its own.
  if (process.platform !== 'darwin')
    await progress.step('Fonts', async () => (await node('Installing the fonts', 'fonts/install.mjs')).trim(), String);
  const browser = await progress.step(
    'Browser',
    async () => findBrowser(env) ?? downloadBrowser(root, env, signal),
    (path) => (path.includes('headless-shell') ? path : `${path} (a headless shell would print twice as fast)`),
  );
  await progress.step('Build', () => node('The build', compiler(root), '--build'));
  return browser;
}

/** @param {string} root */
export const compiler = (root) => join(root, 'node_modules/typescript/bin/tsc');
