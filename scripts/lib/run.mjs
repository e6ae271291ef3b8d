/** Finds, runs and ends programs. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.mjs';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} name of a program, or its absolute path @returns {string | undefined} its path */
export function findProgram(name) {
  const folders = process.env['PATH']?.split(delimiter) ?? [];
  return folders
    .map((folder) => resolve(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    });
}

/**
 * Runs a program to its end, by default in the project's folder. If `signal` is aborted, rejects with its reason
 * after the program has ended.
 *
 * @param {string} command @param {readonly string[]} args
 * @param {Pick<import('node:child_process').SpawnOptions, 'cwd' | 'env' | 'signal' | 'killSignal' | 'timeout'>} [options]
 * @returns {Promise<{ code: number | null, output: string }>} its exit code (null: ended by a signal) and its output
 */
export async function run(command, args, options = {}) {
  options.signal?.throwIfAborted();
  const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (/** @type {string | Error} */ text) => {
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', collect);
  child.on('error', collect);
  const code = await new Promise((resolve) => child.once('close', resolve));
  options.signal?.throwIfAborted();
  return { code, output };
}

/**
 * Runs a program that must succeed. Rejects with a {@link Problem} that shows its output.
 *
 * @param {string} what names the work in the message @param {Parameters<typeof run>} program @returns its output
 */
export async function mustRun(what, ...program) {
  const { code, output } = await run(...program);
  if (code === 0) return output.trim();
  const [command, args] = program;
  const ended = code === null ? 'was ended by a signal' : `ended with ${code}`;
  throw new Problem(`${what} failed: "${command} ${args.join(' ')}" ${ended}.\n\n${excerpt(output)}`);
}

/** @param {string} text @returns its last lines */
export const excerpt = (text, count = 100) => text.trim().split('\n').slice(-count).join('\n');

/** @param {number | undefined} pid of a group's leader; undefined: it could not be started @param {NodeJS.Signals} signal */
export function signalGroup(pid, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
