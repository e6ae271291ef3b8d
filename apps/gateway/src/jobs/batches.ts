/**
 * Batches, as they are kept: a hash of counters in Redis, the template and the rows in sealed files of the file store. A row becomes a job
 * when its turn comes, see `take-job.lua`; in the step in which it is over, its batch counts it.
 */
import {
  type Batch,
  type BatchOutput,
  type BatchRequest,
  type JobTool,
  jsonBytes,
  type Page,
  type PageQuery,
  ServiceError,
} from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { type FileStore, fileExpiry } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';
import { COMPLETES, DoneBefore, type KeyedAnswer, NO_KEY } from '../accounts/idempotency/keyed-answer.js';
import type { Caller } from '../auth/tokens.js';
import type { LargeBodies } from '../http/large-bodies.js';
import { keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { luaScript } from '../shared/redis-scripts.js';
import type { SecretBox } from '../shared/secret-box.js';
import { type BatchPlan, BatchRows, type RowInput } from './batch-rows.js';
import type { InputFiles, Inputs } from './inputs.js';
import { inputGone, rowId } from './jobs.js';
import { partsOf } from './rows.js';
import { filesIn, type Part, type StoredRows, type Uploads, unknownUpload } from './uploads.js';
import { heldInput, isTaken, MAX_WAITING_BATCHES, queueFull } from './waiting.js';

const submitBatch = luaScript('tally', 'end-upload', ...COMPLETES, 'claim-files', 'put-in-turn', 'submit-batch');
const beginAssembly = luaScript('reopen-batch', 'begin-assembly');
const retryRows = luaScript('reopen-batch', 'retry-rows');
const endBatch = luaScript('release-input', 'end-batch');
const removeBatch = luaScript('release-input', 'remove-batch');

/** How many batches are known of while their rows are done. */
const PLANS = 100;
const DAY_MS = 24 * 3_600_000;

/** As the hash has it: texts. */
interface BatchRecord {
  tool: JobTool;
  token: string;
  created: string;
  total: string;
  /** Absent for `files`. */
  output?: BatchOutput;
  done?: string;
  failed?: string;
  /** It is over, and how. */
  place?: 'done' | 'cancelled';
  finished?: string;
}
const FIELDS = ['tool', 'token', 'created', 'total', 'output', 'done', 'failed', 'place', 'finished'] as const;

/** What was sent, as the hash has it beside those fields until the batch is over: read where it is needed, as it may be long. */
interface SentRecord {
  /** The id of the file with the sealed template. */
  input: string;
  /** JSON: a list of `Part`, the files with the sealed rows. */
  parts: string;
  /** What they are sealed for, where that is the upload that they came with. */
  context?: string;
}

/** What the files of a batch are put together to. */
interface Assembly {
  output: Exclude<BatchOutput, 'files'>;
  rows: number;
  /** How many of them are done. */
  done: number;
  /** With its extension. */
  filename?: string;
  /** Seconds. */
  expiresIn?: number;
}

interface BatchesOptions {
  redis: Redis;
  store: Pick<FileStore, 'read' | 'remove'>;
  inputs: Inputs;
  box: SecretBox;
  largeBodies: LargeBodies;
  uploads: Pick<Uploads, 'find'>;
  /** How long a file, and a batch, is kept at most, seconds. */
  fileTtl: number;
}

export class Batches {
  /** Called when this gateway has taken a batch over. */
  onSubmitted: () => void = () => undefined;
  private readonly rows: BatchRows;
  private readonly plans = new LRUCache<string, BatchPlan>({ max: PLANS });

  constructor(private readonly options: BatchesOptions) {
    this.rows = new BatchRows(options);
  }

  /**
   * Takes a batch over: from then on its rows are done, whichever gateway or worker ends.
   *
   * @param keyed completes the record of an idempotency key in the same step.
   * @throws ServiceError `queue_full` when too many of the account wait, `upload_unknown`, `unavailable`; DoneBefore.
   */
  async submit({ accountId, tokenId }: Caller, request: BatchRequest, keyed: KeyedAnswer = NO_KEY): Promise<Batch> {
    const { tool, upload, output = 'files' } = request;
    const { redis, inputs, box, fileTtl } = this.options;
    const id = newId('bat');
    const key = keys.batch(accountId, id);
    const lifeMs = fileTtl * 1_000;
    const expiresAt = new Date(Date.now() + lifeMs);
    const files = inputs.of({ accountId, key, box, expiresAt });
    const { stored, template } = await this.store(accountId, key, request, files).catch(async (error: unknown) => {
      await files.discard();
      throw error;
    });
    const record: BatchRecord = {
      ...{ tool, token: tokenId, created: new Date().toISOString(), total: String(stored.rows) },
      ...(output !== 'files' && { output }),
    };
    const sent: SentRecord = { input: template, parts: stored.parts, ...(upload && { context: stored.context }) };
    const oldest = newId('bat', Date.now() - lifeMs - DAY_MS);
    const waiting = [keys.waitingJobs(accountId), keys.waitingBatches(accountId)];
    const taken = upload ? [stored.context, keys.uploads(accountId), keys.storage(accountId)] : [];
    const lists = [keys.batches(accountId), ...waiting, keys.jobTurns, keys.openBatches, keys.waitingInputs(accountId)];
    const held = heldInput(expiresAt, files.bytes + (upload ? stored.bytes : 0));
    const limits = [accountId, id, MAX_WAITING_BATCHES, lifeMs, oldest, ...held, upload ?? ''];
    const fields = Object.entries({ ...record, ...sent }).flat();
    const batch = shown(id, record);
    const { touched, values } = keyed(batch);
    const reply = await files.takeOver(
      () =>
        submitBatch(
          redis,
          [key, ...lists, UNCLAIMED_FILES, ...taken, ...touched],
          [...limits, files.claimed, ...values, ...fields],
        ),
      isTaken,
    );
    if (Array.isArray(reply)) throw new DoneBefore(reply as string[]);
    if (upload && reply === -1) throw unknownUpload(upload);
    if (!isTaken(reply)) throw queueFull(reply, `${MAX_WAITING_BATCHES} batches`);
    this.onSubmitted();
    return batch;
  }

  /** Stores what was sent; the rows of an upload are there. @returns the rows, and the file with the template. */
  private async store(
    accountId: string,
    key: string,
    { rows = [], upload, input }: Pick<BatchRequest, 'rows' | 'upload' | 'input'>,
    files: InputFiles,
  ): Promise<{ stored: StoredRows; template: string }> {
    let stored: StoredRows | undefined;
    if (upload === undefined) {
      const parts: Part[] = [];
      for (const { first, bytes } of partsOf(rows)) parts.push({ first, file: await files.put(bytes) });
      stored = { rows: rows.length, parts: JSON.stringify(parts), bytes: files.bytes, context: key };
    } else {
      stored = await this.options.uploads.find(accountId, upload);
      if (stored === undefined) throw unknownUpload(upload);
    }
    return { stored, template: await files.put(jsonBytes(input)) };
  }

  async find(accountId: string, id: string): Promise<Batch | undefined> {
    const record = await this.record(accountId, id);
    return record && shown(id, record);
  }

  /** How many of its rows have been begun with: those behind them wait. */
  async begun(accountId: string, id: string): Promise<number> {
    return Number((await this.options.redis.hget(keys.batch(accountId, id), 'next')) ?? 0);
  }

  list(accountId: string, query: PageQuery): Promise<Page<Batch>> {
    return readPage(this.options.redis, keys.batches(accountId), query, (id) => this.find(accountId, id));
  }

  /**
   * What the tool takes for a row.
   *
   * @returns undefined when the batch is over, or gone.
   * @throws ServiceError `invalid_json` for a line that is none, `invalid_parameter` for a row that is no object, `internal` when what was sent
   *   is not there any more, `unavailable`.
   */
  async rowInput(accountId: string, id: string, number: number): Promise<RowInput | undefined> {
    const key = keys.batch(accountId, id);
    const plan = this.plans.get(key) ?? (await this.plan(accountId, key));
    return plan && this.rows.input(plan, number).catch((error: unknown) => this.unlessOver(key, error));
  }

  /** Nothing of a batch that is over stays; what is gone before has expired, as no worker came to it. */
  private async unlessOver(key: string, error: unknown): Promise<undefined> {
    unlessGone(error);
    const [place, created] = await this.options.redis.hmget(key, 'place', 'created');
    if (place == null && created != null) throw inputGone();
  }

  /** Read once: the list of the parts of a large batch is long. */
  private async plan(accountId: string, key: string): Promise<BatchPlan | undefined> {
    const [input, parts, total, context] = await this.options.redis.hmget(key, 'input', 'parts', 'total', 'context');
    if (input == null || parts == null || total == null) return undefined;
    const plan = {
      ...{ accountId, key, input, parts: JSON.parse(parts) as Part[] },
      ...{ rowsContext: context ?? key, total: Number(total) },
    };
    this.plans.set(key, plan);
    return plan;
  }

  /**
   * A row is over. When it was the last, the batch is, and nothing of what was sent stays; unless its files are to be put together: then
   * that becomes a job, once.
   *
   * @returns whether the batch is over.
   */
  async rowIsOver(accountId: string, id: string): Promise<boolean> {
    const record = await this.record(accountId, id);
    if (record === undefined) return false;
    const { total, done = '0', failed = '0', output, place } = record;
    if (Number(done) + Number(failed) < Number(total)) return false;
    if (output !== undefined && done !== '0' && place === undefined) {
      await this.beginAssembly(accountId, id, record);
      return false;
    }
    await this.end(accountId, id, 'done');
    return true;
  }

  /** Has the archive of a batch that is over made again. */
  async retryAssembly(accountId: string, id: string): Promise<void> {
    const record = await this.record(accountId, id);
    if (record !== undefined) await this.beginAssembly(accountId, id, record, true);
  }

  private async beginAssembly(
    accountId: string,
    id: string,
    { tool, token }: BatchRecord,
    isRetry = false,
  ): Promise<void> {
    const job = assemblyId(id);
    const fields = { tool, token, created: new Date().toISOString(), input: '' };
    const records = [keys.batch(accountId, id), keys.job(accountId, job)];
    const touched = [...records, keys.waitingJobs(accountId), keys.jobTurns, keys.openBatches];
    const lifeMs = this.options.fileTtl * 1_000;
    const values = [accountId, job, lifeMs, isRetry ? id : '', ...Object.entries(fields).flat()];
    await beginAssembly(this.options.redis, touched, values);
    this.onSubmitted();
  }

  /**
   * Does rows again that have failed, of a batch that is over.
   *
   * @param numbers of the rows that are looked at: a range.
   * @returns how many of them have.
   * @throws ServiceError `queue_full` when too many batches of the account wait.
   */
  async retryRows(accountId: string, id: string, numbers: readonly number[]): Promise<number> {
    const jobOf = (row: string): string => keys.job(accountId, row);
    const touched = [
      ...[keys.batch(accountId, id), keys.rowsAgain(accountId, id), jobOf(assemblyId(id))],
      ...[keys.waitingJobs(accountId), keys.waitingBatches(accountId), keys.jobTurns, keys.openBatches],
      ...numbers.map((number) => jobOf(rowId(id, number))),
    ];
    const lifeMs = this.options.fileTtl * 1_000;
    const values = [accountId, id, MAX_WAITING_BATCHES, lifeMs, new Date().toISOString(), numbers[0] ?? 0];
    const count = Number(await retryRows(this.options.redis, touched, values));
    if (count < 0) throw queueFull(count, `${MAX_WAITING_BATCHES} batches`);
    if (count > 0) this.onSubmitted();
    return count;
  }

  /** Whether what was sent for a batch is there, which it is until nothing more can be done again. */
  async isKept(accountId: string, id: string): Promise<boolean> {
    const [input, parts] = await this.options.redis.hmget(keys.batch(accountId, id), 'input', 'parts');
    return input != null && parts != null && (fileExpiry(input) ?? new Date(0)).getTime() > Date.now();
  }

  /** @returns how often it was opened again by a retry. */
  async retries(accountId: string, id: string): Promise<number> {
    return Number((await this.options.redis.hget(keys.batch(accountId, id), 'retries')) ?? 0);
  }

  /** @returns what is to be put together; undefined when it is gone. @throws ServiceError `unavailable`. */
  async assembly(accountId: string, id: string): Promise<Assembly | undefined> {
    const key = keys.batch(accountId, id);
    const [output, done] = await this.options.redis.hmget(key, 'output', 'done');
    const plan = this.plans.get(key) ?? (await this.plan(accountId, key));
    if (plan === undefined || (output !== 'zip' && output !== 'merged')) return undefined;
    const template = await this.rows.template(plan).catch(unlessGone);
    if (template === undefined) return undefined;
    const { filename = output === 'zip' ? 'documents' : undefined, expires_in: expiresIn } = template;
    const ending = output === 'zip' ? 'zip' : 'pdf';
    return {
      ...{ output, rows: plan.total, done: Number(done) },
      ...(filename !== undefined && { filename: `${filename.replace(/\.pdf$/i, '')}.${ending}` }),
      ...(expiresIn !== undefined && { expiresIn }),
    };
  }

  /** The files of its rows are put together, or can't be: it is over. */
  async assemblyIsOver(accountId: string, id: string): Promise<void> {
    if ((await this.record(accountId, id)) === undefined) return;
    await this.end(accountId, id, 'done');
    // As long as its archive at least.
    await this.options.redis.pexpire(keys.batch(accountId, id), this.options.fileTtl * 1_000);
  }

  /** Forgets a batch that is over, and what was sent where that could not be deleted before. */
  async remove(accountId: string, id: string): Promise<void> {
    const key = keys.batch(accountId, id);
    await this.removeFiles(key);
    this.plans.delete(key);
    await removeBatch(this.options.redis, [key, keys.rowsAgain(accountId, id), keys.batches(accountId)], [id]);
  }

  /** No further rows are begun with, and nothing of what was sent stays. @returns the batch; undefined when there is none. */
  async cancel(accountId: string, id: string): Promise<Batch | undefined> {
    if ((await this.record(accountId, id)) === undefined) return undefined;
    await this.end(accountId, id, 'cancelled');
    return this.find(accountId, id);
  }

  /** It is done again when it ended halfway. */
  private async end(accountId: string, id: string, place: 'done' | 'cancelled'): Promise<void> {
    const key = keys.batch(accountId, id);
    const values = [place, new Date().toISOString(), `${accountId}:${id}`];
    const touched = [key, keys.openBatches, keys.job(accountId, assemblyId(id))];
    const isKept = await endBatch(this.options.redis, touched, values);
    this.plans.delete(key);
    if (isKept === 1) return;
    const { inputs, store } = this.options;
    await this.removeFiles(key, (ids) =>
      place === 'done' ? inputs.removeSoon({ accountId, key, ids }) : store.remove(...ids),
    );
  }

  /** Deletes what a batch was to do, such as that of a closed account. @param key of the batch. */
  async removeFiles(
    key: string,
    remove = (files: string[]): Promise<void> => this.options.store.remove(...files),
  ): Promise<void> {
    const { redis } = this.options;
    const [input, parts] = await redis.hmget(key, 'input', 'parts');
    if (!input || !parts) return;
    const files = [input, ...filesIn(parts)];
    await remove(files);
    this.rows.forget(files);
    await redis.hdel(key, 'parts');
  }

  private async record(accountId: string, id: string): Promise<BatchRecord | undefined> {
    const values = await this.options.redis.hmget(keys.batch(accountId, id), ...FIELDS);
    const found = FIELDS.flatMap((name, index) => (values[index] == null ? [] : [[name, values[index]]]));
    const record = Object.fromEntries(found) as Partial<BatchRecord>;
    return record.created === undefined ? undefined : (record as BatchRecord);
  }
}

function shown(
  id: string,
  { tool, created, total, output = 'files', done = '0', failed = '0', place, finished }: BatchRecord,
): Batch {
  const isAssembled = output !== 'files' && Number(done) + Number(failed) === Number(total);
  const status = place ?? (isAssembled ? 'assembling' : 'working');
  return {
    ...{ id, tool, status, output, rows: Number(total), done: Number(done), failed: Number(failed) },
    ...{ created_at: created, ...(finished !== undefined && { finished_at: finished }) },
  };
}

/** The assembly is the batch's row 0. */
const assemblyId = (id: string): string => rowId(id, 0);

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ServiceError && GONE.has(error.code))) throw error;
}

const GONE: ReadonlySet<string> = new Set(['file_unknown', 'file_expired']);
