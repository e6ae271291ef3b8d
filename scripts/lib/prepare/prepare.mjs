/** Prepares the project: system packages, npm packages, fonts, the browser and compiled code. */
import { mustRun, ROOT } from '../run.mjs';
import { checkBrowser, downloadBrowser, findBrowser, isHeadlessShell } from './browser.mjs';
import { planNpmPackages } from './npm-packages.mjs';
import { planSystemPackages } from './system-packages.mjs';

/** @typedef {import('../terminal/progress.mjs').Progress} Progress */

/**
 * Installs missing system packages, npm packages, fonts and the browser, and builds. System and npm packages are
 * installed concurrently.
 *
 * @param {import('./system-packages.mjs').Need[]} programs @param {Progress} progress @param {AbortSignal} stop
 * @returns the browser's path
 * @throws {Problem} also with the compiler's messages
 */
export async function prepare(programs, progress, stop) {
  const { env } = process;
  const options = { signal: stop };
  const installNpmPackages = await planNpmPackages(ROOT, stop);
  const installSystemPackages = await planSystemPackages(programs, env, stop);
  const fromSystem = async () => {
    await progress.step('System packages', installSystemPackages, String);
    // macOS does not use fontconfig and has only its own fonts.
    if (process.platform !== 'darwin')
      await progress.step(
        'Fonts',
        () => mustRun('Installing the fonts', 'node', ['fonts/install.mjs'], options),
        String,
      );
  };
  const fromNpm = async () => {
    await progress.step('npm packages', installNpmPackages, String);
    await progress.step('Build', () => mustRun('The build', 'node_modules/.bin/tsc', ['--build'], options));
  };
  const parts = [fromSystem(), fromNpm()];
  const both = Promise.all(parts);
  // apt-get must not be interrupted when npm fails: wait for both, then report the first failure.
  await Promise.allSettled([both, ...parts]);
  await both;
  return progress.step(
    'Browser',
    async () => {
      const browser = findBrowser(env) ?? (await downloadBrowser(env, stop));
      await checkBrowser(browser, stop);
      return browser;
    },
    (path) => (isHeadlessShell(path) ? path : `${path} (a headless shell would print twice as fast)`),
  );
}
