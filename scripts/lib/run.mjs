/** Runs a program to its end. */
import { spawn } from 'node:child_process';
import { Problem } from './problem.mjs';
import { signalGroup } from './process-group.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] the whole environment; this process's own by default
 * @property {AbortSignal | undefined} [signal] ends the program, and what it started, with SIGTERM
 * @property {number} [timeoutMs] ends it likewise when it takes longer
 * @property {boolean} [terminal] leaves it its ties to the terminal, as sudo needs them to know its user again
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | null, output: string }>} the exit code (null: ended by a signal or not startable)
 *   and everything it wrote, both streams. Rejects only when `signal` is aborted, with its reason.
 */
export async function run(command, args, { cwd, env = process.env, signal, timeoutMs, terminal = false } = {}) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !terminal });
  let output = '';
  const collect = (/** @type {string} */ text) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const end = () => (terminal ? child.kill('SIGTERM') : signalGroup(child.pid, 'SIGTERM'));
  const limit = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      collect(error.message);
      resolve(null);
    });
    child.once('close', resolve);
  });
  clearTimeout(limit);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  return { code, output };
}

/**
 * Like {@link run}, for a program that has to succeed.
 *
 * @param {string} what names the work in the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { shownLines?: number }} [options] `shownLines`: how much of the output the message has
 * @returns {Promise<string>} its output
 * @throws {Problem} when the exit code is not 0
 */
export async function mustRun(what, command, args, { shownLines = 40, ...options } = {}) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  const ended = code === null ? 'did not end by itself' : `ended with ${code}`;
  throw new Problem(`${what} failed: "${command} ${args.join(' ')}" ${ended}.\n\n${excerpt(output, shownLines)}`);
}

/**
 * @param {string} text
 * @param {number} count of lines
 * @returns {string} its first and its last lines: some programs begin with the cause, others end with it
 */
export function excerpt(text, count) {
  const lines = text.trim().split('\n');
  if (lines.length <= count) return lines.join('\n');
  const half = Math.floor(count / 2);
  return [...lines.slice(0, half), '…', ...lines.slice(-half)].join('\n');
}
