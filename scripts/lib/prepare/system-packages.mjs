/** Programs and fonts that npm does not bring: found, or installed by the system's own means. */
import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';
import { findBrowser, hasDownload } from './browser.mjs';

/** @typedef {{ program: string, debian: string, homebrew: string }} Need a command and the package that brings it */

export const REDIS = { program: 'redis-server', debian: 'redis-server', homebrew: 'redis' };

/** Latin, everything else but CJK, CJK, emoji: with these no text prints as boxes. */
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
const APT = 'apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=1 -o Acquire::http::Timeout=10'.split(' ');
const BROWSERS = ['chromium-headless-shell', 'chromium'];
/** They bring all that the headless shell which puppeteer downloads links to. Newer releases call some of them differently. */
const BROWSER_LIBRARIES = ['libgtk-3-0t64 | libgtk-3-0', 'libasound2t64 | libasound2', 'libgbm1', 'libnss3'];

/**
 * Installs what is missing, and only that.
 *
 * @param {Need[]} programs @param {import('./browser.mjs').Environment} env @param {AbortSignal} [signal]
 * @returns what was done, in words
 * @throws {Problem} that says what to install by hand, on a system that is not known here
 */
export async function installSystemPackages(programs, env, signal) {
  const missing = programs.filter(({ program }) => !findProgram(program));
  const inWords = (/** @type {string[]} */ done) => (done.length === 0 ? 'all there' : `installed ${done.join(', ')}`);
  if (process.platform === 'darwin') {
    // macOS' fonts cover all scripts; a browser that is missing is downloaded, see browser.mjs.
    const formulae = missing.map(({ homebrew }) => homebrew);
    if (formulae.length > 0) await mustRun('Homebrew (https://brew.sh)', 'brew', ['install', ...formulae], { signal });
    return inWords(formulae);
  }
  const packages = missing.map(({ debian }) => debian);
  const lacksBrowser = !findBrowser(env) && !hasDownload(env);
  if (findProgram('apt-get')) return inWords(await installByApt(packages, lacksBrowser, signal));
  if (lacksBrowser) packages.push('Chromium (best its headless shell; CHROME_PATH may name it)');
  if (packages.length === 0) return inWords(packages);
  throw new Problem(
    'This system’s packages are not known to this command. Install these, then run it again:\n' +
      `  ${packages.join('\n  ')}\n  fonts for Latin, CJK and emoji (for example Liberation and Noto)`,
  );
}

/** @param {string[]} packages @param {boolean} lacksBrowser @param {AbortSignal} [signal] @returns what was installed */
async function installByApt(packages, lacksBrowser, signal) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg-query's own placeholders
  const { output } = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n', ...FONTS]);
  packages.push(...FONTS.filter((font) => !output.split('\n').includes(`${font} installed`)));
  if (packages.length === 0 && !lacksBrowser) return [];
  // What makes the first PDF; nobody is asked for a password for it alone.
  if (!findProgram('curl')) packages.push('curl');
  const needed = [...packages, ...(lacksBrowser ? ['a Chromium browser'] : [])].join(', ');
  const isRoot = process.getuid?.() === 0;
  // Asked for here, where the terminal is still ours, and not in the middle of a step.
  if (!isRoot && spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status !== 0)
    throw new Problem(`Only root or a user of sudo may install the system packages that are missing: ${needed}.`);
  const asRoot = (/** @type {string} */ what, /** @type {string[]} */ ...command) =>
    mustRun(what, isRoot ? 'env' : 'sudo', command, { signal });
  const lists = await asRoot('Refreshing the package lists', ...APT, 'update');
  // apt-get succeeds even so, with the lists of last time.
  if (/^(Err|W: Failed to fetch)/m.test(lists) && !/^(Hit|Get):/m.test(lists)) {
    const what = `apt can't reach its archives. Is there a network? Is a proxy needed?\nNeeded: ${needed}`;
    throw new Problem(`${what}\n\n${excerpt(lists, 20)}`);
  }
  if (lacksBrowser) {
    const found = BROWSERS.find((name) => spawnSync('apt-get', ['install', '--simulate', name]).status === 0);
    packages.push(...(found ? [found] : BROWSER_LIBRARIES));
  }
  const install = ['satisfy', '-y', '--no-install-recommends', packages.join(', ')];
  await asRoot('Installing system packages', 'env', 'DEBIAN_FRONTEND=noninteractive', ...APT, ...install);
  if (packages.includes(REDIS.debian)) {
    // Toolpress runs a Redis of its own; that of the system is neither left running nor started with the next boot.
    const end = 'invoke-rc.d redis-server stop || true; update-rc.d redis-server disable || true';
    await asRoot('Disabling the system’s own Redis', 'sh', '-c', end);
  }
  return packages;
}
