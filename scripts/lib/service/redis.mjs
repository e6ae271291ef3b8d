/** A Redis beside the apps. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { choosePort } from './settings.mjs';

/**
 * Ends Redis when the pipe at descriptor 3 closes, which happens when this process is killed. Two Redis servers on
 * one folder would corrupt its data. Gateway and worker have an IPC channel instead.
 */
const TIED_REDIS = '"$0" "$1" & redis=$!; (cat <&3; kill $redis) & trap "" TERM; wait $redis';

/**
 * Writes the configuration of a Redis on loopback, append-only and without eviction.
 *
 * @param {string} folder of its data @param {Record<string, string>} env @param {readonly string[]} [more] lines of the
 *   configuration
 * @returns its URL, and how it is started
 */
export async function redisService(folder, env, more = []) {
  const port = await choosePort('127.0.0.1', 0);
  const password = randomBytes(24).toString('base64url');
  const config = [
    ...['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, `dir ${JSON.stringify(folder)}`],
    ...['daemonize no', 'appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory-policy noeviction'],
    ...more,
    '',
  ];
  // Every user of the machine can read the command line, so the password is in a file.
  const file = join(folder, 'redis.conf');
  await writeFile(file, config.join('\n'), { mode: 0o600 });
  // Redis logs this after it has loaded its data.
  const isReady = (/** @type {string} */ line) => line.includes('Ready to accept connections');
  const url = `redis://:${password}@127.0.0.1:${port}`;
  return { url, name: 'redis', command: 'sh', args: ['-c', TIED_REDIS, 'redis-server', file], env, isReady };
}
