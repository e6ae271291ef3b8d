/**
 * The worker's side of the queue.
 *
 * There are two queues with separate job slots in every worker: the normal one, and a slow one for background
 * documents and for accounts whose documents are currently slow, so that these never occupy the normal slots.
 * Gateways add every call to the normal queue. A worker that knows that the account is slow moves the job to the slow
 * queue before printing it. The job keeps its id, priority and deadline.
 */
import { randomUUID } from 'node:crypto';
import type { AssemblyJob, ErrorData, RenderJob, RenderReply, StoredFont } from '@toolpress/contract';
import {
  blockingRedis,
  isAnswering,
  type Logger,
  type Redis,
  type RedisAddress,
  reasonOf,
  withTimeout,
} from '@toolpress/runtime';
import { Job, Worker } from 'bullmq';
import { isWanted } from './admission.js';
import { readAssembly, readPayload } from './payload.js';
import {
  ASSEMBLY_QUEUE,
  DOCUMENT_QUEUES,
  type DocumentJob,
  type DocumentQueue,
  type JobRecord,
  KEY_PREFIX,
  LOCK_MS,
  NOT_UNDERSTOOD,
  nonQueueingQueue,
  PROTOCOL,
  RENDER_QUEUE,
  type ResultRecord,
  SLOW_QUEUE,
} from './queues.js';
import { resultOf, sendFailure, UNWANTED } from './replies.js';
import { type TakenDocument, Taking } from './taking.js';
import { noteFile } from './unclaimed-files.js';

/** The number of renewals during the lifetime of a lock. */
const RENEWALS = 6;
/** The interval of the search for jobs without a lock. */
const LOOK_FOR_STALLED_MS = 2_000;
/**
 * The number of dead workers after which a job fails. The first death may have another cause, such as another
 * document in the same worker, so the job is retried once.
 */
const MAX_DEATHS = 2;
/** Puts BullMQ's own limit out of reach, because it would report a failure of the service. */
const MAX_STALLED = 100;
/** How long an idle worker waits for a job at a time. A Redis that vanished silently is noticed a second later. */
const WAIT_SECONDS = 2;
/** How long a closing worker tries to store its last results in Redis. */
const REPORT_LIMIT_MS = 3_000;
/** The interval of the check that a gateway still waits for an assembly, and for a document that stops with its caller. */
const LOOK_EVERY_MS = 3_000;
const LOOK_OFTEN_MS = 250;

/** A handler throws this to move its job to the slow queue. It does not count as a failure. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  constructor() {
    super('the job is moved to the slow queue');
  }
}

export interface RenderContext {
  /** How long the caller still waits, in milliseconds. */
  remainingMs: number;
  /** How long the job has waited for a worker, in milliseconds, earlier attempts included. */
  waitedMs: number;
  /** 1 for the first attempt; more after failures. */
  attempt: number;
  /** The account of the document. */
  accountId: string;
  /** The account's own fonts. */
  fonts: readonly StoredFont[];
  /** Whether the handler may throw `Postponed`, because the job is not in the slow queue yet. */
  mayBePostponed: boolean;
  /** Whether it is a background document, which is rendered after all others. */
  isBackground?: boolean;
  /** Aborted when the caller has gone. Only for a document that stops then. */
  signal?: AbortSignal;
  /** The id of a file that is already recorded, see `ConsumeOptions.newFileId`. */
  fileId?: string;
  /**
   * Must be awaited before a file with another id is stored. If a process dies later, a sweep deletes the file unless
   * an account has claimed it.
   */
  noteFile(fileId: string): Promise<void>;
  /** The logger of the job, with the ids of job and request in every line. */
  log: Logger;
}

/**
 * Renders one job. A caller's mistake is returned as data. An exception means an infrastructure failure: any worker
 * retries the job.
 */
export type RenderHandler = (job: RenderJob, context: RenderContext) => Promise<RenderReply>;

export interface AssemblyContext {
  /** 1 for the first attempt; more after failures. */
  attempt: number;
  accountId: string;
  /** See `RenderContext`. */
  noteFile(fileId: string): Promise<void>;
  log: Logger;
  /** Aborted when no gateway waits for the file any longer, or this worker ends and another takes the job. */
  signal: AbortSignal;
}

/** Combines the files of a batch. See `RenderHandler` for results and exceptions. */
export type AssemblyHandler = (job: AssemblyJob, context: AssemblyContext) => Promise<RenderReply>;

