/** The data folder of `scripts/start`. Only its owner can read it. */
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
  sampleBase: join(data, 'sample-base.tar.gz'),
  files: join(data, 'files'),
  logs: join(data, 'logs'),
  compiled: join(data, 'compiled'),
  holder: join(data, 'start.pid'),
});

/**
 * Creates missing folders and locks the data folder for this process.
 *
 * @param {string} data
 * @throws {Problem} when another process uses the folder, or it is not writable
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
  // Its pid may have been reused, in a container even by this process.
  if (Number(pid) !== process.pid && command && commandOf(Number(pid)) === command) {
    throw new Problem(`Toolpress already runs on this data folder (process ${pid}). Stop it first.`);
  }
  await writeFile(holder, `${process.pid}\n${commandOf(process.pid)}`, { mode: 0o600 });
}

/** @param {number} pid @returns {string} its command line as one line; empty when it has ended */
function commandOf(pid) {
  const show = ['-c', 'cat "/proc/$0/cmdline" || ps -o args= -p "$0"', String(pid)];
  return spawnSync('sh', show, { encoding: 'utf8' }).stdout.replaceAll(/\s/g, ' ');
}

/**
 * Loads or creates the service's two secrets. They are stored, because encrypted data is lost without MASTER_KEY.
 * @param {string} path
 */
export async function loadSecrets(path) {
  const made = { MASTER_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN: randomBytes(32).toString('base64url') };
  const secrets = { ...made, ...(await readEnvFile(path)) };
  await writeEnvFile(path, secrets);
  return secrets;
}

/**
 * @param {string} path @returns {Promise<Record<string, string>>} its values without quotes; empty when the file does
 *   not exist
 */
export const readEnvFile = async (path) =>
  /** @type {Record<string, string>} */ (existsSync(path) ? parseEnv(await readFile(path, 'utf8')) : {});

/**
 * Writes NAME=value lines that a shell can source, atomically and with mode 600.
 *
 * @param {string} path @param {Record<string, string>} values
 */
export async function writeEnvFile(path, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${shellQuote(value)}\n`);
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(partial, lines.join(''), { mode: 0o600, flag: 'wx' });
  await rename(partial, path);
}

/** @param {string} value @returns the value quoted for a shell, if needed */
export const shellQuote = (value) =>
  /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
