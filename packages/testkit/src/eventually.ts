/** The time limit in milliseconds for states that tests wait for. A busy machine may be ten times slower than a quiet one. */
export const AFTER_WORK_MS = 200_000;

/**
 * Waits until an assertion holds, for what happens a moment after an answer. It fails with the assertion's own error.
 *
 * @param withinMs the time limit.
 */
export async function eventually(assertion: () => unknown, withinMs = AFTER_WORK_MS): Promise<void> {
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
