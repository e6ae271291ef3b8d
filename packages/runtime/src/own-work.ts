/** Whose work a process does: so that an exception that nobody caught is told to the request that it belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The work on one request. */
export interface OwnWork {
  requestId: string;
  /** Called when something within it threw and nobody caught it: nothing may come of the work any more. */
  fail: (error: UncaughtError) => void;
}

/** Something within a piece of work threw, where nobody could catch it. */
export class UncaughtError extends Error {
  override readonly name = 'UncaughtError';
  constructor(cause: unknown) {
    super('an exception that nobody caught', { cause });
  }
}

const current = new AsyncLocalStorage<OwnWork>();
const underWay = new Set<OwnWork>();

/** Runs what begins a piece of work; whatever it starts belongs to the work. To be followed by `endWork`. */
export function beginWork<Result>(work: OwnWork, begin: () => Result): Result {
  underWay.add(work);
  return current.run(work, begin);
}

export function endWork(work: OwnWork): void {
  underWay.delete(work);
}

/** Does a piece of work from its beginning to its end. @throws UncaughtError, or what the work throws. */
export function doWork<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const own: OwnWork = { requestId, fail: reject };
    beginWork(own, work)
      .finally(() => endWork(own))
      .then(resolve, reject);
  });
}

/** @returns the work that the code at hand belongs to. What it left behind, such as a connection, is nobody's. */
export function ownWork(): OwnWork | undefined {
  const work = current.getStore();
  return work !== undefined && underWay.has(work) ? work : undefined;
}

/** @returns the ids of the requests at work. */
export const requestsAtWork = (): string[] => [...underWay].map(({ requestId }) => requestId);

/** @returns the function, as part of the work at hand, whoever calls it. */
export function asOwnWork<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const work = current.getStore();
  // `AsyncLocalStorage.bind` makes an object with deprecated properties each time, which takes 10 µs instead of 0.04.
  return work === undefined ? run : (...args) => current.run(work, run, ...args);
}
