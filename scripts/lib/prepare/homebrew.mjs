/** macOS with Homebrew. Its fonts cover all scripts; a browser that is missing is downloaded, see browser.mjs. */
import { Problem } from '../problem.mjs';
import { mustRun } from '../run.mjs';
import { findProgram } from './programs.mjs';

/**
 * @param {import('./system-packages.mjs').Needs} needs
 * @returns {string[]} the formulas that have to be installed
 */
export function missingOnMac(needs) {
  return needs.programs.filter((need) => !findProgram(need.program)).map((need) => need.homebrew);
}

/**
 * @param {string[]} missing
 * @param {AbortSignal} [signal]
 */
export async function installOnMac(missing, signal) {
  const brew = findProgram('brew');
  if (brew === undefined) {
    throw new Problem(`Homebrew is needed to install ${missing.join(', ')}: see https://brew.sh, then run this again.`);
  }
  await mustRun('Homebrew', brew, ['install', ...missing], { signal });
}
