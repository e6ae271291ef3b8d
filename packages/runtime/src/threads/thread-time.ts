/** The processor time of a thread of this process, which only Linux reports. */
import { readFileSync, readlinkSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** @returns the system's id of the current thread, for `threadCpuMs`, or undefined where it is unknown. */
export function systemThreadId(): number | undefined {
  try {
    return Number(/(?<!\d)\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]);
  } catch {
    return undefined;
  }
}

/** @returns the processor time so far in milliseconds, in steps of 10, or undefined when the thread has ended. */
export function threadCpuMs(threadId: number): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // utime and stime are fields 14 and 15. The second field, in brackets, may contain anything.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user + system) * 1_000) / TICKS_PER_SECOND;
}
