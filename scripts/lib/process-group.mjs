/** Signals to a process and everything that it started in its group. */

/**
 * @param {number | undefined} pid of the group's leader (a program spawned with `detached`); undefined or 0 when it
 *   could not be started
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  if (!pid) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
