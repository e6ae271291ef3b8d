/** The resources that processes use, read from Linux' `/proc`. */
import { readdirSync } from 'node:fs';
import { commandOf, descendantsOf, type RunningProcess, readProc, statFields } from '@toolpress/runtime';

/** The unit of times in `/proc` on every Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the processes and all their descendants. */
export const processTrees = (roots: readonly number[]): RunningProcess[] =>
  roots.flatMap((pid) => [{ pid, command: commandOf(pid) }, ...descendantsOf(pid)]);

/**
 * Returns the processor time of processes so far, in seconds. It includes children that have ended and were waited for. So the difference
 * of two readings of a whole tree is complete while the roots run.
 */
export function cpuSeconds(pids: readonly number[]): number {
  // utime, stime, cutime and cstime: fields 14 to 17 of all.
  const ticks = pids.flatMap((pid) => statFields(pid).slice(11, 15));
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) / TICKS_PER_SECOND;
}

/** Returns the processor time of processes and all their descendants so far, in seconds. */
export const treeCpuSeconds = (roots: readonly number[]): number =>
  cpuSeconds(processTrees(roots).map(({ pid }) => pid));

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
