/** Programs and fonts that npm does not bring: found, or installed by the system's own means. */
import { Problem } from '../problem.mjs';
import { findBrowser } from './browser.mjs';
import { BROWSER, installOnDebian, missingOnDebian } from './debian.mjs';
import { installOnMac, missingOnMac } from './homebrew.mjs';
import { findProgram } from './programs.mjs';

/**
 * @typedef {object} Need
 * @property {string} program the command that has to be there
 * @property {string} debian the package that brings it on Debian and Ubuntu
 * @property {string} homebrew the formula that brings it on macOS
 *
 * @typedef {object} Needs
 * @property {Need[]} programs
 * @property {boolean} browser whether a browser has to be installed
 */

/** @type {Need} */
export const REDIS = { program: 'redis-server', debian: 'redis-server', homebrew: 'redis' };

/** @type {Need[]} what the tests read PDFs with */
export const PDF_READERS = [
  { program: 'pdfinfo', debian: 'poppler-utils', homebrew: 'poppler' },
  { program: 'pdftotext', debian: 'poppler-utils', homebrew: 'poppler' },
];

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
  const needs = { programs, browser: findBrowser(env) === undefined };
  if (process.platform === 'darwin') {
    const missing = unique(missingOnMac(needs));
    if (missing.length > 0) await installOnMac(missing, signal);
    return missing;
  }
  if (process.platform === 'linux' && findProgram('apt-get') && findProgram('dpkg-query')) {
    const missing = unique(await missingOnDebian(needs));
    return missing.length === 0 ? [] : installOnDebian(missing, signal);
  }
  explainUnknownSystem(needs);
  return [];
}

/** @param {Needs} needs */
function explainUnknownSystem(needs) {
  const missing = unique(needs.programs.filter((need) => !findProgram(need.program)).map((need) => need.debian));
  if (needs.browser) missing.push(`${BROWSER} (best its headless shell; CHROME_PATH may name it)`);
  if (missing.length === 0) return;
  throw new Problem(
    `This system's packages are not known to this command. Install these, then run it again:\n` +
      `  ${missing.join('\n  ')}\n` +
      '  fonts for Latin, CJK and emoji (for example Liberation and Noto)',
  );
}

/** @param {string[]} names */
const unique = (names) => [...new Set(names)];
