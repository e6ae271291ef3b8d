/**
 * Admission to the queue: how many documents and bytes may be in Redis at a time, and in which order they are rendered.
 *
 * Accounts take turns. A document's priority is the next one after the latest of its account's, but never before the one that
 * the workers are at: five hundred documents of one account get five hundred priorities, and another account's single one
 * gets the very next. BullMQ renders the lowest number first.
 *
 * A slot is held from when the document is stored in Redis until its caller is answered. One of a gateway that died ends with
 * the caller's deadline.
 */
import { fontsKey, ServiceError, type StoredFont } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { detailsKey, KEY_PREFIX, luaScript, payloadKey } from './queues.js';

/** Sorted set of `bytes:job:account` by when the caller stops waiting. */
const SLOTS = `${KEY_PREFIX}:admission`;
/** The sum of their bytes. */
const BYTES = `${SLOTS}:bytes`;
/** Sorted set of the jobs that no worker has begun with, and for which somebody waits, by priority. */
const WAITING = `${SLOTS}:waiting`;
/** Hash of the priority that the workers are at, and of their pace. */
const PACE = `${SLOTS}:pace`;
/** Prefix of a sorted set of an account's jobs by priority. */
const ACCOUNT = `${SLOTS}:account:`;

/** While the sorted set `key` has so many members, what nobody waits for would hardly be begun with: it is not to be submitted then. */
export const CALLS_WAITING = { key: WAITING, most: 16 } as const;

const scripts = {
  admit: luaScript('admit'),
  release: luaScript('release'),
  begin: luaScript('begin'),
  renew: luaScript('renew'),
};

export interface QueueLimits {
  /**
   * Documents that may wait or be at work at a time, over all gateways; a tenth more for accounts that have none there, and half as many
   * where nobody waits for the next one.
   */
  documents: number;
  /** Bytes of all of them together, likewise. A document of any size is taken when there is no other. */
  bytes: number;
}

export interface AdmissionRequest {
  jobId: string;
  accountId: string;
  /** The document as it is stored in Redis from then on. */
  content: Buffer;
  /** How long the caller waits, milliseconds; or how long the slot is held without a renewal. */
  deadlineMs: number;
  /** Nobody waits for it at this moment. */
  isBackground?: boolean;
}

export interface Slot {
  /** The job's priority: lowest first, from 1 to BullMQ's highest number. */
  priority: number;
  /** Holds the slot, and keeps the document, for its time from now on. */
  renew(): Promise<void>;
  /** Releases the slot and deletes what is left of the job's content. Nobody has to wait for it. */
  release(): Promise<void>;
}

/**
 * Takes a slot and stores the document: one round trip.
 *
 * @throws ServiceError `queue_full`, with `Retry-After`, when there is none or the wait would outlast the deadline.
 */
export async function admit(redis: Redis, limits: QueueLimits, request: AdmissionRequest): Promise<Slot> {
  const { jobId, accountId, content, deadlineMs, isBackground } = request;
  const bytes = content.length;
  const release = async (): Promise<void> => {
    const keys = [SLOTS, BYTES, WAITING, ACCOUNT + accountId, payloadKey(jobId), detailsKey(jobId)];
    await scripts.release(redis, keys, [`${bytes}:${jobId}:${accountId}`, jobId, bytes]);
  };
  const lifeMs = Math.max(1, Math.ceil(deadlineMs));
  const renew = async (): Promise<void> => {
    await scripts.renew(redis, [SLOTS, payloadKey(jobId)], [`${bytes}:${jobId}:${accountId}`, lifeMs]);
  };
  const values = [
    ACCOUNT,
    accountId,
    jobId,
    bytes,
    lifeMs,
    limits.documents,
    limits.bytes,
    content,
    isBackground ? '1' : '',
  ];
  const keys = [SLOTS, BYTES, WAITING, PACE, payloadKey(jobId)];
  const reply = await scripts.admit(redis, keys, values).catch((error: unknown) => {
    release().catch(() => undefined); // the reply may have been lost, not the command
    throw error;
  });
  const [verdict, number, waitMs] = reply as [string, number, number];
  if (verdict === 'admitted') return { priority: number, renew, release };
  throw queueFull(verdict === 'slow' ? waitMs : undefined, number, deadlineMs);
}

/** A document as a worker takes it, how many milliseconds its caller still waits, and the fonts of its account at this moment. */
export interface TakenDocument {
  content: string;
  remainingMs: number;
  fonts: StoredFont[];
}

/**
 * Begins with a job: one round trip. Its document stays where it is, in case this worker dies.
 *
 * @returns undefined when nobody waits any more.
 */
export async function beginJob(
  redis: Redis,
  { jobId, accountId, priority }: { jobId: string; accountId: string; priority: number },
): Promise<TakenDocument | undefined> {
  const keys = [WAITING, PACE, payloadKey(jobId), fontsKey(accountId)];
  return taken(await scripts.begin(redis, keys, [jobId, priority]));
}

/** Notes that a job is moved to the slow queue: those behind it need not wait for it. */
export async function skipJob(redis: Redis, jobId: string, priority: number): Promise<void> {
  await scripts.begin(redis, [WAITING, PACE], [jobId, priority]);
}

/** Whether somebody still waits for a job: its gateway has not withdrawn it, and is alive where it has to renew its slot. */
export const isWanted = async (redis: Redis, jobId: string): Promise<boolean> =>
  (await redis.exists(payloadKey(jobId))) === 1;

/** Begins with a job of the slow queue, or in the background, as `beginJob` does; priority and pace of the others are left as they are. */
export async function beginJobAside(
  redis: Redis,
  { jobId, accountId }: { jobId: string; accountId: string },
): Promise<TakenDocument | undefined> {
  const key = payloadKey(jobId);
  return taken(await Promise.all([redis.get(key), redis.pttl(key), redis.hvals(fontsKey(accountId))]));
}

function taken(reply: unknown): TakenDocument | undefined {
  const [content, remainingMs, fonts] = reply as [string | null, number, string[]];
  if (content === null || remainingMs <= 0) return undefined;
  return { content, remainingMs, fonts: fonts.map((font) => JSON.parse(font) as StoredFont) };
}

function queueFull(waitMs: number | undefined, pauseMs: number, deadlineMs: number): ServiceError {
  const pause = Math.max(1, Math.ceil(pauseMs / 1_000));
  const reason =
    waitMs === undefined
      ? 'The queue of documents is full'
      : `The document would wait about ${Math.ceil(waitMs / 1_000)} seconds, longer than its deadline of ${deadlineMs / 1_000}`;
  return new ServiceError('queue_full', `${reason}; try again in ${pause} s, as \`Retry-After\` says.`, {
    headers: { 'Retry-After': String(pause) },
  });
}
