/** The processor time of a thread of this process, as Linux counts it; elsewhere it is not known. */
import { readFileSync, readlinkSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** @returns what the system calls the thread that calls this, for `threadCpuMs`; undefined where it does not say. */
export function systemThreadId(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]);
  } catch {
    return undefined;
  }
}

/** @returns how long it has been computing so far, milliseconds, to ten of them; undefined when it has ended. */
export function threadCpuMs(threadId: number): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // utime and stime: fields 14 and 15 of all; the second one, in brackets, may hold anything.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user + system) * 1_000) / TICKS_PER_SECOND;
}
