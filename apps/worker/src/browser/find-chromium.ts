import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Looks for the programs named in this app's package.json, where `scripts/start` reads them too. The fastest come first:
 * a headless shell prints two to three times as fast as a whole browser.
 *
 * @param configured the operator's CHROME_PATH, if any: then nothing else is tried.
 * @throws Error that says what to install or set.
 */
export function findChromium(configured: string | undefined): string {
  const { config } = createRequire(import.meta.url)('../../package.json') as { config: { chromium: string[] } };
  const candidates = config.chromium.flatMap((name) => FOLDERS.map((folder) => resolve(folder, name)));
  const found = (configured === undefined ? candidates : [configured]).find(isExecutable);
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
