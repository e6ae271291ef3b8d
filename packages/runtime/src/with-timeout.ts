/** Work took longer than it may. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/**
 * Waits for work, but not longer than the limit. The work itself goes on; how it ends then is ignored.
 *
 * @param limitMs milliseconds.
 * @param onTimeout gives the result when the time is up, or throws.
 * @throws TimedOut when the time is up and there is no `onTimeout`; what the work throws.
 */
export async function withTimeout<Result, Late = never>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: () => Late = () => {
    throw new TimedOut(`not done within ${limitMs} ms`);
  },
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  }).then(onTimeout);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
