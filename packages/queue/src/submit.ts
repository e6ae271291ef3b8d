/** The gateway's side of the queue: a job goes in, its reply comes out, within a deadline. */
import type { RenderJob, RenderReply } from '@toolpress/contract';
import { failFastRedis, firstContact, isRedisOutage, type Logger, redisAway } from '@toolpress/runtime';
import { Job, Queue } from 'bullmq';
import { type Parts, renderOnce } from './attempt.js';
import { writeLetter } from './letters.js';
import { type JobRecord, KEY_PREFIX, RENDER_QUEUE, type ResultRecord } from './names.js';
import { deadlinePassed } from './outcome.js';
import { listenForOutcomes } from './outcome-events.js';
import { PendingWaits } from './pending-waits.js';
import type { QueueLimits } from './places.js';
import { CLOSE_LIMIT_MS, settleWithin } from './settle.js';

/** Enough for what is finished while a gateway connects again. */
const KEEP_EVENTS = 10_000;

export interface SubmitOptions {
  /** How long the caller waits, milliseconds, time in the queue included. */
  deadlineMs: number;
  /** Whose document it is: accounts take turns. */
  accountId: string;
  /** Aborted when the caller hangs up: the job is withdrawn if it still waits. */
  signal?: AbortSignal;
}

export interface RenderQueue {
  /**
   * Hands a job to the workers and waits for the reply.
   *
   * @returns the rendered file, or a caller's mistake as data.
   * @throws ServiceError `queue_full` at once when there is no place or the wait would be too long, `unavailable` when
   *   Redis is away or the renderer failed for good, `deadline_exceeded`.
   * @throws the signal's reason when the caller hung up.
   */
  submitAndWait(job: RenderJob, options: SubmitOptions): Promise<RenderReply>;
  close(): Promise<void>;
}

/**
 * Connects to the queue. One instance a process. It resolves when results can be heard, or at the first failure to
 * reach Redis: then jobs are refused until Redis is there.
 */
export async function openRenderQueue(redisUrl: string, limits: QueueLimits, logger: Logger): Promise<RenderQueue> {
  const commands = failFastRedis(redisUrl, 'queue', logger);
  const queue = new Queue<JobRecord, ResultRecord>(RENDER_QUEUE, {
    connection: commands,
    prefix: KEY_PREFIX,
    streams: { events: { maxLen: KEEP_EVENTS } },
  });
  queue.on('error', () => undefined); // outages are reported by the connection, once
  const pending = new PendingWaits();
  const events = listenForOutcomes(redisUrl, pending, logger);
  // Events are missed when the stream is cut while Redis is away: ask for each waiting job once it is back.
  commands.on('ready', () => void catchUp(queue, pending).catch(() => undefined));
  await firstContact(commands);
  if (commands.status === 'ready') await events.listening;

  const parts: Parts = { commands, queue, limits, pending, events, logger };
  return {
    submitAndWait: (job, options) => submitAndWait(parts, job, options),
    async close() {
      await events.close();
      await settleWithin(queue.close(), CLOSE_LIMIT_MS);
      commands.disconnect();
    },
  };
}

async function submitAndWait(parts: Parts, job: RenderJob, options: SubmitOptions): Promise<RenderReply> {
  options.signal?.throwIfAborted();
  const letter = writeLetter(job);
  const until = performance.now() + options.deadlineMs;
  const end = endOfWait(options);
  try {
    for (;;) {
      const deadlineMs = Math.ceil(until - performance.now());
      const ids = { requestId: job.requestId, accountId: options.accountId };
      const reply = await renderOnce(parts, { ...ids, letter, deadlineMs, ended: end.reached });
      if (reply !== 'lost') return reply;
    }
  } catch (error) {
    if (isRedisOutage(error)) throw redisAway(error);
    throw error;
  } finally {
    end.stop();
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

/** Asks for each job that is waited for. Of one that is not there nothing would ever be heard. */
async function catchUp(queue: Queue<JobRecord, ResultRecord>, pending: PendingWaits): Promise<void> {
  for (const jobId of pending.addedIds) {
    const job = await Job.fromId<JobRecord, ResultRecord>(queue, jobId);
    if (job === undefined) pending.settle(jobId, 'lost');
    else if (job.failedReason) pending.settle(jobId, { failure: job.failedReason });
    else if (job.finishedOn !== undefined) pending.settle(jobId, { result: job.returnvalue });
  }
}
