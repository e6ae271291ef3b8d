/** The worker's side of the queue. */
import { randomUUID } from 'node:crypto';
import type { ErrorData, RenderJob, RenderReply } from '@toolpress/contract';
import {
  blockingRedis,
  isAnswering,
  type Logger,
  nonQueueingRedis,
  type Redis,
  reasonOf,
  withTimeout,
} from '@toolpress/runtime';
import { Job, Worker } from 'bullmq';
import { readLetter } from './letters.js';
import { type JobRecord, KEY_PREFIX, RENDER_QUEUE, type ResultRecord, SLOW_QUEUE } from './names.js';
import { nonQueueingQueue } from './non-queueing-queue.js';
import { beginSlow, beginTurn, type OpenedLetter } from './places.js';
import { ReplySender, resultOf } from './reply-sender.js';
import { deathsOf, moveToSlowLane, Postponed, passToSlowLane } from './slow-lane.js';

/**
 * How long a worker may be silent before its jobs are given to another; a living one renews its locks twice in this
 * time. A worker whose process has died is found out much earlier, see `dead-workers.ts`.
 */
const LOCK_MS = 8_000;
/**
 * How many workers may end over a job. The first may have been killed by anything, and what was at work beside its cause is
 * innocent: it is tried once more. The second is no coincidence any more.
 */
const MAX_DEATHS = 2;
/** BullMQ's own limit, which says so as a failure of the service, is out of reach. */
const MAX_STALLED = 100;
/** How long an idle worker waits for a job at a time: a Redis that is gone without a word is noticed a second later. */
const WAIT_SECONDS = 2;
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
  /** Whether jobs can come: Redis answers. */
  isConnected(): boolean;
  /** Looks at once for jobs whose worker has given them up or is dead; it does so by itself every now and then. */
  takeStalledJobs(): void;
}

export interface ConsumeOptions {
  /** Of this worker, as it announces itself: others know by it which jobs were a dead worker's. */
  id?: string;
  /** How many jobs this process works on at a time. */
  concurrency: number;
  /** How many of the slow lane besides; as many unless given. */
  slowConcurrency?: number;
  /** Whether an account's documents are slow at the moment: its jobs go to the slow lane then. */
  isSlow?: (accountId: string) => boolean;
  logger: Logger;
  /** How long a worker may be silent before it counts as dead, milliseconds. */
  lockMs?: number;
  /** Deletes a file that nobody gets: of a job that was lost to another worker meanwhile, or whose caller has gone. */
  discard?: (fileId: string) => Promise<void>;
}

type RenderRecord = Job<JobRecord, ResultRecord>;
type OpenLetter = (redis: Redis, jobId: string, turn: number) => Promise<OpenedLetter | undefined>;

