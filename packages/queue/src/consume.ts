/**
 * The worker's side of the queue.
 *
 * There are two queues, with job slots of their own in every worker: one for everybody, and a slow one for the documents of
 * accounts whose documents are slow at the moment, and for what nobody waits for, so that they never hold the slots that everybody's
 * documents are taken into. Gateways add every call to the first queue; a worker that knows its account to be slow moves it to the second, unopened, or
 * opened and not printed. It keeps its id, its priority and its deadline.
 */
import { randomUUID } from 'node:crypto';
import type { AssemblyJob, ErrorData, RenderJob, RenderReply, StoredFont } from '@toolpress/contract';
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
import { beginJob, beginJobAside, isWanted, skipJob } from './admission.js';
import { readAssembly, readPayload } from './payload.js';
import {
  ASSEMBLY_QUEUE,
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
import { ReplySender, resultOf } from './replies.js';
import { noteFile } from './unclaimed-files.js';

/** How often a worker renews its locks while they last. */
const RENEWALS = 6;
/** How often it is looked for jobs without a lock. */
const LOOK_FOR_STALLED_MS = 2_000;
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
/** How often it is looked whether somebody still waits for an assembly. */
const LOOK_EVERY_MS = 3_000;

/** A handler throws it to have its job done in the slow queue: nothing failed, and nothing of it is noted. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  constructor() {
    super('the job is done in the slow queue');
  }
}

export interface RenderContext {
  /** How long the caller still waits, milliseconds. */
  remainingMs: number;
  /** How long the job has waited for a worker, milliseconds; earlier attempts included. */
  waitedMs: number;
  /** 1 the first time, more when rendering failed under the job before. */
  attempt: number;
  /** Whose document it is. */
  accountId: string;
  /** The account's own fonts. */
  fonts: readonly StoredFont[];
  /** Whether the handler may throw `Postponed`: the job is not in the slow queue yet. */
  mayBePostponed: boolean;
  /** Nobody waits for it at this moment: it comes after all others. */
  isBackground?: boolean;
  /** To be awaited before a file is stored: whoever ends then, the file is deleted unless somebody has claimed it. */
  noteFile(fileId: string): Promise<void>;
  /** Whatever concerns the job is logged here: the ids of job and request stand in every line. */
  log: Logger;
}

/**
 * Renders one job. A caller's mistake is returned as data; what it throws counts as broken infrastructure: the job is
 * tried again, by any worker.
 */
export type RenderHandler = (job: RenderJob, context: RenderContext) => Promise<RenderReply>;

export interface AssemblyContext {
  /** 1 the first time, more when something failed under the job before. */
  attempt: number;
  accountId: string;
  /** As of a `RenderContext`. */
  noteFile(fileId: string): Promise<void>;
  log: Logger;
  /** Aborted when nobody waits for the file any more, or this worker ends: another does it then. */
  signal: AbortSignal;
}

/** Puts the files of a batch together; as of `RenderHandler`. */
export type AssemblyHandler = (job: AssemblyJob, context: AssemblyContext) => Promise<RenderReply>;

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
  /** How many of the slow queue besides; as many unless given. */
  slowConcurrency?: number;
  /** Whether an account's documents are slow at the moment: its jobs go to the slow queue then. */
  isSlow?: (accountId: string) => boolean;
  /** Puts files together, one job at a time; without it this process takes no such jobs. */
  assemble?: AssemblyHandler;
  logger: Logger;
  /** How long a worker that is connected may be silent before it loses its jobs, milliseconds. */
  lockMs?: number;
  /** Deletes a file that nobody gets: of a job that was lost to another worker meanwhile, or whose caller has gone. */
  discard?: (fileId: string) => Promise<void>;
}

