/** Finds processes and files that a test run did not clean up. Processes are found on Linux only. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { statFields } from '../../../packages/runtime/dist/proc.js';

const GRACE_MS = 3_000;
const POLL_MS = 50;

/**
 * @param {object} run
 * @param {string} run.marker NAME=value in the environment of everything that the run starts
 * @param {number} run.session of the run's first process: finds processes that clear their environment, such as Redis
 * @param {number} [graceMs] how long ending processes may take
 * @returns {Promise<{ pid: number, command: string }[]>} the processes that remain
 */
export async function leftProcesses(run, graceMs = GRACE_MS) {
  const limit = performance.now() + graceMs;
  for (;;) {
    const found = await findProcesses(run);
    if (found.length === 0 || performance.now() > limit) return found;
    await sleep(POLL_MS);
  }
}

/**
 * @param {{ marker: string, session: number }} run
 */
async function findProcesses({ marker, session }) {
  const names = process.platform === 'linux' ? await readdir('/proc') : [];
  const found = [];
  for (const name of names.filter((entry) => /^\d+$/.test(entry))) {
    const [state, , , ofSession] = statFields(Number(name));
    if (ofSession === undefined || state === 'Z') continue;
    if (Number(ofSession) !== session && !(await read(name, 'environ')).includes(marker)) continue;
    const command = (await read(name, 'cmdline')).join(' ').trim();
    found.push({ pid: Number(name), command: command || '(ended meanwhile)' });
  }
  return found;
}

/**
 * @param {string} pid
 * @param {'environ' | 'cmdline'} file
 * @returns {Promise<string[]>} its words; none when the process has ended or belongs to another user
 */
async function read(pid, file) {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return text.split('\0');
}
