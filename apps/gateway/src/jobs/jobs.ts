/**
 * Stores jobs. A job's record is in Redis and expires with its file. Its input is encrypted in the file store until the job ends.
 *
 * The field `place` of the record is the outcome. It is written once: together with the charge when the job is done (see
 * `Charges.settle`), by `end` when it failed or was cancelled. A second writer finds the field set and changes nothing.
 */
import { randomUUID } from 'node:crypto';
import {
  type ErrorData,
  type Job,
  type JobListQuery,
  type JobRequest,
  type JobTool,
  type Json,
  jsonBytes,
  type Page,
  ServiceError,
} from '@toolpress/contract';
import { CALLS_WAITING, UNCLAIMED_FILES } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { Completion } from '../api/charging.js';
import { COMPLETES, DoneBefore, type KeyedAnswer, NO_KEY } from '../api/keyed-answer.js';
import { type RecordOutcome, recordOutcome } from '../api/record-outcome.js';
import type { Caller } from '../auth/tokens.js';
import type { AccountData } from '../shared/account-data.js';
import { hourOf, keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { hashOf, objectScript } from '../shared/redis-scripts.js';
import { type SecretBox, SecretUnreadable } from '../shared/secret-box.js';
import type { Inputs } from './inputs.js';
import { heldInput, isTaken, MAX_WAITING_JOBS, queueFull, type Submission } from './waiting.js';

const submitJob = objectScript<Submission>(
  'shared/tally',
  ...COMPLETES,
  'jobs/claim-files',
  'shared/leased-queue',
  'jobs/put-in-turn',
  'jobs/submit-job',
);
const takeJob = objectScript<TakeArguments, TakeReply>('shared/leased-queue', 'jobs/take-job');
const leaseJob = objectScript<{ member: string; ms: number; is_uncounted: boolean }>(
  'shared/leased-queue',
  'jobs/lease-job',
);
const pauseTurns = objectScript<{ account: string; ms: number }>('shared/leased-queue', 'jobs/pause-turns');
const leaveJob = objectScript<{ member: string }>('jobs/leave-job');
const pauseBatch = objectScript<{ ms: number }>('shared/leased-queue', 'jobs/pause-batch');
const endJob = objectScript<RecordOutcome>(...COMPLETES, 'api/complete-idempotency-key');

/** The largest number of expired jobs that one script call skips. */
const MAX_SKIPPED = 200;
/** The lease of a job in milliseconds. Other gateways take the jobs of a dead gateway after this time. */
const LEASE_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

interface TakeArguments {
  /** The id of the taking. Only this owner can complete the job. */
  owner: string;
  lease_ms: number;
  row_life_ms: number;
  /** ISO 8601. */
  now: string;
  /** The number of waiting calls from which on no job is taken. */
  most_calls: number;
  /** The largest number of expired jobs to skip. */
  look_at: number;
  /** The prefix of the keys of accounts. */
  accounts: string;
}

type TakeReply = null | [] | [accountId: string, id: string, fields: string[], isCancelled: number];

/** The fields of the Redis hash. All values are strings. */
interface JobRecord {
  tool: JobTool;
  /** The id of the token that submitted the job and is charged. Removed when a row ends. */
  token?: string;
  created: string;
  /** The id of the file with the encrypted input. Empty for a row, which uses its batch's input. Removed when the job ends. */
  input?: string;
  /** The key of the row's batch. */
  batch?: string;
  /** The number of attempts. */
  attempts?: string;
  /** The current owner. The document is in the render queue under this id. Removed when the job ends. */
  owner?: string;
  /** The previous owners, separated by spaces. The render queue may still hold their documents. */
  left?: string;
  /** The outcome. Absent until the job ends. */
  place?: Outcome;
  /** An encrypted `Ending`. */
  value?: string;
}

export type Outcome = 'done' | 'failed' | 'cancelled';

interface Ending {
  /** The time of the end, ISO 8601. Absent when the record can't be decrypted. */
  at?: string;
  result?: Json;
  error?: ErrorData;
}

interface KnownEnding {
  tool: JobTool;
  place?: Outcome;
  /** The tool's result. */
  result?: Json;
}

/** A job that this gateway holds a lease on. */
export interface TakenJob {
  accountId: string;
  tokenId: string;
  id: string;
  tool: JobTool;
  /** The id of the file with the encrypted input. Empty for a row. */
  input: string;
  /** The time of the submission in epoch milliseconds; for a row, the time when it was taken first. */
  created: number;
  /** The number of the current attempt, from 1. */
  attempts: number;
  /** The current owner. Only this owner can complete the job. */
  owner: string;
  /** The previous owners. The render queue may still hold their documents. */
  ownersBefore: readonly string[];
  /** The row's batch and its number in it, from 1. Absent for other jobs. */
  row?: { batchId: string; number: number; isCancelled: boolean };
  /** Whether the job has ended: it was cancelled while it waited, or its gateway died before it released the lease. */
  isOver: boolean;
}

export interface JobsOptions {
  redis: Redis;
  store: Pick<FileStore, 'read' | 'remove'>;
  inputs: Inputs;
  box: SecretBox;
  /** The longest life of a file and of a job in seconds. */
  fileTtl: number;
}

export class Jobs implements AccountData {
  readonly filesByKey = {
    prefix: (accountId: string) => keys.job(accountId, ''),
    delete: (key: string) => this.removeInput(key),
  };
  /** Called when this gateway has accepted a job. */
  onSubmitted: () => void = () => undefined;
  /** Called when this gateway has ended a job or a row. */
  onEnded: (id: string, outcome: Outcome) => void = () => undefined;

  constructor(private readonly options: JobsOptions) {}

  /**
   * Stores a job. It then survives the end of any gateway or worker.
   *
   * @param keyed completes the record of an idempotency key in the same step.
   * @throws ServiceError `queue_full` when too many jobs of the account wait, `unavailable`; DoneBefore.
   */
  async submit({ accountId, tokenId }: Caller, { tool, input }: JobRequest, keyed: KeyedAnswer = NO_KEY): Promise<Job> {
    const { redis, inputs, box, fileTtl } = this.options;
    const id = newId('job');
    const key = keys.job(accountId, id);
    const lifeMs = fileTtl * 1_000;
    const expiresAt = new Date(Date.now() + lifeMs);
    const files = inputs.of({ accountId, key, box, expiresAt });
    const file = await files.put(jsonBytes(input)).catch(async (error: unknown) => {
      await files.discard();
      throw error;
    });
    const record: JobRecord = { tool, token: tokenId, created: new Date().toISOString(), input: file };
    const job: Job = { id, tool, status: 'queued', created_at: record.created };
    const { touched, record: keyRecord } = keyed(job);
    const lists = [keys.jobs(accountId), keys.waitingJobs(accountId), keys.jobTurns, keys.waitingInputs(accountId)];
    const submission: Submission = {
      ...{ account: accountId, id, most_waiting: MAX_WAITING_JOBS, life_ms: lifeMs },
      ...{ oldest: newId('job', Date.now() - lifeMs - DAY_MS), ...heldInput(expiresAt, files.bytes) },
      ...{ files: files.members, fields: Object.entries(record).flat(), ...(keyRecord && { record: keyRecord }) },
    };
    const reply = await files.takeOver(
      () => submitJob.run(redis, [key, ...lists, UNCLAIMED_FILES, ...touched], submission),
      isTaken,
    );
    if (Array.isArray(reply)) throw new DoneBefore(reply as string[]);
    if (!isTaken(reply)) throw queueFull(reply, `${MAX_WAITING_JOBS} jobs`);
    this.onSubmitted();
    return job;
  }

  /** Returns a job; undefined when it does not exist. @param present returns the answer's `result` for the tool's result. */
  async find(accountId: string, id: string, present: PresentResult): Promise<Job | undefined> {
    const { redis, box } = this.options;
    const key = keys.job(accountId, id);
    const [fields, lease] = await Promise.all([
      redis.hgetall(key) as unknown as Partial<JobRecord>,
      redis.zscore(keys.jobLeases, memberOf(accountId, id)),
    ]);
    const { tool, created, place, value } = fields;
    if (tool === undefined || created === undefined) return undefined;
    const job = { id, tool, created_at: created };
    if (place === undefined || value === undefined) return { ...job, status: lease === null ? 'queued' : 'working' };
    const { at, result, ...ending } = endingOf(box, value, key);
    let { error } = ending;
    const presented =
      result &&
      (await present(result, tool).catch((thrown: unknown) => {
        // The record can outlive the file by up to a second.
        if (!(thrown instanceof ServiceError && thrown.code === 'file_expired')) throw thrown;
        error = thrown.toData();
      }));
    return {
      ...{ ...job, status: place, ...(at !== undefined && { finished_at: at }) },
      ...(presented && { result: presented }),
      ...(error && { error }),
    };
  }

  list(accountId: string, { status, tool, ...page }: JobListQuery, present: PresentResult): Promise<Page<Job>> {
    return readPage(this.options.redis, keys.jobs(accountId), page, async (id) => {
      const job = await this.find(accountId, id, present);
      const isWanted = (status === undefined || job?.status === status) && (tool === undefined || job?.tool === tool);
      return isWanted ? job : undefined;
    });
  }

  /** Takes the next job under a lease. Returns undefined when no job waits, or when waiting calls need all workers. */
  async take(): Promise<TakenJob | undefined> {
    const { redis, fileTtl } = this.options;
    const owner = randomUUID();
    const taken = await takeJob.run(redis, [keys.jobTurns, keys.jobLeases, CALLS_WAITING.key], {
      ...{ owner, lease_ms: LEASE_MS, row_life_ms: fileTtl * 1_000, now: new Date().toISOString() },
      ...{ most_calls: CALLS_WAITING.most, look_at: MAX_SKIPPED, accounts: keys.ofAccounts },
    });
    if (taken === null) return undefined;
    if (taken.length === 0) return this.take();
    const [accountId, id, fields, isCancelled] = taken;
    const { tool, token = '', created = '', input = '', attempts = '1', left = '', place } = recordOf(fields);
    const [, batchId, number] = ROW_ID.exec(id) ?? [];
    return {
      ...{ accountId, id, tool, tokenId: token, input, attempts: Number(attempts), owner, isOver: place !== undefined },
      created: Date.parse(created),
      ownersBefore: left.split(' ').filter(Boolean),
      ...(batchId !== undefined && { row: { batchId, number: Number(number), isCancelled: isCancelled === 1 } }),
    };
  }

  /** Renews the lease. @returns whether the job is still open. */
  async renew(job: TakenJob): Promise<boolean> {
    return this.lease(job, LEASE_MS, false);
  }

  /** Returns the job to the queue after a delay in milliseconds. Any gateway can take it then. */
  async again(job: TakenJob, delayMs: number): Promise<void> {
    await this.lease(job, delayMs, false);
  }

  /** Returns the job to the queue as `again` does. The attempt does not count, because the job did not cause the failure. */
  async putBack(job: TakenJob, delayMs: number): Promise<void> {
    await this.lease(job, delayMs, true);
  }

  /** Pauses an account's waiting jobs for `ms` milliseconds. A new job ends the pause. */
  async pause(accountId: string, ms: number): Promise<void> {
    await pauseTurns.run(this.options.redis, [keys.jobTurns], { account: accountId, ms });
  }

  /** Pauses the waiting rows of a batch for `ms` milliseconds. */
  async pauseBatch(accountId: string, batchId: string, ms: number): Promise<void> {
    await pauseBatch.run(this.options.redis, [keys.batch(accountId, batchId)], { ms });
  }

  private async lease({ accountId, id }: TakenJob, ms: number, is_uncounted: boolean): Promise<boolean> {
    const touched = [keys.jobLeases, keys.job(accountId, id)];
    return (
      (await leaseJob.run(this.options.redis, touched, { member: memberOf(accountId, id), ms, is_uncounted })) === 1
    );
  }

  /** Returns the tool's input as it was submitted; undefined when its file was deleted. @throws ServiceError `unavailable`. */
  async input({ accountId, id, input }: TakenJob): Promise<Buffer | undefined> {
    const sealed = await this.options.store.read(input).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status < 500) return undefined;
      throw error;
    });
    return sealed && this.options.box.open(sealed.toString(), keys.job(accountId, id));
  }

  /** Returns the completion of a job's record, which is written in the same step as its charge. @param expiresAt when its file expires. */
  completion({ accountId, id, owner }: TakenJob, result: Json, expiresAt: Date): Completion {
    const lifeMs = Math.max(1, expiresAt.getTime() - Date.now());
    return { ...this.outcome(accountId, id, 'done', { result }, lifeMs), owner };
  }

  /** Marks a job as failed. @returns whether it was still open. */
  fail({ accountId, id }: TakenJob, error: ErrorData): Promise<boolean> {
    const outcome = this.outcome(accountId, id, 'failed', { error }, this.options.fileTtl * 1_000);
    return this.end(accountId, id, 'failed', outcome);
  }

  /** Cancels a job and deletes its input. @returns whether it was still open. */
  async cancel(accountId: string, id: string): Promise<boolean> {
    const { redis, store, fileTtl } = this.options;
    const input = await redis.hget(keys.job(accountId, id), 'input');
    const isCancelled =
      input !== null &&
      (await this.end(accountId, id, 'cancelled', this.outcome(accountId, id, 'cancelled', {}, fileTtl * 1_000)));
    if (isCancelled && input !== '') await store.remove(input);
    return isCancelled;
  }

  private async end(accountId: string, id: string, outcome: Outcome, completion: Completion): Promise<boolean> {
    const touched = [completion.key, keys.idempotencyBytes(accountId)];
    const others = await endJob.run(this.options.redis, touched, recordOutcome(completion));
    const isEnded = (others as string[]).length === 0;
    if (isEnded) this.onEnded(id, outcome);
    return isEnded;
  }

  private outcome(
    accountId: string,
    id: string,
    place: Outcome,
    ending: Omit<Ending, 'at'>,
    lifeMs: number,
  ): Completion {
    const key = keys.job(accountId, id);
    const value = this.options.box.seal(jsonBytes({ at: new Date().toISOString(), ...ending }), key);
    return { key, request: '', place, value, lifeMs, endsIn: hourOf(new Date()), bytes: 0 };
  }

  /** Deletes the input of a job that has ended, and releases its lease. Keeps both if Redis has lost the end. */
  async leave(job: TakenJob): Promise<void> {
    const { accountId, id, input } = job;
    if (input !== '') await this.options.inputs.removeSoon({ accountId, key: keys.job(accountId, id), ids: [input] });
    await this.release(job);
  }

  /**
   * Releases the lease of a row that has ended. Keeps it if Redis has lost the end.
   *
   * @returns whether it was the batch's last row; the lease then stays until `leave`.
   */
  leaveRow(job: TakenJob, batchId: string): Promise<boolean> {
    return this.release(job, keys.batch(job.accountId, batchId));
  }

  private async release({ accountId, id }: TakenJob, ...batch: string[]): Promise<boolean> {
    const touched = [keys.jobLeases, keys.job(accountId, id), ...batch];
    return (await leaveJob.run(this.options.redis, touched, { member: memberOf(accountId, id) })) === 1;
  }

  /** Deletes the input of a job. @param key the job's key. */
  private async removeInput(key: string): Promise<void> {
    const input = await this.options.redis.hget(key, 'input');
    if (input) await this.options.store.remove(input);
  }

  /** Removes the previous owners from the record, once their documents are removed from the render queue. */
  async clearedUp({ accountId, id }: TakenJob): Promise<void> {
    await this.options.redis.hdel(keys.job(accountId, id), 'left');
  }

  /** Returns whether the fields of a record are those of a job that has ended. */
  isOver(fields: readonly string[]): boolean {
    return recordOf(fields).place !== undefined;
  }

  /** Deletes the record of a job that has ended, and its input if that still exists. */
  async remove(accountId: string, id: string): Promise<void> {
    await this.removeInput(keys.job(accountId, id));
    await this.forget(accountId, id);
  }

  /** Deletes the records of jobs that have ended. */
  async forget(accountId: string, ...ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const records = ids.map((id) => keys.job(accountId, id));
    await this.options.redis
      .multi()
      .unlink(...records)
      .zrem(keys.jobs(accountId), ...ids)
      .exec();
  }

  /** Returns the ending of each job: without `place` for an open job, undefined for an unknown one. */
  endings(accountId: string, ids: readonly string[]): Promise<(KnownEnding | undefined)[]> {
    return Promise.all(
      ids.map(async (id): Promise<KnownEnding | undefined> => {
        const key = keys.job(accountId, id);
        const [tool, place, value] = await this.options.redis.hmget(key, 'tool', 'place', 'value');
        if (!tool) return undefined;
        const { result } = value ? endingOf(this.options.box, value, key) : {};
        return {
          tool: tool as JobTool,
          ...(place && { place: place as Outcome }),
          ...(result !== undefined && { result }),
        };
      }),
    );
  }
}

/** Returns the answer's `result` for a tool's result. */
export type PresentResult = (result: Json, tool: JobTool) => Promise<Job['result']>;

/** The status is not encrypted, so it can be read even when the master key is lost. */
function endingOf(box: SecretBox, value: string, key: string): Ending {
  try {
    return JSON.parse(box.open(value, key).toString()) as Ending;
  } catch (error) {
    if (error instanceof SecretUnreadable) return { error: unreadable('The result of the job') };
    throw error;
  }
}

/** Returns the error for data whose master key the operator no longer configures. */
export const unreadable = (what: string): ErrorData => ({
  code: 'internal',
  message: `${what} can’t be decrypted: its encryption key was removed. Submit the document again if you need it.`,
});

export const inputGone = (): ServiceError =>
  new ServiceError('internal', 'The input of the job no longer exists; submit the job again.');

/** A row's id consists of the batch's id and the row's number. */
const ROW_ID = /^(bat_\w+)\.(\d+)$/;
export const rowId = (batchId: string, number: number): string => `${batchId}.${number}`;

const memberOf = (accountId: string, id: string): string => `${accountId}:${id}`;

const recordOf = (fields: readonly string[]): JobRecord => hashOf(fields) as unknown as JobRecord;
