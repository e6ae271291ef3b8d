import { randomUUID } from 'node:crypto';
import { type AssemblyJob, type RenderReply, ServiceError, type UnsentRenderJob } from '@toolpress/contract';
import {
  isRedisOutage,
  type Logger,
  nonQueueingRedis,
  type Redis,
  type RedisAddress,
  reasonOf,
  redisUnavailable,
  waitUntilReady,
  withTimeout,
} from '@toolpress/runtime';
import type { JobsOptions } from 'bullmq';
import { admit, type QueueLimits, releaseLeft, type Slot } from './admission.js';
import type { SentFile } from './consume-options.js';
import { readWorkers } from './heartbeats.js';
import { type OnHeld, Payload, writePayload } from './payload.js';
import {
  ASSEMBLY_QUEUE,
  type DocumentQueue,
  type JobRecord,
  nonQueueingQueue,
  ownerKey,
  PROTOCOL,
  payloadKey,
  RENDER_QUEUE,
  type ResultRecord,
  SLOW_QUEUE,
} from './queues.js';
import { ReplyListener, replyOf } from './replies.js';

/** The limit of BullMQ's events, which no process reads. */
const KEEP_EVENTS = 100;
/** The time limit for closing the queues' connections. */
const CLOSE_LIMIT_MS = 1_000;
/** The states of a job that no worker has started. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['prioritized', 'waiting', 'delayed']);
/** The number of attempts when infrastructure fails, such as a killed browser or an unavailable store. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 250;
/** How long an assembly continues after its gateway has died. */
const ASSEMBLY_LEASE_MS = 30_000;
const RENEW_EVERY_MS = 8_000;
/**
 * Finished jobs are kept for this many seconds after the end of the wait, for a gateway that missed the reply because
 * Redis was unavailable. They contain no content of customers.
 */
const KEEP_FINISHED_LONGER = 60;
const KEEP_FINISHED_COUNT = 5_000;
const KEEP_FAILED = { age: 24 * 3_600, count: 1_000 };

export interface SubmitOptions {
  /**
   * How long the caller waits, in milliseconds, time in the queue included. For a background job: the limit until a
   * worker starts it.
   */
  deadlineMs: number;
  /** For a background job: the limit from then on until it is done. The default is `deadlineMs`. */
  workMs?: number;
  /** The account of the document. Accounts take turns. */
  accountId: string;
  /**
   * Makes the document a background job with this id, which is rendered when no other job waits. `abandon` uses the
   * id when this process has died.
   */
  backgroundId?: string;
  /**
   * The same for each submission of a background job, so that the workers that die over it are counted together.
   */
  origin?: string;
  /**
   * Whether a worker that prints the document stops when the caller disconnects. Others are printed to their end, because
   * that is sooner than a worker notices for most of them.
   */
  stopsWithCaller?: boolean;
  /** Called with the file of a document while a worker stores it, unless the file is large. The reply follows when it is stored, and may be an error. */
  onFile?: (file: SentFile) => void;
  /** The parent span of the worker's, in W3C Trace Context format. */
  traceparent?: string | undefined;
  /** Aborted when the caller disconnects: a waiting job is withdrawn. */
  signal?: AbortSignal;
  /**
   * Called with the bytes of the document that this process holds, at each change; 0 at the end.
   *
   * @param giveUp releases the bytes. Present when they are held only in case Redis is killed.
   */
  onHeld?: OnHeld;
}

interface Attempt
  extends Pick<SubmitOptions, 'accountId' | 'deadlineMs' | 'onFile' | 'origin' | 'stopsWithCaller' | 'traceparent'> {
  jobId: string;
  isBackground: boolean;
  /** How long a background job waits for a worker. The default is half of `deadlineMs`. */
  patienceMs?: number;
  /** How long the slot lasts without a renewal by this process. */
  leaseMs?: number;
}

/** The gateway's side of the queue: submits jobs and returns their replies. One instance per process. */
export class RenderQueue {
  /** The id of the channel for replies. */
  private readonly id = randomUUID();
  private readonly commands: Redis;
  private readonly queue: DocumentQueue;
  /** The queue of background jobs, and of jobs that workers move there, see `consume.ts`. */
  private readonly slow: DocumentQueue;
  private readonly assemblies: DocumentQueue;
  private readonly replies: ReplyListener;

