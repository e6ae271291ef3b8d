/** The data folder: everything that is kept lies in it, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {string} data absolute path of the data folder @returns its files and folders */
export const dataPaths = (data) => ({
  credentials: join(data, 'credentials.env'),
  secrets: join(data, 'secrets.env'),
  sample: (/** @type {string} */ name) => join(data, `sample-${name}.pdf`),
  redis: join(data, 'redis'),
  files: join(data, 'files'),
  logs: join(data, 'logs'),
  running: join(data, 'run'),
});

/** Makes the folders that are not there, mode 700. @param {string} data absolute path */
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
 */
export async function loadSecrets(path, given) {
  const kept = await readEnvFile(path);
  const MASTER_KEY = kept['MASTER_KEY'] || randomBytes(32).toString('base64');
  const ADMIN_TOKEN = kept['ADMIN_TOKEN'] || randomBytes(32).toString('base64url');
  if (!kept['MASTER_KEY'] || !kept['ADMIN_TOKEN']) await writeEnvFile(path, { MASTER_KEY, ADMIN_TOKEN });
  return { MASTER_KEY: given['MASTER_KEY'] ?? MASTER_KEY, ADMIN_TOKEN: given['ADMIN_TOKEN'] ?? ADMIN_TOKEN };
}

/** @param {string} path of a file of {@link writeEnvFile} @returns {Promise<Record<string, string>>} empty when it is not there */
export async function readEnvFile(path) {
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  const unquote = (/** @type {string} */ word) =>
    word.startsWith("'") ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : word;
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value = '']) => [name, unquote(value)]));
}

/**
 * Writes NAME=value lines that a shell can source, all at once, mode 600: a reader sees the old file or the new one.
 *
 * @param {string} path
 * @param {Record<string, string>} values
 */
export async function writeEnvFile(path, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${shellQuote(value)}\n`);
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(partial, lines.join(''), { mode: 0o600, flag: 'wx' });
  await rename(partial, path);
}

/** @param {string} value @returns as a shell takes it for one word; plain words stay as they are */
export const shellQuote = (value) =>
  /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
