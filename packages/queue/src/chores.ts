/** Chores by the clock: each runs once per interval, on whichever process is free, however many there are. */
import { blockingRedis, type Logger } from '@toolpress/runtime';
import { Queue, Worker } from 'bullmq';
import { CHORES_QUEUE, KEY_PREFIX } from './names.js';
import { settleWithin } from './settle.js';

/** How long a chore at work may keep its process from closing. What it leaves is done at the next interval. */
const CHORE_LIMIT_MS = 5_000;

export interface Chore {
  /** The chore's name, the same in all processes. */
  name: string;
  /** Milliseconds between the starts of two runs. */
  everyMs: number;
  run: () => Promise<void>;
}

export interface ChoreRunner {
  close(): Promise<void>;
}

/** Registers the chores and helps to run them. A run that throws is logged and left to the next interval. */
export async function runChores(redisUrl: string, chores: readonly Chore[], logger: Logger): Promise<ChoreRunner> {
  const connection = blockingRedis(redisUrl, 'chores', logger);
  const queue = new Queue(CHORES_QUEUE, { connection, prefix: KEY_PREFIX });
  queue.on('error', () => undefined);
  for (const { name, everyMs } of chores) {
    await queue.upsertJobScheduler(
      name,
      { every: everyMs },
      { name, opts: { removeOnComplete: { count: 10 }, removeOnFail: { count: 100 }, stackTraceLimit: 0 } },
    );
  }
  const worker = new Worker(
    CHORES_QUEUE,
    async (job) => {
      await chores.find((chore) => chore.name === job.name)?.run();
    },
    { connection, prefix: KEY_PREFIX, concurrency: 1 },
  );
  worker.on('error', () => undefined);
  worker.on('failed', (job, error) => logger.warn({ err: error, chore: job?.name }, 'a chore failed'));
  return {
    async close() {
      await settleWithin(
        worker.close().then(() => queue.close()),
        CHORE_LIMIT_MS,
      );
      connection.disconnect();
    },
  };
}
