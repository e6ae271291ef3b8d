/**
 * Waits until an assertion holds, for what happens a moment after an answer. It fails with the assertion's own error.
 */
export async function eventually(assertion: () => unknown, withinMs = 10_000): Promise<void> {
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
