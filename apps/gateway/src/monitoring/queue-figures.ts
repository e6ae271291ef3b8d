import { type QueueState, type QueueView, readWorkers, type WorkerSeen } from '@toolpress/queue';
import { atMostEvery, type Redis } from '@toolpress/runtime';

/** Dashboards ask often, and from many sides: Redis is asked once for all of them. */
const READ_EVERY_MS = 1_000;

/** The queue of documents and its workers, of the whole service. */
export interface QueueFigures {
  queue: QueueState;
  workers: WorkerSeen[];
}

/** @returns the way to ask for the figures; it rejects while Redis is away. */
export function watchQueue(redis: Redis, view: QueueView): () => Promise<QueueFigures> {
  return atMostEvery(READ_EVERY_MS, async () => {
    const [queue, workers] = await Promise.all([view.state(), readWorkers(redis)]);
    return { queue, workers };
  });
}
