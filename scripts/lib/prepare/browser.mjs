/** The Chromium that prints the PDFs: one that is there already, or the headless shell that puppeteer was made for. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, mustRun } from '../run.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/** The worker's own list, the fastest first. @type {string[]} */
const CANDIDATES = JSON.parse(readFileSync(new URL('../../../apps/worker/package.json', import.meta.url), 'utf8'))
  .config.chromium;

/** @param {Environment} env @returns the path of an installed browser; what CHROME_PATH names, be it there or not */
export function findBrowser(env) {
  const chosen = env['CHROME_PATH'];
  // Those of the snap store (Ubuntu's chromium-browser) are confined: they can't see the folders that they work in.
  if (!chosen) return CANDIDATES.map(findProgram).find((path) => path && !/^\/snap\/|chromium-browser$/.test(path));
  return findProgram(chosen) ?? chosen; // the worker says what is wrong with it
}

/** @param {Environment} env */
const cacheFolder = (env) => join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolpress', 'browser');

/** @param {Environment} env @returns whether {@link downloadBrowser} was called before */
export const hasDownload = (env) => existsSync(cacheFolder(env));

/**
 * Downloads the headless shell of the version that puppeteer names, once, for systems whose packages have no Chromium.
 *
 * @param {Environment} env @param {AbortSignal} [signal]
 * @returns {Promise<string>} its path
 */
export async function downloadBrowser(env, signal) {
  const args = ['browsers', 'install', 'chrome-headless-shell', '--format', '{{path}}'];
  const what = 'The download of a Chromium headless shell (install Chromium yourself, or set CHROME_PATH to one)';
  const options = { env: { ...env, PUPPETEER_CACHE_DIR: cacheFolder(env) }, signal };
  const output = await mustRun(what, 'node_modules/.bin/puppeteer', args, options);
  return output.split('\n').at(-1) ?? ''; // above it the download's progress
}
