/** The parent's side of a target that is a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signalGroup } from '../../../scripts/lib/run.mjs';

/** Every Chromium has the worker's fonts. */
const FONTS = fileURLToPath(new URL('../../../fonts/fonts.conf', import.meta.url));
const START_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = 300_000;
const END_LIMIT_MS = 10_000;

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {number[]} roots pids: what is below them belongs to it as well
 * @property {(document: import('../documents.mjs').BenchDocument, load: import('../load.mjs').Load) => Promise<import('../load.mjs').LoadResult>} run
 * @property {() => Promise<void>} end
 */

/**
 * @param {string} name
 * @param {URL} program
 * @param {object} settings handed to the program
 * @param {{ signal: AbortSignal, temporary: string }} around `temporary`: its folder for temporary files
 * @returns {Promise<Target>}
 */
export async function launchTarget(name, program, settings, { signal, temporary }) {
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
  const failed = exit.then(() => {
    throw new Error(`${name} ended by itself:\n${complaints}`);
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
    await message(START_LIMIT_MS);
  } catch (error) {
    await end();
    throw signal.aborted ? signal.reason : error;
  }
  return {
    name,
    roots: [child.pid ?? 0],
    async run(document, load) {
      child.send({ document, load });
      const { result, error } = await message(RUN_LIMIT_MS).catch((cause) => {
        throw signal.aborted ? signal.reason : cause;
      });
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return result;
    },
    end,
  };
}
