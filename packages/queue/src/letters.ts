/**
 * The customer's content on its way through Redis. A request and a refusal (whose message may quote the template) lie in
 * keys of their own. Redis itself deletes them when the deadline passes, whoever has died by then.
 *
 * The key is also the deadline: its remaining life is read by the worker together with the content. So no clocks of two
 * machines are ever compared, and withdrawing a job is deleting its letter: no letter, nobody waits, nothing is rendered.
 */
import {
  type ErrorData,
  jsonPieces,
  RawJson,
  type RenderJob,
  RenderJob as RenderJobSchema,
  type UnsentRenderJob,
  validate,
} from '@toolpress/contract';
import { encodeText, type Redis } from '@toolpress/runtime';
import { KEY_PREFIX } from './names.js';

export const requestKey = (jobId: string): string => `${KEY_PREFIX}:letter:request:${jobId}`;
export const refusalKey = (jobId: string): string => `${KEY_PREFIX}:letter:refusal:${jobId}`;

/** How long a refusal may lie unread, milliseconds: the gateway fetches it as soon as it hears of it. */
export const REFUSAL_LIFE_MS = 60_000;

/** Shorter texts are written within a millisecond. */
const LONG_TEXT = 64 * 1024;

/** A request as it lies in Redis. Nobody else has to wait while a long one is written. */
export async function writeLetter(job: UnsentRenderJob): Promise<Buffer> {
  const fields: Record<string, unknown> = { ...job };
  for (const [name, value] of Object.entries(job)) {
    if (typeof value === 'string' && value.length > LONG_TEXT) fields[name] = new RawJson(await longTextAsJson(value));
  }
  const pieces = jsonPieces(fields).map((piece) => (typeof piece === 'string' ? encodeText(piece) : piece));
  return Buffer.concat(await Promise.all(pieces));
}

/** Escapes are of single characters: what is written piece by piece is the same. */
const longTextAsJson = async (text: string): Promise<Buffer> =>
  Buffer.concat([QUOTE, await encodeText(text, (piece) => JSON.stringify(piece).slice(1, -1)), QUOTE]);

const QUOTE = Buffer.from('"');

/** @throws ServiceError when it is not a request as this version knows them. */
export const readLetter = (content: string): RenderJob => validate(RenderJobSchema, JSON.parse(content), 'render job');

export async function leaveRefusal(redis: Redis, jobId: string, error: ErrorData): Promise<void> {
  await redis.set(refusalKey(jobId), JSON.stringify(error), 'PX', REFUSAL_LIFE_MS);
}

/** Reads a refusal and deletes it in the same step. */
export async function takeRefusal(redis: Redis, jobId: string): Promise<ErrorData | undefined> {
  const content = await redis.getdel(refusalKey(jobId));
  return content === null ? undefined : (JSON.parse(content) as ErrorData);
}
