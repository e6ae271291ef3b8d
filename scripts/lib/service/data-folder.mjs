/** The data folder: everything that is kept lies in it, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readEnvFile, writeEnvFile } from './env-file.mjs';

/**
 * @param {Record<string, string | undefined>} env
 * @param {string} root of the project
 * @param {string} cwd a relative path in the environment starts here, where the person stands
 * @returns {string} absolute path of the data folder
 */
export function dataFolder(env, root, cwd) {
  return env['TOOLPRESS_DATA'] ? resolve(cwd, env['TOOLPRESS_DATA']) : join(root, 'data');
}

/**
 * @param {string} data absolute path
 * @returns its files and folders
 */
export function dataPaths(data) {
  return {
    credentials: join(data, 'credentials.env'),
    secrets: join(data, 'secrets.env'),
    sample: (/** @type {string} */ name) => join(data, `sample-${name}.pdf`),
    redis: join(data, 'redis'),
    files: join(data, 'files'),
    logs: join(data, 'logs'),
    running: join(data, 'run'),
  };
}

/**
 * Makes the folders that are not there, mode 700. A folder that somebody made beforehand keeps its mode.
 *
 * @param {string} data absolute path
 */
export async function makeDataFolder(data) {
  const { redis, files, logs, running } = dataPaths(data);
  for (const folder of [data, redis, files, logs, running]) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * The two secrets that the service can't do without: made at the first start and kept, because what MASTER_KEY
 * encrypted can't be read with another one.
 *
 * @param {string} path of the file that keeps them
 * @param {Record<string, string>} given the environment: what it sets is used and not written down
 * @returns {Promise<{ MASTER_KEY: string, ADMIN_TOKEN: string }>}
 */
export async function loadSecrets(path, given) {
  const kept = await readEnvFile(path);
  const made = {
    MASTER_KEY: kept['MASTER_KEY'] || randomBytes(32).toString('base64'),
    ADMIN_TOKEN: kept['ADMIN_TOKEN'] || randomBytes(32).toString('base64url'),
  };
  if (!kept['MASTER_KEY'] || !kept['ADMIN_TOKEN']) await writeEnvFile(path, made);
  return {
    MASTER_KEY: given['MASTER_KEY'] ?? made.MASTER_KEY,
    ADMIN_TOKEN: given['ADMIN_TOKEN'] ?? made.ADMIN_TOKEN,
  };
}
