/** Programs: found on this machine, run to their end, ended with all that they started. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { Problem } from './problem.mjs';

/** Where system packages and Homebrew put programs, also when somebody's `PATH` does not have it. */
const SYSTEM_PATH = '/opt/homebrew/bin:/usr/local/bin:/usr/bin:/usr/sbin:/bin';

/** @param {string} name of a program, or its absolute path @returns {string | undefined} where it is */
export function findProgram(name) {
  const folders = `${process.env['PATH'] ?? ''}:${SYSTEM_PATH}`.split(delimiter).filter(Boolean);
  return (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}

/**
 * Runs a program to its end. Rejects only when `signal` is aborted, with its reason.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {Record<string, string | undefined>} [options.env] the whole environment; this process's own by default
 * @param {AbortSignal | undefined} [options.signal] ends the program, and what it started, with SIGTERM
 * @param {number} [options.timeoutMs] ends it likewise when it takes longer
 * @param {boolean} [options.terminal] leaves it in our process group, as sudo needs it to know its user again
 * @returns {Promise<{ code: number | null, output: string }>} the exit code (null: ended by a signal or not startable)
 *   and everything it wrote, both streams
 */
export async function run(command, args, { cwd, env = process.env, signal, timeoutMs, terminal = false } = {}) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !terminal });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const end = () => (terminal ? child.kill('SIGTERM') : signalGroup(child.pid, 'SIGTERM'));
  const limit = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once('close', resolve).once('error', (error) => {
      output += error.message;
      resolve(null);
    });
  });
  clearTimeout(limit);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  return { code, output };
}

/**
 * Like {@link run}, for a program that has to succeed: rejects with a {@link Problem} that shows its output.
 *
 * @param {string} what names the work in the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2] & { shownLines?: number }} [options] `shownLines`: how much of the output is shown
 * @returns {Promise<string>} its output
 */
export async function mustRun(what, command, args, { shownLines = 40, ...options } = {}) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  const ended = code === null ? 'did not end by itself' : `ended with ${code}`;
  throw new Problem(`${what} failed: "${command} ${args.join(' ')}" ${ended}.\n\n${excerpt(output, shownLines)}`);
}

/** @param {string} text @param {number} count of lines @returns its first and its last lines: either may have the cause */
export function excerpt(text, count) {
  const lines = text.trim().split('\n');
  const half = Math.floor(count / 2);
  return (lines.length <= count ? lines : [...lines.slice(0, half), '…', ...lines.slice(-half)]).join('\n');
}

/** @param {number | undefined} pid of a group's leader; undefined: it could not be started @param {NodeJS.Signals} signal */
export function signalGroup(pid, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