  private constructor(
    redis: RedisAddress,
    private readonly limits: QueueLimits,
    private readonly logger: Logger,
  ) {
    const streams = { events: { maxLen: KEEP_EVENTS } };
    this.commands = nonQueueingRedis(redis, 'queue', logger);
    this.queue = nonQueueingQueue<JobRecord, ResultRecord>(RENDER_QUEUE, this.commands, { streams });
    this.slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, this.commands, { streams });
    this.assemblies = nonQueueingQueue<JobRecord, ResultRecord>(ASSEMBLY_QUEUE, this.commands, { streams });
    this.replies = new ReplyListener(redis, this.id, this.commands, [this.queue, this.slow, this.assemblies], logger);
  }

  /**
   * Opens the queue. Resolves when it can receive replies, or at the first failure to reach Redis: then jobs are
   * rejected until Redis is available.
   */
  static async open(redis: RedisAddress, limits: QueueLimits, logger: Logger): Promise<RenderQueue> {
    const queue = new RenderQueue(redis, limits, logger);
    await waitUntilReady(queue.commands);
    if (queue.commands.status === 'ready') await queue.replies.listening;
    return queue;
  }

  /**
   * Submits a job and waits for the reply.
   *
   * @param job with a `Payload`, the caller does not hold the document during the wait.
   * @returns the rendered file, or a caller's mistake as data.
   * @throws ServiceError `queue_full` immediately when no slot is free or the wait would be too long, and later when
   *   no worker starts a background job; `unavailable` when Redis is unavailable or the renderer failed permanently;
   *   `deadline_exceeded`.
   * @throws the signal's reason when the caller disconnected.
   */
  async submitAndWait(job: UnsentRenderJob | Payload, given: SubmitOptions): Promise<RenderReply> {
    const isBackground = given.backgroundId !== undefined;
    given.signal?.throwIfAborted();
    const payload = job instanceof Payload ? job : await writePayload(job);
    // In the slow queue it does not occupy slots for calls.
    if (isBackground) {
      const { deadlineMs, workMs = deadlineMs } = given;
      return this.handIn(payload, this.slow, { ...given, deadlineMs: deadlineMs + workMs, patienceMs: deadlineMs });
    }
    return this.handIn(payload, this.queue, given);
  }

  /**
   * Combines the files of a batch, which may take long. If this process dies, the assembly ends soon, not only at its
   * deadline.
   *
   * @returns and throws the same as `submitAndWait`.
   */
  async assembleAndWait(
    job: AssemblyJob,
    options: SubmitOptions & Required<Pick<SubmitOptions, 'backgroundId'>>,
  ): Promise<RenderReply> {
    options.signal?.throwIfAborted();
    return this.handIn(await writePayload(job), this.assemblies, { ...options, leaseMs: ASSEMBLY_LEASE_MS });
  }

  private async handIn(
    payload: Payload,
    queue: DocumentQueue,
    options: SubmitOptions & Pick<Attempt, 'leaseMs' | 'patienceMs'>,
  ): Promise<RenderReply> {
    const isBackground = options.backgroundId !== undefined;
    let jobId = options.backgroundId ?? randomUUID();
    const until = performance.now() + options.deadlineMs;
    payload.reportTo(options.onHeld ?? (() => undefined));
    const end = endOfWait(options);
    try {
      for (;;) {
        const deadlineMs = Math.ceil(until - performance.now());
        const reply = await this.renderOnce(
          payload,
          queue,
          { ...options, jobId, isBackground, deadlineMs },
          end.reached,
        );
        if (reply !== 'lost') return reply;
        jobId = randomUUID();
      }
    } catch (error) {
      if (isRedisOutage(error)) throw redisUnavailable(error);
      throw error;
    } finally {
      end.stop();
      payload.drop();
    }
  }

  /**
   * Returns the number of documents that all live workers can print concurrently. @throws the error of Redis while it
   * is unavailable.
   */
  async pages(): Promise<number> {
    const workers = await readWorkers(this.commands);
    return workers.reduce((sum, { alive, concurrency }) => sum + (alive ? concurrency : 0), 0);
  }

  /** Cancels a background job of a process that has died. Its file, if any, is unclaimed. */
  async abandon(backgroundId: string): Promise<void> {
    // A worker that renders it finds no payload and deletes its file.
    await this.commands.unlink(payloadKey(backgroundId));
    await releaseLeft(this.commands, backgroundId);
    for (const queue of [this.slow, this.assemblies]) {
      const job = await queue.getJob(backgroundId);
      const isRemoved = job !== undefined && (await queue.remove(backgroundId)) === 1;
      // No worker has it any longer: a living one locks its jobs, which BullMQ does not remove.
      if (isRemoved) await this.commands.unlink(ownerKey(backgroundId));
    }
  }

  async close(): Promise<void> {
    this.replies.close();
    // A connection that is closed between two attempts to reconnect never emits `end` (ioredis), but holds no resources.
    await withTimeout(
      Promise.all([this.queue, this.slow, this.assemblies].map((queue) => queue.close())),
      CLOSE_LIMIT_MS,
      () => undefined,
    );
    this.commands.disconnect();
  }

  /**
   * @param ended rejects when the caller's wait ends.
   * @returns the reply, or `lost` when Redis has lost the job: a killed Redis may lose its last second.
   */
  private async renderOnce(
    payload: Payload,
    queue: DocumentQueue,
    attempt: Attempt,
    ended: Promise<never>,
  ): Promise<RenderReply | 'lost'> {
    const { commands, replies, slow } = this;
    const { requestId } = payload;
    const { accountId, deadlineMs, leaseMs, jobId, isBackground, patienceMs = deadlineMs / 2 } = attempt;
    const isUp = (): boolean => commands.status === 'ready' && replies.isListening;
    if (payload.content === undefined) throw documentLost();
    if (!isUp()) throw redisUnavailable(`connection is ${commands.status}`);
    const outcome = replies.expect(jobId, attempt.onFile);
    let slot: Slot | undefined;
    let patience: { lost: Promise<never>; stop: () => void } | undefined;
    let mayHaveJob = false;
    let isFinished = false;
    let isReleased = false;
    let renewal: NodeJS.Timeout | undefined;
    try {
      payload.isBeingWritten();
      const deadline = Date.now() + deadlineMs;
      // No variable holds the document, so that its memory can be freed during the wait.
      const request = { jobId, accountId, deadlineMs: leaseMs ?? deadlineMs, isBackground };
      slot = await admit(commands, this.limits, { ...request, content: payload.content });
      const { renew, priority } = slot;
      mayHaveJob = true;
      const record = recordOf(attempt, { deadline, requestId, replyTo: this.id });
      await queue.add(queue.name, record, { ...jobOptions(jobId, deadlineMs), priority });
      if (leaseMs !== undefined) renewal = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
      replies.added(jobId);
      payload.isWritten(isUp);
      patience = isBackground ? this.whileBegun(jobId, [queue, slow], patienceMs) : undefined;
      const ending = await Promise.race([outcome, ended, ...(patience ? [patience.lost] : [])]);
      isFinished = ending !== 'lost';
      isReleased = ending !== 'lost' && ending.isReleased === true;
      return ending === 'lost' ? ending : await replyOf(ending, commands, jobId);
    } finally {
      patience?.stop();
      clearInterval(renewal);
      replies.forget(jobId);
      const withdrawn = mayHaveJob && !isFinished ? [queue.remove(jobId), slow.remove(jobId)] : [];
      Promise.all([isReleased || slot?.release(), ...withdrawn]).catch((error) => {
        // The deadline removes it later.
        this.logger.debug({ reason: reasonOf(error), jobId, requestId }, 'a job could not be removed immediately');
      });
    }
  }

  /** Rejects if no worker starts a background document in time, so that the caller submits it again. */
  private whileBegun(
    jobId: string,
    queues: readonly DocumentQueue[],
    withinMs: number,
  ): { lost: Promise<never>; stop: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(async () => {
        const states = queues.map((queue) => queue.getJobState(jobId).catch(() => 'unknown'));
        if ((await Promise.all(states)).some((state) => NOT_BEGUN.has(state))) reject(noWorkerFree());
      }, withinMs);
    });
    lost.catch(() => undefined); // it may reject after the race has ended
    return { lost, stop: () => clearTimeout(timer) };
  }
}

