/** The gateway's side of the queue: a job goes in, its reply comes out, within a deadline. */
import { randomUUID } from 'node:crypto';
import type { RenderReply, UnsentRenderJob } from '@toolpress/contract';
import {
  isRedisOutage,
  type Logger,
  nonQueueingRedis,
  redisAway,
  waitUntilReady,
  withTimeout,
} from '@toolpress/runtime';
import { Job, type Queue } from 'bullmq';
import { type Parts, renderOnce } from './attempt.js';
import { type JobRecord, RENDER_QUEUE, type ResultRecord, SLOW_QUEUE } from './names.js';
import { nonQueueingQueue } from './non-queueing-queue.js';
import { deadlinePassed, documentLost, type Ended } from './outcome.js';
import { type OnHeld, Payload, writePayload } from './payload.js';
import { PendingWaits } from './pending-waits.js';
import type { QueueLimits } from './places.js';
import { listenForReplies } from './replies.js';

/** Nobody but a board reads BullMQ's events. */
const KEEP_EVENTS = 100;
/** Redis is asked for a job of which nothing was heard for so long: its reply may have got lost. */
const ASK_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** How long the queues' connections may take to close. */
const CLOSE_LIMIT_MS = 1_000;

export interface SubmitOptions {
  /** How long the caller waits, milliseconds, time in the queue included. */
  deadlineMs: number;
  /** Whose document it is: accounts take turns. */
  accountId: string;
  /** Aborted when the caller hangs up: the job is withdrawn if it still waits. */
  signal?: AbortSignal;
  /**
   * Told how many bytes of the document this process holds, whenever that changes; 0 in the end.
   *
   * @param giveUp there when they are held only in case Redis is killed in this moment: gives them up.
   */
  onHeld?: OnHeld;
}

export interface RenderQueue {
  /**
   * Hands a job to the workers and waits for the reply.
   *
   * @param job who passes a `Payload` keeps nothing of the document while it waits.
   * @returns the rendered file, or a caller's mistake as data.
   * @throws ServiceError `queue_full` at once when there is no place or the wait would be too long, `unavailable` when
   *   Redis is away or the renderer failed for good, `deadline_exceeded`.
   * @throws the signal's reason when the caller hung up.
   */
  submitAndWait(job: UnsentRenderJob | Payload, options: SubmitOptions): Promise<RenderReply>;
  close(): Promise<void>;
}

/**
 * Connects to the queue. One instance a process. It resolves when replies can be heard, or at the first failure to
 * reach Redis: then jobs are refused until Redis is there.
 *
 * @param onUnclaimed told of a file that a worker made for a caller who had gone meanwhile: nobody knows of it.
 */
export async function openRenderQueue(
  redisUrl: string,
  limits: QueueLimits,
  logger: Logger,
  onUnclaimed?: (fileId: string) => void,
): Promise<RenderQueue> {
  const commands = nonQueueingRedis(redisUrl, 'queue', logger);
  const streams = { events: { maxLen: KEEP_EVENTS } };
  const queue = nonQueueingQueue<JobRecord, ResultRecord>(RENDER_QUEUE, commands, { streams });
  const slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, commands, { streams });
  const pending = new PendingWaits(onUnclaimed);
  const ask = (unseenForMs: number): void =>
    void catchUp([queue, slow], pending, pending.takeUnseen(unseenForMs)).catch(() => undefined); // asked again soon
  const id = randomUUID();
  const replies = listenForReplies(redisUrl, { id, pending, onListening: () => ask(0), logger });
  const looking = setInterval(() => ask(ASK_AFTER_MS), LOOK_EVERY_MS).unref();
  await waitUntilReady(commands);
  if (commands.status === 'ready') await replies.listening;

  const parts: Parts = { id, commands, queue, slow, limits, pending, replies, logger };
  return {
    async submitAndWait(job, options) {
      options.signal?.throwIfAborted();
      return submitAndWait(parts, job instanceof Payload ? job : await writePayload(job), options);
    },
    async close() {
      clearInterval(looking);
      replies.close();
      // A connection that is ended between two attempts to reconnect never reports its end (ioredis); nothing is left of it.
      await withTimeout(Promise.all([queue.close(), slow.close()]), CLOSE_LIMIT_MS, () => undefined);
      commands.disconnect();
    },
  };
}

async function submitAndWait(parts: Parts, payload: Payload, options: SubmitOptions): Promise<RenderReply> {
  const { accountId, deadlineMs: forMs } = options;
  const until = performance.now() + forMs;
  payload.reportTo(options.onHeld ?? (() => undefined));
  const end = endOfWait(options);
  try {
    for (;;) {
      const deadlineMs = Math.ceil(until - performance.now());
      const reply = await renderOnce(parts, { accountId, payload, deadlineMs, ended: end.reached });
      if (reply !== 'lost') return reply;
      if (payload.content === undefined) throw documentLost();
    }
  } catch (error) {
    if (isRedisOutage(error)) throw redisAway(error);
    throw error;
  } finally {
    end.stop();
    payload.drop();
  }
}

/** Rejects when the deadline has passed or the caller has hung up. */
function endOfWait({ deadlineMs, signal }: SubmitOptions): { reached: Promise<never>; stop: () => void } {
  let stop = (): void => undefined;
  const reached = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(deadlinePassed(deadlineMs)), deadlineMs);
    const hangUp = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', hangUp, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', hangUp);
    };
  });
  reached.catch(() => undefined); // it may be reached while nobody waits for an outcome
  return { reached, stop };
}

/** A job that failed once keeps the reason, whatever became of it later: only one that has no result has failed for good. */
const endOf = ({ returnvalue, failedReason }: Job<JobRecord, ResultRecord | null>): Ended =>
  returnvalue === null ? { failure: failedReason } : { result: returnvalue };

/** Asks for jobs. Of one that is nowhere nothing would ever be heard. @param lanes in the order in which jobs are moved. */
async function catchUp(
  lanes: readonly Queue<JobRecord, ResultRecord>[],
  pending: PendingWaits,
  jobIds: readonly string[],
): Promise<void> {
  for (const jobId of jobIds) {
    let job: Job<JobRecord, ResultRecord | null> | undefined;
    for (const lane of lanes) job ??= await Job.fromId<JobRecord, ResultRecord | null>(lane, jobId);
    if (job === undefined) pending.settle(jobId, 'lost');
    else if (job.finishedOn !== undefined) pending.settle(jobId, endOf(job));
  }
}
