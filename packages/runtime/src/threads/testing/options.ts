/** The options of threads for tests. */
import type { TaskOptions } from '../task-thread.js';

export const OPTIONS = { script: new URL('./test-thread.js', import.meta.url), heapMb: 64, youngMb: 16 };

/** Returns the options of a task. @param more replace the usual ones. */
export const usual = (more: Partial<TaskOptions> = {}): TaskOptions => ({
  calls: () => ({}),
  cpuMs: 10_000,
  remainingMs: 60_000,
  ...more,
});
