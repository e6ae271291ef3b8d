/** The worker's side of the queue. */
import type { RenderJob, RenderReply } from '@toolpress/contract';
import { type Logger, patientRedis, type Redis } from '@toolpress/runtime';
import { Job, Worker } from 'bullmq';
import { failFastQueue } from './fail-fast-queue.js';
import { leaveRefusal, readLetter } from './letters.js';
import { type JobRecord, KEY_PREFIX, RENDER_QUEUE, type ResultRecord, SLOW_QUEUE } from './names.js';
import { beginSlow, beginTurn, type OpenedLetter } from './places.js';
import { ReplySender } from './reply-sender.js';
import { settleWithin } from './settle.js';
import { moveToSlowLane, Postponed, passToSlowLane } from './slow-lane.js';

/**
 * How long a worker may be silent before its jobs are given to another; a living one renews its locks twice in this
 * time. A dead worker's job is rendered again after at most one and a half of it: well within a request's deadline.
 */
const LOCK_MS = 8_000;
/** How often a job may be lost by a dying worker before it counts as what kills them. */
const MAX_STALLED = 3;
/** How long a closing worker tries to tell Redis of its last results. */
const REPORT_LIMIT_MS = 3_000;

export interface RenderContext {
  /** How long the caller still waits, milliseconds. */
  remainingMs: number;
  /** How long the job has waited for a worker, milliseconds; earlier attempts included. */
  waitedMs: number;
  /** 1 the first time, more when rendering failed under the job before. */
  attempt: number;
  /** Whose document it is; jobs of older gateways do not say, and count as one account's. */
  accountId: string;
  /** Whether the handler may throw `Postponed`: the job is not in the slow lane yet. */
  mayBePostponed: boolean;
  /** Whatever concerns the job is logged here: the ids of job and request stand in every line. */
  log: Logger;
}

/**
 * Renders one job. A caller's mistake is returned as data; what it throws counts as broken infrastructure: the job is
 * tried again, by any worker.
 */
export type RenderHandler = (job: RenderJob, context: RenderContext) => Promise<RenderReply>;

export interface RenderConsumer {
  /**
   * Takes no new job, waits for those at work, disconnects. Results that Redis does not take within three seconds are
   * left behind: another worker renders those documents again.
   */
  close(): Promise<void>;
  /** Whether jobs can come: the connection to Redis stands. */
  isConnected(): boolean;
}

export interface ConsumeOptions {
  /** How many jobs this process works on at a time. */
  concurrency: number;
  /** How many of the slow lane besides; as many unless given. */
  slowConcurrency?: number;
  /** Whether an account's documents are slow at the moment: its jobs go to the slow lane then. */
  isSlow?: (accountId: string) => boolean;
  logger: Logger;
  /** How long a worker may be silent before it counts as dead, milliseconds. */
  lockMs?: number;
}

type RenderRecord = Job<JobRecord, ResultRecord>;
type OpenLetter = (redis: Redis, jobId: string, turn: number) => Promise<OpenedLetter | undefined>;

