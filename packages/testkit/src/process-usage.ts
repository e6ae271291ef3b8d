/** The resources that processes use, read from Linux' `/proc`. */
import { readdirSync } from 'node:fs';
import { commandOf, descendantsOf, type RunningProcess, readProc, statFields } from '@toolpress/runtime';

/** The unit of times in `/proc` on every Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the processes and all their descendants. */
export const processTrees = (roots: readonly number[]): RunningProcess[] =>
  roots.flatMap((pid) => [{ pid, command: commandOf(pid) }, ...descendantsOf(pid)]);

/** Processor time in seconds. */
export interface CpuTime {
  /** The time of the measured processes themselves. */
  own: number;
  /** The time of these and all their descendants, also of those that have ended. */
  all: number;
}

/**
 * Begins to measure the processor time of processes and their descendants.
 *
 * The time of a process that ends is added to its parent's, but only if the parent waits for it. Otherwise, only what it took after the
 * beginning is lost: no time is negative.
 *
 * @returns a function that returns the time since the beginning.
 */
export function measureCpu(roots: readonly number[]): () => CpuTime {
  const before = readTimes(roots);
  return () => {
    const after = readTimes(roots);
    const handedUp = new Map<number, number>();
    for (const [pid, { parent, own, ended }] of before) {
      if (after.has(pid)) continue;
      let heir = parent;
      for (let gone = before.get(heir); gone && !after.has(heir); gone = before.get(heir)) heir = gone.parent;
      handedUp.set(heir, (handedUp.get(heir) ?? 0) + own + ended);
    }
    const ticks = { own: 0, all: 0 };
    for (const [pid, { own, ended }] of after) {
      const { own: ownBefore, ended: endedBefore } = before.get(pid) ?? { own: 0, ended: 0 };
      if (roots.includes(pid)) ticks.own += own - ownBefore;
      ticks.all += own - ownBefore + Math.max(0, ended - endedBefore - (handedUp.get(pid) ?? 0));
    }
    return { own: ticks.own / TICKS_PER_SECOND, all: ticks.all / TICKS_PER_SECOND };
  };
}

/** Times in ticks; `ended`: of the children that have ended and were waited for. */
interface Times {
  parent: number;
  own: number;
  ended: number;
}

/** Returns the times of processes and all their descendants. Zombies are among them: no other process has their time yet. */
function readTimes(roots: readonly number[]): Map<number, Times> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const all = new Map(pids.map((pid) => [pid, timesOf(pid)]));
  const isBelow = (pid: number): boolean => roots.includes(pid) || (all.has(pid) && isBelow(all.get(pid)?.parent ?? 0));
  return new Map([...all].filter(([pid]) => isBelow(pid)));
}

function timesOf(pid: number): Times {
  // ppid, and utime, stime, cutime and cstime: fields 4 and 14 to 17 of all.
  const fields = statFields(pid).map(Number);
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, own: utime + stime, ended: cutime + cstime };
}

/**
 * Returns the memory of processes in bytes. Shared memory is divided among its processes (PSS), so that sums are correct. Takes some
 * milliseconds per process, because the kernel walks all pages: do not call it while a time is measured.
 */
export const memoryBytes = (pids: readonly number[]): number =>
  sumOf(pids, (pid) => 1024 * Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0));

/** Returns the number of open file descriptors of processes. */
export const openFiles = (pids: readonly number[]): number =>
  sumOf(pids, (pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).length;
    } catch {
      return 0; // ended meanwhile
    }
  });

const sumOf = (pids: readonly number[], measure: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + measure(pid), 0);
