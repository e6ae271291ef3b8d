/** The parent's side of a target: a server in its own process, and the clients that ask it in another. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signalGroup } from '../../../scripts/lib/run.mjs';

/** Every target has the worker's fonts. */
const FONTS = fileURLToPath(new URL('../../../fonts/fonts.conf', import.meta.url));
const CLIENTS = new URL('./http-clients.mjs', import.meta.url);
const START_LIMIT_MS = 60_000;
/** Time for a turn beyond what its load asks for. */
const RUN_LIMIT_MS = 300_000;
const END_LIMIT_MS = 10_000;

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {number[]} roots process ids; their descendants belong to the target, too
 * @property {(document: import('../documents.mjs').BenchDocument, load: import('../load.mjs').Load) => Promise<import('../load.mjs').LoadResult>} run
 * @property {() => Promise<void>} end
 *
 * @typedef {object} Around
 * @property {AbortSignal} signal
 * @property {string} temporary the folder for temporary files
 */

/**
 * Starts a server and the clients that ask it.
 *
 * @param {string} name
 * @param {URL} program announces its URL, see program.mjs
 * @param {object} settings passed to the program
 * @param {keyof typeof import('./requests.mjs').REQUESTS} form of the requests
 * @param {Around} around
 * @returns {Promise<Target>}
 */
export async function launchServer(name, program, settings, form, around) {
  const { child: server, ready: url } = await launch(name, program, settings, around);
  try {
    const clients = await launchClients(name, { url, form }, around);
    return {
      name,
      roots: server.roots,
      run: (document, load) => Promise.race([clients.run(document, load), server.failed]),
      end: async () => void (await Promise.all([clients.end(), server.end()])),
    };
  } catch (error) {
    await server.end();
    throw error;
  }
}

/**
 * Starts the clients of a server.
 *
 * @param {string} name
 * @param {import('./http-clients.mjs').Endpoint} endpoint
 * @param {Around} around
 * @returns {Promise<Target>} `roots` are the clients' own
 */
export async function launchClients(name, endpoint, around) {
  const { child } = await launch(`the clients of ${name}`, CLIENTS, endpoint, around);
  return {
    name,
    roots: child.roots,
    async run(document, load) {
      const { result, error } = await child.ask({ document, load }, (load.forMs ?? 0) + RUN_LIMIT_MS);
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return result;
    },
    end: child.end,
  };
}

/**
 * @param {string} name
 * @param {URL} program
 * @param {object} settings
 * @param {Around} around
 */
async function launch(name, program, settings, { signal, temporary }) {
  signal.throwIfAborted();
  const child = fork(program, [JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Ctrl-C in the terminal is for the parent, which ends its children in order.
    detached: true,
    env: { ...process.env, TMPDIR: temporary, FONTCONFIG_FILE: FONTS },
  });
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-4_000);
  });
  const exit = once(child, 'exit');
  /** @type {Promise<never>} */
  const failed = exit.then(() => {
    throw new Error(`${name} ended unexpectedly:\n${complaints}`);
  });
  failed.catch(() => undefined);

  /** @param {number} limitMs @returns {Promise<any>} the next message */
  const message = async (limitMs) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const [heard] = await Promise.race([once(child, 'message', { signal: limit }), failed]);
    return heard;
  };
  const end = async () => {
    if (child.connected) child.disconnect();
    const overdue = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), END_LIMIT_MS);
    await exit;
    clearTimeout(overdue);
  };
  try {
    const { ready } = await message(START_LIMIT_MS);
    /** @param {object} order @param {number} limitMs */
    const ask = (order, limitMs) => {
      child.send(order);
      return message(limitMs).catch((cause) => {
        throw signal.aborted ? signal.reason : cause;
      });
    };
    return { child: { roots: [child.pid ?? 0], ask, end, failed }, ready };
  } catch (error) {
    await end();
    throw signal.aborted ? signal.reason : error;
  }
}
