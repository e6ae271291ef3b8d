import {
  type ErrorData,
  type Job,
  type JobListQuery,
  type JobRequest,
  type Json,
  jsonBytes,
  type Page,
  ServiceError,
} from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import type { Redis, SecretBox } from '@toolpress/runtime';
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
import { objectScript } from '../shared/redis-scripts.js';
import type { Inputs } from './inputs.js';
import { JobLeases } from './job-leases.js';
import {
  type Ending,
  endingOf,
  type JobRecord,
  type KnownEnding,
  memberOf,
  type Outcome,
  readEnding,
  recordOf,
  type TakenJob,
} from './job-record.js';
import { type PresentResult, presentUnlessExpired } from './job-tools.js';
import { blockKey, placeOf, type RowState, readRows } from './row-records.js';
import { heldInput, isTaken, MAX_WAITING_JOBS, queueFull, type Submission } from './waiting.js';

const submitJob = objectScript<Submission>(
  'shared/tally',
  ...COMPLETES,
  'jobs/claim-files',
  'shared/leased-queue',
  'jobs/put-in-turn',
  'jobs/submit-job',
);
const endRow = objectScript<{ row: string; place: string; value: string; owner?: string }>(
  'jobs/row-record',
  'jobs/end-row',
);
const endJob = objectScript<RecordOutcome & { owner?: string }>(...COMPLETES, 'jobs/end-job');

const DAY_MS = 24 * 3_600_000;

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

  /** The leases of jobs that gateways have taken. */
  readonly leases: JobLeases;

  constructor(private readonly options: JobsOptions) {
    this.leases = new JobLeases(options);
  }

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

  /** Returns the tool's input as it was submitted; undefined when its file was deleted. @throws ServiceError `unavailable`. */
  async input({ accountId, id, input }: TakenJob): Promise<Buffer | undefined> {
    const sealed = await this.options.store.read(input).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status < 500) return undefined;
      throw error;
    });
    return sealed && this.options.box.open(sealed.toString(), keys.job(accountId, id));
  }

  /** Returns the completion of a job's record, which is written in the same step as its charge. @param expiresAt when its file expires, if it has one. */
  completion({ accountId, id, owner }: TakenJob, result: Json, expiresAt?: Date): Completion {
    const lifeMs = expiresAt ? Math.max(1, expiresAt.getTime() - Date.now()) : this.options.fileTtl * 1_000;
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

  /**
   * Cancels a job and deletes its input.
   *
   * @param owner the owner that cancels the job. If it is not the current one, the job continues.
   * @returns whether it was still open.
   */
  async cancel(accountId: string, id: string, owner?: string): Promise<boolean> {
    const { redis, store, fileTtl } = this.options;
    const { key, row } = placeOf(accountId, id);
    const input = row === undefined ? await redis.hget(key, 'input') : '';
    const outcome = this.outcome(accountId, id, 'cancelled', {}, fileTtl * 1_000);
    const isCancelled =
      input !== null && (await this.end(accountId, id, 'cancelled', { ...outcome, ...(owner && { owner }) }));
    if (isCancelled && input !== '') await store.remove(input);
    return isCancelled;
  }

  private async end(accountId: string, id: string, outcome: Outcome, completion: Completion): Promise<boolean> {
    const { redis } = this.options;
    const { key, row, batch } = placeOf(accountId, id);
    const owner = completion.owner === undefined ? {} : { owner: completion.owner };
    const ended =
      row === undefined || batch === undefined
        ? await endJob.run(redis, [key, keys.idempotencyBytes(accountId)], { ...recordOutcome(completion), ...owner })
        : await endRow.run(redis, [key, batch], { row, place: outcome, value: completion.value, ...owner });
    const isEnded = ended === 1;
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

  /** Deletes the input of a job. @param key the job's key. */
  private async removeInput(key: string): Promise<void> {
    const input = await this.options.redis.hget(key, 'input');
    if (input) await this.options.store.remove(input);
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
    return Promise.all(ids.map((id) => readEnding(this.options, keys.job(accountId, id))));
  }
}
