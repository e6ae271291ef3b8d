/**
 * Stores batches: a hash of counters in Redis, and encrypted files with the template and the rows in the file store. A row becomes a job when
 * a gateway takes it, see `take-job.lua`. The step that ends a row also counts it for its batch.
 */
import {
  type Batch,
  type BatchRequest,
  itemsOf,
  jsonBytes,
  outputsOf,
  type Page,
  type PageQuery,
  RawJson,
  type RowsFrom,
} from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import type { Redis, SecretBox } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { COMPLETES, DoneBefore, type KeyedAnswer, NO_KEY } from '../../api/completion.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import type { Caller } from '../../auth/callers.js';
import type { AccountData } from '../../shared/account-data.js';
import { keys, newId } from '../../shared/keys.js';
import { readPage } from '../../shared/pagination.js';
import { objectScript } from '../../shared/redis-scripts.js';
import type { InputFiles, Inputs } from '../inputs.js';
import type { Jobs } from '../jobs.js';
import { heldInput, isTaken, MAX_WAITING_BATCHES, queueFull, type Submission } from '../waiting.js';
import {
  archivesIn,
  assemblyId,
  type BatchRecord,
  readBatch,
  recordedOutputs,
  type SentRecord,
  shown,
} from './batch-record.js';
import { BatchRetries } from './batch-retries.js';
import { BatchRows } from './batch-rows.js';
import { DeliveryKeys } from './delivery-keys.js';
import { mergingOf } from './merging.js';
import { partsOf } from './rows.js';
import { filesIn, type Part, type StoredRows, type Uploads, unknownUpload } from './uploads.js';

const submitBatch = objectScript<BatchSubmission>(
  'shared/tally',
  'jobs/batches/end-upload',
  ...COMPLETES,
  'jobs/claim-files',
  'shared/leased-queue',
  'jobs/put-in-turn',
  'jobs/queue-batch',
  'jobs/batches/submit-batch',
);
const endBatch = objectScript<{ id: string; place: string; now: string; member: string }>(
  'api/release-input',
  'jobs/queue-batch',
  'jobs/batches/end-batch',
);
const removeBatch = objectScript<{ id: string }>('api/release-input', 'jobs/batches/remove-batch');

const DAY_MS = 24 * 3_600_000;

type BatchSubmission = Submission & { priority: number; upload?: string };

interface BatchesOptions {
  redis: Redis;
  store: Pick<FileStore, 'read' | 'remove'>;
  inputs: Inputs;
  /** Notified when rows wait. */
  jobs: Pick<Jobs, 'onSubmitted'>;
  box: SecretBox;
  largeBodies: LargeBodies;
  uploads: Pick<Uploads, 'find'>;
  /** The longest life of a file and of a batch in seconds. */
  fileTtl: number;
}

export class Batches implements AccountData {
  readonly filesByKey = {
    prefix: (accountId: string) => keys.batch(accountId, ''),
    delete: (key: string) => this.removeFiles(key),
  };
  /** The retries of batches that have ended. */
  readonly retries: BatchRetries;
  readonly rows: BatchRows;
  readonly deliveryKeys: DeliveryKeys;

  constructor(private readonly options: BatchesOptions) {
    this.retries = new BatchRetries(options);
    this.rows = new BatchRows(options);
    this.deliveryKeys = new DeliveryKeys(options);
  }

