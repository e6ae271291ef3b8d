/** Limits the duration and the frequency of work. */

/** Work exceeded its time limit. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/**
 * Waits for work up to a time limit. After the limit the work continues, but its result is ignored.
 *
 * @param limitMs the time limit in milliseconds.
 * @param onTimeout returns the result after the limit, or throws.
 * @throws TimedOut after the limit without `onTimeout`; the error of the work.
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

/** Settles like `work`, or rejects with the signal's reason when that comes first; the outcome of `work` is then ignored. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The maximum time that a failure is shared, in milliseconds. */
const FAILURE_KEPT_MS = 1_000;

/** Limits how often work runs for each name, independent of the number of callers. */
export class Throttle<Result> {
  private readonly latest = new Map<string, { result: Promise<Result>; until: number }>();

  /**
   * @param periodMs how long a result is shared, in milliseconds.
   * @param maxNames the limit of remembered names, after which all are forgotten.
   */
  constructor(
    private readonly periodMs: number,
    private readonly maxNames = 10_000,
  ) {}

  /** Runs the work, or shares the result or failure of a run that is active or was within the period. */
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

/** Returns a function that runs the lookup at most once per period. Concurrent callers share it. */
export function atMostEvery<Result>(periodMs: number, lookUp: () => Promise<Result>): () => Promise<Result> {
  const throttle = new Throttle<Result>(periodMs);
  return () => throttle.run('', lookUp);
}
