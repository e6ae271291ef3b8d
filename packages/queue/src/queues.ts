/** The queues in Redis: their names, keys and records. Every key that this package writes begins with the prefix. */
import { readFileSync } from 'node:fs';
import { KEY_PREFIX, type Redis, type RedisScript, redisScript } from '@toolpress/runtime';
import { type Job, Queue, type QueueOptions } from 'bullmq';

export { KEY_PREFIX };
/** The queue of documents to render. */
export const RENDER_QUEUE = 'render';
/** The queue of accounts whose documents are slow, see `consume.ts`. */
export const SLOW_QUEUE = 'render-slow';
/** The queues of documents, in the order in which jobs are moved. */
export const DOCUMENT_QUEUES = [RENDER_QUEUE, SLOW_QUEUE] as const;
/** The queue of files to put together. A worker does one at a time, whatever it prints. */
export const ASSEMBLY_QUEUE = 'assembly';
/** All whose jobs a dead worker gives back. */
export const WORK_QUEUES = [...DOCUMENT_QUEUES, ASSEMBLY_QUEUE] as const;
export const SCHEDULED_QUEUE = 'scheduled-jobs';

/**
 * How long a worker keeps a job that it says nothing of: its connection stands, and its own thread has done nothing. No document keeps a
 * thread busy for so long. A worker that has ended is found out much earlier, see `heartbeats-thread.ts`.
 */
export const LOCK_MS = 30_000;

/** BullMQ's own keys of a queue, where our scripts look at them. */
export const queueKey = (queue: string, name: string): string => `${KEY_PREFIX}:${queue}:${name}`;
/** Holds the token of the attempt that works on the job. */
export const lockKey = (queue: string, jobId: string): string => `${queueKey(queue, jobId)}:lock`;
/** The document of a job, see `payload.ts`. */
export const payloadKey = (jobId: string): string => `${KEY_PREFIX}:payload:${jobId}`;
/** What a job's reply says of the document: its error, or warnings; see `replies.ts`. Gateways of 0.1.0 look for errors by this name. */
export const detailsKey = (jobId: string): string => `${KEY_PREFIX}:error:${jobId}`;

/**
 * What gateways and workers say to each other, as a number. It grows when a job or its reply comes to mean something else, so that
 * releases that run side by side during an update know it. Those of 0.1.0 say none. New fields of a document need no new number.
 */
export const PROTOCOL = 1;
/** Why a worker fails a job that is newer than itself, as Redis has it: a part of the protocol, the same since 0.1.0. */
export const NOT_UNDERSTOOD = 'the worker does not understand the job';

/**
 * What BullMQ itself keeps of a job: nothing of the customer's. The document is stored under a key of its own (see
 * `payload.ts`), so that it can't outlive the job in a finished job's record, an event stream or a board.
 */
export interface JobRecord {
  /** When the caller stops waiting, epoch milliseconds by the gateway's clock; for people who look at a board. */
  deadline: number;
  /** How long the caller waits in all, milliseconds: with what is left of it, a worker knows how long the job has waited. */
  lifeMs: number;
  /** The request's id, which stands in the logs of both apps. */
  requestId: string;
  /** The gateway that waits for the reply, see `replies.ts`. */
  replyTo: string;
  /** Whose document it is: accounts share the workers' time. */
  accountId: string;
  /** Nobody waits for it: it comes after all others. */
  isBackground?: true;
  /** The gateway's `PROTOCOL`. One that says none does not claim the file that it gets, so that it is not to be noted. */
  protocol?: number;
  /** How many workers had died over it when it was moved to the slow queue. */
  deaths?: number;
}

/** What BullMQ keeps of a result: sizes of the file, and whether there are details to be read, as there are of every error. */
export type ResultRecord =
  | { ok: true; file: { fileId: string; sizeBytes: number; pageCount: number; missing?: number }; hasDetails?: true }
  | { ok: false };

export type DocumentJob = Job<JobRecord, ResultRecord>;
export type DocumentQueue = Queue<JobRecord, ResultRecord>;

/**
 * @param connection that fails at once while Redis is unavailable.
 * @returns BullMQ's queue on it. What BullMQ does at its start, it does once: had that failed, because Redis was lost in that
 *   moment, every later call would fail as well. So it has nothing to do at its start.
 */
export function nonQueueingQueue<Data, Result>(
  name: string,
  connection: Redis,
  options: Omit<QueueOptions, 'connection'> = {},
): Queue<Data, Result> {
  const immune = { skipVersionCheck: true, skipWaitingForReady: true };
  const queue = new Queue<Data, Result>(name, { ...options, ...immune, connection, prefix: KEY_PREFIX });
  queue.on('error', () => undefined); // outages are reported by the connection, once
  return queue;
}

/** @returns the script of this name in `lua/`, as a function. */
export const luaScript = (name: string): RedisScript =>
  redisScript(readFileSync(new URL(`../lua/${name}.lua`, import.meta.url), 'utf8'));
