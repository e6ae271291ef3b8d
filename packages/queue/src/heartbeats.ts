/**
 * Signs of life: each worker says twice a second that it is there. A heartbeat is a key that Redis deletes by itself; its
 * remaining life tells its age, so that no clocks of two machines are compared.
 */
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Redis } from '@toolpress/runtime';
import { KEY_PREFIX } from './queues.js';

/** Between two heartbeats, and between two looks at those of the others. */
export const HEARTBEAT_EVERY_MS = 500;
/** A heartbeat is kept for so long: a dead worker is still shown. */
export const REMEMBERED_MS = 60_000;
/** Prefix of the key of a worker's heartbeat. */
export const HEARTBEAT = `${KEY_PREFIX}:worker:`;
/** Set of the ids of all workers that have announced themselves. */
export const WORKERS = `${KEY_PREFIX}:workers`;

/** A worker that has been silent for so long counts as dead. Shorter than that, Redis may just have been slow. */
const ALIVE_MS = 5_000;

/** What a worker says of itself; one of a newer version may say more. */
export interface Heartbeat {
  id: string;
  host: string;
  pid: number;
  version: string;
  /** ISO 8601. */
  startedAt: string;
  /** How many documents it prints at a time. */
  concurrency: number;
  /** How many it has taken, those that wait for an image or for a page included. */
  busy: number;
}

/** A worker as others see it. */
export interface WorkerSeen extends Heartbeat {
  /** Since the last heartbeat, by the clock of Redis. */
  silentSeconds: number;
  alive: boolean;
}

/** What the thread that sends heartbeats is given. */
export interface HeartbeatOrder {
  redisUrl: string;
  said: Omit<Heartbeat, 'busy'>;
  /** How busy the process is, and a number that grows as long as it does anything at all. */
  shared: Int32Array;
}

export interface Announcement {
  /** Resolves when the worker is on the list, or Redis was found to be unavailable. Nobody has to wait for it. */
  readonly announced: Promise<void>;
  /** Takes the worker off the list. */
  close(): Promise<void>;
}

export interface AnnounceOptions {
  /** Asked at every heartbeat. */
  busy: () => number;
  /** Called when jobs of a dead worker have been given back to the queue. */
  onJobsGivenBack?: () => void;
}

/**
 * Announces this process as a worker, from now on until it is closed, and looks for others that have died. While Redis is
 * unavailable, no heartbeats are sent.
 *
 * @param id of this run of the process; never used again.
 */
export function announceWorker(
  redisUrl: string,
  { id, version, concurrency }: Pick<Heartbeat, 'id' | 'version' | 'concurrency'>,
  { busy, onJobsGivenBack = () => undefined }: AnnounceOptions,
): Announcement {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const tick = (): void => {
    shared[0] = busy();
    shared[1] = ((shared[1] ?? 0) + 1) | 0;
  };
  tick();
  const timer = setInterval(tick, HEARTBEAT_EVERY_MS);
  const said = { id, host: hostname(), pid: process.pid, version, startedAt, concurrency };
  const order: HeartbeatOrder = { redisUrl, said, shared };
  // Without this thread the others would take the process for dead: its failure is the process's.
  const thread = new Worker(new URL('./heartbeats-thread.js', import.meta.url), {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: 1 }, // it makes next to nothing
  });
  thread.on('message', (requeued: number) => requeued > 0 && onJobsGivenBack());
  const exited = once(thread, 'exit');
  return {
    announced: once(thread, 'message').then(() => undefined),
    async close() {
      clearInterval(timer);
      thread.postMessage('leave');
      await exited;
    },
  };
}

/** @returns the workers that are there, and those that were within the last minute, the oldest first. */
export async function readWorkers(redis: Redis): Promise<WorkerSeen[]> {
  const ids = await redis.smembers(WORKERS);
  const seen = await Promise.all(ids.map((id) => readHeartbeat(redis, id)));
  const gone = ids.filter((_id, index) => seen[index] === undefined);
  if (gone.length > 0) await redis.srem(WORKERS, ...gone);
  const workers = seen.filter((worker) => worker !== undefined);
  return workers.sort((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id));
}

async function readHeartbeat(redis: Redis, id: string): Promise<WorkerSeen | undefined> {
  const [said, lifeMs] = await Promise.all([redis.get(HEARTBEAT + id), redis.pttl(HEARTBEAT + id)]);
  if (said === null || lifeMs <= 0) return undefined;
  const silentMs = REMEMBERED_MS - lifeMs;
  return {
    ...(JSON.parse(said) as Heartbeat),
    silentSeconds: silentMs / 1_000,
    alive: silentMs < ALIVE_MS,
  };
}
