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
import type { ConsumeOptions, RenderConsumer, RenderHandler } from './consume-options.js';
import { DeadWorkers } from './dead-workers.js';
import { JobLoop, type JobLoopOptions } from './job-loop.js';
import { BLOCKING, BLOCKING_ASSEMBLY, DEADLY, DEADLY_ASSEMBLY, JobRunner, type RunnerParts } from './job-runner.js';
import {
  ASSEMBLY_QUEUE,
  type DocumentQueue,
  type JobRecord,
  LOCK_MS,
  nonQueueingQueue,
  RENDER_QUEUE,
  type ResultRecord,
  SLOW_QUEUE,
} from './queues.js';
import { sendFailure } from './replies.js';
import { assemblyWork, documentWork } from './work.js';

/** How long a closing worker tries to store its last results in Redis. */
const REPORT_LIMIT_MS = 3_000;

type LoopParts = Pick<RunnerParts, 'work' | 'errors' | 'newFileId' | 'slow'>;

/** Starts to take and run the jobs of one queue. */
function startLoop(
  queue: DocumentQueue,
  limits: Pick<JobLoopOptions, 'redis' | 'workerId' | 'concurrency' | 'lockMs'>,
  parts: LoopParts & Pick<RunnerParts, 'discard' | 'logger'>,
): JobLoop {
  const { redis, workerId } = limits;
  return new JobLoop(queue, {
    ...limits,
    runner: new JobRunner({ redis, workerId, ...parts }),
    onFailed: (job, error) => void sendFailure(redis, job, error.message).catch(() => undefined),
    async onStalled(jobId) {
      const job = await queue.getJob(jobId).catch(() => undefined); // only for the log
      parts.logger.warn(
        { jobId, requestId: job?.data.requestId },
        'the worker of a job is dead or silent; another worker takes the job',
      );
    },
  });
}

/** Starts to take jobs. A frozen or dead worker loses its jobs to the others. @param handler renders a document. */
export function consume(redis: RedisAddress, handler: RenderHandler, options: ConsumeOptions): RenderConsumer {
  const { id = randomUUID(), concurrency, slowConcurrency = concurrency, logger, lockMs = LOCK_MS } = options;
  const { slowAccounts, discard = async () => undefined, assemble, newFileId, endsWithinMs } = options;
  const connection = blockingRedis(redis, 'queue', logger);
  const closing = new AbortController();
  const rendering = new Set<Promise<unknown>>();
  const open = (name: string): DocumentQueue =>
    nonQueueingQueue<JobRecord, ResultRecord>(name, connection, { skipMetasUpdate: true });
  const [normal, slow, assembly] = [open(RENDER_QUEUE), open(SLOW_QUEUE), open(ASSEMBLY_QUEUE)];
  const start = (queue: DocumentQueue, slots: number, parts: LoopParts): JobLoop =>
    startLoop(queue, { redis: connection, workerId: id, concurrency: slots, lockMs }, { ...parts, discard, logger });

  const documents = {
    work: documentWork(connection, handler, rendering, closing.signal),
    errors: { deadly: DEADLY, blocking: BLOCKING },
    newFileId,
  };
  const loops = [
    start(normal, concurrency, { ...documents, slow: { queue: slow, accounts: slowAccounts } }),
    start(slow, slowConcurrency, documents),
  ];
  if (assemble !== undefined) {
    const work = assemblyWork(connection, assemble, closing.signal);
    loops.push(start(assembly, 1, { work, errors: { deadly: DEADLY_ASSEMBLY, blocking: BLOCKING_ASSEMBLY } }));
  }
  const deadWorkers = new DeadWorkers(connection, [normal, slow, assembly]);
  return {
    async close() {
      closing.abort(new Error('the worker is closing'));
      const giveBack = (): void => void Promise.all(loops.map((loop) => loop.giveBackAll())).catch(() => undefined);
      const overdue = endsWithinMs === undefined ? undefined : setTimeout(giveBack, endsWithinMs);
      const finished = Promise.all(loops.map((loop) => loop.finish()));
      do {
        await Promise.all(rendering); // limited by the deadline of each document
        await withTimeout(finished, REPORT_LIMIT_MS, () => undefined);
      } while (rendering.size > 0); // a document that was just being taken
      clearTimeout(overdue);
      const closed = Promise.all([...loops, normal, slow, assembly].map((one) => one.close()));
      await withTimeout(closed, REPORT_LIMIT_MS, () => undefined);
      connection.disconnect();
    },
    isConnected: () => isAnswering(connection),
    returnJobsOf: (workerId) => deadWorkers.returnJobsOf(workerId),
  };
}
