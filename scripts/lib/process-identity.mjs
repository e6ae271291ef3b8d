/** Tells a process from a later one that was given the same number. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @param {number} pid
 * @returns {string | undefined} the same text as long as that process lives, another one for any other process with
 *   this number, also after a reboot; undefined when there is no such process
 */
export function identify(pid) {
  if (process.platform === 'linux') return identifyByProc(pid);
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}

/** @param {number} pid */
function identifyByProc(pid) {
  const stat = readProcStat(pid);
  if (stat === undefined || stat.state === 'Z') return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot} ${stat.startTime}`;
}

/**
 * @param {number | string} pid
 * @returns {{ state: string, session: number, startTime: string } | undefined} of Linux' /proc/<pid>/stat
 */
export function readProcStat(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in brackets, which may hold anything; state is the third field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', session: Number(fields[3]), startTime: fields[19] ?? '' };
}