export function consume(
  redisUrl: string,
  handler: RenderHandler,
  { concurrency, slowConcurrency = concurrency, isSlow = () => false, logger, lockMs = LOCK_MS }: ConsumeOptions,
): RenderConsumer {
  const connection = patientRedis(redisUrl, 'queue', logger);
  const rendering = new Set<Promise<unknown>>();
  const observed: RenderHandler = (job, context) => {
    const reply = handler(job, context);
    const ended = reply.then(Boolean, Boolean).finally(() => rendering.delete(ended));
    rendering.add(ended);
    return reply;
  };
  const replies = new ReplySender(connection, logger);
  const slow = failFastQueue<JobRecord, ResultRecord>(SLOW_QUEUE, connection);
  const options = {
    connection,
    prefix: KEY_PREFIX,
    lockDuration: lockMs,
    // Workers take turns in looking, and may just miss one: it takes up to two of these.
    stalledInterval: lockMs / 4,
    maxStalledCount: MAX_STALLED,
  };
  const working = async (job: RenderRecord, open: OpenLetter, mayBePostponed: boolean): Promise<ResultRecord> => {
    const result = await work(job, { redis: connection, open, mayBePostponed, handler: observed, logger });
    await replies.sendEarly(job, result);
    return result;
  };
  const worker = new Worker<JobRecord, ResultRecord>(
    RENDER_QUEUE,
    async (job) => {
      const { accountId } = job.data;
      if (accountId !== undefined && isSlow(accountId)) return passToSlowLane(connection, slow, job);
      try {
        return await working(job, beginTurn, accountId !== undefined);
      } catch (error) {
        if (error instanceof Postponed) return moveToSlowLane(slow, job);
        throw error;
      }
    },
    { ...options, concurrency },
  );
  const slowWorker = new Worker<JobRecord, ResultRecord>(SLOW_QUEUE, (job) => working(job, beginSlow, false), {
    ...options,
    concurrency: slowConcurrency,
  });
  for (const one of [worker, slowWorker]) {
    one.on('error', () => undefined); // outages are reported by the connection, once
    one.on('completed', (job, result) => void replies.noted(job, result));
    one.on('failed', (job, error) => {
      const isForGood = job?.finishedOn !== undefined;
      if (isForGood) void replies.sendFailure(job, error.message);
    });
    one.on('stalled', (jobId) => {
      void requestIdOf(one, jobId).then((requestId) =>
        logger.warn({ jobId, requestId }, 'a worker died over a job; it is rendered again'),
      );
    });
  }
  return {
    async close() {
      const closing = Promise.all([worker.close(), slowWorker.close()]);
      await Promise.all(rendering); // each has its deadline
      await settleWithin(
        closing.then(() => slow.close()),
        REPORT_LIMIT_MS,
      );
      connection.disconnect();
    },
    isConnected: () => connection.status === 'ready',
  };
}

/** Only for the log: without it the line is worth writing, too. */
async function requestIdOf(worker: Worker<JobRecord, ResultRecord>, jobId: string): Promise<string | undefined> {
  const job = await Job.fromId<JobRecord, ResultRecord>(worker, jobId).catch(() => undefined);
  return job?.data.requestId;
}

/** By one clock, that of Redis; for jobs of older gateways by theirs and ours. */
const waitedBy = ({ data, timestamp }: Job<JobRecord>, remainingMs: number): number =>
  data.lifeMs === undefined ? Date.now() - timestamp : data.lifeMs - remainingMs;

interface Workbench {
  redis: Redis;
  open: OpenLetter;
  mayBePostponed: boolean;
  handler: RenderHandler;
  logger: Logger;
}

async function work(
  record: RenderRecord,
  { redis, open, mayBePostponed, handler, logger }: Workbench,
): Promise<ResultRecord> {
  const jobId = record.id ?? '';
  const attempt = record.attemptsMade + 1;
  const { requestId, accountId = '' } = record.data;
  const log = logger.child({ jobId, requestId });
  const letter = await openLetter(() => open(redis, jobId, record.priority), log);
  if (letter === undefined) {
    log.info('nobody waits for this job any more; not rendered');
    return { ok: false };
  }
  const { job, remainingMs } = letter;
  const waitedMs = Math.max(0, waitedBy(record, remainingMs));
  const context = { remainingMs, waitedMs, attempt, accountId, mayBePostponed, log };
  const reply = await handler(job, context).catch((error: unknown) => {
    if (error instanceof Postponed) throw error;
    log.warn({ err: error, attempt }, 'rendering failed under a job');
    // What Redis keeps of a failure is this text: the true cause may quote the document.
    throw new Error('rendering failed; the log of the worker has the cause');
  });
  if (!reply.ok) await leaveRefusal(redis, jobId, reply.error);
  return reply.ok ? reply : { ok: false };
}

async function openLetter(open: () => Promise<OpenedLetter | undefined>, log: Logger) {
  const letter = await open();
  if (letter === undefined) return undefined;
  try {
    return { job: readLetter(letter.content), remainingMs: letter.remainingMs };
  } catch (error) {
    log.warn({ reason: String(error) }, 'a job that this worker does not understand; is a gateway newer?');
    throw error;
  }
}
