/**
 * Jobs, as they are kept. A job's record is in Redis and lives as long as its file; its input lies sealed in the file store until the job
 * is over.
 *
 * A job is over when its record has a `place`, which is written once: in the same step as the charge when it is done, see
 * `Charges.settle`; by `end` when it failed or was cancelled. Whoever comes second finds it there, and leaves nothing.
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
import type { Completion } from '../accounts/billing/charges.js';
import { hourOf } from '../accounts/billing/tally.js';
import { COMPLETES, DoneBefore, type KeyedAnswer, NO_KEY } from '../accounts/idempotency/keyed-answer.js';
import type { Caller } from '../auth/tokens.js';
import { keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { luaScript } from '../shared/redis-scripts.js';
import { type SecretBox, SecretUnreadable } from '../shared/secret-box.js';
import type { Inputs } from './inputs.js';
import { heldInput, isTaken, MAX_WAITING_JOBS, queueFull } from './waiting.js';

const submitJob = luaScript('tally', ...COMPLETES, 'claim-files', 'put-in-turn', 'submit-job');
const takeJob = luaScript('take-job');
const leaseJob = luaScript('lease-job');
const pauseTurns = luaScript('pause-turns');
const leaveRow = luaScript('leave-row');
const endJob = luaScript(...COMPLETES, 'complete-idempotency-key');

/** How many that have expired are passed over in one step of Redis. */
const MOST_PASSED_OVER = 200;
/** How long a gateway that died keeps its jobs. */
const LEASE_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

/** As the hash has it: texts. */
interface JobRecord {
  tool: JobTool;
  /** The token that it was submitted with, which counts it; gone when a row is over. */
  token?: string;
  created: string;
  /** The id of the file with its sealed input; empty for a row, whose input is its batch's, and gone when it is over. */
  input?: string;
  /** Of a row: the key of its batch. */
  batch?: string;
  /** How often a gateway has begun with it. */
  attempts?: string;
  /** Who has taken it, until it is over: its document is in the render queue under this id. */
  owner?: string;
  /** Those who had taken it before, and may have left it in the render queue; with blanks between. */
  left?: string;
  /** Says that it is over, and how. */
  place?: Outcome;
  /** Sealed: an `Ending`. */
  value?: string;
}

export type Outcome = 'done' | 'failed' | 'cancelled';

interface Ending {
  /** When; not known where the rest can't be read. */
  at?: string;
  result?: Json;
  error?: ErrorData;
}

interface KnownEnding {
  tool: JobTool;
  place?: Outcome;
  /** What its tool has left. */
  result?: Json;
}

/** A job that this gateway has under a lease. */
export interface TakenJob {
  accountId: string;
  tokenId: string;
  id: string;
  tool: JobTool;
  /** The id of the file with its sealed input; empty for a row. */
  input: string;
  /** 1 the first time. */
  attempts: number;
  /** Whoever has taken it last: nobody else completes it. */
  owner: string;
  /** Who had taken it before, and may have left it in the render queue. */
  ownersBefore: readonly string[];
  /** Of a row: its batch, and its place in it, from 1. */
  row?: { batchId: string; number: number; isCancelled: boolean };
  /** Cancelled while it waited, or its gateway died before it told others of its end. */
  isOver: boolean;
}

export interface JobsOptions {
  redis: Redis;
  store: Pick<FileStore, 'read' | 'remove'>;
  inputs: Inputs;
  box: SecretBox;
  /** How long a file, and a job, is kept at most, seconds. */
  fileTtl: number;
}

export class Jobs {
  /** Called when this gateway has taken a job over. */
  onSubmitted: () => void = () => undefined;
  /** Called when this gateway has ended a job or a row. */
  onEnded: (id: string, outcome: Outcome) => void = () => undefined;

  constructor(private readonly options: JobsOptions) {}

