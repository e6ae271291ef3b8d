/** Runs a program to its end. */
import { spawn } from 'node:child_process';
import { Problem } from './problem.mjs';

/** Lines of a failed program's output that are shown. */
const SHOWN_LINES = 40;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] the whole environment; this process's own by default
 * @property {AbortSignal | undefined} [signal] ends the program with SIGTERM
 * @property {number} [timeoutMs] ends the program when it takes longer
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | null, output: string }>} the exit code (null: ended by a signal or not startable)
 *   and everything it wrote, both streams. Rejects only when `signal` is aborted, with its reason.
 */
export async function run(command, args, { cwd, env = process.env, signal, timeoutMs } = {}) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
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
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its output
 * @throws {Problem} with the end of the output when the exit code is not 0
 */
export async function mustRun(what, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  const ended = code === null ? 'did not end by itself' : `ended with ${code}`;
  throw new Problem(`${what} failed: "${command} ${args.join(' ')}" ${ended}.\n\n${lastLines(output, SHOWN_LINES)}`);
}

/**
 * @param {string} text
 * @param {number} count
 */
export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
