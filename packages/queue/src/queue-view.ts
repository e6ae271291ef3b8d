/** The queues as a board or a dashboard sees them: counts and records, never a document. It changes nothing. */
import type { Redis } from '@toolpress/runtime';
import type { Queue } from 'bullmq';
import { ASSEMBLY_QUEUE, DOCUMENT_QUEUES, nonQueueingQueue, SCHEDULED_QUEUE } from './queues.js';

/** The queue of documents at one moment, the slow queue included. */
export interface QueueState {
  /** Jobs ready to be taken by the next free worker, those with a priority included. */
  waiting: number;
  active: number;
  /** Jobs that failed and are tried again in a moment. */
  delayed: number;
  /** Records of jobs that failed for good. */
  failed: number;
  /** Records of jobs that are done. */
  completed: number;
  /** How long the job that waits longest has waited, seconds; 0 when none waits. By the clocks of the gateways. */
  oldestWaitingSeconds: number;
}

export interface QueueView {
  /** @throws whatever Redis says when it is unavailable. */
  state(): Promise<QueueState>;
  /** BullMQ's own objects of all queues, for Bull Board. */
  readonly queues: readonly Queue[];
}

const COUNTED = ['wait', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;
/** Jobs with a priority lie by priority, then by age: the oldest is the first of some priority. So many are looked at. */
const PRIORITISED_LOOKED_AT = 100;

/** @param redis a connection that is neither the callers' nor the workers': a board's long lists hold up nobody. */
export function viewQueues(redis: Redis): QueueView {
  const view = (name: string): Queue => nonQueueingQueue(name, redis, { skipMetasUpdate: true });
  const queues = DOCUMENT_QUEUES.map(view);
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
    queues: [...queues, view(ASSEMBLY_QUEUE), view(SCHEDULED_QUEUE)],
  };
}
