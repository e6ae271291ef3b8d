/** Scheduled jobs. Each runs once per interval, on any of the processes. */
import { blockingRedis, type Logger, type RedisAddress, withTimeout } from '@toolpress/runtime';
import { Queue, Worker } from 'bullmq';
import { KEY_PREFIX, SCHEDULED_QUEUE } from './queues.js';

/** How long an active job may delay closing. The next interval does the rest. */
const RUN_LIMIT_MS = 5_000;

export interface ScheduledJob {
  /** The job's name; the same in all processes. */
  name: string;
  /** The time between the starts of two runs, in milliseconds. */
  everyMs: number;
  run: () => Promise<void>;
}

export interface ScheduledJobs {
  close(): Promise<void>;
}

/** Registers and runs the jobs. A run that throws is logged and repeated at the next interval. */
export async function runScheduledJobs(
  redis: RedisAddress,
  jobs: readonly ScheduledJob[],
  logger: Logger,
): Promise<ScheduledJobs> {
  const connection = blockingRedis(redis, 'scheduled-jobs', logger);
  const queue = new Queue(SCHEDULED_QUEUE, { connection, prefix: KEY_PREFIX });
  queue.on('error', () => undefined);
  for (const { name, everyMs } of jobs) {
    await queue.upsertJobScheduler(
      name,
      { every: everyMs },
      { name, opts: { removeOnComplete: { count: 10 }, removeOnFail: { count: 100 }, stackTraceLimit: 0 } },
    );
  }
  const worker = new Worker(
    SCHEDULED_QUEUE,
    async (job) => {
      await jobs.find(({ name }) => name === job.name)?.run();
    },
    { connection, prefix: KEY_PREFIX, concurrency: 1 },
  );
  worker.on('error', () => undefined);
  worker.on('failed', (job, error) => logger.warn({ err: error, job: job?.name }, 'a scheduled job failed'));
  return {
    async close() {
      await withTimeout(
        worker.close().then(() => queue.close()),
        RUN_LIMIT_MS,
        () => undefined,
      );
      connection.disconnect();
    },
  };
}
