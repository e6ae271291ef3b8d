/** Tracks the request that code runs for, so that an uncaught exception fails that request. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The work on one request. */
export interface OwnWork {
  requestId: string;
  /** Called on an uncaught exception in the work, which may then never complete. */
  fail: (error: UncaughtError) => void;
}

/** An uncaught exception in the work on a request. */
export class UncaughtError extends Error {
  override readonly name = 'UncaughtError';
  constructor(cause: unknown) {
    super('uncaught exception', { cause });
  }
}

const current = new AsyncLocalStorage<OwnWork>();
const underWay = new Set<OwnWork>();

/** Starts work on a request. All that it starts belongs to the work. Must be followed by `endWork`. */
export function beginWork<Result>(work: OwnWork, begin: () => Result): Result {
  underWay.add(work);
  return current.run(work, begin);
}

/** Ends work that `beginWork` began: an uncaught exception no longer fails it. */
export function endWork(work: OwnWork): void {
  underWay.delete(work);
}

/** Runs work on a request to its end. @throws UncaughtError, or the error of the work. */
export function doWork<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const own: OwnWork = { requestId, fail: reject };
    beginWork(own, work)
      .finally(() => endWork(own))
      .then(resolve, reject);
  });
}

/** Returns the work that the running code belongs to, if it is still active. */
export function ownWork(): OwnWork | undefined {
  const work = current.getStore();
  return work !== undefined && underWay.has(work) ? work : undefined;
}

/** Returns the ids of the active requests. */
export const requestsAtWork = (): string[] => [...underWay].map(({ requestId }) => requestId);

/** Binds a function to the current work. */
export function asOwnWork<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const work = current.getStore();
  // `AsyncLocalStorage.bind` creates an object with deprecated properties, which takes 10 µs instead of 0.04 µs.
  return work === undefined ? run : (...args) => current.run(work, run, ...args);
}
