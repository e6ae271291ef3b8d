/** The operator's endpoints for jobs: list the jobs of an account or all open ones, and cancel them. */
import { type Job, JobId, OperatorJob, OperatorJobsQuery, pageOf, ServiceError, shape } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Accounts, accountUnknown } from '../accounts/accounts.js';
import { type Endpoint, forOperator } from '../api/endpoint.js';
import { keys } from '../shared/keys.js';
import { everyPage, pageOfMembers } from '../shared/pagination.js';
import type { PresentResult } from './job-tools.js';
import type { Jobs } from './jobs.js';

export interface OperatorParts {
  redis: Redis;
  accounts: Pick<Accounts, 'find'>;
  jobs: Jobs;
}

/** The limits of the list of open jobs: accounts, and jobs per account. */
const ACCOUNTS_LISTED = 100;
const JOBS_LISTED = 100;

const JobInPath = shape({ id: JobId });

export function operatorJobEndpoints({ redis, accounts, jobs }: OperatorParts): Endpoint[] {
  const jobOf = async (account: string, id: string): Promise<OperatorJob | undefined> => {
    const job = await jobs.find(account, id, noResult);
    return job && shownJob(account, job);
  };
  return [
    forOperator({
      method: 'get',
      path: '/admin/jobs',
      id: 'listJobsOfAccounts',
      summary: 'The jobs of an account, or open ones of all accounts, without content',
      query: OperatorJobsQuery,
      answer: pageOf(OperatorJob),
      errors: ['account_unknown'],
      async handle({ query: { account, status, ...page } }) {
        const wanted = { ...page, ...(status && { status }) };
        if (account !== undefined) {
          const { items, next_cursor } = await jobs.list(await existing(accounts, account), wanted, noResult);
          return { items: items.map((job) => shownJob(account, job)), next_cursor };
        }
        return pageOfMembers(await openJobs(redis), keys.jobLeases, page, async (member) => {
          // The lease of a cancelled job lasts a few seconds longer.
          const job = await jobOf(...splitMember(member));
          return job && !isEnded(job) && (status === undefined || job.status === status) ? job : undefined;
        });
      },
    }),
    forOperator({
      method: 'delete',
      path: '/admin/jobs/{id}',
      id: 'cancelJobOfAccount',
      audit: { action: 'job.cancel' },
      summary: 'Cancels an open job',
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
  ];
}

/** Returns the id of an account. @throws ServiceError `account_unknown`. */
export async function existing(accounts: OperatorParts['accounts'], account: string): Promise<string> {
  if ((await accounts.find(account)) === undefined) throw accountUnknown(account);
  return account;
}

/** Returns whether a job or a batch has ended. */
export const isEnded = ({ status }: { status: string }): boolean => ['done', 'failed', 'cancelled'].includes(status);

/** The operator does not see results. */
const noResult: PresentResult = async () => undefined;

const shownJob = (account_id: string, { id, tool, status, created_at, finished_at, error }: Job): OperatorJob => ({
  ...{ id, account_id, tool, status, created_at },
  ...(finished_at !== undefined && { finished_at }),
  ...(error && { error_code: error.code }),
});

/** Returns the running jobs and the first waiting jobs of each account, as `account:job`. Omits the rows of batches. */
async function openJobs(redis: Redis): Promise<string[]> {
  const working = await redis.zrange(keys.jobLeases, 0, String(ACCOUNTS_LISTED * JOBS_LISTED));
  const accounts = await redis.zrange(keys.jobTurns, 0, String(ACCOUNTS_LISTED - 1));
  const waiting = await Promise.all(
    accounts.map(async (account) => {
      const ids = await redis.lrange(keys.waitingJobs(account), 0, JOBS_LISTED - 1);
      return ids.map((id) => `${account}:${id}`);
    }),
  );
  return [...new Set([...working, ...waiting.flat()])].filter((member) => member.includes(':job_'));
}

/** Splits a member of the lists over all accounts: `account:id`. */
export function splitMember(member: string): [account: string, id: string] {
  const [account = '', id = ''] = member.split(':');
  return [account, id];
}

/** Returns the account that owns a key; undefined when there is none. Ids do not contain the account, so this checks all accounts. */
export async function ownerOf(redis: Redis, keyOf: (account: string) => string): Promise<string | undefined> {
  for await (const accounts of everyPage(redis, keys.accounts)) {
    const found = await Promise.all(accounts.map((account) => redis.exists(keyOf(account))));
    const index = found.indexOf(1);
    if (index !== -1) return accounts[index];
  }
  return undefined;
}
