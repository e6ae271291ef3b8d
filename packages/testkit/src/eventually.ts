/**
 * Waits until an assertion holds, for what happens a moment after an answer. It fails with the assertion's own error.
 *
 * @param withinMs no span that anything may take: that it ends at all, on a busy machine as well.
 */
export async function eventually(assertion: () => unknown, withinMs = 200_000): Promise<void> {
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
