/** The Chromium that prints the PDFs: one that is there already, or the headless shell that puppeteer was made for. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { mustRun } from '../run.mjs';
import { findProgram } from './programs.mjs';

/** The fastest first: a headless shell prints twice as fast as a whole browser. */
const CANDIDATES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined} the path of a browser that can be started
 * @throws {Problem} when CHROME_PATH is set and names no program
 */
export function findBrowser(env) {
  const chosen = env['CHROME_PATH'];
  if (chosen) {
    const found = findProgram(chosen);
    if (found === undefined) throw new Problem(`CHROME_PATH names no program that can be started: ${chosen}`);
    return found;
  }
  for (const candidate of CANDIDATES) {
    const found = findProgram(candidate);
    // A browser from the snap store is walled in: it can't see the folders that it is told to work in.
    if (found !== undefined && !found.startsWith('/snap/')) return found;
  }
  return downloaded(cacheFolder(env));
}

/**
 * Downloads the headless shell of the version that puppeteer names, for systems whose packages have no Chromium.
 * What was interrupted does not count: the folder takes its name when it is complete.
 *
 * @param {string} root of the project, npm packages installed
 * @param {Record<string, string | undefined>} env
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} its path
 */
export async function downloadBrowser(root, env, signal) {
  const folder = cacheFolder(env);
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    await mustRun(
      'The download of a Chromium headless shell',
      process.execPath,
      [
        join(root, 'node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js'),
        'browsers',
        'install',
        'chrome-headless-shell',
      ],
      { cwd: root, env: { ...env, PUPPETEER_CACHE_DIR: partial }, signal },
    );
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(error instanceof Problem)) throw error;
    throw new Problem(`${error.message}\n\nInstall Google Chrome or Chromium yourself, or set CHROME_PATH to one.`);
  }
  const browser = downloaded(folder);
  if (browser === undefined) throw new Problem(`The downloaded headless shell was not found below ${folder}.`);
  return browser;
}

/** @param {Record<string, string | undefined>} env */
function cacheFolder(env) {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolpress', 'browser');
}

/**
 * @param {string} folder laid out by puppeteer: chrome-headless-shell/<platform>-<version>/chrome-headless-shell-<platform>/
 * @returns {string | undefined}
 */
function downloaded(folder) {
  const shells = join(folder, 'chrome-headless-shell');
  if (!existsSync(shells)) return undefined;
  for (const version of readdirSync(shells)) {
    for (const platform of readdirSync(join(shells, version))) {
      const found = findProgram(join(shells, version, platform, 'chrome-headless-shell'));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
