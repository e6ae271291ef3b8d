/** The time limit, in milliseconds, for results that follow many documents, or a limit of the service such as a lock's. */
export const AFTER_WORK_MS = 200_000;

/**
 * Waits until an assertion holds, for what happens a moment after an answer. It fails with the assertion's own error.
 *
 * @param withinMs how long it may take on a busy machine.
 */
export async function eventually(assertion: () => unknown, withinMs = 30_000): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