export function consume(redisUrl: string, handler: RenderHandler, options: ConsumeOptions): RenderConsumer {
  const { id = randomUUID(), concurrency, slowConcurrency = concurrency, logger, lockMs = LOCK_MS } = options;
  const { isSlow = () => false, discard = async () => undefined, assemble } = options;
  const connection = blockingRedis(redisUrl, 'queue', logger);
  const nonQueueing = nonQueueingRedis(redisUrl, 'replies', logger);
  const replies = new ReplySender({ nonQueueing, blocking: connection, workerId: id, lockMs, logger });
  const closing = new AbortController();
  const parts = { redis: connection, replies, discard, logger };
  const rendering = new Set<Promise<unknown>>();
  const jobs = new JobRunner({ ...parts, work: documentWork(connection, handler, rendering), deadly: DEADLY });
  const slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, connection);

  const shared = {
    connection,
    name: id,
    prefix: KEY_PREFIX,
    drainDelay: WAIT_SECONDS,
    lockDuration: lockMs,
    lockRenewTime: lockMs / RENEWALS,
    // Workers take turns in looking, and may just miss one: it takes up to two of these.
    stalledInterval: Math.min(LOOK_FOR_STALLED_MS, lockMs / 4),
    maxStalledCount: MAX_STALLED,
  };
  const worker = new DocumentWorker(
    RENDER_QUEUE,
    async (job, token = '') => {
      if (isSlow(job.data.accountId)) {
        const [result] = await Promise.all([moveTo(slow, job), skipJob(connection, job.id ?? '', job.priority)]);
        return result;
      }
      try {
        return await jobs.run(job, token);
      } catch (error) {
        if (error instanceof Postponed) return moveTo(slow, job);
        throw error;
      }
    },
    { ...shared, concurrency },
  );
  const slowWorker = new DocumentWorker(SLOW_QUEUE, (job, token = '') => jobs.run(job, token), {
    ...shared,
    concurrency: slowConcurrency,
  });
  const workers = [worker, slowWorker];
  if (assemble !== undefined) {
    const work = assemblyWork(connection, assemble, closing.signal);
    const assemblies = new JobRunner({ ...parts, work, deadly: DEADLY_ASSEMBLY });
    const run = (job: DocumentJob, token = '') => assemblies.run(job, token);
    workers.push(new DocumentWorker(ASSEMBLY_QUEUE, run, { ...shared, concurrency: 1 }));
  }
  for (const one of workers) {
    one.on('error', () => undefined); // outages are reported by the connection, once
    one.on('completed', (job, result) => void replies.noted(job, result));
    one.on('failed', (job, error) => {
      const isForGood = job?.finishedOn !== undefined;
      if (isForGood) void replies.send(job, { failure: error.message });
    });
    one.on('stalled', async (jobId) => {
      const job = await Job.fromId<JobRecord, ResultRecord>(one, jobId).catch(() => undefined); // only for the log
      logger.warn({ jobId, requestId: job?.data.requestId }, 'the worker of a job is dead or silent; another takes it');
    });
  }
  return {
    async close() {
      closing.abort(new Error('the worker ends'));
      const closed = Promise.all(workers.map((one) => one.close()));
      await Promise.all(rendering); // each document has its deadline
      await withTimeout(
        closed.then(() => slow.close()),
        REPORT_LIMIT_MS,
        () => Promise.all(workers.map((one) => one.giveUp())),
      );
      connection.disconnect();
      nonQueueing.disconnect();
    },
    isConnected: () => isAnswering(connection),
    takeStalledJobs() {
      for (const one of workers) void one.startStalledCheckTimer().catch(() => undefined);
    },
  };
}

class DocumentWorker extends Worker<JobRecord, ResultRecord> {
  /**
   * Stops the renewal of locks. BullMQ does so at the end of its own close, which never comes while Redis is unavailable: it
   * waits for the end of a connection that is not there.
   */
  giveUp(): Promise<void> {
    return this.lockManager.close();
  }
}

/** How many workers have died over a job. */
const deathsOf = ({ data, stalledCounter }: DocumentJob): number => (data.deaths ?? 0) + stalledCounter;

/**
 * Moves a job that a worker has taken to the slow queue.
 *
 * The job is there before it is gone here: who asks for it, first here, then there, finds it, see `replies.ts`. A worker that
 * dies in between leaves it in both; the second to take it finds that nobody waits any more, or prints it in vain.
 *
 * @returns the result to note where it was: with it, its record is deleted.
 */
async function moveTo(slow: DocumentQueue, job: DocumentJob): Promise<ResultRecord> {
  const { name, opts, id = '', priority, timestamp } = job;
  const data = { ...job.data, deaths: deathsOf(job) };
  await slow.add(name, data, { ...opts, jobId: id, priority, timestamp });
  opts.removeOnComplete = true;
  return { ok: false };
}

/** Does a job that a worker has taken. Resolves with undefined when nobody waits for it any more. */
type Work = (job: DocumentJob, log: Logger) => Promise<RenderReply | undefined>;

/** Reads the document and has it rendered. @param rendering holds what is at work in the handler. */
function documentWork(redis: Redis, handler: RenderHandler, rendering: Set<Promise<unknown>>): Work {
  return async (record, log) => {
    const { id = '', priority, data, attemptsMade } = record;
    const mayBePostponed = record.queueName === RENDER_QUEUE;
    const { accountId, lifeMs, isBackground = false } = data;
    const beginning = { jobId: id, accountId, priority };
    const taken = await (mayBePostponed ? beginJob : beginJobAside)(redis, beginning);
    if (taken === undefined) return undefined;
    const job = understood(data, () => readPayload(taken.content), log);
    const { remainingMs, fonts } = taken;
    const waitedMs = Math.max(0, lifeMs - remainingMs);
    const about = { accountId, isBackground, mayBePostponed, noteFile: noteOf(redis, data) };
    const reply = handler(job, { ...about, remainingMs, waitedMs, attempt: attemptsMade + 1, fonts, log });
    const ended = reply.then(Boolean, Boolean).finally(() => rendering.delete(ended));
    rendering.add(ended);
    return reply;
  };
}

