import { randomUUID } from 'node:crypto';
import { type AssemblyJob, type RenderReply, ServiceError, type UnsentRenderJob } from '@toolpress/contract';
import {
  isRedisOutage,
  type Logger,
  nonQueueingRedis,
  type Redis,
  reasonOf,
  redisUnavailable,
  waitUntilReady,
  withTimeout,
} from '@toolpress/runtime';
import type { JobsOptions } from 'bullmq';
import { admit, type QueueLimits, type Slot } from './admission.js';
import { readWorkers } from './heartbeats.js';
import { type OnHeld, Payload, writePayload } from './payload.js';
import {
  ASSEMBLY_QUEUE,
  type DocumentQueue,
  type JobRecord,
  nonQueueingQueue,
  PROTOCOL,
  payloadKey,
  RENDER_QUEUE,
  type ResultRecord,
  SLOW_QUEUE,
} from './queues.js';
import { ReplyListener, replyOf } from './replies.js';

/** Nobody but a board reads BullMQ's events. */
const KEEP_EVENTS = 100;
/** How long the queues' connections may take to close. */
const CLOSE_LIMIT_MS = 1_000;
/** Where a document is that no worker has begun with. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['prioritized', 'waiting', 'delayed']);
/** How often a job is tried when infrastructure fails under it: a killed browser, a store that is unavailable. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 250;
/** How long an assembly outlives its gateway. */
const ASSEMBLY_LEASE_MS = 30_000;
const RENEW_EVERY_MS = 8_000;
/**
 * Finished jobs stay so many seconds longer than any caller waits: a gateway that could not hear of one, because Redis
 * was unavailable, asks for it. They hold no content of customers.
 */
const KEEP_FINISHED_LONGER = 60;
const KEEP_FINISHED_COUNT = 5_000;
const KEEP_FAILED = { age: 24 * 3_600, count: 1_000 };

export interface SubmitOptions {
  /**
   * How long the caller waits, milliseconds, time in the queue included. In the background: how long a worker may let it wait, and as
   * long again when one has begun.
   */
  deadlineMs: number;
  /** Whose document it is: accounts take turns. */
  accountId: string;
  /**
   * Nobody waits for the document at this moment: it is rendered when no worker has another to do, as a job of this id, so that
   * `abandon` finds it when this process dies.
   */
  backgroundId?: string;
  /** Aborted when the caller hangs up: the job is withdrawn if it still waits. */
  signal?: AbortSignal;
  /**
   * Told how many bytes of the document this process holds, whenever that changes; 0 in the end.
   *
   * @param giveUp there when they are held only in case Redis is killed in this moment: gives them up.
   */
  onHeld?: OnHeld;
}

interface Attempt extends Pick<SubmitOptions, 'accountId' | 'deadlineMs'> {
  jobId: string;
  isBackground: boolean;
  /** How long the slot outlives this process, which renews it. */
  leaseMs?: number;
}

/** The gateway's side of the queue: a job goes in, its reply comes out. One instance a process. */
export class RenderQueue {
  /** Under which replies are heard. */
  private readonly id = randomUUID();
  private readonly commands: Redis;
  private readonly queue: DocumentQueue;
  /** Where workers may move a job, see `consume.ts`, and where those in the background are. */
  private readonly slow: DocumentQueue;
  private readonly assemblies: DocumentQueue;
  private readonly replies: ReplyListener;

