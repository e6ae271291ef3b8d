/** Programs and fonts that npm does not bring: found, or installed by the system's own means. */
import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';
import { findBrowser, hasDownload } from './browser.mjs';

/** @typedef {{ program: string, debian: string, homebrew: string }} Need a command and the packages that bring it */

export const REDIS = { program: 'redis-server', debian: 'redis-server', homebrew: 'redis' };

/** What the tests read PDFs with. */
export const PDF_READERS = ['pdfinfo', 'pdftotext'].map((program) => ({
  program,
  debian: 'poppler-utils',
  homebrew: 'poppler',
}));

/** Latin, everything else but CJK, CJK, emoji: with these no text prints as boxes. */
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
const BROWSERS = ['chromium-headless-shell', 'chromium'];
/** Stands for whichever package brings a browser: that is known once apt's lists are up to date. */
const BROWSER = 'a Chromium browser';

/** What the headless shell that puppeteer downloads links to; newer releases call some of them differently. */
const HEADLESS_SHELL_LIBRARIES = [
  'libasound2t64|libasound2 libatk-bridge2.0-0t64|libatk-bridge2.0-0 libatk1.0-0t64|libatk1.0-0 libatspi2.0-0t64|libatspi2.0-0',
  'libcairo2 libcups2t64|libcups2 libdbus-1-3 libdrm2 libexpat1 libfontconfig1 libgbm1 libglib2.0-0t64|libglib2.0-0',
  'libnspr4 libnss3 libpango-1.0-0 libx11-6 libxcb1 libxcomposite1 libxdamage1 libxext6 libxfixes3 libxkbcommon0 libxrandr2',
].flatMap((line) => line.split(' ').map((names) => names.split('|')));

/** Installs packages so that nothing which comes with them is started or left to start: Toolpress runs a Redis of its own. */
const INSTALL = `
  policy=/usr/sbin/policy-rc.d # Debian asks this file whether a freshly installed service may start
  if [ ! -e "$policy" ] || grep -q toolpress "$policy"; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 1' INT TERM HUP
    printf '#!/bin/sh\\n# by toolpress, while it installs packages\\nexit 101\\n' >"$policy"
    chmod 755 "$policy"
  fi
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"
  case " $* " in
    *' redis-server '*) [ ! -d /run/systemd/system ] || systemctl disable redis-server.service ;;
  esac`;

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
  const browser = findBrowser(env) || hasDownload(env) ? [] : [BROWSER];
  if (process.platform === 'darwin') {
    // macOS' fonts cover all scripts; a browser that is missing is downloaded, see browser.mjs.
    return installByHomebrew([...new Set(missing.map(({ homebrew }) => homebrew))], signal);
  }
  const packages = [...new Set(missing.map(({ debian }) => debian))];
  if (process.platform === 'linux' && findProgram('apt-get') && findProgram('dpkg-query')) {
    return installByApt([...packages, ...(await missingFonts()), ...browser], signal);
  }
  if (packages.length + browser.length === 0) return [];
  throw new Problem(
    'This system’s packages are not known to this command. Install these, then run it again:\n' +
      `  ${[...packages, ...browser.map((name) => `${name} (best its headless shell; CHROME_PATH may name it)`)].join('\n  ')}\n` +
      '  fonts for Latin, CJK and emoji (for example Liberation and Noto)',
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

/** @param {string[]} missing @param {AbortSignal} [signal] */
async function installByApt(missing, signal) {
  if (missing.length === 0) return missing;
  const asRoot = rootPrefix(missing);
  const options = { signal, terminal: true };
  const quick = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=10'];
  const lists = await mustRun('Refreshing the package lists', ...asRoot(['apt-get', ...quick, 'update']), options);
  // apt-get succeeds even so, with the lists of last time.
  if (/^(Err|W: Failed to fetch)/m.test(lists) && !/^(Hit|Get):/m.test(lists)) {
    throw new Problem(
      `apt can't reach its archives. Is there a network? Is a proxy needed?\nNeeded: ${missing.join(', ')}\n\n${excerpt(lists, 20)}`,
    );
  }
  const packages = missing.filter((name) => name !== BROWSER);
  if (missing.includes(BROWSER)) packages.push(...(await browserPackages()));
  await mustRun('Installing system packages', ...asRoot(['sh', '-euc', INSTALL, 'sh', ...packages]), options);
  return packages;
}

async function missingFonts() {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg-query's own placeholders
  const { output } = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n', ...FONTS]);
  return FONTS.filter((font) => !output.split('\n').includes(`${font} installed`));
}

/** @returns {Promise<string[]>} a browser's package; where there is none, what a downloaded headless shell needs */
async function browserPackages() {
  const names = [...BROWSERS, ...HEADLESS_SHELL_LIBRARIES.flat()];
  const { output } = await run('apt-cache', ['policy', ...names], { env: { ...process.env, LC_ALL: 'C' } });
  const candidates = output.matchAll(/^(\S+):\n(?: .*\n)*? +Candidate: (?!\(none\))/gm);
  const available = new Set([...candidates].map(([, name]) => name));
  const browser = BROWSERS.find((name) => available.has(name));
  if (browser !== undefined) return [browser];
  return HEADLESS_SHELL_LIBRARIES.flatMap((library) => library.find((name) => available.has(name)) ?? []);
}

/** @param {string[]} missing @returns {(command: string[]) => [string, string[]]} turns a command into one that root runs */
function rootPrefix(missing) {
  if (process.getuid?.() === 0) return ([program = '', ...args]) => [program, args];
  // Asked for here, where the terminal is still ours, and not in the middle of a step.
  if (findProgram('sudo') && spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status === 0) {
    return (command) => ['sudo', command];
  }
  throw new Problem(
    `These system packages are missing, and installing them takes root: ${missing.join(', ')}.\n` +
      'Run this command as root or as a user who may use sudo, or have them installed by somebody who may.',
  );
}
