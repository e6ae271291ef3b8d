/** Runs the jobs that a worker has taken, and sends their replies. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ErrorData, isStoreOutage, type RenderReply } from '@toolpress/contract';
import { type Logger, type Redis, reasonOf } from '@toolpress/runtime';
import { beginJob, deathsOf, endAttempt, type TakenDocument } from './begin-job.js';
import { NotUnderstood, Postponed } from './consume-options.js';
import { type JobLoop, MOVED } from './job-loop.js';
import {
  type DocumentJob,
  type DocumentQueue,
  type ResultRecord,
  RUNNING_JOB,
  type RunningJob,
  STORE_UNAVAILABLE,
} from './queues.js';
import { resultOf, sendReply, UNWANTED } from './replies.js';
import type { Work } from './work.js';

/**
 * The number of dead workers after which a job fails. The first death may have another cause, such as another
 * document in the same worker, so the job is retried once.
 */
const MAX_DEATHS = 2;
/** The delay of a job while another worker still runs an earlier submission. */
const ACTIVE_PAUSE_MS = 1_000;

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

/** The error for a document that blocked the main thread of a worker, see `watchdog.ts`. */
export const BLOCKING: ErrorData = {
  code: 'document_too_complex',
  message: 'The document blocked a worker for 10 seconds; make it simpler.',
};

/** The error for a batch whose assembly blocked the main thread of a worker. */
export const BLOCKING_ASSEMBLY: ErrorData = {
  code: 'document_too_complex',
  message: 'Combining the files of the rows blocked a worker for 10 seconds.',
};

// The inspector, by which the watchdog asks for the job that blocks the main thread, reaches only globals.
const running = new AsyncLocalStorage<RunningJob>();
Reflect.set(globalThis, Symbol.for(RUNNING_JOB), () => running.getStore());

export interface RunnerParts {
  redis: Redis;
  workerId: string;
  /** See `ConsumeOptions`. */
  newFileId?: (() => string) | undefined;
  work: Work;
  /** The slow queue, and the accounts whose jobs are moved there; undefined for jobs that are not moved. */
  slow?: { queue: DocumentQueue; accounts?: { has(accountId: string): boolean } | undefined };
  /** The errors for a job that killed several workers, and for one that blocked a worker. */
  errors: { deadly: ErrorData; blocking: ErrorData };
  discard: (fileId: string) => Promise<void>;
  logger: Logger;
}

/** Runs jobs and sends their replies. */
export class JobRunner {
  /**
   * The active jobs by id. A worker that was frozen may receive a job that it still runs, and then continues the same
   * run.
   */
  private readonly running = new Map<string, Promise<RenderReply | undefined>>();

  constructor(private readonly parts: RunnerParts) {}

  /**
   * Runs a job and sends its reply.
   *
   * @param loop that has taken the job.
   * @returns the result for BullMQ.
   * @throws the failure of the attempt, which BullMQ stores.
   */
  async run(job: DocumentJob, loop: JobLoop): Promise<ResultRecord | typeof MOVED> {
    const { redis, workerId, newFileId, slow, logger } = this.parts;
    const { id: jobId = '' } = job;
    const taken = await loop.untilAccepted(() => beginJob(redis, job, workerId, newFileId?.()));
    if (taken?.earlier === 'active') {
      await loop.untilAccepted(() => job.moveToDelayed(Date.now() + ACTIVE_PAUSE_MS, workerId));
      return MOVED;
    }
    const postpone = ({ queue }: NonNullable<typeof slow>): Promise<ResultRecord> =>
      loop.untilAccepted(() => moveTo(queue, job));
    if (slow?.accounts?.has(job.data.accountId)) return postpone(slow);
    const log = logger.child({ jobId, requestId: job.data.requestId });
    const run = this.running.get(jobId) ?? this.render(job, taken, loop, log);
    this.running.set(jobId, run);
    try {
      const reply = await run;
      if (reply === undefined) return UNWANTED;
      const sent = await loop.untilAccepted(() => sendReply(redis, job, reply, workerId, taken?.fileId));
      if (sent === 'sent') return resultOf(reply);
      if (reply.ok && reply.file) void this.discard(reply.file.fileId, log);
      return sent === 'lost' ? MOVED : UNWANTED; // another worker ends a job that is lost
    } catch (error) {
      if (error instanceof Postponed && slow) return postpone(slow);
      throw error;
    } finally {
      this.running.delete(jobId);
      if (job.data.origin !== undefined) void endAttempt(redis, job, workerId, true).catch(() => undefined); // a death too many is counted
    }
  }

  /** Renders the job. @returns undefined when the caller has gone. */
  private async render(
    record: DocumentJob,
    taken: TakenDocument | undefined,
    loop: JobLoop,
    log: Logger,
  ): Promise<RenderReply | undefined> {
    const { errors } = this.parts;
    const earlier = taken?.earlier ?? 0;
    if (earlier === 'blocked') {
      log.warn('a job has blocked a worker; it is not rendered again');
      return { ok: false, error: errors.blocking };
    }
    const deaths = deathsOf(record) + Number(earlier);
    if (deaths >= MAX_DEATHS) {
      log.warn({ workers: deaths }, 'a job has killed several workers; it is not rendered again');
      return { ok: false, error: errors.deadly };
    }
    try {
      const { requestId, origin } = record.data;
      const about: RunningJob = { jobId: record.id ?? '', requestId, ...(origin !== undefined && { origin }) };
      const reply = taken && (await running.run(about, () => this.parts.work(record, taken, log)));
      if (reply === undefined) log.info('the caller of this job has gone; it is not rendered');
      return reply;
    } catch (error) {
      if (error instanceof Postponed || error instanceof NotUnderstood) throw error;
      const attempt = record.attemptsMade + 1;
      if (isStoreOutage(error)) {
        // The store reports its outage once, not for each job.
        log.debug({ reason: reasonOf(error), attempt }, 'a job could not be finished without the file store');
        loop.pause(); // this worker's connection to the store may be the cause
        throw new Error(STORE_UNAVAILABLE);
      }
      log.warn({ err: error, attempt }, 'rendering a job failed');
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
  const { deadWorkers, ...data } = job.data;
  await slow.add(name, { ...data, deaths: deathsOf(job) }, { ...opts, jobId: id, priority, timestamp });
  opts.removeOnComplete = true;
  return { ok: false };
}