  /**
   * Stores a batch. It then survives the end of any gateway or worker.
   *
   * @param keyed completes the record of an idempotency key in the same step.
   * @throws ServiceError `queue_full` when too many batches of the account wait, `upload_unknown`, `unavailable`; DoneBefore.
   */
  async submit({ accountId, tokenId }: Caller, request: BatchRequest, keyed: KeyedAnswer = NO_KEY): Promise<Batch> {
    const { tool, upload, priority = 0 } = request;
    const output = outputsOf(request.output).join();
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
      ...(priority !== 0 && { priority: String(priority) }),
    };
    const sent: SentRecord = { input: template, parts: stored.parts, ...(upload && { context: stored.context }) };
    const waiting = [keys.waitingJobs(accountId), keys.waitingBatches(accountId)];
    const taken = upload ? [stored.context, keys.uploads(accountId), keys.storage(accountId)] : [];
    const lists = [keys.batches(accountId), ...waiting, keys.jobTurns, keys.openBatches, keys.waitingInputs(accountId)];
    const batch = shown(id, record);
    const { touched, record: keyRecord } = keyed(batch);
    const submission: BatchSubmission = {
      ...{ account: accountId, id, priority, most_waiting: MAX_WAITING_BATCHES, life_ms: lifeMs },
      oldest: newId('bat', Date.now() - lifeMs - DAY_MS),
      ...heldInput(expiresAt, files.bytes + (upload ? stored.bytes : 0)),
      ...{ files: files.members, fields: Object.entries({ ...record, ...sent }).flat() },
      ...{ ...(upload && { upload }), ...(keyRecord && { record: keyRecord }) },
    };
    const reply = await files.takeOver(
      () => submitBatch.run(redis, [key, ...lists, UNCLAIMED_FILES, ...taken, ...touched], submission),
      isTaken,
    );
    if (Array.isArray(reply)) throw new DoneBefore(reply as string[]);
    if (upload && reply === -1) throw unknownUpload(upload);
    if (!isTaken(reply)) throw queueFull(reply, `${MAX_WAITING_BATCHES} batches`);
    this.options.jobs.onSubmitted();
    return batch;
  }

  /** Stores the template, and the rows unless they were uploaded. @returns the rows, and the id of the template's file. */
  private async store(
    accountId: string,
    key: string,
    { rows_from: from, rows = from?.record_ids ?? [], upload, input: given, protect }: BatchRequest,
    files: InputFiles,
  ): Promise<{ stored: StoredRows; template: string }> {
    const input = protect === undefined ? given : { ...given, merging: mergingOf(protect) };
    let stored: StoredRows | undefined;
    if (upload === undefined) {
      const parts: Part[] = [];
      const items = rows instanceof RawJson ? [...itemsOf(rows)] : rows.map((row) => Buffer.from(JSON.stringify(row)));
      for (const { first, bytes } of partsOf(items)) parts.push({ first, file: await files.put(bytes) });
      stored = { rows: items.length, parts: JSON.stringify(parts), bytes: files.bytes, context: key };
    } else {
      stored = await this.options.uploads.find(accountId, upload);
      if (stored === undefined) throw unknownUpload(upload);
    }
    return { stored, template: await files.put(jsonBytes(from === undefined ? input : withRecords(input, from))) };
  }

  async find(accountId: string, id: string): Promise<Batch | undefined> {
    const record = await readBatch(this.options.redis, accountId, id);
    return record && shown(id, record);
  }

  /** Returns the number of rows that gateways have taken. The rows after them wait. */
  async begun(accountId: string, id: string): Promise<number> {
    return Number((await this.options.redis.hget(keys.batch(accountId, id), 'next')) ?? 0);
  }

  list(accountId: string, query: PageQuery): Promise<Page<Batch>> {
    return readPage(this.options.redis, keys.batches(accountId), query, (id) => this.find(accountId, id));
  }

  /**
   * Ends the batch, and deletes its input, if all of its rows have ended. If the batch needs an archive, creates that job instead, once.
   *
   * @returns whether the batch has ended.
   */
  async rowIsOver(accountId: string, id: string): Promise<boolean> {
    const record = await readBatch(this.options.redis, accountId, id);
    if (record === undefined) return false;
    const { total, done = '0', failed = '0', output, place } = record;
    if (Number(done) + Number(failed) < Number(total)) return false;
    const isAssembled = archivesIn(recordedOutputs(output)).length > 0;
    if (isAssembled && done !== '0' && place === undefined) {
      await this.retries.beginAssembly(accountId, id, record);
      return false;
    }
    await this.end(accountId, id, 'done');
    return true;
  }

  /** Ends a batch whose archive was created or has failed. */
  async assemblyIsOver(accountId: string, id: string): Promise<void> {
    if ((await readBatch(this.options.redis, accountId, id)) === undefined) return;
    await this.end(accountId, id, 'done');
    // Keep the batch at least as long as its archive.
    await this.options.redis.pexpire(keys.batch(accountId, id), this.options.fileTtl * 1_000);
  }

  /** Deletes the record of an ended batch, and its input if that still exists. */
  async remove(accountId: string, id: string): Promise<void> {
    const key = keys.batch(accountId, id);
    await this.removeFiles(key);
    this.rows.forgetPlan(key);
    const { redis } = this.options;
    await redis.unlink(keys.deliveryKeys(accountId, id));
    await removeBatch.run(redis, [key, keys.rowsAgain(accountId, id), keys.batches(accountId)], { id });
  }

  /** Stops a batch: takes no further rows, and deletes its input. @returns the batch; undefined when it does not exist. */
  async cancel(accountId: string, id: string): Promise<Batch | undefined> {
    if ((await readBatch(this.options.redis, accountId, id)) === undefined) return undefined;
    await this.end(accountId, id, 'cancelled');
    return this.find(accountId, id);
  }

  /** Ends a batch. Can be repeated after a failure. */
  private async end(accountId: string, id: string, place: 'done' | 'cancelled'): Promise<void> {
    const key = keys.batch(accountId, id);
    const waiting = [keys.waitingJobs(accountId), keys.waitingBatches(accountId)];
    const touched = [key, keys.openBatches, keys.job(accountId, assemblyId(id)), ...waiting];
    const ended = { id, place, now: new Date().toISOString(), member: `${accountId}:${id}` };
    const isKept = await endBatch.run(this.options.redis, touched, ended);
    this.rows.forgetPlan(key);
    if (isKept === 1) return;
    const { inputs, store } = this.options;
    await this.removeFiles(key, (ids) =>
      place === 'done' ? inputs.removeSoon({ accountId, key, ids }) : store.remove(...ids),
    );
  }

  /** Deletes the template and the rows of a batch. @param key the batch's key. */
  private async removeFiles(
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
}

/** Returns the template of a batch with `rows_from`: with `data_from`, whose record each row replaces. */
function withRecords(
  input: BatchRequest['input'],
  { record_ids: [first] = [], ...from }: RowsFrom,
): BatchRequest['input'] {
  return { ...input, data_from: { ...from, ...(first !== undefined && { record_id: first }) } };
}
