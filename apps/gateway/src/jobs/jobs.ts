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
import {
  COMPLETES,
  type Completion,
  DoneBefore,
  type KeyedAnswer,
  NO_KEY,
  type RecordOutcome,
  recordOutcome,
} from '../api/completion.js';
import type { Caller } from '../auth/callers.js';
import type { AccountData } from '../shared/account-data.js';
import { hourOf, keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { hashOf, objectScript } from '../shared/redis-scripts.js';
import type { SecretBox } from '../shared/secret-box.js';
import { type Ending, endingOf } from './endings.js';
import type { Inputs } from './inputs.js';
import { blockKey, placeOf, ROWS_PER_BLOCK, type RowState, readRows, rowOf } from './row-records.js';
import { heldInput, isTaken, MAX_WAITING_JOBS, queueFull, type Submission } from './waiting.js';

const submitJob = objectScript<Submission>(
  'shared/tally',
  ...COMPLETES,
  'jobs/claim-files',
  'shared/leased-queue',
  'jobs/put-in-turn',
  'jobs/submit-job',
);
const takeJobs = objectScript<TakeArguments, TakeReply>(
  'shared/leased-queue',
  'jobs/row-record',
  'jobs/queue-batch',
  'jobs/take-job',
);
const leaseJob = objectScript<{ member: string; ms: number; is_uncounted: boolean; row?: string }>(
  'shared/leased-queue',
  'jobs/row-record',
  'jobs/lease-job',
);
const renewLeases = objectScript<{ ms: number; jobs: { member: string; row?: string }[] }, string[]>(
  'shared/leased-queue',
  'jobs/row-record',
  'jobs/renew-leases',
);
const pauseTurns = objectScript<{ account: string; ms: number }>('shared/leased-queue', 'jobs/pause-turns');
const leaveJob = objectScript<{ member: string; row?: string }>('jobs/row-record', 'jobs/leave-job');
const clearRow = objectScript<{ row: string }>('jobs/row-record', 'jobs/clear-row');
const endRow = objectScript<{ row: string; place: string; value: string; owner?: string }>(
  'jobs/row-record',
  'jobs/end-row',
);
const pauseBatch = objectScript<{ ms: number }>('shared/leased-queue', 'jobs/pause-batch');
const endJob = objectScript<RecordOutcome>(...COMPLETES, 'api/complete-idempotency-key');

/** The largest number of expired jobs that one script call skips. */
const MAX_SKIPPED = 200;
/** The lease of a job in milliseconds. Other gateways take the jobs of a dead gateway after this time. */
const LEASE_MS = 10_000;
/** The time in milliseconds that the record of a row is kept in addition to the life of its file, as one attempt may take. */
const ROW_MARGIN_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

interface TakeArguments {
  /** The id of the taking. With the number of each job it is the owner, who alone can complete the job. */
  owner: string;
  /** The largest number of jobs to take. */
  most: number;
  lease_ms: number;
  row_life_ms: number;
  rows_per_block: number;
  /** ISO 8601. */
  now: string;
  /** The number of waiting calls from which on no job is taken. */
  most_calls: number;
  /** The largest number of expired jobs to skip. */
  look_at: number;
  /** The prefix of the keys of accounts. */
  accounts: string;
}

type TakeReply = null | [accountId: string, id: string, fields: string[], isCancelled: number][];

/** The fields of the Redis hash. All values are strings. A row has another record, see `row-record.lua`. */
interface JobRecord {
  tool: JobTool;
  /** The id of the token that submitted the job and is charged. */
  token?: string;
  created: string;
  /** The id of the file with the encrypted input. Empty for an archive, which uses its batch's input. Removed when the job ends. */
  input?: string;
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
  /** Set when the step that completed a row has released its lease. Nothing else follows then. */
  isReleased?: boolean;
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
    const { at, result, error } = endingOf(box, value, key);
    const shown = await presentUnlessExpired(result, tool, present);
    const fault = error ?? shown.error;
    return {
      ...{ ...job, status: place, ...(at !== undefined && { finished_at: at }) },
      ...(shown.result && { result: shown.result }),
      ...(fault && { error: fault }),
    };
  }

  list(accountId: string, { status, tool, ...page }: JobListQuery, present: PresentResult): Promise<Page<Job>> {
    return readPage(this.options.redis, keys.jobs(accountId), page, async (id) => {
      const job = await this.find(accountId, id, present);
      const isWanted = (status === undefined || job?.status === status) && (tool === undefined || job?.tool === tool);
      return isWanted ? job : undefined;
    });
  }

  /** Takes the next jobs under leases. Returns none when no job waits, or when waiting calls need all workers. @param most their number. */
  async take(most: number): Promise<TakenJob[]> {
    const { redis, fileTtl } = this.options;
    const taken = await takeJobs.run(redis, [keys.jobTurns, keys.jobLeases, CALLS_WAITING.key], {
      ...{ owner: randomUUID(), most, lease_ms: LEASE_MS, row_life_ms: fileTtl * 1_000 + ROW_MARGIN_MS },
      ...{ rows_per_block: ROWS_PER_BLOCK, now: new Date().toISOString() },
      ...{ most_calls: CALLS_WAITING.most, look_at: MAX_SKIPPED, accounts: keys.ofAccounts },
    });
    if (taken?.length === 0) return this.take(most);
    return (taken ?? []).map(([accountId, id, fields, isCancelled]) => {
      const record = recordOf(fields);
      const { tool, token = '', created = '', input = '', attempts = '1', owner = '', left = '', place } = record;
      const row = rowOf(id);
      return {
        ...{
          accountId,
          id,
          tool,
          tokenId: token,
          input,
          attempts: Number(attempts),
          owner,
          isOver: place !== undefined,
        },
        created: Date.parse(created),
        ownersBefore: left.split(' ').filter(Boolean),
        ...(row && { row: { ...row, isCancelled: isCancelled === 1 } }),
      };
    });
  }

  /** Renews the leases of running jobs. @returns the jobs that are no longer open. */
  async renew(running: readonly TakenJob[]): Promise<TakenJob[]> {
    if (running.length === 0) return [];
    const places = running.map(({ accountId, id }) => placeOf(accountId, id));
    const jobs = running.map(({ accountId, id }, index) => ({
      member: memberOf(accountId, id),
      ...(places[index]?.row !== undefined && { row: places[index].row }),
    }));
    const touched = [keys.jobLeases, ...places.map(({ key }) => key)];
    const over = new Set(await renewLeases.run(this.options.redis, touched, { ms: LEASE_MS, jobs }));
    return running.filter(({ accountId, id }) => over.has(memberOf(accountId, id)));
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

  private async lease({ accountId, id }: TakenJob, ms: number, is_uncounted: boolean): Promise<void> {
    const { key, row } = placeOf(accountId, id);
    const lease = { member: memberOf(accountId, id), ms, is_uncounted, ...(row !== undefined && { row }) };
    await leaseJob.run(this.options.redis, [keys.jobLeases, key], lease);
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
    const { row, batch } = placeOf(accountId, id);
    const completion = { ...this.outcome(accountId, id, 'done', { result }, lifeMs), owner };
    if (row === undefined || batch === undefined) return completion;
    return { ...completion, row: { field: row, batch, leases: keys.jobLeases, member: memberOf(accountId, id) } };
  }

  /** Marks a job as failed. @returns whether it was still open. */
  fail({ accountId, id, owner }: TakenJob, error: ErrorData): Promise<boolean> {
    const outcome = this.outcome(accountId, id, 'failed', { error }, this.options.fileTtl * 1_000);
    return this.end(accountId, id, 'failed', { ...outcome, owner });
  }

  /** Cancels a job and deletes its input. @returns whether it was still open. */
  async cancel(accountId: string, id: string): Promise<boolean> {
    const { redis, store, fileTtl } = this.options;
    const { key, row } = placeOf(accountId, id);
    const input = row === undefined ? await redis.hget(key, 'input') : '';
    const isCancelled =
      input !== null &&
      (await this.end(accountId, id, 'cancelled', this.outcome(accountId, id, 'cancelled', {}, fileTtl * 1_000)));
    if (isCancelled && input !== '') await store.remove(input);
    return isCancelled;
  }

  private async end(accountId: string, id: string, outcome: Outcome, completion: Completion): Promise<boolean> {
    const { redis } = this.options;
    const { key, row, batch } = placeOf(accountId, id);
    const isEnded =
      row === undefined || batch === undefined
        ? ((await endJob.run(redis, [key, keys.idempotencyBytes(accountId)], recordOutcome(completion))) as string[])
            .length === 0
        : (await endRow.run(redis, [key, batch], {
            ...{ row, place: outcome, value: completion.value },
            ...(completion.owner !== undefined && { owner: completion.owner }),
          })) === 1;
    if (isEnded) this.onEnded(id, outcome);
    return isEnded;
  }

  private outcome(accountId: string, id: string, place: Outcome, ending: Ending, lifeMs: number): Completion {
    const { key, row, context } = placeOf(accountId, id);
    // There are many rows, and the times of their ends are not shown.
    const at = row === undefined ? { at: new Date().toISOString() } : {};
    const value = this.options.box.seal(jsonBytes({ ...at, ...ending }), context);
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
  async leaveRow(job: TakenJob, batchId: string): Promise<boolean> {
    return !job.isReleased && (await this.release(job, keys.batch(job.accountId, batchId)));
  }

  private async release({ accountId, id }: TakenJob, ...batch: string[]): Promise<boolean> {
    const { key, row } = placeOf(accountId, id);
    const lease = { member: memberOf(accountId, id), ...(row !== undefined && { row }) };
    return (await leaveJob.run(this.options.redis, [keys.jobLeases, key, ...batch], lease)) === 1;
  }

  /** Deletes the input of a job. @param key the job's key. */
  private async removeInput(key: string): Promise<void> {
    const input = await this.options.redis.hget(key, 'input');
    if (input) await this.options.store.remove(input);
  }

  /** Removes the previous owners from the record, once their documents are removed from the render queue. */
  async clearedUp({ accountId, id }: TakenJob): Promise<void> {
    const { redis } = this.options;
    const { key, row } = placeOf(accountId, id);
    if (row === undefined) await redis.hdel(key, 'left');
    else await clearRow.run(redis, [key], { row });
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

  /** Returns the states of rows of one block, see `blocksOf`; undefined for rows that were not taken or whose record has expired. */
  rows(accountId: string, batchId: string, numbers: readonly number[]): Promise<(RowState | undefined)[]> {
    return readRows(this.options, accountId, batchId, numbers);
  }

  /** Deletes the records of rows of one block. */
  async forgetRows(accountId: string, batchId: string, numbers: readonly number[]): Promise<void> {
    const [first] = numbers;
    if (first !== undefined) await this.options.redis.hdel(blockKey(accountId, batchId, first), ...numbers.map(String));
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

/** Presents a result. The record of a job can outlive its file: then there is an error instead. */
export async function presentUnlessExpired(
  result: Json | undefined,
  tool: JobTool,
  present: PresentResult,
): Promise<Pick<Job, 'result'> & { error?: ErrorData }> {
  if (result === undefined) return {};
  try {
    const presented = await present(result, tool);
    return presented === undefined ? {} : { result: presented };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'file_expired') return { error: thrown.toData() };
    throw thrown;
  }
}

export const inputGone = (): ServiceError =>
  new ServiceError('internal', 'The input of the job no longer exists; submit the job again.');

const memberOf = (accountId: string, id: string): string => `${accountId}:${id}`;

const recordOf = (fields: readonly string[]): JobRecord => hashOf(fields) as unknown as JobRecord;
