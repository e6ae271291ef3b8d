/** The Chromium that prints the PDFs: one that is there already, or the headless shell that puppeteer was made for. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { findProgram, mustRun } from '../run.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/** The worker's own list, the fastest first. @type {string[]} */
const CANDIDATES = JSON.parse(readFileSync(new URL('../../../apps/worker/package.json', import.meta.url), 'utf8'))
  .config.chromium;

/** @param {Environment} env @returns the path of an installed browser @throws {Problem} when CHROME_PATH names no program */
export function findBrowser(env) {
  const chosen = env['CHROME_PATH'];
  // Those of the snap store (Ubuntu's chromium-browser) are confined: they can't see the folders that they work in.
  if (!chosen) return CANDIDATES.map(findProgram).find((path) => path && !/^\/snap\/|chromium-browser$/.test(path));
  const found = findProgram(chosen);
  if (found === undefined) throw new Problem(`CHROME_PATH names no program that can be started: ${chosen}`);
  return found;
}

/** @param {Environment} env */
const cacheFolder = (env) => join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolpress', 'browser');

/** @param {Environment} env @returns whether {@link downloadBrowser} was called before */
export const hasDownload = (env) => existsSync(cacheFolder(env));

/**
 * Downloads the headless shell of the version that puppeteer names, once, for systems whose packages have no Chromium.
 *
 * @param {string} root of the project, npm packages installed @param {Environment} env @param {AbortSignal} [signal]
 * @returns {Promise<string>} its path
 */
export async function downloadBrowser(root, env, signal) {
  const cli = join(root, 'node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js');
  const args = [cli, 'browsers', 'install', 'chrome-headless-shell', '--format', '{{path}}'];
  const what = 'The download of a Chromium headless shell (install Chromium yourself, or set CHROME_PATH to one)';
  const options = { cwd: root, env: { ...env, PUPPETEER_CACHE_DIR: cacheFolder(env) }, signal };
  const output = await mustRun(what, process.execPath, args, options);
  return output.trim().split('\n').at(-1) ?? ''; // above it the download's progress
}
