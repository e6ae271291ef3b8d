/** The data folder: everything that is kept lies in it, readable by its owner only. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { obstacleTo } from '../prepare/writable.mjs';
import { Problem } from '../problem.mjs';

/** @param {string} data absolute path of the data folder @returns its files and folders */
export const dataPaths = (data) => ({
  credentials: join(data, 'credentials.env'),
  secrets: join(data, 'secrets.env'),
  sample: (/** @type {string} */ name) => join(data, `sample-${name}.pdf`),
  redis: join(data, 'redis'),
  files: join(data, 'files'),
  logs: join(data, 'logs'),
  holder: join(data, 'start.pid'),
});

/**
 * Makes what is not there, and this process the one that runs the folder.
 *
 * @param {string} data
 * @throws {Problem} when another process does, or nothing can be written there
 */
export async function makeDataFolder(data) {
  const { redis, files, logs, holder } = dataPaths(data);
  for (const folder of [data, redis, files, logs]) {
    const obstacle = await obstacleTo(folder, 0o700);
    if (obstacle === undefined) continue;
    throw new Problem(
      `The data folder ${data} can't be used: ${obstacle} (${folder}).\n` +
        'Set TOOLPRESS_DATA to a folder that this user may write to, then run this again.',
    );
  }
  const [pid, command] = (await readFile(holder, 'utf8').catch(() => '')).split('\n');
  // Another program may have been given its number since; in a container we may have it ourselves.
  if (Number(pid) !== process.pid && command && commandOf(Number(pid)) === command) {
    throw new Problem(`Toolpress already runs on this data folder (process ${pid}). Stop it first.`);
  }
  await writeFile(holder, `${process.pid}\n${commandOf(process.pid)}`, { mode: 0o600 });
}

/** @param {number} pid @returns {string} its command line, in one line; empty when it has ended */
function commandOf(pid) {
  const show = ['-c', 'cat "/proc/$0/cmdline" || ps -o args= -p "$0"', String(pid)];
  return spawnSync('sh', show, { encoding: 'utf8' }).stdout.replaceAll(/\s/g, ' ');
}

/** The two secrets that the service needs. They are kept: what MASTER_KEY encrypted is lost without it. @param {string} path */
export async function loadSecrets(path) {
  const made = { MASTER_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN: randomBytes(32).toString('base64url') };
  const secrets = { ...made, ...(await readEnvFile(path)) };
  await writeEnvFile(path, secrets);
  return secrets;
}

/** @param {string} path @returns {Promise<Record<string, string>>} its values without quotes in them; empty when it is not there */
export const readEnvFile = async (path) =>
  /** @type {Record<string, string>} */ (existsSync(path) ? parseEnv(await readFile(path, 'utf8')) : {});

/**
 * Writes NAME=value lines that a shell can source, all at once, mode 600: a reader sees the old file or the new one.
 *
 * @param {string} path @param {Record<string, string>} values
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