  private constructor(
    redisUrl: string,
    private readonly limits: QueueLimits,
    private readonly logger: Logger,
  ) {
    const streams = { events: { maxLen: KEEP_EVENTS } };
    this.commands = nonQueueingRedis(redisUrl, 'queue', logger);
    this.queue = nonQueueingQueue<JobRecord, ResultRecord>(RENDER_QUEUE, this.commands, { streams });
    this.slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, this.commands, { streams });
    this.assemblies = nonQueueingQueue<JobRecord, ResultRecord>(ASSEMBLY_QUEUE, this.commands, { streams });
    this.replies = new ReplyListener(redisUrl, this.id, [this.queue, this.slow, this.assemblies], logger);
  }

  /** Resolves when replies can be heard, or at the first failure to reach Redis: then jobs are refused until it is there. */
  static async open(redisUrl: string, limits: QueueLimits, logger: Logger): Promise<RenderQueue> {
    const queue = new RenderQueue(redisUrl, limits, logger);
    await waitUntilReady(queue.commands);
    if (queue.commands.status === 'ready') await queue.replies.listening;
    return queue;
  }

  /**
   * Hands a job to the workers and waits for the reply.
   *
   * @param job who passes a `Payload` keeps nothing of the document while it waits.
   * @returns the rendered file, or a caller's mistake as data.
   * @throws ServiceError `queue_full` at once when there is no slot or the wait would be too long, and later when no worker has begun with
   *   what is in the background; `unavailable` when Redis is unavailable or the renderer failed for good, `deadline_exceeded`.
   * @throws the signal's reason when the caller hung up.
   */
  async submitAndWait(job: UnsentRenderJob | Payload, given: SubmitOptions): Promise<RenderReply> {
    const isBackground = given.backgroundId !== undefined;
    given.signal?.throwIfAborted();
    const payload = job instanceof Payload ? job : await writePayload(job);
    // In the slow queue it takes no slot of the workers that a call could have.
    if (isBackground) return this.handIn(payload, this.slow, { ...given, deadlineMs: 2 * given.deadlineMs });
    return this.handIn(payload, this.queue, given);
  }

  /**
   * Has the files of a batch put together, which may take long: it is given up soon when this process ends, not at its deadline only.
   *
   * @returns as `submitAndWait`. @throws likewise.
   */
  async assembleAndWait(
    job: AssemblyJob,
    options: SubmitOptions & Required<Pick<SubmitOptions, 'backgroundId'>>,
  ): Promise<RenderReply> {
    return this.handIn(await writePayload(job), this.assemblies, { ...options, leaseMs: ASSEMBLY_LEASE_MS });
  }

  private async handIn(
    payload: Payload,
    queue: DocumentQueue,
    options: SubmitOptions & Pick<Attempt, 'leaseMs'>,
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

  /** How many documents all workers that are there print at a time. @throws what Redis throws while it is unavailable. */
  async pages(): Promise<number> {
    const workers = await readWorkers(this.commands);
    return workers.reduce((sum, { alive, concurrency }) => sum + (alive ? concurrency : 0), 0);
  }

  /** Ends what a process that died has left in the background: it is rendered no more. A file that it has left was claimed by nobody. */
  async abandon(backgroundId: string): Promise<void> {
    // A worker that renders it finds that nobody waits, and deletes its file.
    await this.commands.unlink(payloadKey(backgroundId));
    for (const queue of [this.slow, this.assemblies]) await queue.remove(backgroundId);
  }

  async close(): Promise<void> {
    this.replies.close();
    // A connection that is ended between two attempts to reconnect never reports its end (ioredis); nothing is left of it.
    await withTimeout(
      Promise.all([this.queue, this.slow, this.assemblies].map((queue) => queue.close())),
      CLOSE_LIMIT_MS,
      () => undefined,
    );
    this.commands.disconnect();
  }

  /**
   * @param ended rejects when the caller waits no longer.
   * @returns the reply, or `lost` when Redis has lost the job: a killed Redis may lose its last second.
   */
  private async renderOnce(
    payload: Payload,
    queue: DocumentQueue,
    { accountId, deadlineMs, leaseMs, jobId, isBackground }: Attempt,
    ended: Promise<never>,
  ): Promise<RenderReply | 'lost'> {
    const { commands, replies, slow } = this;
    const { requestId } = payload;
    const isUp = (): boolean => commands.status === 'ready' && replies.isListening;
    if (payload.content === undefined) throw documentLost();
    if (!isUp()) throw redisUnavailable(`connection is ${commands.status}`);
    const outcome = replies.expect(jobId);
    let slot: Slot | undefined;
    let patience: { lost: Promise<never>; stop: () => void } | undefined;
    let mayHaveJob = false;
    let isFinished = false;
    let renewal: NodeJS.Timeout | undefined;
    try {
      payload.isBeingWritten();
      // Not kept in a variable: it may be dropped while this waits.
      slot = await admit(commands, this.limits, {
        jobId,
        accountId,
        content: payload.content,
        deadlineMs: leaseMs ?? deadlineMs,
        isBackground,
      });
      mayHaveJob = true;
      const { renew } = slot;
      if (leaseMs !== undefined) renewal = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
      const record = {
        deadline: Date.now() + deadlineMs,
        lifeMs: deadlineMs,
        requestId,
        replyTo: this.id,
        accountId,
        protocol: PROTOCOL,
        ...(isBackground && { isBackground }),
      };
      await queue.add(queue.name, record, jobOptions(jobId, slot.priority, deadlineMs));
      replies.added(jobId);
      payload.isWritten(isUp);
      patience = isBackground ? this.whileBegun(jobId, [queue, slow], deadlineMs / 2) : undefined;
      const ending = await Promise.race([outcome, ended, ...(patience ? [patience.lost] : [])]);
      isFinished = ending !== 'lost';
      return ending === 'lost' ? ending : await replyOf(ending, commands, jobId);
    } finally {
      patience?.stop();
      clearInterval(renewal);
      replies.forget(jobId);
      const withdrawn = mayHaveJob && !isFinished ? [queue.remove(jobId), slow.remove(jobId)] : [];
      Promise.all([slot?.release(), ...withdrawn]).catch((error) => {
        // The deadline does the same a little later.
        this.logger.debug({ reason: reasonOf(error), jobId, requestId }, 'a job could not be removed at once');
      });
    }
  }

  /** A document in the background is not held responsible for workers that have no time for it: it is given back, to be sent again. */
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
    lost.catch(() => undefined); // it may be lost in the moment in which it is done
    return { lost, stop: () => clearTimeout(timer) };
  }
}

const jobOptions = (jobId: string, priority: number, deadlineMs: number): JobsOptions => ({
  jobId,
  priority,
  attempts: ATTEMPTS,
  backoff: { type: 'fixed', delay: RETRY_DELAY_MS },
  removeOnComplete: { age: Math.ceil(deadlineMs / 1_000) + KEEP_FINISHED_LONGER, count: KEEP_FINISHED_COUNT },
  removeOnFail: KEEP_FAILED,
  stackTraceLimit: 0,
});

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

/** Redis has lost a document that it had for longer than it takes to write it to its disk. */
const documentLost = (): ServiceError =>
  new ServiceError('unavailable', 'The service’s database has lost the document; send it again.', {
    headers: { 'Retry-After': '1' },
  });

const noWorkerFree = (): ServiceError =>
  new ServiceError('queue_full', 'No worker had time for the document; try again in 1 s, as `Retry-After` says.', {
    headers: { 'Retry-After': '1' },
  });

const deadlinePassed = (deadlineMs: number): ServiceError =>
  new ServiceError(
    'deadline_exceeded',
    `The document was not ready within ${deadlineMs / 1000} seconds, waiting in the queue included; try again, or make it simpler.`,
  );
