/**
 * Waits for a close, but not for ever: a connection that is ended between two attempts to reconnect never reports its
 * end (ioredis). Nothing of it is left by then, no socket and no timer, so there is nothing to wait for either.
 */
export async function settleWithin(close: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([close, limit]);
  clearTimeout(timer);
}

/** How long the connections of a queue may take to close. */
export const CLOSE_LIMIT_MS = 1_000;
