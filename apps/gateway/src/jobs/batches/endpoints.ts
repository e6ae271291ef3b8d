/** The endpoints of batches. */
import {
  Batch,
  BatchId,
  BatchRequest,
  BatchRow,
  BatchRowsQuery,
  type ErrorData,
  outputsOf,
  type Page,
  PageQuery,
  type PdfResult,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import { type Endpoint, forCaller, type RequestContext } from '../../api/endpoint.js';
import type { Caller } from '../../auth/callers.js';
import { keys } from '../../shared/keys.js';
import { pageOfMembers } from '../../shared/pagination.js';
import { RECORD_ERRORS } from '../../tools/get-record/get-record.js';
import { watchEndpoints } from '../endpoints.js';
import { type JobTools, presentedBy, presentUnlessExpired } from '../job-tools.js';
import type { Jobs } from '../jobs.js';
import type { Progress } from '../progress.js';
import { ASSEMBLY_ROW, rowId } from '../row-records.js';
import type { Archives } from './archives.js';
import type { Batches } from './batches.js';
import { checkOutput } from './check-output.js';
import { CANCEL_BATCH, CREATE_BATCH, GET_BATCH, LIST_BATCH_ROWS } from './for-agents.js';
import { type ListedRowsParts, submitListed } from './listed-rows.js';

export interface BatchParts extends ListedRowsParts {
  jobs: Jobs;
  batches: Batches;
  archives: Archives;
  tools: JobTools;
  progress: Progress;
}

const IdInPath = shape({ id: BatchId });

export function batchEndpoints(parts: BatchParts): Endpoint[] {
  return [
    forCaller({
      method: 'post',
      path: '/api/batches',
      id: 'submitBatch',
      agents: CREATE_BATCH,
      scopes: ({ rows_from }) => (rows_from === undefined ? ['pdf'] : ['pdf', 'records']),
      audit: 'work',
      summary: 'Submits a batch: one PDF per row of data, each charged when it is done',
      body: BatchRequest,
      answer: Batch,
      locationOf: (batch) => `/api/batches/${(batch as Batch).id}`,
      errors: [
        ...(['connection_unknown', 'variable_unknown', 'queue_full'] as const),
        // Reading the list of `rows_from`:
        ...RECORD_ERRORS,
        'too_many_records',
      ],
      handle: ({ body, caller }, context) => submitted(parts, body, caller, context),
    }),
    forCaller({
      method: 'post',
      path: '/api/batches/{id}/retry',
      id: 'retryBatch',
      // Rows with ids of records read them again.
      scopes: () => ['pdf', 'records'],
      audit: 'work',
      summary: 'Repeats failed rows and the archive of a finished batch; has no effect on other batches',
      params: IdInPath,
      answer: Batch,
      locationOf: (batch) => `/api/batches/${(batch as Batch).id}`,
      errors: ['batch_unknown', 'retry_impossible', 'queue_full'],
      async handle({ params: { id }, caller }, context) {
        await parts.archives.retry(caller.accountId, await found(parts, caller, id, context));
        return found(parts, caller, id, context);
      },
    }),
    ...endpointsThatRead(parts),
    forCaller({
      method: 'delete',
      path: '/api/batches/{id}',
      id: 'deleteBatch',
      agents: CANCEL_BATCH,
      audit: 'work',
      summary:
        'Cancels an open batch (done rows remain), or deletes a finished one with its files (a cancelled one after a minute)',
      params: IdInPath,
      answer: Batch,
      errors: ['batch_unknown'],
      handle: ({ params: { id }, caller }, context) => deleted(parts, caller, id, context),
      cancel: ({ params: { id }, caller }, context) => cancelled(parts, caller, id, context),
    }),
  ];
}

function endpointsThatRead(parts: BatchParts): Endpoint[] {
  return [
    ...watchEndpoints({
      ...{ name: 'Batch', path: '/api/batches/{id}', params: IdInPath, answer: Batch, unknown: 'batch_unknown' },
      get: 'One batch and its progress',
      agents: GET_BATCH,
      watch: 'A batch as server-sent events: `progress` when its counts change, `end` when it ends',
      ...{ find: (caller, id, context) => found(parts, caller, id, context), progress: parts.progress },
    }),
    forCaller({
      method: 'get',
      path: '/api/batches/{id}/rows',
      id: 'listBatchRows',
      agents: LIST_BATCH_ROWS,
      summary: 'The rows of a batch with result or error',
      params: IdInPath,
      query: BatchRowsQuery,
      answer: pageOf(BatchRow),
      errors: ['batch_unknown'],
      handle: ({ params, query, caller }, context) => rowsOf(parts, caller, params.id, query, context),
    }),
    forCaller({
      method: 'get',
      path: '/api/batches',
      id: 'listBatches',
      summary: 'The batches of the account, in order of submission',
      query: PageQuery,
      answer: pageOf(Batch),
      handle: ({ query, caller }, context) => listed(parts, caller, query, context),
    }),
  ];
}

async function found({ archives }: BatchParts, caller: Caller, id: string, context: RequestContext): Promise<Batch> {
  const batch = await archives.find(caller.accountId, id, context);
  if (batch === undefined) throw unknown(id);
  return batch;
}

async function submitted(
  parts: BatchParts,
  body: BatchRequest,
  caller: Caller,
  context: RequestContext,
): Promise<Batch> {
  const { tools, batches, records } = parts;
  const submit = (batch: BatchRequest): Promise<Batch> => batches.submit(caller, batch, context.keyed);
  await tools.get(body.tool)?.check?.({ body: body.input, caller }, context);
  checkOutput(outputsOf(body.output), body.input, body.protect !== undefined, 'input.');
  // Wrong ids of records fail with their rows.
  const { rows_from } = body;
  if (rows_from === undefined) return submit(body);
  await records.check(rows_from, caller.accountId, 'rows_from');
  return rows_from.record_ids === undefined
    ? submitListed(parts, { ...body, rows_from }, caller, context, submit)
    : submit(body);
}

async function rowsOf(
  parts: BatchParts,
  caller: Caller,
  id: string,
  { status, ...page }: BatchRowsQuery,
  context: RequestContext,
): Promise<Page<BatchRow>> {
  const { jobs, batches, tools } = parts;
  const { accountId } = caller;
  const batch = await found(parts, caller, id, context);
  const members = Array.from({ length: batch.rows }, (_, index) => String(index + 1).padStart(DIGITS, '0'));
  const present = presentedBy(tools, context);
  const begun = await batches.begun(accountId, id);
  return pageOfMembers(members, keys.batch(accountId, id), page, async (member) => {
    const shown = await rowOf(Number(member));
    return status === undefined || shown.status === status ? shown : undefined;
  });
  async function rowOf(row: number): Promise<BatchRow> {
    const [known] = await jobs.rows(accountId, id, [row]);
    if (known === undefined && row <= begun) return { row, status: 'done', error: ROW_EXPIRED };
    if (known === undefined || known.status === 'queued')
      return { row, status: batch.status === 'cancelled' ? 'cancelled' : 'queued' };
    const { status, error } = known;
    const shown = await presentUnlessExpired(known.result, batch.tool, present);
    const result = shown.result as PdfResult | undefined;
    const fault = error ?? shown.error;
    return { row, status, ...(result && { result }), ...(fault && { error: fault }) };
  }
}

async function listed(
  { batches, archives }: BatchParts,
  { accountId }: Caller,
  query: PageQuery,
  context: RequestContext,
): Promise<Page<Batch>> {
  const { items, next_cursor } = await batches.list(accountId, query);
  return {
    items: await Promise.all(items.map((batch) => archives.withArchive(accountId, batch, context))),
    next_cursor,
  };
}

/** Cancels an open batch, or deletes a finished one. Returns its last state. */
async function deleted(parts: BatchParts, caller: Caller, id: string, context: RequestContext): Promise<Batch> {
  const batch = await found(parts, caller, id, context);
  if (batch.finished_at === undefined || isJustCancelled(batch)) return cancelled(parts, caller, id, context);
  await parts.archives.remove(caller.accountId, batch);
  return batch;
}

/** Cancels an open batch. Returns its last state, as of a batch that has ended. */
async function cancelled(parts: BatchParts, caller: Caller, id: string, context: RequestContext): Promise<Batch> {
  const { accountId } = caller;
  if ((await parts.batches.cancel(accountId, id)) === undefined) throw unknown(id);
  await parts.jobs.cancel(accountId, rowId(id, ASSEMBLY_ROW));
  return found(parts, caller, id, context);
}

/** The error of a row that was taken and whose record has expired. */
const ROW_EXPIRED: ErrorData = { code: 'file_expired', message: 'The file of the row has expired and is deleted.' };

/** The time in milliseconds in which clients repeat a request without an answer. */
const REPEATED_WITHIN_MS = 60_000;

/** Returns whether a batch was cancelled a moment ago. Clients and proxies may repeat a DELETE (RFC 9110, 9.2.2), which must not delete it. */
const isJustCancelled = ({ status, finished_at = '' }: Batch): boolean =>
  status === 'cancelled' && Date.now() - Date.parse(finished_at) < REPEATED_WITHIN_MS;

/** Row numbers are padded to this length, so that they sort by value. */
const DIGITS = 5;

const unknown = (id: string): ServiceError => new ServiceError('batch_unknown', `The account has no batch \`${id}\`.`);
