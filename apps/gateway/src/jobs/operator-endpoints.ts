/** What the operator does with jobs and batches: looks at them, of one account or at all that are open, and cancels them. */
import {
  type Batch,
  BatchId,
  type Job,
  JobId,
  OperatorBatch,
  OperatorBatchesQuery,
  OperatorJob,
  OperatorJobsQuery,
  type Page,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Accounts, accountUnknown } from '../accounts/accounts.js';
import { type Endpoint, forOperator } from '../http/endpoint.js';
import { keys } from '../shared/keys.js';
import { everyPage, pageOfMembers } from '../shared/pagination.js';
import { type Archives, ASSEMBLY_ROW } from './archives.js';
import type { Batches } from './batches.js';
import { type Jobs, type PresentResult, rowId } from './jobs.js';

export interface OperatorParts {
  redis: Redis;
  accounts: Pick<Accounts, 'find'>;
  jobs: Jobs;
  batches: Batches;
  archives: Pick<Archives, 'find' | 'retry'>;
}

/** Of those that are open only so many accounts, and so many jobs of each, are listed. */
const ACCOUNTS_LISTED = 100;
const JOBS_LISTED = 100;
const BATCHES_LISTED = 10_000;

const JobInPath = shape({ id: JobId });
const BatchInPath = shape({ id: BatchId });

export function operatorJobEndpoints({ redis, accounts, jobs, batches, archives }: OperatorParts): Endpoint[] {
  const checked = async (account: string): Promise<string> => {
    if ((await accounts.find(account)) === undefined) throw accountUnknown(account);
    return account;
  };
  const jobOf = async (account: string, id: string): Promise<OperatorJob | undefined> => {
    const job = await jobs.find(account, id, nothing);
    return job && shownJob(account, job);
  };
  const batchOf = async (account: string, id: string): Promise<OperatorBatch | undefined> => {
    const batch = await batches.find(account, id);
    return batch && shownBatch(account, batch);
  };
  return [
    forOperator({
      method: 'get',
      path: '/admin/jobs',
      id: 'listJobsOfAccounts',
      summary: 'The jobs of an account, or those of all accounts that are not over; nothing of what is in them',
      query: OperatorJobsQuery,
      answer: pageOf(OperatorJob),
      errors: ['account_unknown'],
      async handle({ query: { account, status, ...page } }) {
        const wanted = { ...page, ...(status && { status }) };
        if (account !== undefined) {
          const { items, next_cursor } = await jobs.list(await checked(account), wanted, nothing);
          return { items: items.map((job) => shownJob(account, job)), next_cursor };
        }
        return pageOfMembers(await openJobs(redis), keys.jobLeases, page, async (member) => {
          // One that was cancelled may be under its lease for some seconds more.
          const job = await jobOf(...splitMember(member));
          return job && !isEnded(job) && (status === undefined || job.status === status) ? job : undefined;
        });
      },
    }),
    forOperator({
      method: 'delete',
      path: '/admin/jobs/{id}',
      id: 'cancelJobOfAccount',
      summary: 'Cancels a job that is not over; one that is stays as it is',
      params: JobInPath,
      answer: OperatorJob,
      errors: ['job_unknown'],
      async handle({ params: { id } }) {
        const account = await ownerOf(redis, (one) => keys.job(one, id));
        if (account !== undefined) await jobs.cancel(account, id);
        const job = account && (await jobOf(account, id));
        if (job) return job;
        throw new ServiceError('job_unknown', `No account has a job \`${id}\`.`);
      },
    }),
    forOperator({
      method: 'get',
      path: '/admin/batches',
      id: 'listBatchesOfAccounts',
      summary: 'The batches of an account, or those of all accounts that are not over; nothing of what is in them',
      query: OperatorBatchesQuery,
      answer: pageOf(OperatorBatch),
      errors: ['account_unknown'],
      async handle({ query: { account, ...page } }): Promise<Page<OperatorBatch>> {
        if (account !== undefined) {
          const { items, next_cursor } = await batches.list(await checked(account), page);
          return { items: items.map((batch) => shownBatch(account, batch)), next_cursor };
        }
        const open = await redis.zrange(keys.openBatches, 0, String(BATCHES_LISTED - 1));
        return pageOfMembers(open, keys.openBatches, page, async (member) => {
          const batch = await batchOf(...splitMember(member));
          return batch && !isEnded(batch) ? batch : undefined;
        });
      },
    }),
    forOperator({
      method: 'post',
      path: '/admin/batches/{id}/retry',
      id: 'retryBatchOfAccount',
      summary:
        'Does again what has failed of a batch that is over, rows and archive; one that is not over, or of which nothing has failed, stays as it is',
      params: BatchInPath,
      answer: OperatorBatch,
      errors: ['batch_unknown', 'retry_impossible', 'queue_full'],
      async handle({ params: { id } }, context) {
        const account = await ownerOf(redis, (one) => keys.batch(one, id));
        const batch = account && (await archives.find(account, id, context));
        if (!account || !batch) throw batchUnknown(id);
        await archives.retry(account, batch);
        return (await batchOf(account, id)) ?? shownBatch(account, batch);
      },
    }),
    forOperator({
      method: 'delete',
      path: '/admin/batches/{id}',
      id: 'cancelBatchOfAccount',
      summary: 'Cancels a batch that is not over, what is done stays done; one that is over stays as it is',
      params: BatchInPath,
      answer: OperatorBatch,
      errors: ['batch_unknown'],
      async handle({ params: { id } }) {
        const account = await ownerOf(redis, (one) => keys.batch(one, id));
        const batch = account && (await batches.find(account, id));
        if (!account || !batch) throw batchUnknown(id);
        if (isEnded(batch)) return shownBatch(account, batch);
        const cancelled = await batches.cancel(account, id);
        await jobs.cancel(account, rowId(id, ASSEMBLY_ROW));
        return shownBatch(account, cancelled ?? batch);
      },
    }),
  ];
}

