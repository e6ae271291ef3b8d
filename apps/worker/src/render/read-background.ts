/** Reads the background of a job's pages. */
import type { BackgroundPdf } from '@toolpress/contract';
import type { Background } from '@toolpress/pdf';
import { tooLate } from '../browser/print-errors.js';
import { whileSlow } from '../scheduling/slow-accounts.js';
import type { JobAtWork } from './feature.js';

/** A job whose background takes long, or waits for its turn, moves to the slow queue, so that it holds no slot of other documents. */
export function readBackground({ context, job, services }: JobAtWork, given: BackgroundPdf): Promise<Background> {
  const { backgrounds, slowAccounts, tracing } = services;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate()), context.remainingMs);
  const read = (postponed: AbortSignal): Promise<Background> =>
    backgrounds.read(given, context.accountId, job.conformance, AbortSignal.any([postponed, late.signal]));
  return tracing
    .span('read background', {}, () => whileSlow(slowAccounts, context, read))
    .finally(() => clearTimeout(timer));
}
