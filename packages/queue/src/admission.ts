/**
 * Admission to the queue: limits the documents and bytes in Redis, and sets the order of rendering.
 *
 * Accounts take turns. A document's priority is one after the last of its account, but at least the priority that the
 * workers have reached. So 500 documents of one account get 500 priorities, and a document of another account gets
 * the next one. BullMQ renders the lowest number first.
 *
 * A slot is held from storing the document in Redis until the answer. If the gateway dies, the slot ends at the
 * caller's deadline.
 */
import { ServiceError } from '@toolpress/contract';
import { type Redis, RedisScript } from '@toolpress/runtime';
import { detailsKey, KEY_PREFIX, payloadKey } from './queues.js';

/** The sorted set of slots, `bytes:job:account`, by the end of the caller's wait. */
export const SLOTS = `${KEY_PREFIX}:admission`;
/** The sum of the slots' bytes. */
export const BYTES = `${SLOTS}:bytes`;
/** The sorted set of synchronous jobs that no worker has started, by priority. */
export const WAITING = `${SLOTS}:waiting`;
/** The hash of the priority that the workers have reached, and of their pace. */
export const PACE = `${SLOTS}:pace`;
/** The prefix of the sorted sets of accounts' jobs by priority. */
const ACCOUNT = `${SLOTS}:account:`;
/** Returns the key of the sorted set of an account's jobs by priority. */
export const accountJobsKey = (accountId: string): string => ACCOUNT + accountId;

/**
 * While the sorted set `key` has this many members, no background document should be submitted: no worker would start
 * it.
 */
export const CALLS_WAITING = { key: WAITING, most: 16 } as const;

const admitScript = RedisScript.fromFile<
  {
    accountPrefix: string;
    accountId: string;
    jobId: string;
    bytes: number;
    lifeMs: number;
    maxDocuments: number;
    maxBytes: number;
    isBackground: boolean;
  },
  ['admitted' | 'full' | 'slow', number, number]
>(new URL('../src/admit.lua', import.meta.url));
const releaseScript = RedisScript.fromFile<{ slot: string; jobId: string; bytes: number }>(
  new URL('../src/release.lua', import.meta.url),
);
const renewScript = RedisScript.fromFile<{ slot: string; lifeMs: number }>(
  new URL('../src/renew.lua', import.meta.url),
);

export interface QueueLimits {
  /**
   * The limit of waiting and active documents over all gateways. It is a tenth higher for accounts without a
   * document, and half as high for background documents.
   */
  documents: number;
  /**
   * The limit of their bytes together, with the same exceptions. A document of any size is accepted when the queue is
   * empty.
   */
  bytes: number;
}

export interface AdmissionRequest {
  jobId: string;
  accountId: string;
  /** The document as it is stored in Redis. */
  content: Buffer;
  /** How long the caller waits, or how long the slot is held without a renewal, in milliseconds. */
  deadlineMs: number;
  /** Whether it is a background document, for which no request waits. */
  isBackground?: boolean;
}

export interface Slot {
  /** The job's priority: lowest first, from 1 to BullMQ's highest number. */
  priority: number;
  /** Extends the slot and the document by their lifetime, counted from now. */
  renew(): Promise<void>;
  /** Releases the slot and deletes the job's content. */
  release(): Promise<void>;
}

/**
 * Takes a slot and stores the document in one step. The job must then be added to its queue with the slot's priority.
 *
 * @throws ServiceError `queue_full`, with `Retry-After`, when no slot is free or the wait would exceed the deadline.
 */
export async function admit(redis: Redis, limits: QueueLimits, request: AdmissionRequest): Promise<Slot> {
  const { jobId, accountId, content, deadlineMs, isBackground = false } = request;
  const bytes = content.length;
  const lifeMs = Math.max(1, Math.ceil(deadlineMs));
  const slot = `${bytes}:${jobId}:${accountId}`;
  const release = async (): Promise<void> => {
    const keys = [SLOTS, BYTES, WAITING, ACCOUNT + accountId, payloadKey(jobId), detailsKey(jobId)];
    await releaseScript.run(redis, keys, { slot, jobId, bytes });
  };
  const renew = async (): Promise<void> => {
    await renewScript.run(redis, [SLOTS, payloadKey(jobId)], { slot, lifeMs });
  };
  const keys = [SLOTS, BYTES, WAITING, PACE, payloadKey(jobId), ACCOUNT + accountId];
  const { documents: maxDocuments, bytes: maxBytes } = limits;
  const args = { accountPrefix: ACCOUNT, accountId, jobId, bytes, lifeMs, maxDocuments, maxBytes, isBackground };
  const reply = await admitScript.run(redis, keys, args, content).catch((error: unknown) => {
    release().catch(() => undefined); // Redis may have run the command although its reply was lost
    throw error;
  });
  const [verdict, number, waitMs] = reply;
  if (verdict === 'admitted') return { priority: number, renew, release };
  throw queueFull(verdict === 'slow' ? waitMs : undefined, number, deadlineMs);
}

/** Releases the slot of a job of a process that has died. For a long document it would last as long as its work may take. */
export async function releaseLeft(redis: Redis, jobId: string): Promise<void> {
  const slots = await redis.zrange(SLOTS, '0', '-1');
  const slot = slots.find((each) => each.split(':')[1] === jobId);
  if (slot === undefined) return;
  const [bytes = '', , ...account] = slot.split(':');
  const keys = [SLOTS, BYTES, WAITING, accountJobsKey(account.join(':')), payloadKey(jobId), detailsKey(jobId)];
  await releaseScript.run(redis, keys, { slot, jobId, bytes: Number(bytes) });
}

/** Says whether a gateway still waits for a job: it has not withdrawn the job, and has renewed the slot if required. */
export const isWanted = async (redis: Redis, jobId: string): Promise<boolean> =>
  (await redis.exists(payloadKey(jobId))) === 1;

function queueFull(waitMs: number | undefined, pauseMs: number, deadlineMs: number): ServiceError {
  const pause = Math.max(1, Math.ceil(pauseMs / 1_000));
  const reason =
    waitMs === undefined
      ? 'The queue is full'
      : `The document would wait about ${Math.ceil(waitMs / 1_000)} seconds, longer than its deadline of ${deadlineMs / 1_000}`;
  return new ServiceError('queue_full', `${reason}; try again in ${pause} s, as \`Retry-After\` says.`, {
    headers: { 'Retry-After': String(pause) },
  });
}
