/** Finds programs on this machine. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where system packages and Homebrew put programs, also when somebody's `PATH` does not know it. */
const SYSTEM_PATH = '/opt/homebrew/bin:/usr/local/bin:/usr/bin:/usr/sbin:/bin';

/**
 * @param {string} name of a program, or its absolute path
 * @param {string} [path] the folders to look in, as in `PATH`
 * @returns {string | undefined} where it is
 */
export function findProgram(name, path = `${process.env['PATH'] ?? ''}:${SYSTEM_PATH}`) {
  if (isAbsolute(name)) return isProgram(name) ? name : undefined;
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
