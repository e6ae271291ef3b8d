/** The gateway's side of the queue: a job goes in, its reply comes out, within a deadline. */
import { randomUUID } from 'node:crypto';
import type { RenderJob, RenderReply } from '@toolpress/contract';
import { failFastRedis, firstContact, isRedisOutage, type Logger, type Redis, redisAway } from '@toolpress/runtime';
import { Job, Queue } from 'bullmq';
import { burnLetters, leaveRequest } from './letters.js';
import { type JobRecord, KEY_PREFIX, RENDER_QUEUE, type ResultRecord } from './names.js';
import { deadlinePassed, type Outcome, replyOf } from './outcome.js';
import { listenForOutcomes, type OutcomeEvents } from './outcome-events.js';
import { PendingWaits } from './pending-waits.js';
import { CLOSE_LIMIT_MS, settleWithin } from './settle.js';

/** How often a job is tried when infrastructure fails under it: a killed browser, a store that is away. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 250;
/** Finished jobs stay this long for people who look at a board; they hold no content of customers. */
const KEEP_FINISHED = { age: 120, count: 2_000 };
const KEEP_FAILED = { age: 24 * 3_600, count: 1_000 };
const KEEP_EVENTS = 2_000;

export interface SubmitOptions {
  /** How long the caller waits, milliseconds, time in the queue included. */
  deadlineMs: number;
  /** Aborted when the caller hangs up: the job is withdrawn if it still waits. */
  signal?: AbortSignal;
}

export interface RenderQueue {
  /**
   * Hands a job to the workers and waits for the reply.
   *
   * @returns the rendered file, or a caller's mistake as data.
   * @throws ServiceError `unavailable` when Redis is away or the renderer failed for good, `deadline_exceeded`.
   * @throws the signal's reason when the caller hung up.
   */
  submitAndWait(job: RenderJob, options: SubmitOptions): Promise<RenderReply>;
  close(): Promise<void>;
}

/**
 * Connects to the queue. One instance a process. It resolves when results can be heard, or at the first failure to
 * reach Redis: then jobs are refused until Redis is there.
 */
export async function openRenderQueue(redisUrl: string, logger: Logger): Promise<RenderQueue> {
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

  const parts: Parts = { commands, queue, pending, events, logger };
  return {
    submitAndWait: (job, options) => submitAndWait(parts, job, options),
    async close() {
      await events.close();
      await settleWithin(queue.close(), CLOSE_LIMIT_MS);
      commands.disconnect();
    },
  };
}

interface Parts {
  commands: Redis;
  queue: Queue<JobRecord, ResultRecord>;
  pending: PendingWaits;
  events: OutcomeEvents;
  logger: Logger;
}

async function submitAndWait(parts: Parts, job: RenderJob, options: SubmitOptions): Promise<RenderReply> {
  const { commands, queue, pending, events, logger } = parts;
  options.signal?.throwIfAborted();
  if (commands.status !== 'ready' || !events.isListening()) throw redisAway(`connection is ${commands.status}`);
  const jobId = randomUUID();
  const wait = waitFor(pending.register(jobId), options);
  let finished = false;
  try {
    // Both commands leave in one write; Redis runs them in this order, so no worker can see the job before its letter.
    await Promise.all([
      leaveRequest(commands, jobId, job, options.deadlineMs),
      queue.add(RENDER_QUEUE, { deadline: Date.now() + options.deadlineMs }, { ...JOB_OPTIONS, jobId }),
    ]);
    const outcome = await wait.outcome;
    finished = true;
    return await replyOf(outcome, commands, jobId);
  } catch (error) {
    if (isRedisOutage(error)) throw redisAway(error);
    throw error;
  } finally {
    wait.stop();
    pending.forget(jobId);
    withdraw(commands, queue, jobId, finished).catch((error) => {
      // The letter's own expiry does the same a little later.
      logger.debug({ reason: String(error), jobId }, 'a job could not be cleared away at once');
    });
  }
}

const JOB_OPTIONS = {
  attempts: ATTEMPTS,
  backoff: { type: 'fixed', delay: RETRY_DELAY_MS },
  removeOnComplete: KEEP_FINISHED,
  removeOnFail: KEEP_FAILED,
  stackTraceLimit: 0,
};

/** Races an outcome against the deadline and the caller's hanging up. */
function waitFor(outcome: Promise<Outcome>, { deadlineMs, signal }: SubmitOptions) {
  let stop = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(deadlinePassed(deadlineMs)), deadlineMs);
    const hangUp = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', hangUp, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', hangUp);
    };
  });
  const race = Promise.race([outcome, ended]);
  race.catch(() => undefined); // adding the job may fail first; then nobody awaits the race
  return { outcome: race, stop };
}

/** Clears a job away: its letters always; the job itself when it did not finish and no worker has it yet. */
async function withdraw(
  redis: Redis,
  queue: Queue<JobRecord, ResultRecord>,
  jobId: string,
  finished: boolean,
): Promise<void> {
  await Promise.all([burnLetters(redis, jobId), finished ? undefined : queue.remove(jobId)]);
}

async function catchUp(queue: Queue<JobRecord, ResultRecord>, pending: PendingWaits): Promise<void> {
  for (const jobId of pending.jobIds) {
    const job = await Job.fromId<JobRecord, ResultRecord>(queue, jobId);
    if (job?.finishedOn === undefined) continue;
    if (job.failedReason) pending.settle(jobId, { failure: job.failedReason });
    else pending.settle(jobId, { result: job.returnvalue });
  }
}
