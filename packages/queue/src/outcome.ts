/** How a job ended, as its waiting caller gets to know it. */
import { type RenderReply, ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { takeRefusal } from './letters.js';
import type { ResultRecord } from './names.js';

/** What the queue says of a job. */
export type Ended = { result: ResultRecord } | { failure: string };

/** `lost`: Redis knows nothing of the job any more. */
export type Outcome = Ended | 'lost';

/** Turns what the events say into the typed reply. @throws ServiceError `unavailable` when the infrastructure failed. */
export async function replyOf(outcome: Ended, redis: Redis, jobId: string): Promise<RenderReply> {
  if ('failure' in outcome) throw rendererFailed(outcome.failure);
  if (outcome.result.ok) return outcome.result;
  const error = await takeRefusal(redis, jobId);
  if (error === undefined) throw rendererFailed('the refusal was not there to be read');
  return { ok: false, error };
}

const rendererFailed = (cause: string): ServiceError =>
  new ServiceError('unavailable', 'The renderer could not finish the document; try again in a moment.', {
    cause,
    headers: { 'Retry-After': '1' },
  });

/** Redis has lost a document that it had for longer than it takes to write it to its disk. */
export const documentLost = (): ServiceError =>
  new ServiceError('unavailable', 'The service’s database has lost the document; send it again.', {
    headers: { 'Retry-After': '1' },
  });

export const deadlinePassed = (deadlineMs: number): ServiceError =>
  new ServiceError(
    'deadline_exceeded',
    `The document was not ready within ${deadlineMs / 1000} seconds, waiting in the queue included; try again, or make it simpler.`,
  );
