/** Programs and fonts that npm does not bring: found, or installed by the system's own means. */
import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';
import { findBrowser, hasDownload, isHeadlessShell } from './browser.mjs';

/** @typedef {{ program: string, debian: string, homebrew: string }} Need a command and the package that brings it */

export const REDIS = { program: 'redis-server', debian: 'redis-server', homebrew: 'redis' };

/** Latin, everything else but CJK, CJK, emoji: with these no text prints as boxes. */
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
const APT = 'apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=1 -o Acquire::http::Timeout=10'.split(' ');
const SHELL = 'chromium-headless-shell';
const BROWSERS = [SHELL, 'chromium'];
/** They bring all that the headless shell which puppeteer downloads links to. Newer releases call some of them differently. */
const BROWSER_LIBRARIES = ['libgtk-3-0t64 | libgtk-3-0', 'libasound2t64 | libasound2', 'libgbm1', 'libnss3'];

/**
 * Finds what is missing, and asks for the password of `sudo` where that takes one: the terminal belongs to nobody else yet.
 *
 * @param {Need[]} programs @param {import('./browser.mjs').Environment} env @param {AbortSignal} [signal]
 * @returns {Promise<() => Promise<string>>} installs it, and only that; returns what was done, in words
 * @throws {Problem} that says what to install by hand, on a system that is not known here or by a user who may not
 */
export async function planSystemPackages(programs, env, signal) {
  const missing = programs.filter(({ program }) => !findProgram(program));
  const inWords = (/** @type {string[]} */ done) => (done.length === 0 ? 'all there' : `installed ${done.join(', ')}`);
  const browser = findBrowser(env);
  if (process.platform === 'darwin') {
    // macOS' fonts cover all scripts; a browser that is missing is downloaded, see browser.mjs.
    const formulae = missing.map(({ homebrew }) => homebrew);
    return async () => {
      if (formulae.length > 0)
        await mustRun('Homebrew (https://brew.sh)', 'brew', ['install', ...formulae], { signal });
      return inWords(formulae);
    };
  }
  const packages = missing.map(({ debian }) => debian);
  const lacksBrowser = browser === undefined && !hasDownload(env);
  if (findProgram('apt-get')) {
    // A whole browser prints, and a headless shell twice as fast. Which one is named by hand is the person's choice.
    const lacksShell = browser !== undefined && !env['CHROME_PATH'] && !isHeadlessShell(browser);
    const install = await planApt(packages, { lacksBrowser, lacksShell }, signal);
    return async () => inWords(await install());
  }
  if (lacksBrowser) packages.push('Chromium (best its headless shell; CHROME_PATH may name it)');
  if (packages.length === 0) return async () => inWords(packages);
  throw new Problem(
    'This system’s packages are not known to this command. Install these, then run it again:\n' +
      `  ${packages.join('\n  ')}\n  fonts for Latin, CJK and emoji (for example Liberation and Noto)`,
  );
}

/** @param {string} name @returns whether apt knows of the package by the lists that it has */
const isAvailable = (name) => spawnSync('apt-get', ['install', '--simulate', name]).status === 0;

/**
 * @param {string[]} packages @param {{ lacksBrowser: boolean, lacksShell: boolean }} wanted @param {AbortSignal} [signal]
 * @returns {Promise<() => Promise<string[]>>} installs them and returns their names
 */
async function planApt(packages, { lacksBrowser, lacksShell }, signal) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg-query's own placeholders
  const { output } = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n', ...FONTS]);
  packages.push(...FONTS.filter((font) => !output.split('\n').includes(`${font} installed`)));
  const isRoot = process.getuid?.() === 0;
  if (packages.length === 0 && !lacksBrowser) {
    // Nobody is asked for a password, nor are lists refreshed at each start, for what the service can do without.
    const isFree = isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
    if (!lacksShell || !isFree || !isAvailable(SHELL)) return async () => [];
  }
  // What makes the first PDF; nobody is asked for a password for it alone.
  if (!findProgram('curl')) packages.push('curl');
  const needed = [...packages, ...(lacksBrowser ? ['a Chromium browser'] : [])].join(', ');
  // Asked for here, where the terminal is still ours, and not in the middle of a step.
  if (!isRoot && spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status !== 0) {
    const all = [...packages, ...(lacksBrowser ? [BROWSERS.join(' | ')] : [])].join(', ');
    throw new Problem(
      `System packages are missing, and this user may not install them: ${needed}.\n` +
        `Have this run by root, or by a user of sudo, then run this again:\n\n` +
        `  apt-get update && apt-get satisfy -y --no-install-recommends '${all}'`,
    );
  }
  return async () => {
    const asRoot = (/** @type {string} */ what, /** @type {string[]} */ ...command) =>
      mustRun(what, isRoot ? 'env' : 'sudo', command, { signal });
    const lists = await asRoot('Refreshing the package lists', ...APT, 'update');
    // apt-get succeeds even so, with the lists of last time.
    if (/^(Err|W: Failed to fetch)/m.test(lists) && !/^(Hit|Get):/m.test(lists)) {
      const what = `apt can't reach its archives. Is there a network? Is a proxy needed?\nNeeded: ${needed}`;
      throw new Problem(`${what}\n\n${excerpt(lists, 20)}`);
    }
    if (lacksBrowser) {
      const found = BROWSERS.find(isAvailable);
      packages.push(...(found ? [found] : BROWSER_LIBRARIES));
    } else if (lacksShell && isAvailable(SHELL)) packages.push(SHELL);
    const install = ['satisfy', '-y', '--no-install-recommends', packages.join(', ')];
    await asRoot('Installing system packages', 'env', 'DEBIAN_FRONTEND=noninteractive', ...APT, ...install);
    if (packages.includes(REDIS.debian)) {
      // Toolpress runs a Redis of its own; that of the system is neither left running nor started with the next boot.
      const end = 'invoke-rc.d redis-server stop || true; update-rc.d redis-server disable || true';
      await asRoot('Disabling the system’s own Redis', 'sh', '-c', end);
    }
    return packages;
  };
}