  /**
   * Takes a job over: from then on it is done, whichever gateway or worker ends.
   *
   * @param keyed completes the record of an idempotency key in the same step.
   * @throws ServiceError `queue_full` when too many of the account wait, `unavailable`; DoneBefore.
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
    const { touched, values } = keyed(job);
    const lists = [keys.jobs(accountId), keys.waitingJobs(accountId), keys.jobTurns, keys.waitingInputs(accountId)];
    const oldest = newId('job', Date.now() - lifeMs - DAY_MS);
    const held = heldInput(expiresAt, files.bytes);
    const limits = [accountId, id, MAX_WAITING_JOBS, lifeMs, oldest, ...held];
    const fields = Object.entries(record).flat();
    const reply = await files.takeOver(
      () =>
        submitJob(
          redis,
          [key, ...lists, UNCLAIMED_FILES, ...touched],
          [...limits, files.claimed, ...values, ...fields],
        ),
      isTaken,
    );
    if (Array.isArray(reply)) throw new DoneBefore(reply as string[]);
    if (!isTaken(reply)) throw queueFull(reply, `${MAX_WAITING_JOBS} jobs`);
    this.onSubmitted();
    return job;
  }

  /** @param present makes the answer's `result` of what the tool has left. */
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
        // A link to it can't be made in its last second, in which its record is still there.
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

  /** Takes the next job under a lease. Resolves with undefined when there is none, or calls wait for all that the workers can do. */
  async take(): Promise<TakenJob | undefined> {
    const [before = '', toJob = ''] = keys.job(ANY, '').split(ANY);
    const [, toBatch = ''] = keys.batch(ANY, '').split(ANY);
    const [, toRowsAgain = ''] = keys.rowsAgain(ANY, '').split(ANY);
    const [, behind = ''] = keys.waitingJobs(ANY).split(ANY);
    const [, ofBatches = ''] = keys.waitingBatches(ANY).split(`${ANY}${behind}`);
    const { redis, fileTtl } = this.options;
    const { key: callsWaiting, most } = CALLS_WAITING;
    const touched = [keys.jobTurns, keys.jobLeases, callsWaiting, keys.pausedJobTurns];
    const pattern = [before, toJob, toBatch, behind];
    const owner = randomUUID();
    const taken = await takeJob(redis, touched, [
      ...[LEASE_MS, ...pattern, fileTtl * 1_000, new Date().toISOString()],
      ...[ofBatches, most, MOST_PASSED_OVER, owner, toRowsAgain],
    ]);
    if (taken === null || taken === undefined) return undefined;
    const [accountId, id, fields, isCancelled] = taken as [string?, string?, string[]?, number?];
    if (accountId === undefined || id === undefined || fields === undefined) return this.take();
    const { tool, token = '', input = '', attempts = '1', left = '', place } = recordOf(fields);
    const [, batchId, number] = ROW_ID.exec(id) ?? [];
    return {
      ...{ accountId, id, tool, tokenId: token, input, attempts: Number(attempts), owner, isOver: place !== undefined },
      ownersBefore: left.split(' ').filter(Boolean),
      ...(batchId !== undefined && { row: { batchId, number: Number(number), isCancelled: isCancelled === 1 } }),
    };
  }

  /** Keeps the lease. @returns whether the job is still to be done. */
  async renew(job: TakenJob): Promise<boolean> {
    return this.lease(job, LEASE_MS, false);
  }

  /** Puts the job back, to be taken again by anybody after a while. */
  async again(job: TakenJob, delayMs: number): Promise<void> {
    await this.lease(job, delayMs, false);
  }

  /** As `again`; the attempt does not count: it was not the job's fault. */
  async putBack(job: TakenJob, delayMs: number): Promise<void> {
    await this.lease(job, delayMs, true);
  }

  /** None that waits of an account is taken for a while; one that is submitted meanwhile ends that. */
  async pause(accountId: string, ms: number): Promise<void> {
    await pauseTurns(this.options.redis, [keys.jobTurns, keys.pausedJobTurns], [accountId, ms]);
  }

  private async lease({ accountId, id }: TakenJob, ms: number, isUncounted: boolean): Promise<boolean> {
    const touched = [keys.jobLeases, keys.job(accountId, id)];
    return (await leaseJob(this.options.redis, touched, [memberOf(accountId, id), ms, isUncounted ? '1' : ''])) === 1;
  }

