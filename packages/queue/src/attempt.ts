/** One attempt at having a document rendered: a place, a job, its outcome; nothing is left behind. */
import { randomUUID } from 'node:crypto';
import type { RenderReply } from '@toolpress/contract';
import { type Logger, type Redis, redisAway } from '@toolpress/runtime';
import type { JobsOptions, Queue } from 'bullmq';
import { type JobRecord, RENDER_QUEUE, type ResultRecord } from './names.js';
import { replyOf } from './outcome.js';
import type { PendingWaits } from './pending-waits.js';
import { type QueueLimits, takePlace } from './places.js';
import type { Replies } from './replies.js';

/** How often a job is tried when infrastructure fails under it: a killed browser, a store that is away. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 250;
/**
 * Finished jobs stay so many seconds longer than any caller waits: a gateway that could not hear of one, because Redis
 * was away, asks for it. They hold no content of customers.
 */
const KEEP_FINISHED_LONGER = 60;
const KEEP_FINISHED_COUNT = 5_000;
const KEEP_FAILED = { age: 24 * 3_600, count: 1_000 };

/** What the gateway's side of the queue is made of. */
export interface Parts {
  /** Under which replies are heard. */
  id: string;
  commands: Redis;
  queue: Queue<JobRecord, ResultRecord>;
  limits: QueueLimits;
  pending: PendingWaits;
  replies: Replies;
  logger: Logger;
}

export interface Attempt {
  requestId: string;
  accountId: string;
  /** The document as it lies in Redis. */
  letter: Buffer;
  /** How long the caller still waits, milliseconds. */
  deadlineMs: number;
  /** Rejects when the caller waits no longer. */
  ended: Promise<never>;
}

/** @returns the reply, or `lost` when Redis has lost the job: a killed Redis may lose its last second. */
export async function renderOnce(
  parts: Parts,
  { requestId, accountId, letter, deadlineMs, ended }: Attempt,
): Promise<RenderReply | 'lost'> {
  const { id, commands, queue, limits, pending, replies, logger } = parts;
  if (commands.status !== 'ready' || !replies.isListening()) throw redisAway(`connection is ${commands.status}`);
  const jobId = randomUUID();
  const place = await takePlace(commands, limits, { jobId, accountId, letter, deadlineMs });
  const heard = pending.register(jobId);
  let finished = false;
  try {
    const record: JobRecord = { deadline: Date.now() + deadlineMs, lifeMs: deadlineMs, requestId, replyTo: id };
    await queue.add(RENDER_QUEUE, record, jobOptions(jobId, place.turn, deadlineMs));
    pending.added(jobId);
    const outcome = await Promise.race([heard, ended]);
    finished = true;
    return outcome === 'lost' ? outcome : await replyOf(outcome, commands, jobId);
  } finally {
    pending.forget(jobId);
    // A job that did not finish is withdrawn as well, if no worker has it yet.
    Promise.all([place.giveBack(), finished ? undefined : queue.remove(jobId)]).catch((error) => {
      // The deadline does the same a little later.
      logger.debug({ reason: String(error), jobId, requestId }, 'a job could not be cleared away at once');
    });
  }
}

const jobOptions = (jobId: string, turn: number, deadlineMs: number): JobsOptions => ({
  jobId,
  priority: turn,
  attempts: ATTEMPTS,
  backoff: { type: 'fixed', delay: RETRY_DELAY_MS },
  removeOnComplete: { age: Math.ceil(deadlineMs / 1_000) + KEEP_FINISHED_LONGER, count: KEEP_FINISHED_COUNT },
  removeOnFail: KEEP_FAILED,
  stackTraceLimit: 0,
});
