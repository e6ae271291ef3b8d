/** Runs mocha and finds processes and files that it did not clean up. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalGroup } from '../run.mjs';
import { leftProcesses } from './leftovers.mjs';

/** The time limit for mocha's end after an interruption. */
const END_LIMIT_MS = 5_000;

/**
 * @typedef {object} TestRun
 * @property {number} code mocha's exit code
 * @property {string | undefined} tally `N passed, N failed, N skipped`; undefined when mocha ended early
 * @property {string[]} left descriptions of the remaining processes and files; the processes have been ended
 */

/**
 * @param {object} options
 * @param {string} options.root of the project, built
 * @param {readonly string[]} options.args passed to mocha, see mochaArguments()
 * @param {Record<string, string | undefined>} options.env
 * @param {AbortSignal} options.signal
 * @returns {Promise<TestRun>}
 */
export async function runMocha({ root, args, env, signal }) {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-test-'));
  const tallyFile = join(folder, 'tally');
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  // Servers that refuse to run as root run as other users, in a folder of their own in it.
  await Promise.all([folder, temporary].map((path) => chmod(path, 0o711)));
  // On Node.js 24, npm keeps compiled code among the temporary files.
  const NODE_COMPILE_CACHE = join(folder, 'compiled');
  const marker = { name: 'TOOLPRESS_TEST_RUN', value: randomBytes(8).toString('hex') };
  try {
    const mocha = [join(root, 'node_modules/mocha/bin/mocha.js'), '--reporter-option', `tally=${tallyFile}`];
    const child = spawn(process.execPath, [...mocha, ...args], {
      cwd: root,
      env: { ...env, TMPDIR: temporary, NODE_COMPILE_CACHE, [marker.name]: marker.value },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true, // a separate session, which identifies its processes
    });
    const code = await ended(child, signal);
    const left = await leftBehind({ marker: `${marker.name}=${marker.value}`, session: child.pid ?? 0 }, temporary);
    signal.throwIfAborted();
    const tally = await readFile(tallyFile, 'utf8').catch(() => undefined);
    return { code, tally: tally?.trim(), left };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {AbortSignal} signal
 * @returns {Promise<number>}
 */
async function ended(child, signal) {
  /** @type {NodeJS.Timeout | undefined} */
  let overdue;
  const interrupt = () => {
    signalGroup(child.pid, 'SIGINT');
    overdue = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), END_LIMIT_MS);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  signal.removeEventListener('abort', interrupt);
  clearTimeout(overdue);
  return code;
}

/**
 * @param {{ marker: string, session: number }} run
 * @param {string} temporary the run's folder for temporary files
 */
async function leftBehind(run, temporary) {
  const processes = await leftProcesses(run);
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
  const files = await readdir(temporary);
  return [
    ...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
    ...files.map((name) => `temporary file: ${name}`),
  ];
}
