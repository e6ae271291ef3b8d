/**
 * The places of the queue: so many documents and bytes may be in Redis at a time, and in which order they are rendered.
 *
 * Accounts take turns. A document's turn is the one after the latest of its account's, but never before the turn that
 * the workers are at: five hundred documents of one account take five hundred turns, and another account's single one
 * takes the very next. BullMQ's priority is the turn.
 *
 * A place is held from when the document is left in Redis until its caller is answered. One of a gateway that died ends
 * with the caller's deadline.
 */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { refusalKey, requestKey } from './letters.js';
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
  /** The document as it lies in Redis from then on. */
  letter: Buffer;
  /** How long the caller waits, milliseconds. */
  deadlineMs: number;
}

export interface Place {
  /** When it is the document's turn; the workers go by it, lowest first. From 1 to BullMQ's highest priority. */
  turn: number;
  /** Gives the place to others and deletes what is left of the job's content. Nobody has to wait for it. */
  giveBack(): Promise<void>;
}

/**
 * Takes a place and leaves the document in it: one round trip.
 *
 * @throws ServiceError `queue_full`, with `Retry-After`, when there is none or the wait would outlast the deadline.
 */
export async function takePlace(redis: Redis, limits: QueueLimits, request: PlaceRequest): Promise<Place> {
  const { jobId, accountId, letter, deadlineMs } = request;
  const bytes = letter.length;
  const giveBack = async (): Promise<void> => {
    const keys = [ALL, BYTES, WAITING, `${OF_ACCOUNT}${accountId}`, requestKey(jobId), refusalKey(jobId)];
    await scripts.giveBack(redis, keys, [`${bytes}:${jobId}:${accountId}`, jobId, bytes]);
  };
  const lifeMs = Math.max(1, Math.ceil(deadlineMs));
  const values = [OF_ACCOUNT, accountId, jobId, bytes, lifeMs, limits.documents, limits.bytes, letter];
  const keys = [ALL, BYTES, WAITING, FLOW, requestKey(jobId)];
  const reply = await scripts.take(redis, keys, values).catch((error: unknown) => {
    giveBack().catch(() => undefined); // the reply may have been lost, not the command
    throw error;
  });
  const [verdict, number, waitMs] = reply as [string, number, number];
  if (verdict === 'taken') return { turn: number, giveBack };
  throw noPlace(verdict === 'slow' ? waitMs : undefined, number, deadlineMs);
}

/** A document as a worker takes it, and how many milliseconds its caller still waits. */
export interface OpenedLetter {
  content: string;
  remainingMs: number;
}

/**
 * Begins with a job: one round trip. Its document stays where it is, for the case that this worker dies.
 *
 * @returns undefined when nobody waits any more.
 */
export async function beginTurn(redis: Redis, jobId: string, turn: number): Promise<OpenedLetter | undefined> {
  return openedLetter(await scripts.begin(redis, [WAITING, FLOW, requestKey(jobId)], [jobId, turn]));
}

/** Passes a job on to the slow lane without beginning with it. */
export async function passTurn(redis: Redis, jobId: string, turn: number): Promise<void> {
  await scripts.pass(redis, [WAITING, FLOW], [jobId, turn]);
}

/** Begins with a job of the slow lane, as `beginTurn` does. The others' turns and pace are left as they are. */
export async function beginSlow(redis: Redis, jobId: string): Promise<OpenedLetter | undefined> {
  return openedLetter(await scripts.open(redis, [requestKey(jobId)], []));
}

function openedLetter(reply: unknown): OpenedLetter | undefined {
  const [content, remainingMs] = reply as [string | null, number];
  return content === null || remainingMs <= 0 ? undefined : { content, remainingMs };
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