/** Has files put together for as long as somebody waits for it. */
function assemblyWork(redis: Redis, assemble: AssemblyHandler, closing: AbortSignal): Work {
  return async ({ id = '', data, attemptsMade }, log) => {
    const { accountId } = data;
    const taken = await beginJobAside(redis, { jobId: id, accountId });
    if (taken === undefined) return undefined;
    const job = understood(data, () => readAssembly(taken.content), log);
    const unwanted = new AbortController();
    const looking = setInterval(() => {
      // Redis that is unavailable says nothing: it is asked again.
      const wanted = isWanted(redis, id).catch(() => true);
      void wanted.then((is) => is || unwanted.abort(new Error('nobody waits any more')));
    }, LOOK_EVERY_MS);
    const signal = AbortSignal.any([closing, unwanted.signal]);
    try {
      return await assemble(job, { attempt: attemptsMade + 1, accountId, noteFile: noteOf(redis, data), log, signal });
    } catch (error) {
      if (unwanted.signal.aborted) return undefined;
      throw error;
    } finally {
      clearInterval(looking);
    }
  };
}

const noteOf =
  (redis: Redis, { protocol, accountId }: JobRecord): RenderContext['noteFile'] =>
  async (fileId) => {
    if (protocol !== undefined) await noteFile(redis, accountId, fileId);
  };

interface RunnerParts {
  work: Work;
  /** What is replied of a job over which workers ended. */
  deadly: ErrorData;
  replies: ReplySender;
  discard: (fileId: string) => Promise<void>;
  logger: Logger;
}

/** Runs jobs: has each done, sends the reply. */
class JobRunner {
  /** By job. A worker that was frozen may be given what it still works on: then it goes on with that. */
  private readonly running = new Map<string, { token: string; reply: Promise<RenderReply | undefined> }>();

  constructor(private readonly parts: RunnerParts) {}

  /** @throws what BullMQ is to note as a failure of the attempt; Postponed. */
  async run(job: DocumentJob, token: string): Promise<ResultRecord> {
    const { replies, logger } = this.parts;
    const jobId = job.id ?? '';
    const log = logger.child({ jobId, requestId: job.data.requestId });
    const run = this.running.get(jobId) ?? { token, reply: this.render(job, log) };
    this.running.set(jobId, run);
    run.token = token;
    const reply = await run.reply.finally(() => this.running.delete(jobId));
    if (run.token !== token) throw new Error('this worker has the job anew'); // BullMQ no longer takes our word for it
    if (reply === undefined) return { ok: false };
    const sent = await replies.sendEarly(job, token, reply);
    if (sent === 'sent') return resultOf(reply);
    if (reply.ok) await this.discard(reply.file.fileId, log);
    if (sent === 'unwanted') return { ok: false };
    throw new Error('another worker has the job'); // likewise
  }

  /** @returns undefined when nobody waits any more. */
  private async render(record: DocumentJob, log: Logger): Promise<RenderReply | undefined> {
    const deaths = deathsOf(record);
    if (deaths >= MAX_DEATHS) {
      log.warn({ workers: deaths }, 'more than one worker ended over a job; it is not rendered again');
      return { ok: false, error: this.parts.deadly };
    }
    try {
      const reply = await this.parts.work(record, log);
      if (reply === undefined) log.info('nobody waits for this job any more; not rendered');
      return reply;
    } catch (error) {
      if (error instanceof Postponed || error instanceof NotUnderstood) throw error;
      log.warn({ err: error, attempt: record.attemptsMade + 1 }, 'rendering failed under a job');
      // What Redis keeps of a failure is this text: the true cause may quote the document.
      throw new Error('rendering failed; the log of the worker has the cause');
    }
  }

  private async discard(fileId: string, log: Logger): Promise<void> {
    log.info('nobody gets the file of this job: another worker has it, or its caller has gone; it is deleted');
    await this.parts.discard(fileId).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'a file that nobody gets could not be deleted; a sweep does it');
    });
  }
}

/** Redis keeps its text: the cause may quote the document. */
class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

function understood<Job>({ protocol = 0 }: JobRecord, read: () => Job, log: Logger): Job {
  try {
    if (protocol > PROTOCOL) throw new Error(`the job is of protocol ${protocol}, this worker knows ${PROTOCOL}`);
    return read();
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'a job that this worker does not understand; is a gateway newer?');
    throw new NotUnderstood(NOT_UNDERSTOOD);
  }
}

/** What is replied of a document over which workers ended. */
export const DEADLY: ErrorData = {
  code: 'document_too_complex',
  message: 'Two workers ended over the document, one after the other; make it simpler.',
  reason: 'workers_ended',
};

/** What is replied of the files of a batch over which workers ended. */
export const DEADLY_ASSEMBLY: ErrorData = {
  code: 'document_too_complex',
  message: 'Two workers ended, one after the other, while they put the files of the rows together.',
  reason: 'workers_ended',
};
