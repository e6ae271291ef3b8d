/** Everything that has to be there before anything runs: system packages, npm packages, fonts, the browser, compiled code. */
import { mustRun, ROOT } from '../run.mjs';
import { downloadBrowser, findBrowser } from './browser.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** @typedef {import('../terminal/progress.mjs').Progress} Progress */

/**
 * Installs what is missing of system packages, npm packages, fonts and the browser, and builds.
 *
 * @param {import('./system-packages.mjs').Need[]} programs @param {Progress} progress @param {AbortSignal} stop
 * @returns the browser's path
 * @throws {Problem} also with the compiler's messages
 */
export async function prepare(programs, progress, stop) {
  const { env } = process;
  const options = { signal: stop };
  await progress.step('System packages', () => installSystemPackages(programs, env, stop), String);
  await progress.step('npm packages', () => installNpmPackages(ROOT, stop), String);
  // macOS finds fonts without fontconfig, and has only its own.
  if (process.platform !== 'darwin')
    await progress.step('Fonts', () => mustRun('Installing them', 'node', ['fonts/install.mjs'], options), String);
  const browser = await progress.step(
    'Browser',
    async () => findBrowser(env) ?? downloadBrowser(env, stop),
    (path) => (path.includes('headless-shell') ? path : `${path} (a headless shell would print twice as fast)`),
  );
  await progress.step('Build', () => mustRun('The build', 'node_modules/.bin/tsc', ['--build'], options));
  return browser;
}
