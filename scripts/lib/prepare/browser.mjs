/** The Chromium that prints the PDFs: one that is there already, or the headless shell that puppeteer was made for. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/** The worker's own list, the fastest first. @type {{ chromium: string[], headlessShell: string }} */
const { chromium: CANDIDATES, headlessShell } = JSON.parse(
  readFileSync(new URL('../../../apps/worker/package.json', import.meta.url), 'utf8'),
).config;
/** Of Chromium: four numbers. */
const VERSION = /\d+\.\d+\.\d+\.\d+/;
/** A busy machine takes seconds over what others do in 50 ms. */
const VERSION_LIMIT_MS = 60_000;
const HEADLESS_SHELL = new RegExp(headlessShell, 'i');

/** @param {Environment} env @returns the path of the one that CHROME_PATH names, or of an installed one @throws {Problem} when CHROME_PATH names none */
export function findBrowser(env) {
  const chosen = env['CHROME_PATH'];
  // Those of the snap store (Ubuntu's chromium-browser) are confined: they can't see the folders that they work in.
  if (!chosen) return CANDIDATES.map(findProgram).find((path) => path && !/^\/snap\/|chromium-browser$/.test(path));
  const found = findProgram(chosen);
  if (found !== undefined) return found;
  throw new Problem(
    `CHROME_PATH does not name a program that can be run: ${chosen}\n` +
      'Set it to the path of a Chromium or Chrome, or leave it out: then one is found, or installed.',
  );
}

/** Tells a headless shell from a whole browser, which prints half as fast. @param {string} path */
export const isHeadlessShell = (path) => HEADLESS_SHELL.test(basename(path));

/** @param {string} path @param {AbortSignal} [signal] @throws {Problem} when it does not start, or is no browser */
export async function checkBrowser(path, signal) {
  const { code, output } = await run(path, ['--version'], { signal, timeout: VERSION_LIMIT_MS });
  if (code === 0 && VERSION.test(output)) return;
  const said = excerpt(output, 10) || '(nothing)';
  throw new Problem(
    `${path} does not start as a Chromium or Chrome. "${path} --version" should show a version, and said:\n\n${said}\n\n` +
      'Set CHROME_PATH to the path of another one, or leave it out: then one is found, or installed.',
  );
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
