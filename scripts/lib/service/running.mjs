/** What runs on a data folder: one start at a time, and nothing left over from one that was killed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';
import { signalGroup } from '../run.mjs';

const END_LIMIT_MS = 10_000;
const POLL_MS = 50;

export class RunningProcesses {
  /** @param {string} folder has a file for each process @param {number} [endLimitMs] then a left-over one is killed */
  constructor(folder, endLimitMs = END_LIMIT_MS) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.endLimitMs = endLimitMs;
    this.path = (/** @type {string} */ name) => join(folder, `${name}.json`);
  }

  /** Makes this process the one that runs the data folder. @throws {Problem} when another one does */
  claim() {
    const holder = this.#read('start');
    if (!isAlive(holder)) this.remove('start');
    try {
      this.add('start', process.pid, 'wx');
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      throw new Problem(`Toolpress already runs on this data folder (process ${holder?.pid}). Stop it first.`);
    }
  }

  /** Frees the data folder. */
  release() {
    this.remove('start');
  }

  /**
   * Records a process at once, so that a later start knows it even if this process is killed.
   *
   * @param {string} name of the service
   * @param {number} pid
   * @param {'w' | 'wx'} [flag] wx: fails when there is a record
   */
  add(name, pid, flag = 'w') {
    const record = { pid, identity: identify(pid) };
    if (record.identity) writeFileSync(this.path(name), JSON.stringify(record), { mode: 0o600, flag });
  }

  /** @param {string} name of a service that has ended */
  remove(name) {
    rmSync(this.path(name), { force: true });
  }

  /**
   * Ends what an earlier start, killed before it could do so, has left running.
   *
   * @param {readonly string[]} names of services, in the order in which they are to end
   * @returns {Promise<string[]>} the names of those that ran
   */
  async endLeftovers(names) {
    const ended = [];
    for (const name of names) {
      const record = this.#read(name);
      if (record !== undefined && isAlive(record)) {
        ended.push(name);
        signalGroup(record.pid, 'SIGTERM');
        for (const limit = performance.now() + this.endLimitMs; isAlive(record); await sleep(POLL_MS)) {
          if (performance.now() > limit) signalGroup(record.pid, 'SIGKILL');
        }
      }
      this.remove(name);
    }
    return ended;
  }

  /** @param {string} name @returns {{ pid: number, identity: string } | undefined} undefined also when it was cut short */
  #read(name) {
    try {
      return JSON.parse(readFileSync(this.path(name), 'utf8'));
    } catch {
      return undefined;
    }
  }
}

const isAlive = (/** @type {{ pid: number, identity: string } | undefined} */ record) =>
  record !== undefined && identify(record.pid) === record.identity;

/**
 * @param {number} pid
 * @returns {string | undefined} the same text as long as that process lives, another one for any other process with
 *   this number, also after a reboot; undefined when there is no such process
 */
export function identify(pid) {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined;
  }
  const stat = readProcStat(pid);
  if (stat === undefined || stat.state === 'Z') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${stat.startTime}`;
}

/** @param {number | string} pid @returns fields of Linux' /proc/<pid>/stat; undefined when there is no such process */
export function readProcStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold anything; state is the third field.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', session: Number(fields[3]), startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
