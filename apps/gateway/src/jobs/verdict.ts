/** What becomes of a job that could not be done. */
import { type ErrorData, ServiceError } from '@toolpress/contract';
import { isRedisOutage } from '@toolpress/runtime';
import { SecretUnreadable } from '../shared/secret-box.js';
import { unreadable } from './jobs.js';

/** How often a job is begun with at most, when it takes too long or its gateways die. */
export const MAX_ATTEMPTS = 5;
/** How long a job waits that could not be done at the moment, unless the error says it. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Each time longer than the one before. */
const LONGER = 5;

/** What is no fault of the job: it is done later. */
const LATER: ReadonlySet<string> = new Set([...['unavailable', 'overloaded', 'queue_full', 'concurrency_exceeded']]);

/**
 * `later`: it is put back for so many milliseconds, and the attempt does not count; `again`: it is tried again then; else it has failed.
 */
export type Verdict = { later: number } | { again: number } | { fault: ErrorData; isServices: boolean };

/** @param attempts how often it was begun with, this time included. */
export function verdictOn(error: unknown, attempts: number): Verdict {
  const known = knownOf(error);
  const isRenderers = known?.reason === 'renderer_failed';
  if (isRedisOutage(error) || (known !== undefined && LATER.has(known.code) && !isRenderers)) {
    const pause = Number(known?.headers['Retry-After'] ?? 0) * 1_000 || PAUSE_MS;
    return { later: Math.min(pause, LONGEST_PAUSE_MS) };
  }
  const fault =
    known ?? new ServiceError('internal', 'The service failed; the operator finds the cause under the job’s id.');
  // It may have been slow because of others, or what failed under it, or two workers may have been killed for something else: nobody waits,
  // so it is tried again.
  const isTriedAgain =
    isRenderers || fault.code === 'deadline_exceeded' || (fault.reason === 'workers_ended' && attempts === 1);
  const pause = isRenderers ? Math.min(PAUSE_MS * LONGER ** (attempts - 1), LONGEST_PAUSE_MS) : PAUSE_MS;
  if (isTriedAgain && attempts < MAX_ATTEMPTS) return { again: pause };
  const { code, message } = fault;
  return { fault: { code, message }, isServices: known === undefined };
}

function knownOf(error: unknown): ServiceError | undefined {
  if (!(error instanceof SecretUnreadable)) return error instanceof ServiceError ? error : undefined;
  const { code, message } = unreadable('What was to be printed');
  return new ServiceError(code, message, { cause: error });
}

export const tooOften = (): ServiceError =>
  new ServiceError('internal', `The service began ${MAX_ATTEMPTS} times with the job, and never came to its end.`);
