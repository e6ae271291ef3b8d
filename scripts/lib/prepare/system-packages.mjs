/** Finds programs and fonts that are not npm packages, or installs them with the system's package manager. */
import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';
import { findBrowser, hasDownload, isHeadlessShell } from './browser.mjs';

/** @typedef {{ program: string, debian: string, homebrew: string }} Need a command and its packages, separated by blanks */

export const REDIS = { program: 'redis-server', debian: 'redis-server', homebrew: 'redis' };

/** Latin, other scripts, CJK and emoji: with these fonts all text is printable. */
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
const APT = 'apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=1 -o Acquire::http::Timeout=10'.split(' ');
const SHELL = 'chromium-headless-shell';
const BROWSERS = [SHELL, 'chromium'];
/** The libraries of puppeteer's headless shell. Some have other names in newer releases. */
const BROWSER_LIBRARIES = ['libgtk-3-0t64 | libgtk-3-0', 'libasound2t64 | libasound2', 'libgbm1', 'libnss3'];

/**
 * Finds missing packages, and asks for the `sudo` password if one is needed, because no other output uses the
 * terminal yet.
 *
 * @param {Need[]} programs @param {import('./browser.mjs').Environment} env @param {AbortSignal} [signal]
 * @returns {Promise<() => Promise<string>>} installs the missing packages only; returns a description of the result
 * @throws {Problem} with the packages to install manually, on an unknown system or without the rights
 */
export async function planSystemPackages(programs, env, signal) {
  const missing = programs.filter(({ program }) => !findProgram(program));
  const inWords = (/** @type {string[]} */ done) =>
    done.length === 0 ? 'all installed' : `installed ${done.join(', ')}`;
  const browser = findBrowser(env);
  if (process.platform === 'darwin') {
    // macOS' fonts cover all scripts. A missing browser is downloaded, see browser.mjs.
    const formulae = missing.flatMap(({ homebrew }) => homebrew.split(' '));
    return async () => {
      if (formulae.length > 0)
        await mustRun('Homebrew (https://brew.sh)', 'brew', ['install', ...formulae], { signal });
      return inWords(formulae);
    };
  }
  const packages = missing.flatMap(({ debian }) => debian.split(' '));
  const lacksBrowser = browser === undefined && !hasDownload(env);
  if (findProgram('apt-get')) {
    // A headless shell prints twice as fast as a full browser. CHROME_PATH may name either.
    const lacksShell = browser !== undefined && !env['CHROME_PATH'] && !isHeadlessShell(browser);
    const isOffline = env['npm_config_offline'] === 'true';
    const install = await planApt(packages, { lacksBrowser, lacksShell, isOffline }, signal);
    return async () => inWords(await install());
  }
  if (lacksBrowser) packages.push('Chromium (preferably its headless shell; CHROME_PATH may name it)');
  if (packages.length === 0) return async () => inWords(packages);
  throw new Problem(
    'This command does not support the system’s package manager. Install these packages, then run it again:\n' +
      `  ${packages.join('\n  ')}\n  fonts for Latin, CJK and emoji (for example Liberation and Noto)`,
  );
}

/** @param {string} name @returns whether apt's package lists have the package */
const isAvailable = (name) => spawnSync('apt-get', ['install', '--simulate', name]).status === 0;

/**
 * @param {string[]} packages @param {{ lacksBrowser: boolean, lacksShell: boolean, isOffline: boolean }} wanted @param {AbortSignal} [signal]
 * @returns {Promise<() => Promise<string[]>>} installs them and returns their names
 */
async function planApt(packages, { lacksBrowser, lacksShell, isOffline }, signal) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg-query's own placeholders
  const { output } = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n', ...FONTS]);
  packages.push(...FONTS.filter((font) => !output.split('\n').includes(`${font} installed`)));
  const isRoot = process.getuid?.() === 0;
  if (packages.length === 0 && !lacksBrowser) {
    // Optional packages are no reason to ask for a password or to refresh the lists at each start.
    const isFree = isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
    if (!lacksShell || !isFree || !isAvailable(SHELL)) return async () => [];
  }
  // The example command uses curl. It alone is no reason to ask for a password.
  if (!findProgram('curl')) packages.push('curl');
  const needed = [...packages, ...(lacksBrowser ? ['a Chromium browser'] : [])].join(', ');
  // Ask for the password now, before a step uses the terminal.
  if (!isRoot && spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status !== 0) {
    const all = [...packages, ...(lacksBrowser ? [BROWSERS.join(' | ')] : [])].join(', ');
    throw new Problem(
      `System packages are missing, and this user may not install them: ${needed}.\n` +
        `Run this command as root or with sudo, then run this again:\n\n` +
        `  apt-get update && apt-get satisfy -y --no-install-recommends '${all}'`,
    );
  }
  return async () => {
    const asRoot = (/** @type {string} */ what, /** @type {string[]} */ ...command) =>
      mustRun(what, isRoot ? 'env' : 'sudo', command, { signal });
    const lists = isOffline ? '' : await asRoot('Refreshing the package lists', ...APT, 'update');
    // apt-get succeeds without a network and keeps the previous lists.
    if (/^(Err|W: Failed to fetch)/m.test(lists) && !/^(Hit|Get):/m.test(lists)) {
      const what = `apt can't reach its archives. Is there a network? Is a proxy needed?\nNeeded: ${needed}`;
      throw new Problem(`${what}\n\n${excerpt(lists, 20)}`);
    }
    if (lacksBrowser) {
      const found = BROWSERS.find(isAvailable);
      packages.push(...(found ? [found] : BROWSER_LIBRARIES));
    } else if (lacksShell && isAvailable(SHELL)) packages.push(SHELL);
    const install = ['satisfy', '-y', '--no-install-recommends', packages.join(', ')];
    const apt = isOffline ? [...APT, '--no-download'] : APT;
    const what = isOffline ? `Installing ${needed} from apt’s cache alone` : 'Installing system packages';
    await asRoot(what, 'env', 'DEBIAN_FRONTEND=noninteractive', ...apt, ...install);
    if (packages.includes(REDIS.debian)) {
      // Toolpress runs its own Redis, so the system's Redis is stopped and disabled.
      const end = 'invoke-rc.d redis-server stop || true; update-rc.d redis-server disable || true';
      await asRoot('Disabling the system’s own Redis', 'sh', '-c', end);
    }
    return packages;
  };
}
