/** Debian, Ubuntu and their kin: what is missing, and its installation by apt-get. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Problem } from '../problem.mjs';
import { mustRun, run } from '../run.mjs';
import { findProgram } from './programs.mjs';

/** Latin, everything else but CJK, CJK, emoji: with these no text prints as boxes. */
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

const BROWSERS = ['chromium-headless-shell', 'chromium'];

/** What the headless shell that puppeteer downloads links to; newer releases call some of them differently. */
const HEADLESS_SHELL_LIBRARIES = [
  ['libasound2t64', 'libasound2'],
  ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'],
  ['libatk1.0-0t64', 'libatk1.0-0'],
  ['libatspi2.0-0t64', 'libatspi2.0-0'],
  ['libcairo2'],
  ['libcups2t64', 'libcups2'],
  ['libdbus-1-3'],
  ['libdrm2'],
  ['libexpat1'],
  ['libfontconfig1'],
  ['libgbm1'],
  ['libglib2.0-0t64', 'libglib2.0-0'],
  ['libnspr4'],
  ['libnss3'],
  ['libpango-1.0-0'],
  ['libx11-6'],
  ['libxcb1'],
  ['libxcomposite1'],
  ['libxdamage1'],
  ['libxext6'],
  ['libxfixes3'],
  ['libxkbcommon0'],
  ['libxrandr2'],
];

/** @typedef {import('./system-packages.mjs').Needs} Needs */

/**
 * @param {Needs} needs
 * @returns {Promise<string[]>} what has to be installed, by the names of Debian's packages; `BROWSER` stands for one
 */
export async function missingOnDebian(needs) {
  const packages = needs.programs.filter((need) => !findProgram(need.program)).map((need) => need.debian);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg-query's own placeholders
  const { output } = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n', ...FONTS]);
  const fonts = FONTS.filter((font) => !output.split('\n').includes(`${font} installed`));
  return [...packages, ...fonts, ...(needs.browser ? [BROWSER] : [])];
}

/** Stands for whichever package brings a browser: that is known once apt's lists are up to date. */
export const BROWSER = 'a Chromium browser';

/**
 * @param {string[]} missing from {@link missingOnDebian}
 * @param {AbortSignal} [signal]
 * @returns {Promise<string[]>} the packages that were installed
 */
export async function installOnDebian(missing, signal) {
  const asRoot = rootPrefix(missing);
  const options = { signal, terminal: true };
  await mustRun(
    'Refreshing the package lists',
    ...asRoot(['apt-get', '-o', 'DPkg::Lock::Timeout=300', 'update']),
    options,
  );
  const packages = missing.filter((name) => name !== BROWSER);
  if (missing.includes(BROWSER)) packages.push(...(await browserPackages()));
  const script = fileURLToPath(new URL('install-debian-packages.sh', import.meta.url));
  await mustRun('Installing system packages', ...asRoot(['sh', script, ...packages]), options);
  return packages;
}

/** @returns {Promise<string[]>} a browser's package; where there is none, what a downloaded headless shell needs */
async function browserPackages() {
  const available = await availablePackages([...BROWSERS, ...HEADLESS_SHELL_LIBRARIES.flat()]);
  const browser = BROWSERS.find((name) => available.has(name));
  if (browser !== undefined) return [browser];
  return HEADLESS_SHELL_LIBRARIES.flatMap((names) => names.find((name) => available.has(name)) ?? []);
}

/**
 * @param {string[]} names
 * @returns {Promise<Set<string>>} those of them that apt could install
 */
async function availablePackages(names) {
  const { output } = await run('apt-cache', ['policy', ...names], { env: { ...process.env, LC_ALL: 'C' } });
  return new Set(
    [...output.matchAll(/^(\S+):\n(?: .*\n)*? +Candidate: (?!\(none\))/gm)].map((match) => match[1] ?? ''),
  );
}

/**
 * @param {string[]} missing
 * @returns {(command: string[]) => [string, string[]]} turns a command into one that root runs
 */
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
