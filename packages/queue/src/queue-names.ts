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
export const SCHEDULED_QUEUE = 'scheduled-jobs';

/**
 * The lifetime of a lock: how long a connected worker may be silent before it loses its jobs. Dead workers are detected
 * much earlier, see `heartbeats-thread.ts`, and blocked ones end themselves, see `watchdog.ts`.
 */
export const LOCK_MS = 30_000;

/**
 * Returns the key of a hash with the failed attempts at a job: `blocked` when a worker was blocked. For a job that
 * gateways submit several times, also the number of workers that died for each submission, including a worker that
 * still has it.
 */
export const deathsKey = ({ jobId, origin = jobId }: Pick<RunningJob, 'jobId' | 'origin'>): string =>
  `${KEY_PREFIX}:deaths:${origin}`;
/** A job is submitted again for a day at most, while its provider of records accepts no request. */
export const DEATHS_LIFE_MS = 24 * 3_600_000;
/** Returns the key of the id of the job that has blocked a worker. */
export const blockingKey = (workerId: string): string => `${KEY_PREFIX}:blocking:${workerId}`;

/** The name of a global function that returns the job to which the running code of the main thread belongs. */
export const RUNNING_JOB = 'toolpress.runningJob';

/** The job that code belongs to. */
export interface RunningJob {
  jobId: string;
  requestId: string;
  /** See `JobRecord`. */
  origin?: string;
}
