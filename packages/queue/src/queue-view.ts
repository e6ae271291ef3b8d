/** A read-only view of the queues for dashboards: counts, never documents. */
import type { Redis } from '@toolpress/runtime';
import { DOCUMENT_QUEUES, nonQueueingQueue } from './queues.js';

/** The current state of the document queues, the slow queue included. */
export interface QueueState {
  /** Jobs that wait for a free worker, with and without a priority. */
  waiting: number;
  active: number;
  /** Failed jobs that are about to be retried. */
  delayed: number;
  /** Records of permanently failed jobs. */
  failed: number;
  /** Records of completed jobs. */
  completed: number;
  /** The waiting time of the oldest waiting job in seconds, by the clocks of the gateways; 0 when no job waits. */
  oldestWaitingSeconds: number;
}

export interface QueueView {
  /** @throws the error of Redis when it is unavailable. */
  state(): Promise<QueueState>;
}

const COUNTED = ['wait', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;
/** The number of jobs that are searched for the oldest one. They are ordered by priority, then by age. */
const PRIORITISED_LOOKED_AT = 100;

/** @param redis a separate connection, so that long lists do not delay calls or workers. */
export function viewQueues(redis: Redis): QueueView {
  const queues = DOCUMENT_QUEUES.map((name) => nonQueueingQueue(name, redis, { skipMetasUpdate: true }));
  return {
    async state() {
      const [counts, waiting] = await Promise.all([
        Promise.all(queues.map((queue) => queue.getJobCounts(...COUNTED))),
        Promise.all(
          queues.flatMap((queue) => [
            queue.getJobs('wait', 0, 0, true),
            queue.getJobs('prioritized', 0, PRIORITISED_LOOKED_AT - 1, true),
          ]),
        ),
      ]);
      const sum = (state: (typeof COUNTED)[number]): number => counts.reduce((all, one) => all + (one[state] ?? 0), 0);
      const oldest = Math.min(...waiting.flat().flatMap((job) => job?.timestamp ?? []));
      return {
        waiting: sum('wait') + sum('prioritized'),
        active: sum('active'),
        delayed: sum('delayed'),
        failed: sum('failed'),
        completed: sum('completed'),
        oldestWaitingSeconds: Math.max(0, Date.now() - oldest) / 1_000,
      };
    },
  };
}
