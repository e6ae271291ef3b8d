/** Batches over HTTP. */
import {
  Batch,
  BatchId,
  BatchRequest,
  BatchRow,
  BatchRowsQuery,
  JobQuery,
  PageQuery,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import type { Caller } from '../auth/tokens.js';
import { type Endpoint, forCaller } from '../http/endpoint.js';
import { keys } from '../shared/keys.js';
import { pageOfMembers } from '../shared/pagination.js';
import type { Batches } from './batches.js';
import { untilOver } from './endpoints.js';
import { type JobTools, presentedBy } from './job-tools.js';
import { type Jobs, rowId } from './jobs.js';

export interface BatchParts {
  jobs: Jobs;
  batches: Batches;
  tools: JobTools;
}

const IdInPath = shape({ id: BatchId });

export function batchEndpoints({ jobs, batches, tools }: BatchParts): Endpoint[] {
  const found = async ({ accountId }: Caller, id: string): Promise<Batch> => {
    const batch = await batches.find(accountId, id);
    if (batch === undefined) throw unknown(id);
    return batch;
  };
  return [
    forCaller({
      method: 'post',
      path: '/api/batches',
      id: 'submitBatch',
      summary: 'Submits a PDF for each row of data; each is charged when it is done',
      body: BatchRequest,
      answer: Batch,
      locationOf: (batch) => `/api/batches/${(batch as Batch).id}`,
      errors: ['queue_full'],
      handle: ({ body, caller }) => batches.submit(caller, body),
    }),
    forCaller({
      method: 'get',
      path: '/api/batches/{id}',
      id: 'getBatch',
      summary: 'One batch: how many of its rows are over',
      params: IdInPath,
      query: JobQuery,
      answer: Batch,
      errors: ['batch_unknown'],
      handle: ({ params, query, caller }, { signal }) => untilOver(() => found(caller, params.id), query, signal),
    }),
    forCaller({
      method: 'get',
      path: '/api/batches/{id}/rows',
      id: 'listBatchRows',
      summary: 'The rows of a batch, each with its result or its error',
      params: IdInPath,
      query: BatchRowsQuery,
      answer: pageOf(BatchRow),
      errors: ['batch_unknown'],
      async handle({ params: { id }, query: { status, ...page }, caller }, context) {
        const { accountId } = caller;
        const batch = await found(caller, id);
        const members = Array.from({ length: batch.rows }, (_, index) => String(index + 1).padStart(DIGITS, '0'));
        const present = presentedBy(tools, context);
        return pageOfMembers(members, keys.batch(accountId, id), page, async (member) => {
          const shown = await rowOf(Number(member));
          return status === undefined || shown.status === status ? shown : undefined;
        });
        async function rowOf(row: number): Promise<BatchRow> {
          const job = await jobs.find(accountId, rowId(id, row), present);
          if (job === undefined) return { row, status: batch.status === 'cancelled' ? 'cancelled' : 'queued' };
          const { status, result, error } = job;
          return { row, status, ...(result && { result }), ...(error && { error }) };
        }
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/batches',
      id: 'listBatches',
      summary: 'The batches of the account, in the order in which they were submitted',
      query: PageQuery,
      answer: pageOf(Batch),
      handle: ({ query, caller }) => batches.list(caller.accountId, query),
    }),
    forCaller({
      method: 'delete',
      path: '/api/batches/{id}',
      id: 'cancelBatch',
      summary: 'Cancels a batch: no further rows are begun with, what is done stays done',
      params: IdInPath,
      answer: Batch,
      errors: ['batch_unknown'],
      async handle({ params: { id }, caller }) {
        const batch = await batches.cancel(caller.accountId, id);
        if (batch === undefined) throw unknown(id);
        return batch;
      },
    }),
  ];
}

/** So that rows sort as their numbers do. */
const DIGITS = 5;

const unknown = (id: string): ServiceError => new ServiceError('batch_unknown', `The account has no batch \`${id}\`.`);
