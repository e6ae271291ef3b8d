/**
 * The customer's content on its way through Redis. A request and a refusal (whose message may quote the template) lie in
 * keys of their own. Redis itself deletes them when the deadline passes, whoever has died by then.
 *
 * The key is also the deadline: its remaining life is read by the worker together with the content. So no clocks of two
 * machines are ever compared, and withdrawing a job is deleting its letter: no letter, nobody waits, nothing is rendered.
 */
import { type ErrorData, type RenderJob, RenderJob as RenderJobSchema, validate } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { KEY_PREFIX } from './names.js';

const requestKey = (jobId: string): string => `${KEY_PREFIX}:letter:request:${jobId}`;
const refusalKey = (jobId: string): string => `${KEY_PREFIX}:letter:refusal:${jobId}`;

/** How long a refusal may lie unread, milliseconds: the gateway fetches it as soon as it hears of it. */
const REFUSAL_LIFE_MS = 60_000;

/** A request as it lies in Redis. */
export const writeLetter = (job: RenderJob): Buffer => Buffer.from(JSON.stringify(job));

/** Puts a request down for `lifeMs` milliseconds. */
export async function leaveRequest(redis: Redis, jobId: string, letter: Buffer, lifeMs: number): Promise<void> {
  await redis.set(requestKey(jobId), letter, 'PX', Math.max(1, Math.ceil(lifeMs)));
}

/** @returns the request and how many milliseconds its caller still waits; undefined when nobody waits any more. */
export async function readRequest(
  redis: Redis,
  jobId: string,
): Promise<{ job: RenderJob; remainingMs: number } | undefined> {
  const [content, remainingMs] = await Promise.all([redis.get(requestKey(jobId)), redis.pttl(requestKey(jobId))]);
  if (content === null || remainingMs <= 0) return undefined;
  return { job: validate(RenderJobSchema, JSON.parse(content), 'render job'), remainingMs };
}

export async function leaveRefusal(redis: Redis, jobId: string, error: ErrorData): Promise<void> {
  await redis.set(refusalKey(jobId), JSON.stringify(error), 'PX', REFUSAL_LIFE_MS);
}

/** Reads a refusal and deletes it in the same step. */
export async function takeRefusal(redis: Redis, jobId: string): Promise<ErrorData | undefined> {
  const content = await redis.getdel(refusalKey(jobId));
  return content === null ? undefined : (JSON.parse(content) as ErrorData);
}

/** Deletes all that is left of a job's content. */
export async function burnLetters(redis: Redis, jobId: string): Promise<void> {
  await redis.unlink(requestKey(jobId), refusalKey(jobId));
}
