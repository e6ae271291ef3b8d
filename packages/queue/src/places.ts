/**
 * The places of the queue: so many documents and bytes may be in Redis at a time, and in which order they are rendered.
 *
 * Accounts take turns. A document's turn is the one after the latest of its account's, but never before the turn that
 * the workers are at: five hundred documents of one account take five hundred turns, and another account's single one
 * takes the very next. BullMQ's priority is the turn.
 *
 * A place is held from before the document is left in Redis until its caller is answered. One of a gateway that died ends
 * with the caller's deadline.
 */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { KEY_PREFIX } from './names.js';
import * as scripts from './place-scripts.js';

const PLACES = `${KEY_PREFIX}:places`;
/** Sorted set of `bytes:job:account` by when the caller stops waiting. */
const ALL = PLACES;
/** The sum of their bytes. */
const BYTES = `${PLACES}:bytes`;
/** Sorted set of the jobs that no worker has begun with, by turn. */
const WAITING = `${PLACES}:waiting`;
/** Hash of the turn that the workers are at, and of their pace. */
const FLOW = `${PLACES}:flow`;
/** Begin of a sorted set of an account's jobs by turn. */
const OF_ACCOUNT = `${PLACES}:of:`;

export interface QueueLimits {
  /** Documents that may wait or be at work at a time, over all gateways; a tenth more for accounts that have none there. */
  documents: number;
  /** Bytes of all of them together, likewise. A document of any size is taken when there is no other. */
  bytes: number;
}

export interface PlaceRequest {
  jobId: string;
  accountId: string;
  /** Of the document as it will lie in Redis. */
  bytes: number;
  /** How long the caller waits, milliseconds. */
  deadlineMs: number;
}

export interface Place {
  /** When it is the document's turn; the workers go by it, lowest first. From 1 to BullMQ's highest priority. */
  turn: number;
  /** Gives the place to others. Nobody has to wait for it. */
  giveBack(): Promise<void>;
}

/**
 * Takes a place: one round trip.
 *
 * @throws ServiceError `queue_full`, with `Retry-After`, when there is none or the wait would outlast the deadline.
 */
export async function takePlace(redis: Redis, limits: QueueLimits, request: PlaceRequest): Promise<Place> {
  const { jobId, accountId, bytes, deadlineMs } = request;
  const giveBack = async (): Promise<void> => {
    const own = `${OF_ACCOUNT}${accountId}`;
    await scripts.giveBack(redis, [ALL, BYTES, WAITING, own], [`${bytes}:${jobId}:${accountId}`, jobId, bytes]);
  };
  const values = [OF_ACCOUNT, accountId, jobId, bytes, Math.ceil(deadlineMs), limits.documents, limits.bytes];
  const reply = await scripts.take(redis, [ALL, BYTES, WAITING, FLOW], values).catch((error: unknown) => {
    giveBack().catch(() => undefined); // the reply may have been lost, not the command
    throw error;
  });
  const [verdict, number, waitMs] = reply as [string, number, number];
  if (verdict === 'taken') return { turn: number, giveBack };
  throw noPlace(verdict === 'slow' ? waitMs : undefined, number, deadlineMs);
}

/** Notes that a worker begins with a job. */
export async function beginTurn(redis: Redis, jobId: string, turn: number): Promise<void> {
  await scripts.begin(redis, [WAITING, FLOW], [jobId, turn]);
}

function noPlace(waitMs: number | undefined, pauseMs: number, deadlineMs: number): ServiceError {
  const pause = Math.max(1, Math.ceil(pauseMs / 1_000));
  const reason =
    waitMs === undefined
      ? 'The queue of documents is full'
      : `The document would wait about ${Math.ceil(waitMs / 1_000)} seconds, longer than its deadline of ${deadlineMs / 1_000}`;
  return new ServiceError('queue_full', `${reason}; try again in ${pause} s, as \`Retry-After\` says.`, {
    headers: { 'Retry-After': String(pause) },
  });
}