export function consume(redisUrl: string, handler: RenderHandler, options: ConsumeOptions): RenderConsumer {
  const { id = randomUUID(), concurrency, slowConcurrency = concurrency, logger, lockMs = LOCK_MS } = options;
  const { isSlow = () => false, discard = async () => undefined } = options;
  const connection = blockingRedis(redisUrl, 'queue', logger);
  const rendering = new Set<Promise<unknown>>();
  const observed: RenderHandler = (job, context) => {
    const reply = handler(job, context);
    const ended = reply.then(Boolean, Boolean).finally(() => rendering.delete(ended));
    rendering.add(ended);
    return reply;
  };
  /** By job. A worker that was frozen may be given what it still works on: then it goes on with that. */
  const works = new Map<string, { token: string; reply: Promise<RenderReply | undefined> }>();
  const once = nonQueueingRedis(redisUrl, 'replies', logger);
  const replies = new ReplySender({ once, blocking: connection, workerId: id, lockMs, logger });
  const slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, connection);

  const workOn = async (
    job: RenderRecord,
    token: string,
    way: Pick<Workbench, 'open' | 'mayBePostponed'>,
  ): Promise<ResultRecord> => {
    const jobId = job.id ?? '';
    const log = logger.child({ jobId, requestId: job.data.requestId });
    const begin = () => work(job, { ...way, redis: connection, handler: observed, log });
    const atWork = works.get(jobId) ?? { token, reply: begin() };
    works.set(jobId, atWork);
    atWork.token = token;
    const reply = await atWork.reply.finally(() => works.delete(jobId));
    if (atWork.token !== token) throw new Error('this worker has the job anew'); // the queue no longer takes our word for it
    if (reply === undefined) return { ok: false };
    const told = await replies.sendEarly(job, token, reply);
    if (told === 'told') return resultOf(reply);
    if (reply.ok) await discardFile(reply.file.fileId, discard, log);
    if (told === 'unwanted') return { ok: false };
    throw new Error('another worker has the job'); // likewise
  };

  const shared = {
    connection,
    name: id,
    prefix: KEY_PREFIX,
    drainDelay: WAIT_SECONDS,
    lockDuration: lockMs,
    // Workers take turns in looking, and may just miss one: it takes up to two of these.
    stalledInterval: lockMs / 4,
    maxStalledCount: MAX_STALLED,
  };
  const worker = new Worker<JobRecord, ResultRecord>(
    RENDER_QUEUE,
    async (job, token = '') => {
      const { accountId } = job.data;
      if (accountId !== undefined && isSlow(accountId)) return passToSlowLane(connection, slow, job);
      try {
        return await workOn(job, token, { open: beginTurn, mayBePostponed: accountId !== undefined });
      } catch (error) {
        if (error instanceof Postponed) return moveToSlowLane(slow, job);
        throw error;
      }
    },
    { ...shared, concurrency },
  );
  const slowWorker = new Worker<JobRecord, ResultRecord>(
    SLOW_QUEUE,
    (job, token = '') => workOn(job, token, { open: beginSlow, mayBePostponed: false }),
    { ...shared, concurrency: slowConcurrency },
  );
  const workers = [worker, slowWorker];
  for (const one of workers) {
    one.on('error', () => undefined); // outages are reported by the connection, once
    one.on('completed', (job, result) => void replies.noted(job, result));
    one.on('failed', (job, error) => {
      const isForGood = job?.finishedOn !== undefined;
      if (isForGood) void replies.sendFailure(job, error.message);
    });
    one.on('stalled', (jobId) => {
      void requestIdOf(one, jobId).then((requestId) =>
        logger.warn({ jobId, requestId }, 'the worker of a job is dead or silent; another takes it'),
      );
    });
  }
  return {
    async close() {
      const closing = Promise.all(workers.map((one) => one.close()));
      await Promise.all(rendering); // each has its deadline
      await withTimeout(
        closing.then(() => slow.close()),
        REPORT_LIMIT_MS,
        () => undefined,
      );
      connection.disconnect();
      once.disconnect();
    },
    isConnected: () => isAnswering(connection),
    takeStalledJobs() {
      for (const one of workers) void one.startStalledCheckTimer().catch(() => undefined);
    },
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
  log: Logger;
}

/** @returns undefined when nobody waits any more. */
async function work(
  record: RenderRecord,
  { redis, open, mayBePostponed, handler, log }: Workbench,
): Promise<RenderReply | undefined> {
  const deaths = deathsOf(record);
  if (deaths >= MAX_DEATHS) {
    log.warn({ workers: deaths }, 'more than one worker ended over a job; it is not rendered again');
    return { ok: false, error: DEADLY };
  }
  const attempt = record.attemptsMade + 1;
  const letter = await openLetter(() => open(redis, record.id ?? '', record.priority), log);
  if (letter === undefined) {
    log.info('nobody waits for this job any more; not rendered');
    return undefined;
  }
  const { job, remainingMs } = letter;
  const waitedMs = Math.max(0, waitedBy(record, remainingMs));
  const { accountId = '' } = record.data;
  return handler(job, { remainingMs, waitedMs, attempt, accountId, mayBePostponed, log }).catch((error: unknown) => {
    if (error instanceof Postponed) throw error;
    log.warn({ err: error, attempt }, 'rendering failed under a job');
    // What Redis keeps of a failure is this text: the true cause may quote the document.
    throw new Error('rendering failed; the log of the worker has the cause');
  });
}

const DEADLY: ErrorData = {
  code: 'document_too_complex',
  message: 'Two workers ended over the document, one after the other; make it simpler.',
};

async function discardFile(fileId: string, discard: (fileId: string) => Promise<void>, log: Logger): Promise<void> {
  log.info('nobody gets the file of this job: another worker has it, or its caller has gone; it is deleted');
  await discard(fileId).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, 'a file that nobody gets could not be deleted; it expires');
  });
}

async function openLetter(open: () => Promise<OpenedLetter | undefined>, log: Logger) {
  const letter = await open();
  if (letter === undefined) return undefined;
  try {
    return { job: readLetter(letter.content), remainingMs: letter.remainingMs };
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'a job that this worker does not understand; is a gateway newer?');
    throw new Error('the worker does not understand the job'); // Redis keeps this text: the cause may quote the document
  }
}