  /** @returns what the tool takes, as it was submitted; undefined when it is gone. @throws ServiceError `unavailable`. */
  async input({ accountId, id, input }: TakenJob): Promise<Buffer | undefined> {
    const sealed = await this.options.store.read(input).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status < 500) return undefined;
      throw error;
    });
    return sealed && this.options.box.open(sealed.toString(), keys.job(accountId, id));
  }

  /** What completes a job's record, written in the same step as its charge. @param expiresAt when its file does. */
  completion({ accountId, id, owner }: TakenJob, result: Json, expiresAt: Date): Completion {
    const lifeMs = Math.max(1, expiresAt.getTime() - Date.now());
    return { ...this.outcome(accountId, id, 'done', { result }, lifeMs), owner };
  }

  /** Ends a job that has failed. @returns whether it was not over yet. */
  fail({ accountId, id }: TakenJob, error: ErrorData): Promise<boolean> {
    const outcome = this.outcome(accountId, id, 'failed', { error }, this.options.fileTtl * 1_000);
    return this.end(accountId, id, 'failed', outcome);
  }

  /** Cancels a job, and deletes its input. @returns whether it was not over yet. */
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
    const { key, request, place, value, lifeMs, endsIn, bytes } = completion;
    const touched = [key, keys.idempotencyBytes(accountId)];
    const others = await endJob(this.options.redis, touched, [request, place, value, lifeMs, endsIn, bytes]);
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

  /** A job of this gateway is over: nothing of what was sent stays, and its lease ends. */
  async leave({ accountId, id, input }: TakenJob): Promise<void> {
    if (input !== '') await this.options.inputs.removeSoon({ accountId, key: keys.job(accountId, id), ids: [input] });
    await this.options.redis.zrem(keys.jobLeases, memberOf(accountId, id));
  }

  /** As `leave`, for a row that is over. @returns whether it was its batch's last: then the lease stays until `leave`. */
  async leaveRow({ accountId, id }: TakenJob, batchId: string): Promise<boolean> {
    const touched = [keys.jobLeases, keys.batch(accountId, batchId)];
    return (await leaveRow(this.options.redis, touched, [memberOf(accountId, id)])) === 1;
  }

  /** Deletes what a job of a closed account was to do. @param key of the job. */
  async removeInput(key: string): Promise<void> {
    const input = await this.options.redis.hget(key, 'input');
    if (input) await this.options.store.remove(input);
  }

  /** What those who had taken the job before have left is deleted. */
  async clearedUp({ accountId, id }: TakenJob): Promise<void> {
    await this.options.redis.hdel(keys.job(accountId, id), 'left');
  }

  /** Whether fields of a record are those of a job that is over. */
  isOver(fields: readonly string[]): boolean {
    return recordOf(fields).place !== undefined;
  }

  /** Forgets a job that is over, and deletes its input where that could not be deleted before. */
  async remove(accountId: string, id: string): Promise<void> {
    await this.removeInput(keys.job(accountId, id));
    await this.forget(accountId, id);
  }

  /** Forgets jobs that are over. */
  async forget(accountId: string, ...ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const records = ids.map((id) => keys.job(accountId, id));
    await this.options.redis
      .multi()
      .unlink(...records)
      .zrem(keys.jobs(accountId), ...ids)
      .exec();
  }

  /** How each of some jobs has ended: without a `place` where it has not; undefined when there is no such job. */
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

/** Makes the answer's `result` of what a tool has left. */
export type PresentResult = (result: Json, tool: JobTool) => Promise<Job['result']>;

/** Of a job whose master key is gone the status is still known, as it stands beside what is sealed. */
function endingOf(box: SecretBox, value: string, key: string): Ending {
  try {
    return JSON.parse(box.open(value, key).toString()) as Ending;
  } catch (error) {
    if (error instanceof SecretUnreadable) return { error: unreadable('What is known of its end') };
    throw error;
  }
}

/** For callers: the operator has changed the master key, and does not keep the one before. */
export const unreadable = (what: string): ErrorData => ({
  code: 'internal',
  message: `${what} can’t be read any more: the key that it is encrypted with is gone. Submit the document again where you need it.`,
});

export const inputGone = (): ServiceError =>
  new ServiceError('internal', 'What the job was to do is not there any more; submit it again.');

/** A row's id is that of its batch, and its number. */
const ROW_ID = /^(bat_\w+)\.(\d+)$/;
export const rowId = (batchId: string, number: number): string => `${batchId}.${number}`;

/** Stands for an account in patterns of keys. */
const ANY = '*';

const memberOf = (accountId: string, id: string): string => `${accountId}:${id}`;

function recordOf(fields: readonly string[]): JobRecord {
  const pairs = fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]]] : []));
  return Object.fromEntries(pairs) as unknown as JobRecord;
}
