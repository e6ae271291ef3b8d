/**
 * Printing takes what of the processor is left: gateway, Redis and store go first, which answer in no time when they are let.
 * Without that, requests wait for a core while large documents are printed, even those that print nothing.
 */
import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@toolpress/runtime';

/** The system changes no more than one session each 100 ms for a user, and says EAGAIN to others. */
const RETRY_MS = 120;
const MAX_TRIES = 10;

/**
 * Lowers the priority of this process and of all that it will launch, unless it was started with a lower one. A system that
 * does not let it is logged as a warning.
 *
 * @param nice 0 to 19
 */
export function lowerPriority(nice: number, logger: Logger): void {
  try {
    if (getPriority() < nice) setPriority(nice);
  } catch (error) {
    logger.warn({ err: error }, 'printing could not be made to yield the processor');
  }
}

/**
 * Lowers the priority of a session's share to that of this process: Linux shares the processor out to sessions, and `nice` counts
 * within one only (autogroup, see sched(7)). Where it does not, in containers among others, nothing happens.
 *
 * @param pid of the session's leader, which Chromium is.
 */
export async function lowerSessionPriority(pid: number): Promise<void> {
  const nice = getPriority();
  if (nice <= 0) return;
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(nice));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return; // there are no such groups, or the session has ended
    }
    await sleep(RETRY_MS, undefined, { ref: false });
  }
}
