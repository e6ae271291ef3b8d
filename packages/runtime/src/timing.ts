/** How long work may take, and how often it is done. */

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

/** A failure is kept for so long at most. */
const FAILURE_KEPT_MS = 1_000;

/** Bounds how often something is done for each name, however many ask. */
export class Throttle<Result> {
  private readonly latest = new Map<string, { result: Promise<Result>; until: number }>();

  /**
   * @param periodMs how long a result is given to who asks next.
   * @param maxNames how many names are remembered at most: beyond that all are forgotten, and done once more.
   */
  constructor(
    private readonly periodMs: number,
    private readonly maxNames = 10_000,
  ) {}

  /** Does it, unless it is under way or was done within the period: then that result, or failure, is shared. */
  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.latest.get(name);
    if (known !== undefined && performance.now() < known.until) return known.result;
    if (this.latest.size >= this.maxNames) this.latest.clear();
    const run = { result: work(), until: Number.POSITIVE_INFINITY };
    const keepFor = (ms: number) => (): void => {
      run.until = performance.now() + ms;
    };
    run.result.then(keepFor(this.periodMs), keepFor(Math.min(this.periodMs, FAILURE_KEPT_MS)));
    this.latest.set(name, run);
    return run.result;
  }
}

/** @returns the look-up, done at most once in a period; those who ask while one is under way share it. */
export function atMostEvery<Result>(periodMs: number, lookUp: () => Promise<Result>): () => Promise<Result> {
  const throttle = new Throttle<Result>(periodMs);
  return () => throttle.run('', lookUp);
}