export interface RenderConsumer {
  /**
   * Takes no new job, waits for active jobs, and disconnects. If Redis does not accept the last results within three
   * seconds, another worker renders those documents again.
   */
  close(): Promise<void>;
  /** Says whether Redis answers. */
  isConnected(): boolean;
  /** Searches immediately for jobs whose worker is dead, in addition to the regular search. */
  takeStalledJobs(): void;
}

export interface ConsumeOptions {
  /** The id of this worker. Other workers use it to find the jobs of a dead worker. */
  id?: string;
  /** The number of jobs that this process runs concurrently. */
  concurrency: number;
  /** The number of additional jobs of the slow queue; default: `concurrency`. */
  slowConcurrency?: number;
  /** Says whether an account's documents are currently slow, so that its jobs are moved to the slow queue. */
  slowAccounts?: { has(accountId: string): boolean };
  /** Combines files, one job at a time. Without it, this process takes no such jobs. */
  assemble?: AssemblyHandler;
  logger: Logger;
  /** How long a connected worker may be silent before it loses its jobs, in milliseconds. */
  lockMs?: number;
  /** Returns the id of the file that most jobs store. It is recorded as unclaimed when a job is taken. */
  newFileId?: () => string;
  /** Deletes an unused file: another worker has taken the job, or the caller has gone. */
  discard?: (fileId: string) => Promise<void>;
}

export function consume(redis: RedisAddress, handler: RenderHandler, options: ConsumeOptions): RenderConsumer {
  const { id = randomUUID(), concurrency, slowConcurrency = concurrency, logger, lockMs = LOCK_MS } = options;
  const { slowAccounts, discard = async () => undefined, assemble } = options;
  const connection = blockingRedis(redis, 'queue', logger);
  const closing = new AbortController();
  const rendering = new Set<Promise<unknown>>();
  const slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, connection);
  const takingOf = (queue: string, newFileId?: () => string): Taking =>
    new Taking(queue, { redis: connection, newFileId, workerId: id, lockMs });

  const shared = {
    connection,
    name: id,
    prefix: KEY_PREFIX,
    drainDelay: WAIT_SECONDS,
    lockDuration: lockMs,
    lockRenewTime: lockMs / RENEWALS,
    // Only one worker searches per interval and may miss a job, so detection takes up to two intervals.
    stalledInterval: Math.min(LOOK_FOR_STALLED_MS, lockMs / 4),
    maxStalledCount: MAX_STALLED,
  };
  const documents = documentWork(connection, handler, rendering);
  const workers = DOCUMENT_QUEUES.map((queue) => {
    const taking = takingOf(queue, options.newFileId);
    const jobs = new JobRunner({ taking, work: documents, deadly: DEADLY, discard, logger });
    const isNormal = queue === RENDER_QUEUE;
    const run = async (job: DocumentJob, token = ''): Promise<ResultRecord> => {
      const document = await taking.documentOf(job);
      if (!isNormal) return jobs.run(job, token, document);
      if (slowAccounts?.has(job.data.accountId)) return moveTo(slow, job);
      try {
        return await jobs.run(job, token, document);
      } catch (error) {
        if (error instanceof Postponed) return moveTo(slow, job);
        throw error;
      }
    };
    const slots = { ...shared, concurrency: isNormal ? concurrency : slowConcurrency };
    return new DocumentWorker(queue, run, slots, taking.createBackend);
  });
  if (assemble !== undefined) {
    const taking = takingOf(ASSEMBLY_QUEUE);
    const work = assemblyWork(connection, assemble, closing.signal);
    const assemblies = new JobRunner({ taking, work, deadly: DEADLY_ASSEMBLY, discard, logger });
    const run = async (job: DocumentJob, token = ''): Promise<ResultRecord> =>
      assemblies.run(job, token, await taking.documentOf(job));
    workers.push(new DocumentWorker(ASSEMBLY_QUEUE, run, { ...shared, concurrency: 1 }, taking.createBackend));
  }
  for (const one of workers) {
    one.on('error', () => undefined); // the connection reports outages once
    one.on('failed', (job, error) => {
      const isForGood = job?.finishedOn !== undefined;
      if (isForGood) void sendFailure(connection, job, error.message).catch(() => undefined);
    });
    one.on('stalled', async (jobId) => {
      const job = await Job.fromId<JobRecord, ResultRecord>(one, jobId).catch(() => undefined); // only for the log
      logger.warn(
        { jobId, requestId: job?.data.requestId },
        'the worker of a job is dead or silent; another worker takes the job',
      );
    });
  }
  return {
    async close() {
      closing.abort(new Error('the worker is closing'));
      const closed = Promise.all(workers.map((one) => one.close()));
      await Promise.all(rendering); // limited by the deadline of each document
      await withTimeout(
        closed.then(() => slow.close()),
        REPORT_LIMIT_MS,
        () => Promise.all(workers.map((one) => one.giveUp())),
      );
      connection.disconnect();
    },
    isConnected: () => isAnswering(connection),
    takeStalledJobs() {
      for (const one of workers) void one.startStalledCheckTimer().catch(() => undefined);
    },
  };
}

