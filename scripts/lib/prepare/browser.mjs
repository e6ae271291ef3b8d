/** Finds an installed Chromium, or downloads puppeteer's headless shell. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/** The worker's list of browsers, the fastest first. @type {{ chromium: string[], headlessShell: string }} */
const { chromium: CANDIDATES, headlessShell } = JSON.parse(
  readFileSync(new URL('../../../apps/worker/package.json', import.meta.url), 'utf8'),
).config;
/** Chromium's version: four numbers. */
const VERSION = /\d+\.\d+\.\d+\.\d+/;
/** The time limit in milliseconds. A busy machine needs seconds. */
const VERSION_LIMIT_MS = 60_000;
const HEADLESS_SHELL = new RegExp(headlessShell, 'i');

/**
 * @param {Environment} env @returns the path in CHROME_PATH, or of an installed browser @throws {Problem} when
 *   CHROME_PATH is not executable
 */
export function findBrowser(env) {
  const chosen = env['CHROME_PATH'];
  // Browsers from the snap store (Ubuntu's chromium-browser) can't access the working folders.
  if (!chosen) return CANDIDATES.map(findProgram).find((path) => path && !/^\/snap\/|chromium-browser$/.test(path));
  const found = findProgram(chosen);
  if (found !== undefined) return found;
  throw new Problem(
    `CHROME_PATH is not an executable program: ${chosen}\n` +
      'Set it to the path of a Chromium or Chrome, or unset it to find or install one.',
  );
}

/** Says whether a browser is a headless shell. A full browser prints half as fast. @param {string} path */
export const isHeadlessShell = (path) => HEADLESS_SHELL.test(basename(path));

/** @param {string} path @param {AbortSignal} [signal] @throws {Problem} when it does not start or is not a browser */
export async function checkBrowser(path, signal) {
  const { code, output } = await run(path, ['--version'], { signal, timeout: VERSION_LIMIT_MS });
  if (code === 0 && VERSION.test(output)) return;
  const said = excerpt(output, 10) || '(nothing)';
  throw new Problem(
    `${path} does not start as a Chromium or Chrome. "${path} --version" must show a version, but its output is:\n\n${said}\n\n` +
      'Set CHROME_PATH to the path of another one, or unset it to find or install one.',
  );
}

/** @param {Environment} env */
const cacheFolder = (env) => join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolpress', 'browser');

/** @param {Environment} env @returns whether {@link downloadBrowser} was called before */
export const hasDownload = (env) => existsSync(cacheFolder(env));

/**
 * Downloads the headless shell in puppeteer's version, once. For systems without a Chromium package.
 *
 * @param {Environment} env @param {AbortSignal} [signal]
 * @returns {Promise<string>} its path
 */
export async function downloadBrowser(env, signal) {
  const args = ['browsers', 'install', 'chrome-headless-shell', '--format', '{{path}}'];
  const what = 'The download of a Chromium headless shell (install Chromium yourself, or set CHROME_PATH to one)';
  const options = { env: { ...env, PUPPETEER_CACHE_DIR: cacheFolder(env) }, signal };
  const output = await mustRun(what, 'node_modules/.bin/puppeteer', args, options);
  return output.split('\n').at(-1) ?? ''; // the lines before show the progress
}
