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
 * The lifetime of a lock: how long the main thread of a connected worker may be blocked before it loses its jobs. No
 * document blocks it for that long. Dead workers are detected much earlier, see `heartbeats-thread.ts`.
 */
export const LOCK_MS = 30_000;

/** Returns BullMQ's key of a queue, for our scripts. */
export const queueKey = (queue: string, name: string): string => `${KEY_PREFIX}:${queue}:${name}`;
