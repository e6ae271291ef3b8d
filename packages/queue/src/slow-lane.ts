/**
 * The slow lane: a second queue, with job slots of its own in every worker, for the documents of accounts whose documents
 * are slow at the moment. So they never hold the slots that everybody's documents are taken into.
 *
 * Gateways add every job to the first queue; a worker that knows its account to be slow moves it on, unopened, or opened
 * and not printed. It keeps its id, its turn and its deadline.
 */
import type { Redis } from '@toolpress/runtime';
import type { Job, Queue } from 'bullmq';
import type { JobRecord, ResultRecord } from './names.js';
import { passTurn } from './places.js';

/** How many workers have died over a job. */
export const deathsOf = ({ data, stalledCounter }: Job<JobRecord, ResultRecord>): number =>
  (data.deaths ?? 0) + stalledCounter;

/** A handler throws it to have its job done in the slow lane: nothing failed, and nothing of it is noted. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  constructor() {
    super('the job is done in the slow lane');
  }
}

/**
 * Moves a job that a worker has taken to the slow lane.
 *
 * The job is there before it is gone here: who asks for it, first here, then there, finds it, see `submit.ts`. A worker that
 * dies in between leaves it in both; the second to take it finds that nobody waits any more, or prints it in vain.
 *
 * @returns the result to note where it was: with it, its record is deleted.
 */
export async function moveToSlowLane(
  slow: Queue<JobRecord, ResultRecord>,
  job: Job<JobRecord, ResultRecord>,
): Promise<ResultRecord> {
  const { name, opts, id = '', priority, timestamp } = job;
  const data = { ...job.data, deaths: deathsOf(job) };
  await slow.add(name, data, { ...opts, jobId: id, priority, timestamp });
  opts.removeOnComplete = true;
  return { ok: false };
}

/** The same for a job that was not begun with: who waits behind it is a turn nearer. */
export async function passToSlowLane(
  redis: Redis,
  slow: Queue<JobRecord, ResultRecord>,
  job: Job<JobRecord, ResultRecord>,
): Promise<ResultRecord> {
  const [result] = await Promise.all([moveToSlowLane(slow, job), passTurn(redis, job.id ?? '', job.priority)]);
  return result;
}
