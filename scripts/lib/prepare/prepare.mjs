/** Everything that has to be there before anything runs: system packages, npm packages, fonts, the browser, compiled code. */
import { join } from 'node:path';
import { mustRun } from '../run.mjs';
import { downloadBrowser, findBrowser } from './browser.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Installs what is missing of system packages, npm packages, fonts and the browser, and builds.
 *
 * @param {object} around
 * @param {string} around.root of the project
 * @param {Record<string, string | undefined>} around.env
 * @param {import('../terminal/progress.mjs').Progress} around.progress
 * @param {AbortSignal} around.signal
 * @param {import('./system-packages.mjs').Need[]} programs
 * @returns {Promise<string>} the browser's path
 * @throws {Problem} also with the compiler's messages
 */
export async function prepare({ root, env, progress, signal }, programs) {
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
  // macOS finds fonts without fontconfig, and has only its own.
  if (process.platform !== 'darwin') {
    const options = { cwd: root, signal };
    await progress.step(
      'Fonts',
      () => mustRun('Installing the fonts', process.execPath, [join(root, 'fonts/install.mjs')], options),
      (output) => output.trim(),
    );
  }
  const browser = await progress.step(
    'Browser',
    async () => findBrowser(env) ?? (await downloadBrowser(root, env, signal)),
    (path) => (path.includes('headless-shell') ? path : `${path} (a headless shell would print twice as fast)`),
  );
  const build = () => mustRun('The build', process.execPath, [compiler(root), '--build'], { cwd: root, signal });
  await progress.step('Build', build);
  return browser;
}

/** @param {string} root */
export const compiler = (root) => join(root, 'node_modules/typescript/bin/tsc');
