/** What the person asked for: the command line and the environment, read once. */
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { dataFolder } from './data-folder.mjs';

export const HELP = `scripts/start [--reload]

Starts Toolpress on this machine: installs what is missing, builds, starts Redis, the gateway and a worker, and shows a
command to try. Stays in the foreground; Ctrl-C stops everything in order.

  --reload   for development: compiles on change and restarts what has changed, shows every log line
  --help     this text

Environment (all of it is handed on to the services):
  TOOLPRESS_DATA   folder of everything that is kept; default: data/ in the project
  PORT, HOST       where the gateway listens; default: 127.0.0.1, port 8080 or the next free one
  REDIS_URL        a Redis to use; default: an own one in the data folder
  STORAGE          folder (default, in the data folder) or s3 with its S3_... settings
  CHROME_PATH      the Chromium to print with; default: the one that is installed
  MASTER_KEY, ADMIN_TOKEN   default: made once and kept in the data folder
`;

/**
 * @typedef {object} Settings
 * @property {boolean} help
 * @property {boolean} reload
 * @property {string} root of the project
 * @property {string} data absolute path of the data folder
 * @property {string} host
 * @property {number | undefined} port as given; undefined: 8080 or the next free one
 * @property {Record<string, string>} given the environment, without empty variables
 */

/**
 * @param {readonly string[]} args the command line, without the program
 * @param {Record<string, string | undefined>} env
 * @param {string} root of the project
 * @param {string} cwd relative paths in the environment start here, where the person stands
 * @returns {Settings}
 * @throws {Problem} on an unknown argument or a PORT that is no port
 */
export function readSettings(args, env, root, cwd) {
  const unknown = args.find((arg) => !['--reload', '--help', '-h'].includes(arg));
  if (unknown !== undefined) throw new Problem(`Unknown argument: ${unknown}\n\n${HELP}`);
  /** @type {Record<string, string>} */
  const given = {};
  for (const [name, value] of Object.entries(env)) if (value) given[name] = value;
  return {
    help: args.includes('--help') || args.includes('-h'),
    reload: args.includes('--reload'),
    root,
    data: dataFolder(given, root, cwd),
    host: given['HOST'] ?? '127.0.0.1',
    port: readPort(given['PORT']),
    given,
  };
}

/** @param {string | undefined} text */
function readPort(text) {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Problem(`PORT is no port number: ${text}`);
  return port;
}

/**
 * @param {string} host that the gateway listens on
 * @param {number} port
 * @returns {string} the base URL under which this machine reaches it
 */
export function localUrl(host, port) {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * The environment of the gateway and the worker: what was given wins over what this command arranges.
 *
 * @param {Settings} settings
 * @param {object} arranged
 * @param {number} arranged.port
 * @param {string} arranged.redisUrl
 * @param {string} arranged.browser
 * @param {{ MASTER_KEY: string, ADMIN_TOKEN: string }} arranged.secrets
 * @returns {Record<string, string>}
 */
export function serviceEnvironment(settings, { port, redisUrl, browser, secrets }) {
  return {
    PUBLIC_URL: localUrl(settings.host, port),
    REDIS_URL: redisUrl,
    ...(settings.given['STORAGE'] === 's3' ? {} : { STORAGE: 'folder', STORAGE_FOLDER: join(settings.data, 'files') }),
    ...secrets,
    ...settings.given,
    HOST: settings.host,
    PORT: String(port),
    CHROME_PATH: browser,
  };
}
