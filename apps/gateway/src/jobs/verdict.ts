/** Decides whether a failed job is tried again. */
import { type ErrorData, ServiceError } from '@toolpress/contract';
import { isRedisOutage, SecretUnreadable } from '@toolpress/runtime';
import type { TakenJob } from './job-record.js';
import { unreadable } from './job-record.js';

/** The largest number of attempts, for jobs that take too long or whose gateways die. */
export const MAX_ATTEMPTS = 5;
/** The delay before the next attempt in milliseconds, unless the error has a `Retry-After`. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The factor by which the delay grows with each attempt. */
const BACKOFF = 5;

/** The longest time in milliseconds that a job is tried again because its provider of records accepts no request. */
const LONGEST_PROVIDER_WAIT_MS = 24 * 3_600_000;

/** The errors that the job does not cause. Such attempts do not count. */
const TEMPORARY: ReadonlySet<string> = new Set([
  ...['unavailable', 'overloaded', 'queue_full', 'concurrency_exceeded'],
]);

/**
 * `later`: return the job to the queue for this many milliseconds, without counting the attempt. `again`: the same, but the attempt counts.
 * `fault`: the job has failed; `isServices` marks internal errors.
 */
export type Verdict = { later: number } | { again: number } | { fault: ErrorData; isServices: boolean };

/** The number of attempts, including the current one, and the time of the job's submission in epoch milliseconds. */
export type Tried = Pick<TakenJob, 'attempts' | 'created'>;

/** Decides how a failed job continues. */
export function verdictOn(error: unknown, { attempts, created }: Tried): Verdict {
  const known = knownOf(error);
  const isRenderers = known?.reason === 'renderer_failed';
  const isGivenUp = known?.reason === 'provider_busy' && Date.now() - created > LONGEST_PROVIDER_WAIT_MS;
  const isTemporary = known !== undefined && TEMPORARY.has(known.code) && !isRenderers && !isGivenUp;
  if (isRedisOutage(error) || isTemporary) {
    const pause = Number(known?.headers['Retry-After'] ?? 0) * 1_000 || PAUSE_MS;
    return { later: Math.min(pause, LONGEST_PAUSE_MS) };
  }
  const fault =
    known ??
    new ServiceError('internal', 'Internal error. The operator can find the cause in the log by the job’s id.');
  // Other documents may have caused the timeout or the failure. No caller waits, so try again.
  const isTriedAgain = isRenderers || fault.code === 'deadline_exceeded';
  const pause = isRenderers ? Math.min(PAUSE_MS * BACKOFF ** (attempts - 1), LONGEST_PAUSE_MS) : PAUSE_MS;
  if (isTriedAgain && attempts < MAX_ATTEMPTS) return { again: pause };
  const { code, message } = fault;
  return { fault: { code, message }, isServices: known === undefined };
}

function knownOf(error: unknown): ServiceError | undefined {
  if (!(error instanceof SecretUnreadable)) return error instanceof ServiceError ? error : undefined;
  const { code, message } = unreadable('The input of the job');
  return new ServiceError(code, message, { cause: error });
}

export const tooOften = (): ServiceError =>
  new ServiceError('internal', `The job did not finish in ${MAX_ATTEMPTS} attempts.`);
