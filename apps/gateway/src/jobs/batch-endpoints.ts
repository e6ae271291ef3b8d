/** Batches over HTTP. */
import {
  Batch,
  BatchId,
  BatchRequest,
  BatchRow,
  BatchRowsQuery,
  type ErrorData,
  JobQuery,
  PageQuery,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import type { Caller } from '../auth/tokens.js';
import { type Endpoint, forCaller, type RequestContext } from '../http/endpoint.js';
import { EventStream } from '../http/events.js';
import { keys } from '../shared/keys.js';
import { pageOfMembers } from '../shared/pagination.js';
import { type Archives, ASSEMBLY_ROW, checkOutput } from './archives.js';
import type { Batches } from './batches.js';
import { untilOver } from './endpoints.js';
import { type JobTools, presentedBy } from './job-tools.js';
import { type Jobs, rowId } from './jobs.js';
import type { Progress } from './progress.js';

export interface BatchParts {
  jobs: Jobs;
  batches: Batches;
  archives: Archives;
  tools: JobTools;
  progress: Progress;
}

const IdInPath = shape({ id: BatchId });

export function batchEndpoints({ jobs, batches, archives, tools, progress }: BatchParts): Endpoint[] {
  const found = async ({ accountId }: Caller, id: string, context: RequestContext): Promise<Batch> => {
    const batch = await archives.find(accountId, id, context);
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
      async handle({ body, caller }, { keyed }) {
        checkOutput(body);
        return batches.submit(caller, body, keyed);
      },
    }),
    forCaller({
      method: 'post',
      path: '/api/batches/{id}/retry',
      id: 'retryBatch',
      summary:
        'Does again what has failed of a batch that is over, rows and archive; one that is not over, or of which nothing has failed, stays as it is',
      params: IdInPath,
      answer: Batch,
      locationOf: (batch) => `/api/batches/${(batch as Batch).id}`,
      errors: ['batch_unknown', 'retry_impossible', 'queue_full'],
      async handle({ params: { id }, caller }, context) {
        await archives.retry(caller.accountId, await found(caller, id, context));
        return found(caller, id, context);
      },
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
      handle: ({ params, query, caller }, context) =>
        untilOver(() => found(caller, params.id, context), query, context.signal),
    }),
    forCaller({
      method: 'get',
      path: '/api/batches/{id}/events',
      id: 'watchBatch',
      summary: 'One batch as server-sent events: `progress` when its counts change, `end` when it is over',
      params: IdInPath,
      answer: Batch,
      isEventStream: true,
      errors: ['batch_unknown', 'overloaded'],
      async handle({ params: { id }, caller }, context) {
        const look = () => found(caller, id, context);
        await look();
        return new EventStream(progress.of(`${caller.accountId}/${id}`, look, context.signal));
      },
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
        const batch = await found(caller, id, context);
        const members = Array.from({ length: batch.rows }, (_, index) => String(index + 1).padStart(DIGITS, '0'));
        const present = presentedBy(tools, context);
        const begun = await batches.begun(accountId, id);
        return pageOfMembers(members, keys.batch(accountId, id), page, async (member) => {
          const shown = await rowOf(Number(member));
          return status === undefined || shown.status === status ? shown : undefined;
        });
        async function rowOf(row: number): Promise<BatchRow> {
          const job = await jobs.find(accountId, rowId(id, row), present);
          if (job === undefined && row <= begun) return { row, status: 'done', error: ROW_EXPIRED };
          if (job === undefined) return { row, status: batch.status === 'cancelled' ? 'cancelled' : 'queued' };
          const { result, error } = job;
          const isLeft = job.status === 'queued' && batch.status === 'cancelled';
          const status = isLeft ? 'cancelled' : job.status;
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
      async handle({ query, caller: { accountId } }, context) {
        const { items, next_cursor } = await batches.list(accountId, query);
        const whole = await Promise.all(items.map((batch) => archives.withArchive(accountId, batch, context)));
        return { items: whole, next_cursor };
      },
    }),
    forCaller({
      method: 'delete',
      path: '/api/batches/{id}',
      id: 'deleteBatch',
      summary:
        'Cancels a batch that is not over: what is done stays done; deletes one that is, with all of its files, if it was not cancelled within the last minute',
      params: IdInPath,
      answer: Batch,
      errors: ['batch_unknown'],
      async handle({ params: { id }, caller }, context) {
        const { accountId } = caller;
        const batch = await found(caller, id, context);
        if (batch.finished_at !== undefined && !isJustCancelled(batch)) {
          await archives.remove(accountId, batch);
          return batch;
        }
        await batches.cancel(accountId, id);
        await jobs.cancel(accountId, rowId(id, ASSEMBLY_ROW));
        return found(caller, id, context);
      },
    }),
  ];
}

/** Of one that is known to have been begun with, and of which nothing else is any more. */
const ROW_EXPIRED: ErrorData = { code: 'file_expired', message: 'The file of the row has expired and is deleted.' };

/** As long as clients send a request again whose answer they did not get. */
const REPEATED_WITHIN_MS = 60_000;

/** DELETE is sent again by itself, by clients and proxies (RFC 9110, 9.2.2): what was to be cancelled is not to be deleted by that. */
const isJustCancelled = ({ status, finished_at = '' }: Batch): boolean =>
  status === 'cancelled' && Date.now() - Date.parse(finished_at) < REPEATED_WITHIN_MS;

/** So that rows sort as their numbers do. */
const DIGITS = 5;

const unknown = (id: string): ServiceError => new ServiceError('batch_unknown', `The account has no batch \`${id}\`.`);
