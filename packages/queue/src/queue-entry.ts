/** One document's stay in the queue: a place with the document in it, and a job that a worker takes. */
import type { Job, JobsOptions } from 'bullmq';
import type { Attempt, Parts } from './attempt.js';
import { type JobRecord, RENDER_QUEUE, type ResultRecord } from './names.js';
import { documentLost } from './outcome.js';
import { type Place, takePlace } from './places.js';

/** Whose turn it is where nobody waits. */
const FIRST_TURN = 1;
/** How often a job is tried when infrastructure fails under it: a killed browser, a store that is away. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 250;
/**
 * Finished jobs stay so many seconds longer than any caller waits: a gateway that could not hear of one, because Redis
 * was away, asks for it. They hold no content of customers.
 */
const KEEP_FINISHED_LONGER = 60;
const KEEP_FINISHED_COUNT = 5_000;
const KEEP_FAILED = { age: 24 * 3_600, count: 1_000 };

export class QueueEntry {
  private place: Place | undefined;
  private hasJob = false;

  constructor(
    private readonly parts: Parts,
    private readonly jobId: string,
    private readonly attempt: Attempt,
  ) {}

  /**
   * Enters the queue: two round trips, or one where this process has nothing else there. Then the turn is most likely the
   * first, and the job goes along right behind its document; should another gateway be busy, it gets its turn afterwards.
   *
   * @throws as `takePlace` does, or because Redis is away. In any case `leave` has to follow.
   */
  async enter(isOnly: boolean): Promise<void> {
    const { payload, accountId, deadlineMs } = this.attempt;
    if (payload.content === undefined) throw documentLost();
    payload.isBeingWritten();
    const request = { jobId: this.jobId, accountId, letter: payload.content, deadlineMs };
    const placing = takePlace(this.parts.commands, this.parts.limits, request);
    const early = isOnly ? this.addJob(FIRST_TURN) : undefined;
    early?.catch(() => undefined); // it matters only where there is a place
    this.place = await placing;
    const { turn } = this.place;
    const job = await (early ?? this.addJob(turn));
    // Only its order is at stake.
    if (early !== undefined && turn !== FIRST_TURN) job.changePriority({ priority: turn }).catch(() => undefined);
  }

  /** Leaves nothing behind. A job that did not finish is withdrawn as well, if no worker has it yet. */
  async leave(isFinished: boolean): Promise<void> {
    const withdrawn = this.hasJob && !isFinished ? this.parts.queue.remove(this.jobId) : undefined;
    await Promise.all([this.place?.giveBack(), withdrawn]);
  }

  private addJob(turn: number): Promise<Job<JobRecord, ResultRecord>> {
    const { deadlineMs, payload } = this.attempt;
    const record: JobRecord = {
      deadline: Date.now() + deadlineMs,
      lifeMs: deadlineMs,
      requestId: payload.requestId,
      replyTo: this.parts.id,
    };
    this.hasJob = true;
    return this.parts.queue.add(RENDER_QUEUE, record, jobOptions(this.jobId, turn, deadlineMs));
  }
}

const jobOptions = (jobId: string, turn: number, deadlineMs: number): JobsOptions => ({
  jobId,
  priority: turn,
  attempts: ATTEMPTS,
  backoff: { type: 'fixed', delay: RETRY_DELAY_MS },
  removeOnComplete: { age: Math.ceil(deadlineMs / 1_000) + KEEP_FINISHED_LONGER, count: KEEP_FINISHED_COUNT },
  removeOnFail: KEEP_FAILED,
  stackTraceLimit: 0,
});
