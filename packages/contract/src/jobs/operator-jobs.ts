/** Jobs and batches as the operator sees them: ids, times, states, counts and codes, no content. */

import { PDF_TOOLS } from '../pdf/pdf.js';
import { PageQuery } from '../schema/envelope.js';
import { createdAt, type Infer, integer, oneOf, shape, text, timestamp } from '../schema/schema.js';
import { BATCH_STATUSES, BatchId } from './batches.js';
import { JOB_STATUSES, JOB_TOOLS, JobId, type JobStatus } from './jobs.js';

const account = () => text().description('The account’s id.').example('acc_0mws455o10f3a1c2d4b6e8f01');
const tool = <Name extends string>(names: readonly Name[]) => oneOf(...names).description('The tool.');
const count = (what: string) => integer().min(0).description(what);
const finishedAt = () => timestamp().description('When it ended; absent before.');
const errorCode = () => text().description('The job’s error code.').example('template_invalid');

export const OperatorJob = shape(
  {
    id: JobId.example('job_0mws455o1b04142277aad597c'),
    account_id: account(),
    tool: tool(JOB_TOOLS),
    status: oneOf(...JOB_STATUSES)
      .description('The same as in the account’s own list.')
      .example('failed'),
    created_at: createdAt(),
  },
  { finished_at: finishedAt(), error_code: errorCode() },
);
export type OperatorJob = Infer<typeof OperatorJob>;

export const OperatorBatch = shape(
  {
    id: BatchId.example('bat_0mws455o1b04142277aad597c'),
    account_id: account(),
    tool: tool(PDF_TOOLS),
    status: oneOf(...BATCH_STATUSES)
      .description('The same as in the account’s own list.')
      .example('working'),
    rows: count('Number of rows.').example(2),
    done: count('Number of done rows.').example(1),
    failed: count('Number of failed rows.').example(0),
    created_at: createdAt(),
  },
  { finished_at: finishedAt() },
);
export type OperatorBatch = Infer<typeof OperatorBatch>;

const ofAccount = (what: string) =>
  text().max(100).description(`Id of the account whose ${what} are listed; default: open ones of all accounts.`);

export const OperatorJobsQuery = PageQuery.append<PageQuery & { account?: string; status?: JobStatus }>({
  account: ofAccount('jobs'),
  status: oneOf(...JOB_STATUSES).description('Only jobs with this status.'),
});
export type OperatorJobsQuery = Infer<typeof OperatorJobsQuery>;

export const OperatorBatchesQuery = PageQuery.append<PageQuery & { account?: string }>({
  account: ofAccount('batches'),
});
export type OperatorBatchesQuery = Infer<typeof OperatorBatchesQuery>;