class DocumentWorker extends Worker<JobRecord, ResultRecord> {
  /**
   * Stops the renewal of locks. BullMQ does so at the end of `close`, which never completes while Redis is
   * unavailable.
   */
  giveUp(): Promise<void> {
    return this.lockManager.close();
  }
}

/** Returns the number of workers that died while they had the job. */
const deathsOf = ({ data, stalledCounter }: DocumentJob): number => (data.deaths ?? 0) + stalledCounter;

/**
 * Moves a job that a worker has taken to the slow queue.
 *
 * The job is added there before it is removed here, so a search of both queues in this order always finds it, see
 * `replies.ts`. If the worker dies in between, the job is in both queues. The second worker to take it finds that the
 * caller has gone, or prints it needlessly.
 *
 * @returns the result for the first queue, which deletes the record there.
 */
async function moveTo(slow: DocumentQueue, job: DocumentJob): Promise<ResultRecord> {
  const { name, opts, id = '', priority, timestamp } = job;
  const data = { ...job.data, deaths: deathsOf(job) };
  await slow.add(name, data, { ...opts, jobId: id, priority, timestamp });
  opts.removeOnComplete = true;
  return { ok: false };
}

/** Runs a job. Resolves to undefined when the caller has gone. */
type Work = (job: DocumentJob, taken: TakenDocument, log: Logger) => Promise<RenderReply | undefined>;

/** Renders documents. @param rendering the set of active handler calls. */
function documentWork(redis: Redis, handler: RenderHandler, rendering: Set<Promise<unknown>>): Work {
  return async ({ id = '', data, queueName, attemptsMade }, { content, ...taken }, log) => {
    const mayBePostponed = queueName === RENDER_QUEUE;
    const { accountId, lifeMs, isBackground = false } = data;
    const job = understood(data, () => readPayload(content), log);
    const waitedMs = Math.max(0, lifeMs - taken.remainingMs);
    const about = { accountId, isBackground, mayBePostponed, noteFile: noteOf(redis, data) };
    const handle = (signal?: AbortSignal): Promise<RenderReply> =>
      handler(job, { ...about, ...taken, waitedMs, attempt: attemptsMade + 1, log, ...(signal && { signal }) });
    const reply = data.stopsWithCaller ? whileWanted(redis, id, LOOK_OFTEN_MS, handle) : handle();
    const ended = reply.then(Boolean, Boolean).finally(() => rendering.delete(ended));
    rendering.add(ended);
    return reply;
  };
}

/** Combines files as long as a gateway waits for the result. */
function assemblyWork(redis: Redis, assemble: AssemblyHandler, closing: AbortSignal): Work {
  return async ({ id = '', data, attemptsMade }, taken, log) => {
    const { accountId } = data;
    const job = understood(data, () => readAssembly(taken.content), log);
    return whileWanted(redis, id, LOOK_EVERY_MS, (unwanted) => {
      const signal = AbortSignal.any([closing, unwanted]);
      return assemble(job, { attempt: attemptsMade + 1, accountId, noteFile: noteOf(redis, data), log, signal });
    });
  };
}

/**
 * Does work as long as a gateway waits for it.
 *
 * @param work receives a signal that is aborted when none waits any longer.
 * @returns undefined when the work failed after that.
 */