const recordOf = (
  { accountId, deadlineMs, isBackground, onFile, origin, stopsWithCaller = false, traceparent }: Attempt,
  sender: Pick<JobRecord, 'deadline' | 'requestId' | 'replyTo'>,
): JobRecord => ({
  ...{ ...sender, lifeMs: deadlineMs, accountId, protocol: PROTOCOL },
  ...(isBackground && { isBackground }),
  ...(origin !== undefined && { origin }),
  ...(stopsWithCaller && { stopsWithCaller }),
  ...(onFile && { takesFile: true as const }),
  ...(traceparent !== undefined && { traceparent }),
});

const jobOptions = (jobId: string, deadlineMs: number): JobsOptions => ({
  jobId,
  attempts: ATTEMPTS,
  backoff: { type: 'fixed', delay: RETRY_DELAY_MS },
  removeOnComplete: { age: Math.ceil(deadlineMs / 1_000) + KEEP_FINISHED_LONGER, count: KEEP_FINISHED_COUNT },
  removeOnFail: KEEP_FAILED,
  stackTraceLimit: 0,
});

/** Rejects when the deadline has passed or the caller has disconnected. */
function endOfWait({ deadlineMs, signal }: SubmitOptions): { reached: Promise<never>; stop: () => void } {
  let stop = (): void => undefined;
  const reached = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(deadlinePassed(deadlineMs)), deadlineMs);
    const hangUp = (): void => reject(signal?.reason);
    if (signal?.aborted) hangUp();
    else signal?.addEventListener('abort', hangUp, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', hangUp);
    };
  });
  reached.catch(() => undefined); // it may reject before the race has started
  return { reached, stop };
}

/** The error when Redis has lost a document although it should have written it to disk. */
const documentLost = (): ServiceError =>
  new ServiceError('unavailable', 'The service’s database has lost the document; send it again.', {
    headers: { 'Retry-After': '1' },
  });

const noWorkerFree = (): ServiceError =>
  new ServiceError('queue_full', 'No worker was free for the document; try again in 1 s, as `Retry-After` says.', {
    headers: { 'Retry-After': '1' },
  });

const deadlinePassed = (deadlineMs: number): ServiceError =>
  new ServiceError(
    'deadline_exceeded',
    `The document was not ready within ${deadlineMs / 1000} seconds, including the wait in the queue; try again, or make it simpler.`,
  );
