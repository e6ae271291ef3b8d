/**
 * Signs of life: each worker says twice a second that it is there. A beat is a key that Redis deletes by itself; its
 * remaining life tells its age, so that no clocks of two machines are compared.
 */
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Infer, integer, shape, text, timestamp, validate } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { BEAT, BEAT_EVERY_MS, REMEMBERED_MS, WORKERS } from './dead-workers.js';

/** A worker that has been silent for so long counts as dead. Shorter than that, Redis may just have been slow. */
const ALIVE_MS = 5_000;

const Beat = shape({
  id: text(),
  host: text(),
  pid: integer(),
  version: text(),
  startedAt: timestamp(),
  concurrency: integer(),
  busy: integer(),
});
/** A worker of a newer version may say more than this one knows. */
const AnyVersionsBeat = Beat.unknown();
/**
 * What a worker says of itself. `concurrency`: how many documents it prints at a time; `busy`: how many it has taken, those
 * that wait for an image or for a page included.
 */
export type Beat = Infer<typeof Beat>;

/** A worker as others see it. */
export interface WorkerSeen extends Beat {
  /** Since the last beat, by the clock of Redis. */
  silentSeconds: number;
  alive: boolean;
}

/** What the thread is given that beats. */
export interface BeatOrder {
  redisUrl: string;
  said: Omit<Beat, 'busy'>;
  /** How busy the process is, and a number that grows as long as it does anything at all. */
  shared: Int32Array;
}

export interface Announcement {
  /** Takes the worker off the list. */
  close(): Promise<void>;
}

export interface AnnounceOptions {
  /** Asked at every beat. */
  busy: () => number;
  /** Called when jobs of a dead worker have been given back to the queue. */
  onJobsGivenBack?: () => void;
}

/**
 * Announces this process as a worker, from now on until it is closed, and looks for others that have died. While Redis is away
 * the beats are left out.
 *
 * @param id of this run of the process; never used again.
 * @returns when it was announced, or Redis was found to be away.
 */
export async function announceWorker(
  redisUrl: string,
  { id, version, concurrency }: Pick<Beat, 'id' | 'version' | 'concurrency'>,
  { busy, onJobsGivenBack = () => undefined }: AnnounceOptions,
): Promise<Announcement> {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const tick = (): void => {
    shared[0] = busy();
    shared[1] = ((shared[1] ?? 0) + 1) | 0;
  };
  tick();
  const timer = setInterval(tick, BEAT_EVERY_MS);
  const said = { id, host: hostname(), pid: process.pid, version, startedAt, concurrency };
  const order: BeatOrder = { redisUrl, said, shared };
  // Without this thread the others would take the process for dead: its failure is the process's.
  const thread = new Worker(new URL('./worker-beats-thread.js', import.meta.url), {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: 1 }, // it makes next to nothing
  });
  thread.on('message', (given: number) => given > 0 && onJobsGivenBack());
  await once(thread, 'message');
  return {
    async close() {
      clearInterval(timer);
      thread.postMessage('leave');
      await once(thread, 'exit');
    },
  };
}

/** @returns the workers that are there, and those that were within the last minute, the oldest first. */
export async function readWorkers(redis: Redis): Promise<WorkerSeen[]> {
  const ids = await redis.smembers(WORKERS);
  const seen = await Promise.all(ids.map((id) => readBeat(redis, id)));
  const gone = ids.filter((_id, index) => seen[index] === undefined);
  if (gone.length > 0) await redis.srem(WORKERS, ...gone);
  const workers = seen.filter((worker) => worker !== undefined);
  return workers.sort((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id));
}

async function readBeat(redis: Redis, id: string): Promise<WorkerSeen | undefined> {
  const [said, lifeMs] = await Promise.all([redis.get(BEAT + id), redis.pttl(BEAT + id)]);
  if (said === null || lifeMs <= 0) return undefined;
  const silentMs = REMEMBERED_MS - lifeMs;
  return {
    ...validate(AnyVersionsBeat, JSON.parse(said), 'worker beat'),
    silentSeconds: silentMs / 1_000,
    alive: silentMs < ALIVE_MS,
  };
}
