/**
 * Heartbeats: each worker sends one per second. A heartbeat is a key with an expiry. Its age follows from its
 * remaining life, so no clocks of two machines are compared.
 */
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LogLevel, Redis, RedisAddress } from '@toolpress/runtime';
import { KEY_PREFIX } from './queue-names.js';

/** The interval of heartbeats and of checking the other workers. */
export const HEARTBEAT_EVERY_MS = 1_000;
/** The age of the last heartbeat of a dead worker. */
export const DEAD_AFTER_MS = 2 * HEARTBEAT_EVERY_MS;
/** How long a heartbeat is kept, so that dead workers are still listed. */
export const REMEMBERED_MS = 60_000;
/** The prefix of the keys of heartbeats. */
export const HEARTBEAT = `${KEY_PREFIX}:worker:`;
/** The set of the ids of all workers. */
export const WORKERS = `${KEY_PREFIX}:workers`;
/** Exists between two searches for dead workers. */
export const LOOKED = `${WORKERS}:looked`;

/** A worker that is silent for longer counts as dead. Shorter silence may be a slow Redis. */
export const ALIVE_MS = 5_000;
/** A worker whose main thread is blocked for this long ends itself. It sends no heartbeats in the last `ALIVE_MS`. */
export const BLOCKED_MS = 10_000;

/** The content of a heartbeat. Newer versions may add fields. */
export interface Heartbeat {
  id: string;
  host: string;
  pid: number;
  version: string;
  /** The start time, ISO 8601. */
  startedAt: string;
  /** The number of documents that it prints concurrently. */
  concurrency: number;
  /** The number of documents that it has taken, including those that wait for an image or a page. */
  busy: number;
}

/** A worker, as read from its heartbeat. */
export interface WorkerSeen extends Heartbeat {
  /** The seconds since the last heartbeat, by the clock of Redis. */
  silentSeconds: number;
  alive: boolean;
}

/** The input of the heartbeat thread. */
export interface HeartbeatOrder {
  redis: RedisAddress;
  said: Omit<Heartbeat, 'busy'>;
  /** The number of taken documents, and a counter that the main thread increments while it runs. */
  shared: Int32Array;
  logLevel: LogLevel;
}

export interface Announcement {
  /** Resolves when the worker is listed or Redis is unavailable. */
  readonly announced: Promise<void>;
  /** Removes the worker from the list. */
  close(): Promise<void>;
}

export interface AnnounceOptions {
  /** Returns the number of taken documents. Called at every heartbeat. */
  busy: () => number;
  /** Called with the id of a dead worker, every second for a minute, by one of the other workers. */
  onDeadWorker?: (id: string) => void;
  /** The level for the log line before a blocked process ends; default: `info`. */
  logLevel?: LogLevel;
}

/**
 * Announces this process as a worker until it is closed, and watches for dead workers. While Redis is unavailable, no
 * heartbeats are sent. Kills the process when its main thread is blocked for `BLOCKED_MS`.
 *
 * @param id unique for each run of the process.
 */
export function announceWorker(
  redis: RedisAddress,
  { id, version, concurrency }: Pick<Heartbeat, 'id' | 'version' | 'concurrency'>,
  { busy, onDeadWorker = () => undefined, logLevel = 'info' }: AnnounceOptions,
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
  const order: HeartbeatOrder = { redis, said, shared, logLevel };
  // Without this thread the other workers would consider the process dead, so its failure ends the process.
  const thread = new Worker(new URL('./heartbeats-thread.js', import.meta.url), {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: 1 }, // it allocates little
  });
  thread.on('message', (dead: string[]) => {
    for (const one of dead) onDeadWorker(one);
  });
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

/** Returns all workers of the last minute, the oldest first. */
export async function readWorkers(redis: Redis): Promise<WorkerSeen[]> {
  const ids = await redis.smembers(WORKERS);
  const seen = await Promise.all(ids.map((id) => readHeartbeat(redis, id)));
  const gone = ids.filter((_id, index) => seen[index] === undefined);
  // A Redis that refuses changes must still be read. The next reading removes them.
  if (gone.length > 0) await redis.srem(WORKERS, ...gone).catch(() => undefined);
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
