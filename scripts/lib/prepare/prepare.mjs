/** Prepares the project: system packages, npm packages, fonts, the browser and compiled code. */
import { join } from 'node:path';
import { mustRun, ROOT, run } from '../run.mjs';
import { checkBrowser, downloadBrowser, findBrowser, isHeadlessShell } from './browser.mjs';
import { compileAll, isBuiltByTsc } from './compile.mjs';
import { planNpmPackages } from './npm-packages.mjs';
import { planSystemPackages } from './system-packages.mjs';

/** @typedef {import('../terminal/progress.mjs').Progress} Progress */

/**
 * Installs missing system packages, npm packages, fonts and the browser, and builds. System packages, npm packages and
 * fonts are installed concurrently.
 *
 * @param {{ programs: import('./system-packages.mjs').Need[], checked: boolean }} wanted `checked`: builds everything, with the
 *   check of types, instead of what the service runs @param {Progress} progress @param {AbortSignal} stop
 * @returns the browser's path
 * @throws {Problem} also with the compiler's messages
 */
export async function prepare({ programs, checked }, progress, stop) {
  const { env } = process;
  const options = { signal: stop };
  const installNpmPackages = await planNpmPackages(ROOT, stop);
  const installSystemPackages = await planSystemPackages(programs, env, stop);
  const fromSystem = progress.step('System packages', installSystemPackages, String);
  const fonts = async () => {
    // macOS does not use fontconfig and has only its own fonts.
    if (process.platform === 'darwin') return;
    const install = () => mustRun('Installing the fonts', 'node', ['fonts/install.mjs'], options);
    const [outcome] = await Promise.all([progress.step('Fonts', install, String), fromSystem]);
    if (outcome === 'up to date') return;
    // fontconfig may have come with the system packages. Without its cache, Chromium's first start takes longer.
    const fontconfig = { ...env, FONTCONFIG_FILE: join(ROOT, 'fonts/fonts.conf') };
    await run('fc-cache', [join(ROOT, 'fonts/files')], { ...options, env: fontconfig });
  };
  const fromNpm = async () => {
    await progress.step('npm packages', installNpmPackages, String);
    const build = () => mustRun('The build', 'npm', ['run', '--silent', 'build'], options);
    await progress.step(
      'Build',
      async () => void (await (checked || isBuiltByTsc(ROOT) ? build() : compileAll(ROOT, stop))),
    );
  };
  // apt-get must not be interrupted when npm fails: wait for all, then report the first failure in this order.
  const parts = await Promise.allSettled([fromSystem, fromNpm(), fonts()]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
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
