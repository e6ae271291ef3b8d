/** Repeats the failed rows and the archives of batches that have ended. */
import type { Redis } from '@toolpress/runtime';
import { fileExpiry } from '@toolpress/storage';
import { keys } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';
import type { Jobs } from '../jobs.js';
import { blockKey } from '../row-records.js';
import { MAX_WAITING_BATCHES, queueFull } from '../waiting.js';
import { assemblyId, type BatchRecord, readBatch } from './batch-record.js';

const beginAssembly = objectScript('shared/leased-queue', 'jobs/batches/reopen-batch', 'jobs/batches/begin-assembly');
const retryRows = objectScript(
  'shared/leased-queue',
  'jobs/row-record',
  'jobs/queue-batch',
  'jobs/batches/reopen-batch',
  'jobs/batches/retry-rows',
);

interface RetriesOptions {
  redis: Redis;
  /** Notified when rows wait. */
  jobs: Pick<Jobs, 'onSubmitted'>;
  /** The longest life of a batch in seconds. */
  fileTtl: number;
}

export class BatchRetries {
  constructor(private readonly options: RetriesOptions) {}

  /** Creates the archive of an ended batch again. */
  async assembly(accountId: string, id: string): Promise<void> {
    const record = await readBatch(this.options.redis, accountId, id);
    if (record !== undefined) await this.beginAssembly(accountId, id, record, true);
  }

  /** Creates the archive of a batch. */
  async beginAssembly(accountId: string, id: string, { tool, token }: BatchRecord, isRetry = false): Promise<void> {
    const job = assemblyId(id);
    const fields = { tool, token, created: new Date().toISOString(), input: '' };
    const records = [keys.batch(accountId, id), keys.job(accountId, job)];
    const touched = [...records, keys.waitingJobs(accountId), keys.jobTurns, keys.openBatches];
    const lifeMs = this.options.fileTtl * 1_000;
    const assembly = { account: accountId, job, life_ms: lifeMs, fields: Object.entries(fields).flat() };
    await beginAssembly.run(this.options.redis, touched, { ...assembly, ...(isRetry && { retried: id }) });
    this.options.jobs.onSubmitted();
  }

  /**
   * Repeats the failed rows of an ended batch.
   *
   * @param first the first row of the block to check.
   * @returns the number of failed rows among them.
   * @throws ServiceError `queue_full` when too many batches of the account wait.
   */
  async rows(accountId: string, id: string, first: number): Promise<number> {
    const touched = [
      ...[keys.batch(accountId, id), keys.rowsAgain(accountId, id), keys.job(accountId, assemblyId(id))],
      ...[keys.waitingJobs(accountId), keys.waitingBatches(accountId), keys.jobTurns, keys.openBatches],
      blockKey(accountId, id, first),
    ];
    const limits = { most_waiting: MAX_WAITING_BATCHES, life_ms: this.options.fileTtl * 1_000 };
    const count = Number(
      await retryRows.run(this.options.redis, touched, { account: accountId, batch: id, ...limits }),
    );
    if (count < 0) throw queueFull(count, `${MAX_WAITING_BATCHES} batches`);
    if (count > 0) this.options.jobs.onSubmitted();
    return count;
  }

  /** Returns whether the input of a batch still exists, which a retry needs. */
  async isKept(accountId: string, id: string): Promise<boolean> {
    const [input, parts] = await this.options.redis.hmget(keys.batch(accountId, id), 'input', 'parts');
    return input != null && parts != null && (fileExpiry(input) ?? new Date(0)).getTime() > Date.now();
  }

  /** Returns the number of retries that reopened the batch. */
  async count(accountId: string, id: string): Promise<number> {
    return Number((await this.options.redis.hget(keys.batch(accountId, id), 'retries')) ?? 0);
  }
}
