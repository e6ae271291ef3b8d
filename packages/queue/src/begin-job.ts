/** Starts jobs that a worker has taken from BullMQ: reads their documents, and makes the worker their owner. */
import { fontsKey, type StoredFont } from '@toolpress/contract';
import { type Redis, RedisScript } from '@toolpress/runtime';
import { PACE, WAITING } from './admission.js';
import {
  DEATHS_LIFE_MS,
  type DocumentJob,
  deathsKey,
  ownerKey,
  payloadKey,
  RENDER_QUEUE,
  UNCLAIMED_FILES,
  unclaimedFile,
} from './queues.js';

/** A document that a worker has taken, the remaining time of its caller, and the current fonts of its account. */
export interface TakenDocument {
  content: string;
  remainingMs: number;
  fonts: StoredFont[];
  /** See `EarlierAttempts`. */
  earlier: EarlierAttempts;
  /** The id of a file that is recorded as unclaimed. */
  fileId?: string;
}

/**
 * What earlier attempts at a document have done. `blocked`: one has blocked the main thread of a worker; `active`: a
 * worker still has an earlier submission; otherwise the number of workers that died over earlier submissions.
 */
type EarlierAttempts = 'blocked' | 'active' | number;

/** See begin.lua. */
interface BeginArguments {
  jobId: string;
  /** The id of the worker, and how long it may own the job. */
  owner: string;
  ownerLifeMs: number;
  ownerPrefix: string;
  /** Whether the job counts for the priorities and the pace of synchronous documents, and its priority. */
  takesTurns: boolean;
  priority: number;
  /** Whether gateways submit the job several times, and the number of workers that died over this submission. */
  hasOrigin: boolean;
  deaths: number;
  deathsLifeMs: number;
  /** The file to record. */
  file?: string;
}

const beginScript = RedisScript.fromFile<
  BeginArguments,
  [content: string | null, remainingMs: number, fonts: string[], earlier: EarlierAttempts]
>(new URL('../src/begin.lua', import.meta.url));

/** How long the owner of a job is known after the caller's wait, in milliseconds. */
const OWNED_LONGER_MS = 60_000;
const OWNER_PREFIX = ownerKey('');

/** Returns the number of workers that died while they had the job in this submission. */
export const deathsOf = ({ data, stalledCounter }: DocumentJob): number =>
  (data.deaths ?? 0) + (data.deadWorkers?.length ?? 0) + stalledCounter;

/**
 * Starts a job. The document stays in Redis in case this worker dies.
 *
 * @param job from BullMQ.
 * @param owner the id of this worker.
 * @param fileId the id of the file that the worker will store, if it is known.
 * @returns undefined when the caller has gone.
 */
export async function beginJob(
  redis: Redis,
  job: DocumentJob,
  owner: string,
  fileId?: string,
): Promise<TakenDocument | undefined> {
  const { id: jobId = '', queueName, priority } = job;
  const { accountId, origin, protocol, lifeMs } = job.data;
  // Older gateways claim no files.
  const file = fileId !== undefined && protocol !== undefined ? unclaimedFile(accountId, fileId) : undefined;
  const keys = [WAITING, PACE, payloadKey(jobId), ownerKey(jobId), fontsKey(accountId), UNCLAIMED_FILES];
  const [content, remainingMs, fonts, earlier] = await beginScript.run(
    redis,
    [...keys, deathsKey({ jobId, ...job.data })],
    {
      jobId,
      owner,
      ownerLifeMs: lifeMs + OWNED_LONGER_MS,
      ownerPrefix: OWNER_PREFIX,
      takesTurns: queueName === RENDER_QUEUE,
      priority,
      hasOrigin: origin !== undefined,
      deaths: deathsOf(job),
      deathsLifeMs: DEATHS_LIFE_MS,
      ...(file !== undefined && { file }),
    },
  );
  if (content === null) return undefined;
  const document = { content, remainingMs, earlier, fonts: fonts.map((font) => JSON.parse(font) as StoredFont) };
  return file === undefined || fileId === undefined ? document : { ...document, fileId };
}

const endScript = RedisScript.fromFile<{ owner: string; jobId: string; deaths?: number; deathsLifeMs: number }>(
  new URL('../src/end-attempt.lua', import.meta.url),
);

/**
 * Notes that a worker's attempt at a job is over, unless another worker has started one.
 *
 * @param hasSurvived whether the worker lives, so that the attempt counts as no death.
 */
export async function endAttempt(redis: Redis, job: DocumentJob, owner: string, hasSurvived: boolean): Promise<void> {
  const { id: jobId = '', data } = job;
  await endScript.run(redis, [ownerKey(jobId), deathsKey({ jobId, ...data })], {
    owner,
    jobId,
    deathsLifeMs: DEATHS_LIFE_MS,
    ...(hasSurvived && { deaths: deathsOf(job) }),
  });
}
