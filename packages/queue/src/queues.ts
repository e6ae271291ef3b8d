/** The queues in Redis: keys and records. */
import type { Redis } from '@toolpress/runtime';
import { type Job, Queue, type QueueOptions } from 'bullmq';
import { KEY_PREFIX } from './queue-names.js';

export * from './queue-names.js';

/** Returns the key of the id of the worker that has started a job last, and only whose reply is sent. */
export const ownerKey = (jobId: string): string => `${KEY_PREFIX}:owner:${jobId}`;
/** Returns the key of a job's reply, see `replies.ts`. */
export const replyKey = (jobId: string): string => `${KEY_PREFIX}:reply:${jobId}`;
/** Returns the key of a job's document, see `payload.ts`. */
export const payloadKey = (jobId: string): string => `${KEY_PREFIX}:payload:${jobId}`;
/**
 * Returns the key of the details of a job's reply: its error or warnings, see `replies.ts`. Gateways of 0.1.0 read
 * errors by this name.
 */
export const detailsKey = (jobId: string): string => `${KEY_PREFIX}:error:${jobId}`;

/**
 * The sorted set of unclaimed files, `account:file`, by the time of recording in epoch seconds by the clock of Redis.
 */
export const UNCLAIMED_FILES = `${KEY_PREFIX}:unclaimed-files`;

/** Returns a member of that set. */
export const unclaimedFile = (accountId: string, fileId: string): string => `${accountId}:${fileId}`;

/**
 * Returns the key of the hash of an account's files that expire on a day (UTC): file id to bytes. Gateways write it.
 * It expires after the day.
 */
export const filesKey = (accountId: string, day: string): string => `${KEY_PREFIX}:account:${accountId}:files:${day}`;

/**
 * The version of the protocol between gateways and workers. It is incremented when the meaning of a job or its reply
 * changes, for releases that run side by side during an update. Version 0.1.0 sends none. New fields of a document
 * need no new version.
 */
export const PROTOCOL = 1;
/** The failure reason in Redis for a job that is newer than the worker. It is a part of the protocol since 0.1.0. */
export const NOT_UNDERSTOOD = 'the worker does not understand the job';
/** The same for a job that a worker could not finish because the file store was unavailable. */
export const STORE_UNAVAILABLE = 'the file store is unavailable';

/**
 * BullMQ's record of a job, without content of the customer. The document has a separate key (see `payload.ts`), so
 * that it does not remain in a finished job's record or an event stream.
 */
export interface JobRecord {
  /** The end of the caller's wait, epoch milliseconds by the gateway's clock; for display only. */
  deadline: number;
  /**
   * How long the caller waits in total, in milliseconds. A worker subtracts the remaining time to get the waiting
   * time.
   */
  lifeMs: number;
  /** The request's id, which is in the logs of both apps. */
  requestId: string;
  /** The parent span in W3C Trace Context format. */
  traceparent?: string;
  /** The gateway that waits for the reply, see `replies.ts`. */
  replyTo: string;
  /** The account of the document. Accounts share the workers' time. */
  accountId: string;
  /** Whether it is a background job, which is rendered after all others. */
  isBackground?: true;
  /** Whether a worker stops it when the gateway has withdrawn it. */
  stopsWithCaller?: true;
  /** Whether the gateway takes the file while the worker stores it, see `replies.ts`. */
  takesFile?: true;
  /**
   * The gateway's `PROTOCOL`. A gateway without one does not claim files, so its files are not recorded as unclaimed.
   */
  protocol?: number;
  /** The number of workers that had died before it was moved to the slow queue. */
  deaths?: number;
  /** The ids of the workers that have died since then while they had it. */
  deadWorkers?: readonly string[];
  /** The same for each submission of a job, see `deathsKey`. */
  origin?: string;
}

/** BullMQ's record of a result: figures of the file, and whether there are details to read. Every error has details. */
export type ResultRecord =
  | {
      ok: true;
      file: { fileId: string; sizeBytes: number; pageCount: number; missing?: number; isPart?: true };
      hasDetails?: true;
    }
  | { ok: true; file?: undefined; hasDetails: true }
  | { ok: false };

export type DocumentJob = Job<JobRecord, ResultRecord>;
export type DocumentQueue = Queue<JobRecord, ResultRecord>;

/**
 * @param connection one that fails immediately while Redis is unavailable.
 * @returns BullMQ's queue, without its initialization: if Redis were unavailable at that moment, every later call
 *   would fail.
 */
export function nonQueueingQueue<Data, Result>(
  name: string,
  connection: Redis,
  options: Omit<QueueOptions, 'connection'> = {},
): Queue<Data, Result> {
  const immune = { skipVersionCheck: true, skipWaitingForReady: true };
  const queue = new Queue<Data, Result>(name, { ...options, ...immune, connection, prefix: KEY_PREFIX });
  queue.on('error', () => undefined); // the connection reports outages once
  return queue;
}
