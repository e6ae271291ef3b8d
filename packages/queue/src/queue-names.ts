/** The names of the queues and of their keys in Redis, for threads, too: they load no BullMQ. All keys begin with the prefix. */
import { KEY_PREFIX } from '@toolpress/runtime/thread';

export { KEY_PREFIX };
/** The queue of documents to render. */
export const RENDER_QUEUE = 'render';
/** The queue of slow accounts and background documents, see `consume.ts`. */
export const SLOW_QUEUE = 'render-slow';
/** The queues of documents, in the order in which jobs are moved. */
export const DOCUMENT_QUEUES = [RENDER_QUEUE, SLOW_QUEUE] as const;
/** The queue of files to combine. A worker combines one at a time, independent of printing. */
export const ASSEMBLY_QUEUE = 'assembly';
/** The queues whose jobs are requeued when their worker dies. */
export const WORK_QUEUES = [...DOCUMENT_QUEUES, ASSEMBLY_QUEUE] as const;
export const SCHEDULED_QUEUE = 'scheduled-jobs';

/**
 * The lifetime of a lock: how long a connected worker may be silent before it loses its jobs. Dead workers are detected
 * much earlier, see `heartbeats-thread.ts`, and blocked ones end themselves, see `watchdog.ts`.
 */
export const LOCK_MS = 30_000;

/**
 * Returns the key of a hash with the failed attempts at a job that gateways submit several times: for each submission
 * the number of workers that died, including a worker that still has it; `blocked` when one was blocked.
 */
export const deathsKey = (origin: string): string => `${KEY_PREFIX}:deaths:${origin}`;

/** The name of a global function that returns the job to which the running code of the main thread belongs. */
export const RUNNING_JOB = 'toolpress.runningJob';

/** The job that code belongs to. */
export interface RunningJob {
  jobId: string;
  requestId: string;
}

/** Returns BullMQ's key of a queue, for our scripts. */
export const queueKey = (queue: string, name: string): string => `${KEY_PREFIX}:${queue}:${name}`;
