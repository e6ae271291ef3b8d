/** What runs on a data folder: one start at a time, and nothing left over from one that was killed. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';
import { signalGroup } from '../process-group.mjs';
import { identify } from '../process-identity.mjs';

const END_LIMIT_MS = 10_000;
const POLL_MS = 50;
const SUPERVISOR = 'start';

/** @typedef {{ pid: number, identity: string }} ProcessRecord */

export class RunningProcesses {
  /**
   * @param {string} folder has a file per running process, see dataPaths().running
   * @param {number} [endLimitMs] how long a left-over process may take to end before it is killed
   */
  constructor(folder, endLimitMs = END_LIMIT_MS) {
    this.folder = folder;
    this.endLimitMs = endLimitMs;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Makes this process the one that runs the data folder.
   *
   * @throws {Problem} when another one does
   */
  claim() {
    const path = this.#path(SUPERVISOR);
    for (;;) {
      const holder = readRecord(path);
      if (holder !== undefined && lives(holder)) {
        throw new Problem(`Toolpress already runs on this data folder (process ${holder.pid}). Stop it first.`);
      }
      removeUnlessReplaced(path, holder);
      if (this.#create(path)) return;
    }
  }

  /**
   * @param {string} name of a service
   * @param {number} pid Written down at once, so that a later start knows it even if this process is killed.
   */
  add(name, pid) {
    const identity = identify(pid);
    if (identity !== undefined) writeFileSync(this.#path(name), JSON.stringify({ pid, identity }), { mode: 0o600 });
  }

  /** @param {string} name of a service that has ended */
  remove(name) {
    rmSync(this.#path(name), { force: true });
  }

  /** Gives the data folder free. */
  release() {
    this.remove(SUPERVISOR);
  }

  /**
   * Ends what an earlier start, killed before it could do so, has left running; in the given order.
   *
   * @param {readonly string[]} names of services
   * @returns {Promise<string[]>} the names of those that ran
   */
  async endLeftovers(names) {
    const ended = [];
    for (const name of names) {
      const record = readRecord(this.#path(name));
      if (record !== undefined && lives(record)) {
        await end(record, this.endLimitMs);
        ended.push(name);
      }
      this.remove(name);
    }
    return ended;
  }

  /** @param {string} path */
  #create(path) {
    const partial = `${path}.${process.pid}`;
    writeFileSync(partial, JSON.stringify({ pid: process.pid, identity: identify(process.pid) }), { mode: 0o600 });
    try {
      linkSync(partial, path); // fails when the name is taken, and never shows half a file
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(partial);
    }
  }

  /** @param {string} name */
  #path(name) {
    return join(this.folder, `${name}.json`);
  }
}

/**
 * Removes the file of a process that is gone; if another start was quicker and the file is already its own, it stays.
 *
 * @param {string} path
 * @param {ProcessRecord | undefined} gone
 */
function removeUnlessReplaced(path, gone) {
  const aside = `${path}.${process.pid}.gone`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readRecord(aside);
  if (moved !== undefined && moved.identity !== gone?.identity) linkSync(aside, path);
  rmSync(aside);
}

/**
 * @param {string} path
 * @returns {ProcessRecord | undefined}
 */
function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {ProcessRecord} record */
const lives = ({ pid, identity }) => identify(pid) === identity;

/**
 * @param {ProcessRecord} record of a process that leads its group
 * @param {number} limitMs
 */
async function end(record, limitMs) {
  signalGroup(record.pid, 'SIGTERM');
  const limit = performance.now() + limitMs;
  while (lives(record)) {
    if (performance.now() > limit) signalGroup(record.pid, 'SIGKILL');
    await sleep(POLL_MS);
  }
}
