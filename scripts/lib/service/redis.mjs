/** A Redis of our own: only this machine reaches it, only with its password; every write is kept, nothing is evicted. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../prepare/programs.mjs';
import { Problem } from '../problem.mjs';
import { tryPort } from './ports.mjs';

const HOST = '127.0.0.1';

/**
 * Writes the configuration of a Redis that keeps its data in a folder.
 *
 * @param {string} folder
 * @returns {Promise<{ command: string, args: string[], url: string, port: number }>} how to start it, how to reach it
 */
export async function configureRedis(folder) {
  const command = findProgram('redis-server');
  if (command === undefined) throw new Problem('redis-server is missing.');
  const port = /** @type {number} */ (await tryPort(HOST, 0));
  const password = randomBytes(24).toString('base64url');
  const config = join(folder, 'redis.conf');
  // In a file and not on the command line, which every user of the machine can read.
  await writeFile(config, configuration({ folder, port, password }), { mode: 0o600 });
  return { command, args: [config], url: `redis://:${password}@${HOST}:${port}`, port };
}

/**
 * @param {{ folder: string, port: number, password: string }} settings
 * @returns {string}
 */
function configuration({ folder, port, password }) {
  return [
    `bind ${HOST}`,
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'daemonize no',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}

/**
 * Redis says so only after it has loaded its data; until then it would refuse commands.
 *
 * @param {string} line
 */
export const isRedisReady = (line) => line.includes('Ready to accept connections');

/**
 * @param {string} line of the log of a Redis that is up
 * @returns {boolean} whether it speaks of trouble: Redis marks these with `#`, and the story of its end too
 */
export const isRedisTrouble = (line) => /^\d+:\S .* # /.test(line) && !/shutdown|ready to exit/i.test(line);