async function whileWanted(
  redis: Redis,
  jobId: string,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<RenderReply>,
): Promise<RenderReply | undefined> {
  const unwanted = new AbortController();
  const looking = setInterval(() => {
    // While Redis is unavailable, continue and check again later.
    const wanted = isWanted(redis, jobId).catch(() => true);
    void wanted.then((is) => is || unwanted.abort(new Error('no gateway waits for the job any longer')));
  }, everyMs);
  try {
    return await work(unwanted.signal);
  } catch (error) {
    if (unwanted.signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(looking);
  }
}

const noteOf =
  (redis: Redis, { protocol, accountId }: JobRecord): RenderContext['noteFile'] =>
  async (fileId) => {
    if (protocol !== undefined) await noteFile(redis, accountId, fileId);
  };

interface RunnerParts {
  taking: Taking;
  work: Work;
  /** The error for a job that killed several workers. */
  deadly: ErrorData;
  discard: (fileId: string) => Promise<void>;
  logger: Logger;
}

/** Runs jobs and sends their replies. */
class JobRunner {
  /**
   * The active jobs by id. A worker that was frozen may receive a job that it still runs, and then continues the same
   * run.
   */
  private readonly running = new Map<string, { token: string; reply: Promise<RenderReply | undefined> }>();

  constructor(private readonly parts: RunnerParts) {}

  /**
   * Runs a job. Its reply is sent when BullMQ ends the job.
   *
   * @param taken undefined when the caller has gone.
   * @throws the failure of the attempt, which BullMQ stores; Postponed.
   */
  async run(job: DocumentJob, token: string, taken: TakenDocument | undefined): Promise<ResultRecord> {
    const { taking, logger } = this.parts;
    const jobId = job.id ?? '';
    const log = logger.child({ jobId, requestId: job.data.requestId });
    const run = this.running.get(jobId) ?? { token, reply: this.render(job, taken, log) };
    this.running.set(jobId, run);
    run.token = token;
    const reply = await run.reply.finally(() => this.running.delete(jobId));
    if (run.token !== token) throw new Error('this worker received the job again'); // BullMQ accepts results with the new token only
    if (reply === undefined) return UNWANTED;
    taking.reply(job, token, reply, taken?.fileId, (sent) => {
      if (sent !== 'sent' && reply.ok && reply.file) void this.discard(reply.file.fileId, log);
    });
    return resultOf(reply);
  }

  /** Renders the job. @returns undefined when the caller has gone. */
  private async render(
    record: DocumentJob,
    taken: TakenDocument | undefined,
    log: Logger,
  ): Promise<RenderReply | undefined> {
    const deaths = deathsOf(record);
    if (deaths >= MAX_DEATHS) {
      log.warn({ workers: deaths }, 'a job has killed several workers; it is not rendered again');
      return { ok: false, error: this.parts.deadly };
    }
    try {
      const reply = taken && (await this.parts.work(record, taken, log));
      if (reply === undefined) log.info('the caller of this job has gone; it is not rendered');
      return reply;
    } catch (error) {
      if (error instanceof Postponed || error instanceof NotUnderstood) throw error;
      log.warn({ err: error, attempt: record.attemptsMade + 1 }, 'rendering a job failed');
      // Redis stores this text. The real cause may quote the document.
      throw new Error('rendering failed; the cause is in the log of the worker');
    }
  }

  private async discard(fileId: string, log: Logger): Promise<void> {
    log.info('the file of this job is deleted: another worker has the job, or its caller has gone');
    await this.parts.discard(fileId).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'an unused file could not be deleted; a sweep will delete it');
    });
  }
}

/** A job of a newer protocol. Redis stores only its fixed text, because the cause may quote the document. */
class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

function understood<Job>({ protocol = 0 }: JobRecord, read: () => Job, log: Logger): Job {
  try {
    if (protocol > PROTOCOL) throw new Error(`the job has protocol ${protocol}, this worker supports ${PROTOCOL}`);
    return read();
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'this worker does not understand a job; a gateway may be newer');
    throw new NotUnderstood(NOT_UNDERSTOOD);
  }
}

/** The error for a document that killed several workers. */
export const DEADLY: ErrorData = {
  code: 'document_too_complex',
  message: 'Two workers failed, one after the other, while they printed the document; make it simpler.',
  reason: 'workers_ended',
};

/** The error for a batch whose assembly killed several workers. */
export const DEADLY_ASSEMBLY: ErrorData = {
  code: 'document_too_complex',
  message: 'Two workers failed, one after the other, while they combined the files of the rows.',
  reason: 'workers_ended',
};
