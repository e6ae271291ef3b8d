/** Every key that this package writes to Redis begins with this. */
export const KEY_PREFIX = 'toolpress';

/** BullMQ's name of the queue of documents to render. */
export const RENDER_QUEUE = 'render';

/** BullMQ's name of the queue of those that others do not wait for, see `slow-lane.ts`. */
export const SLOW_QUEUE = 'render-slow';

/** The queues of documents, in the order in which jobs are moved. */
export const LANES = [RENDER_QUEUE, SLOW_QUEUE] as const;

/** BullMQ's own keys of a queue, where our scripts look at them. */
export const queueKey = (queue: string, name: string): string => `${KEY_PREFIX}:${queue}:${name}`;
/** Holds the token of the attempt that works on the job. */
export const lockKey = (queue: string, jobId: string): string => `${queueKey(queue, jobId)}:lock`;

/** BullMQ's name of the queue of the scheduled jobs. */
export const SCHEDULED_QUEUE = 'scheduled-jobs';

/**
 * What BullMQ itself keeps of a job: nothing of the customer's. The document travels in a key of its own
 * (see `letters.ts`), so that it can't outlive the job in a finished job's record, an event stream or a board.
 */
export interface JobRecord {
  /** When the caller stops waiting, epoch milliseconds by the gateway's clock; for people who look at a board. */
  deadline: number;
  /**
   * How long the caller waits in all, milliseconds: with what is left of it, a worker knows how long the job has waited.
   * Older gateways leave it out, and what follows.
   */
  lifeMs?: number;
  /** The request's id, under which the logs of both apps tell its story. */
  requestId?: string;
  /** Who listens for the reply, see `replies.ts`. */
  replyTo?: string;
  /** Whose document it is: accounts share the workers' time. */
  accountId?: string;
  /** How many workers had died over it when it was moved to the slow lane. */
  deaths?: number;
}

/** What BullMQ keeps of a result: figures of the file, or just that there is a refusal to be read. */
export type ResultRecord = { ok: true; file: { fileId: string; sizeBytes: number; pageCount: number } } | { ok: false };
