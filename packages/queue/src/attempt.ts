/** One attempt at having a document rendered: a place, a job, its outcome; nothing is left behind. */
import { randomUUID } from 'node:crypto';
import type { RenderReply } from '@toolpress/contract';
import { type Logger, type Redis, reasonOf, redisAway } from '@toolpress/runtime';
import type { Queue } from 'bullmq';
import type { JobRecord, ResultRecord } from './names.js';
import { replyOf } from './outcome.js';
import type { Payload } from './payload.js';
import type { PendingWaits } from './pending-waits.js';
import type { QueueLimits } from './places.js';
import { QueueEntry } from './queue-entry.js';
import type { Replies } from './replies.js';

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
  accountId: string;
  payload: Payload;
  /** How long the caller still waits, milliseconds. */
  deadlineMs: number;
  /** Rejects when the caller waits no longer. */
  ended: Promise<never>;
}

/** @returns the reply, or `lost` when Redis has lost the job: a killed Redis may lose its last second. */
export async function renderOnce(parts: Parts, attempt: Attempt): Promise<RenderReply | 'lost'> {
  const { commands, pending, replies, logger } = parts;
  if (commands.status !== 'ready' || !replies.isListening()) throw redisAway(`connection is ${commands.status}`);
  const jobId = randomUUID();
  const entry = new QueueEntry(parts, jobId, attempt);
  const isOnly = pending.isEmpty();
  const heard = pending.register(jobId);
  let isFinished = false;
  try {
    await entry.enter(isOnly);
    pending.added(jobId);
    attempt.payload.isWritten(() => commands.status === 'ready' && replies.isListening());
    const outcome = await Promise.race([heard, attempt.ended]);
    isFinished = outcome !== 'lost';
    return outcome === 'lost' ? outcome : await replyOf(outcome, commands, jobId);
  } finally {
    if (isFinished) pending.forget(jobId);
    else pending.abandon(jobId);
    entry.leave(isFinished).catch((error) => {
      // The deadline does the same a little later.
      const { requestId } = attempt.payload;
      logger.debug({ reason: reasonOf(error), jobId, requestId }, 'a job could not be cleared away at once');
    });
  }
}