const batchUnknown = (id: string): ServiceError =>
  new ServiceError('batch_unknown', `No account has a batch \`${id}\`.`);

const isEnded = ({ status }: { status: string }): boolean => ['done', 'failed', 'cancelled'].includes(status);

/** What a job has left is its account's. */
const nothing: PresentResult = async () => undefined;

const shownJob = (account_id: string, { id, tool, status, created_at, finished_at, error }: Job): OperatorJob => ({
  ...{ id, account_id, tool, status, created_at },
  ...(finished_at !== undefined && { finished_at }),
  ...(error && { error_code: error.code }),
});

function shownBatch(account_id: string, batch: Batch): OperatorBatch {
  const { id, tool, status, rows, done, failed, created_at, finished_at } = batch;
  const known = { id, account_id, tool, status, rows, done, failed, created_at };
  return { ...known, ...(finished_at !== undefined && { finished_at }) };
}

/** Those at work, and of each account with such those that wait, the first of them: `account:job`. Rows of batches are not among them. */
async function openJobs(redis: Redis): Promise<string[]> {
  const working = await redis.zrange(keys.jobLeases, 0, String(ACCOUNTS_LISTED * JOBS_LISTED));
  const turns = await Promise.all(
    [keys.jobTurns, keys.pausedJobTurns].map((key) => redis.zrange(key, 0, String(ACCOUNTS_LISTED - 1))),
  );
  const accounts = [...new Set(turns.flat())];
  const waiting = await Promise.all(
    accounts.map(async (account) => {
      const ids = await redis.lrange(keys.waitingJobs(account), 0, JOBS_LISTED - 1);
      return ids.map((id) => `${account}:${id}`);
    }),
  );
  return [...new Set([...working, ...waiting.flat()])].filter((member) => member.includes(':job_'));
}

function splitMember(member: string): [account: string, id: string] {
  const [account = '', id = ''] = member.split(':');
  return [account, id];
}

/** Ids do not say whose they are: all accounts are asked, a page of them at a time. */
async function ownerOf(redis: Redis, keyOf: (account: string) => string): Promise<string | undefined> {
  for await (const accounts of everyPage(redis, keys.accounts)) {
    const found = await Promise.all(accounts.map((account) => redis.exists(keyOf(account))));
    const index = found.indexOf(1);
    if (index !== -1) return accounts[index];
  }
  return undefined;
}
