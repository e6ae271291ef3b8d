/** What processes use up of the machine, as Linux counts it in `/proc`. */
import { readdirSync } from 'node:fs';
import { commandOf, descendantsOf, type RunningProcess, readProc, statFields } from '@toolpress/runtime';

/** Linux tells times to programs in this unit, whatever its own clock does. */
const TICKS_PER_SECOND = 100;

/** The processes themselves and all below them. */
export const processTrees = (roots: readonly number[]): RunningProcess[] =>
  roots.flatMap((pid) => [{ pid, command: commandOf(pid) }, ...descendantsOf(pid)]);

/**
 * Processor time of processes so far, seconds; the time of children that ended and were waited for is in their parent's.
 * So the difference of two readings of a whole tree misses nothing, as long as the roots live.
 */
export function cpuSeconds(pids: readonly number[]): number {
  // utime, stime, cutime and cstime: fields 14 to 17 of all.
  const ticks = pids.flatMap((pid) => statFields(pid).slice(11, 15));
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) / TICKS_PER_SECOND;
}

/** Processor time of processes and all below them so far, seconds. */
export const treeCpuSeconds = (roots: readonly number[]): number =>
  cpuSeconds(processTrees(roots).map(({ pid }) => pid));

/**
 * Memory of processes, bytes: what is shared counts for each by its share (PSS), so sums are true. The kernel walks all
 * pages for it, some milliseconds a process: not for moments that are being timed.
 */
export const memoryBytes = (pids: readonly number[]): number =>
  sumOf(pids, (pid) => 1024 * Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0));

/** File descriptors that processes have open. */
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
