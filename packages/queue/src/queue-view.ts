/** The queues as a board or a dashboard sees them: counts and records, never a document. It changes nothing. */
import type { Redis } from '@toolpress/runtime';
import type { Queue } from 'bullmq';
import {
  type DocumentQueue,
  type JobRecord,
  nonQueueingQueue,
  RENDER_QUEUE,
  type ResultRecord,
  SCHEDULED_QUEUE,
  SLOW_QUEUE,
} from './queues.js';

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

/**
 * Jobs with a priority lie by priority, then by age: the oldest is the first of some priority. So many of them are
 * looked at.
 */
const PRIORITISED_LOOKED_AT = 100;

/** @param redis a connection that is neither the callers' nor the workers': a board's long lists hold up nobody. */
export function viewQueues(redis: Redis): QueueView {
  const render = nonQueueingQueue<JobRecord, ResultRecord>(RENDER_QUEUE, redis, { skipMetasUpdate: true });
  const slow = nonQueueingQueue<JobRecord, ResultRecord>(SLOW_QUEUE, redis, { skipMetasUpdate: true });
  const scheduled = nonQueueingQueue(SCHEDULED_QUEUE, redis, { skipMetasUpdate: true });
  return {
    state: async () => added(await Promise.all([stateOf(render), stateOf(slow)])),
    queues: [render as Queue, slow as Queue, scheduled as Queue],
  };
}

function added([first, ...others]: readonly [QueueState, ...QueueState[]]): QueueState {
  const sum = { ...first };
  for (const other of others) {
    for (const state of ['waiting', 'active', 'delayed', 'failed', 'completed'] as const) sum[state] += other[state];
    sum.oldestWaitingSeconds = Math.max(sum.oldestWaitingSeconds, other.oldestWaitingSeconds);
  }
  return sum;
}

async function stateOf(queue: DocumentQueue): Promise<QueueState> {
  const [counts, oldest, prioritised] = await Promise.all([
    queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed', 'completed'),
    queue.getJobs('wait', 0, 0, true),
    queue.getJobs('prioritized', 0, PRIORITISED_LOOKED_AT - 1, true),
  ]);
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0, completed = 0 } = counts;
  const added = [...oldest, ...prioritised].flatMap((job) => job?.timestamp ?? []);
  return {
    waiting: wait + prioritized,
    active,
    delayed,
    failed,
    completed,
    oldestWaitingSeconds: added.length === 0 ? 0 : Math.max(0, Date.now() - Math.min(...added)) / 1_000,
  };
}
