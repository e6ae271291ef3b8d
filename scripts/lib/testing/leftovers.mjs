/** What a test run has left behind: processes and files that nobody will remove. Processes are found on Linux only. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { statFields } from '../../../packages/runtime/dist/proc.js';

const GRACE_MS = 3_000;
const POLL_MS = 50;

/**
 * @param {object} run
 * @param {string} run.marker NAME=value in the environment of everything that the run starts
 * @param {number} run.session of the run's first process: finds what wiped its environment, as Redis does
 * @param {number} [graceMs] what is on its way out may take this long
 * @returns {Promise<{ pid: number, command: string }[]>} those that are still there then
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
 * @returns {Promise<string[]>} its words; none when the process is gone or somebody else's
 */
async function read(pid, file) {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return text.split('\0');
}
