/**
 * The worker's side of the queue.
 *
 * There are two queues with separate job slots in every worker: the normal one, and a slow one for background
 * documents and for accounts whose documents are currently slow, so that these never occupy the normal slots.
 * Gateways add every call to the normal queue. A worker that knows that the account is slow moves the job to the slow
 * queue before printing it. The job keeps its id, priority and deadline.
 */
import { randomUUID } from 'node:crypto';
import { blockingRedis, isAnswering, type RedisAddress, withTimeout } from '@toolpress/runtime';
import { Job, Worker } from 'bullmq';
import { type ConsumeOptions, Postponed, type RenderConsumer, type RenderHandler } from './consume-options.js';
import { BLOCKING, BLOCKING_ASSEMBLY, DEADLY, DEADLY_ASSEMBLY, deathsOf, JobRunner } from './job-runner.js';
import {
  ASSEMBLY_QUEUE,
  DOCUMENT_QUEUES,
  type DocumentJob,
  type DocumentQueue,
  type JobRecord,
  KEY_PREFIX,
  LOCK_MS,
  nonQueueingQueue,
  RENDER_QUEUE,
  type ResultRecord,
  SLOW_QUEUE,
} from './queues.js';
import { sendFailure } from './replies.js';
import { Taking } from './taking.js';
import { assemblyWork, documentWork } from './work.js';

/** The number of renewals during the lifetime of a lock. */
const RENEWALS = 6;
/** The interval of the search for jobs without a lock. */
const LOOK_FOR_STALLED_MS = 2_000;
/** Puts BullMQ's own limit out of reach, because it would report a failure of the service. */
const MAX_STALLED = 100;
/** How long an idle worker waits for a job at a time. A Redis that vanished silently is noticed a second later. */
const WAIT_SECONDS = 2;
/** How long a closing worker tries to store its last results in Redis. */
const REPORT_LIMIT_MS = 3_000;

/** Starts to take jobs. A frozen or dead worker loses its jobs to the others. @param handler renders a document. */
export function consume(redis: RedisAddress, handler: RenderHandler, options: ConsumeOptions): RenderConsumer {
  const { id = randomUUID(), concurrency, slowConcurrency = concurrency, logger, lockMs = LOCK_MS } = options;
  const { slowAccounts, discard = async () => undefined, assemble } = options;
  const connection = blockingRedis(redis, 'queue', logger);
  const closing = new AbortController();
  const rendering = new Set<Promise<unknown>>();
  const slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, connection);
  const takingOf = (queue: string, newFileId?: () => string): Taking =>
    new Taking(queue, { redis: connection, newFileId, workerId: id, lockMs, closing: closing.signal });

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
  const documents = documentWork(connection, handler, rendering, closing.signal);
  const workers = DOCUMENT_QUEUES.map((queue) => {
    const taking = takingOf(queue, options.newFileId);
    const jobs = new JobRunner({
      taking,
      work: documents,
      errors: { deadly: DEADLY, blocking: BLOCKING },
      discard,
      logger,
    });
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
    const errors = { deadly: DEADLY_ASSEMBLY, blocking: BLOCKING_ASSEMBLY };
    const assemblies = new JobRunner({ taking, work, errors, discard, logger });
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
