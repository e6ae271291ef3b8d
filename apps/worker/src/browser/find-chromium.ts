import { accessSync, constants } from 'node:fs';

/** Where Chromium is looked for, the fastest first: the headless shell prints two to three times as fast as the whole browser. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/usr/local/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * @param configured the operator's CHROME_PATH, if any: then nothing else is tried.
 * @throws Error that says what to install or set.
 */
export function findChromium(configured: string | undefined): string {
  const found = (configured === undefined ? CANDIDATES : [configured]).find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    configured === undefined
      ? 'No Chromium was found: install chromium-headless-shell (Debian) or Chrome, or set CHROME_PATH.'
      : `CHROME_PATH does not name a program that can be run: ${configured}`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
