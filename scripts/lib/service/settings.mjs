/** Reads the command line and the environment of `scripts/start`. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { Problem } from '../problem.mjs';

export const HELP = `scripts/start [--reload] [--offline]

Starts Toolpress on this machine: installs missing dependencies, builds, starts Redis, the gateway and a worker, and
shows an example command. Runs in the foreground; Ctrl-C stops all services in order.

  --reload   for development: compiles on change and restarts what has changed, shows every log line
  --offline  uses no network: missing packages come from the caches of npm and apt
  --help     this text

Environment (passed on to the services):
  TOOLPRESS_DATA   folder for all data; default: data/ in the project
  PORT, HOST       where the gateway listens; default: 127.0.0.1, port 8080 or the next free one
  REDIS_URL        a Redis to use; default: a separate one in the data folder
  STORAGE          folder (default, in the data folder) or s3 with its S3_... settings
  CHROME_PATH      the Chromium to print with; default: an installed one
  MASTER_KEY, ADMIN_TOKEN   default: created once and stored in the data folder
  REDIS_URL_FILE, MASTER_KEY_FILE, ADMIN_TOKEN_FILE   files with these`;

/** The secrets that this script needs itself. The services read the others from their files. */
const OWN_SECRETS = ['REDIS_URL', 'MASTER_KEY', 'ADMIN_TOKEN'];

/** @typedef {ReturnType<typeof readSettings>} Settings */

/**
 * @param {readonly string[]} args the command line, without the program @param {NodeJS.ProcessEnv} env
 * @param {string} root of the project @param {string} cwd where relative paths in the environment start
 * @returns `port`: undefined when not given; `given`: the environment without empty variables; `data`: absolute
 * @throws {Problem} on an unknown argument, or for a file that can’t be read
 */
export function readSettings(args, env, root, cwd) {
  const unknown = args.find((arg) => arg !== '--reload' && arg !== '--offline');
  if (unknown !== undefined) throw new Problem(`Unknown argument: ${unknown}\n\n${HELP}`);
  /** @type {Record<string, string>} */
  const given = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  for (const name of OWN_SECRETS) {
    const { [`${name}_FILE`]: path, [name]: value } = given;
    if (path === undefined || value !== undefined) continue; // the services report both
    given[name] = readSecret(`${name}_FILE`, resolve(cwd, path));
    delete given[`${name}_FILE`];
  }
  const { PORT, HOST: host = '127.0.0.1', TOOLPRESS_DATA = join(root, 'data') } = given;
  const port = PORT === undefined ? undefined : Number(PORT);
  const reload = args.includes('--reload');
  const offline = args.includes('--offline');
  return { reload, offline, data: resolve(cwd, TOOLPRESS_DATA), host, port, given };
}

/** @param {string} name @param {string} path */
function readSecret(name, path) {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Problem(`${name} can't be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} host that the gateway listens on @param {number} port @returns the URL by which this machine reaches it */
export function localUrl(host, port) {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * Returns the environment of the gateway and the worker. Given variables have precedence over the arranged ones.
 *
 * @param {Settings} settings
 * @param {{ port: number, redisUrl: string, browser?: string, secrets: { MASTER_KEY: string, ADMIN_TOKEN: string },
 *   samplePort?: number }} arranged `samplePort`: of the sample base
 * @returns {Record<string, string>}
 */
export function serviceEnvironment(settings, { port, redisUrl, browser, secrets, samplePort }) {
  const { host, data, given } = settings;
  const own = callsItself(settings) ? `${host}:${port}` : undefined;
  return {
    PUBLIC_URL: localUrl(host, port),
    REDIS_URL: redisUrl,
    ...(given['STORAGE'] === 's3' ? {} : { STORAGE: 'folder', STORAGE_FOLDER: join(data, 'files') }),
    ...secrets,
    ...given,
    HOST: host,
    PORT: String(port),
    ...(browser && { CHROME_PATH: browser }),
    OUTBOUND_ALLOW: [given['OUTBOUND_ALLOW'], own].filter(Boolean).join(),
    RECORD_HOSTS: [given['RECORD_HOSTS'], samplePort && `127.0.0.1:${samplePort}`].filter(Boolean).join(),
  };
}

/**
 * Returns whether http-request may call the gateway's own address. Behind a proxy or on a network, other callers could choose the address that
 * the gateway sees, or reach what only this machine should.
 *
 * @param {Pick<Settings, 'host' | 'given'>} settings @returns {boolean}
 */
export const callsItself = ({ host, given }) => host === '127.0.0.1' && given['TRUST_PROXY'] === undefined;

/**
 * @param {string} host @param {number | undefined} given 0: any free one; undefined: 8080 or the next free one
 * @returns {Promise<number>}
 * @throws {Problem} when it is not free, or nothing can listen on that host
 */
export async function choosePort(host, given, next = 8080) {
  const server = createServer();
  try {
    await once(server.listen(given ?? next, host), 'listening');
  } catch (caught) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (caught);
    if (code === 'EADDRINUSE' && given === undefined) return choosePort(host, given, next + 1);
    throw new Problem(`The gateway can't listen on ${host} (choose with PORT and HOST): ${message}`);
  }
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await once(server.close(), 'close');
  return port;
}
