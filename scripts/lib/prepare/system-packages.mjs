/** Programs and fonts that npm does not bring: found, or installed by the system's own means. */
import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';
import { findBrowser, hasDownload } from './browser.mjs';

/** @typedef {{ program: string, debian: string, homebrew: string }} Need a command and the package that brings it */

export const REDIS = { program: 'redis-server', debian: 'redis-server', homebrew: 'redis' };

/** What the tests read PDFs with: pdfinfo and pdftotext. */
export const PDF_READERS = [{ program: 'pdftotext', debian: 'poppler-utils', homebrew: 'poppler' }];

/** Latin, everything else but CJK, CJK, emoji: with these no text prints as boxes. */
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
const BROWSERS = ['chromium-headless-shell', 'chromium'];
/** They bring all that the headless shell which puppeteer downloads links to. Newer releases call some of them differently. */
const BROWSER_LIBRARIES = ['libgtk-3-0t64 | libgtk-3-0', 'libasound2t64 | libasound2', 'libgbm1', 'libnss3'];

/**
 * Installs what is missing, and only that.
 *
 * @param {Need[]} programs
 * @param {Record<string, string | undefined>} env
 * @param {AbortSignal} [signal]
 * @returns {Promise<string[]>} what was installed
 * @throws {Problem} that says what to install by hand, on a system that is not known here
 */
export async function installSystemPackages(programs, env, signal) {
  const missing = programs.filter(({ program }) => !findProgram(program));
  // macOS' fonts cover all scripts; a browser that is missing there is downloaded, see browser.mjs.
  const formulae = missing.map(({ homebrew }) => homebrew);
  if (process.platform === 'darwin') return installByHomebrew(formulae, signal);
  const packages = missing.map(({ debian }) => debian);
  const lacksBrowser = !findBrowser(env) && !hasDownload(env);
  if (process.platform === 'linux' && findProgram('apt-get')) return installByApt(packages, lacksBrowser, signal);
  if (lacksBrowser) packages.push('Chromium (best its headless shell; CHROME_PATH may name it)');
  if (packages.length === 0) return [];
  throw new Problem(
    'This system’s packages are not known to this command. Install these, then run it again:\n' +
      `  ${packages.join('\n  ')}\n  fonts for Latin, CJK and emoji (for example Liberation and Noto)`,
  );
}

/** @param {string[]} missing @param {AbortSignal} [signal] */
async function installByHomebrew(missing, signal) {
  if (missing.length === 0) return missing;
  const brew = findProgram('brew');
  if (!brew) throw new Problem(`Homebrew is needed to install ${missing.join(', ')}: see https://brew.sh.`);
  await mustRun('Homebrew', brew, ['install', ...missing], { signal });
  return missing;
}

/** @param {string[]} programs @param {boolean} lacksBrowser @param {AbortSignal} [signal] */
async function installByApt(programs, lacksBrowser, signal) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg-query's own placeholders
  const { output } = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n', ...FONTS]);
  const packages = [...programs, ...FONTS.filter((font) => !output.split('\n').includes(`${font} installed`))];
  if (packages.length === 0 && !lacksBrowser) return [];
  const needed = [...packages, ...(lacksBrowser ? ['a Chromium browser'] : [])].join(', ');
  const asRoot = commandsOfRoot(needed, signal);
  const limits = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=10'];
  const lists = await asRoot('Refreshing the package lists', 'apt-get', ...limits, 'update');
  // apt-get succeeds even so, with the lists of last time.
  if (/^(Err|W: Failed to fetch)/m.test(lists) && !/^(Hit|Get):/m.test(lists)) {
    const what = `apt can't reach its archives. Is there a network? Is a proxy needed?\nNeeded: ${needed}`;
    throw new Problem(`${what}\n\n${excerpt(lists, 20)}`);
  }
  if (lacksBrowser) packages.push(...(await browserPackages()));
  const install = ['satisfy', '-y', '--no-install-recommends', packages.join(', ')];
  await asRoot('Installing system packages', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...limits, ...install);
  if (packages.includes(REDIS.debian)) {
    // Toolpress runs a Redis of its own; that of the system is neither left running nor started with the next boot.
    const end = 'invoke-rc.d redis-server stop || true; update-rc.d redis-server disable || true';
    await asRoot('Disabling the system’s own Redis', 'sh', '-c', end);
  }
  return packages;
}

/** @returns {Promise<string[]>} a browser's package; where there is none, what a downloaded headless shell needs */
async function browserPackages() {
  for (const name of BROWSERS) {
    if ((await run('apt-get', ['install', '--simulate', name])).code === 0) return [name];
  }
  return BROWSER_LIBRARIES;
}

/** @param {string} needed in words @param {AbortSignal} [signal] @returns what runs a command as root */
function commandsOfRoot(needed, signal) {
  const isRoot = process.getuid?.() === 0;
  // Asked for here, where the terminal is still ours, and not in the middle of a step.
  if (!isRoot && (!findProgram('sudo') || spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status !== 0)) {
    throw new Problem(
      `These system packages are missing, and installing them takes root: ${needed}.\n` +
        'Run this command as root or as a user who may use sudo, or have them installed by somebody who may.',
    );
  }
  return (/** @type {string} */ what, /** @type {string} */ program, /** @type {string[]} */ ...args) =>
    isRoot ? mustRun(what, program, args, { signal }) : mustRun(what, 'sudo', [program, ...args], { signal });
}
