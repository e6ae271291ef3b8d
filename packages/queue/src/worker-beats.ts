/**
 * Signs of life: each worker says every second that it is there. A beat is a key that Redis deletes by itself; its
 * remaining life tells its age, so that no clocks of two machines are compared.
 */
import { hostname } from 'node:os';
import { type Infer, integer, shape, text, timestamp, validate } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { KEY_PREFIX } from './names.js';

const BEAT_EVERY_MS = 1_000;
/** A worker that has been silent for so long counts as dead. Shorter than that, Redis may just have been slow. */
const ALIVE_MS = 5_000;
/** A dead worker is still shown for so long. */
const REMEMBERED_MS = 60_000;

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

const beatKey = (id: string): string => `${KEY_PREFIX}:worker:${id}`;
/** Set of the ids of all workers that have announced themselves. */
const WORKERS = `${KEY_PREFIX}:workers`;

export interface Announcement {
  /** Takes the worker off the list. */
  close(): Promise<void>;
}

/**
 * Announces this process as a worker, from now on until it is closed. While Redis is away the beats are left out.
 *
 * @param id of this run of the process; never used again.
 * @param busy asked at every beat.
 */
export function announceWorker(
  redis: Redis,
  { id, version, concurrency }: Pick<Beat, 'id' | 'version' | 'concurrency'>,
  busy: () => number,
): Announcement {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  const beat = async (): Promise<void> => {
    const said: Beat = { id, host: hostname(), pid: process.pid, version, startedAt, concurrency, busy: busy() };
    await Promise.all([redis.set(beatKey(id), JSON.stringify(said), 'PX', REMEMBERED_MS), redis.sadd(WORKERS, id)]);
  };
  let last = beat().catch(() => undefined);
  const timer = setInterval(() => {
    last = beat().catch(() => undefined); // the connection reports outages, once
  }, BEAT_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await last;
      await Promise.all([redis.unlink(beatKey(id)), redis.srem(WORKERS, id)]);
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
  const [said, lifeMs] = await Promise.all([redis.get(beatKey(id)), redis.pttl(beatKey(id))]);
  if (said === null || lifeMs <= 0) return undefined;
  const silentMs = REMEMBERED_MS - lifeMs;
  return {
    ...validate(AnyVersionsBeat, JSON.parse(said), 'worker beat'),
    silentSeconds: silentMs / 1_000,
    alive: silentMs < ALIVE_MS,
  };
}
