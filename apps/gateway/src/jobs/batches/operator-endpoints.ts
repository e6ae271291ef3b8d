/** The operator's endpoints for batches: list the batches of an account or all open ones, retry them, and cancel them. */
import {
  type Batch,
  BatchId,
  OperatorBatch,
  OperatorBatchesQuery,
  type Page,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import { type Endpoint, forOperator, type RequestContext } from '../../api/endpoint.js';
import { keys } from '../../shared/keys.js';
import { pageOfMembers } from '../../shared/pagination.js';
import { existing, isEnded, type OperatorParts, ownerOf, splitMember } from '../operator-endpoints.js';
import { ASSEMBLY_ROW, rowId } from '../row-records.js';
import type { Archives } from './archives.js';
import type { Batches } from './batches.js';

/** The largest number of open batches in the list. */
const BATCHES_LISTED = 10_000;

const BatchInPath = shape({ id: BatchId });

export interface OperatorBatchParts extends OperatorParts {
  batches: Batches;
  archives: Pick<Archives, 'find' | 'retry'>;
}

export function operatorBatchEndpoints(parts: OperatorBatchParts): Endpoint[] {
  return [
    forOperator({
      method: 'get',
      path: '/admin/batches',
      id: 'listBatchesOfAccounts',
      summary: 'The batches of an account, or open ones of all accounts, without content',
      query: OperatorBatchesQuery,
      answer: pageOf(OperatorBatch),
      errors: ['account_unknown'],
      handle: ({ query }) => listed(parts, query),
    }),
    forOperator({
      method: 'post',
      path: '/admin/batches/{id}/retry',
      id: 'retryBatchOfAccount',
      audit: { action: 'batch.retry' },
      summary: 'Repeats failed rows and the archive of a finished batch; has no effect on other batches',
      params: BatchInPath,
      answer: OperatorBatch,
      errors: ['batch_unknown', 'retry_impossible', 'queue_full'],
      handle: ({ params: { id } }, context) => retried(parts, id, context),
    }),
    forOperator({
      method: 'delete',
      path: '/admin/batches/{id}',
      id: 'cancelBatchOfAccount',
      audit: { action: 'batch.cancel' },
      summary: 'Cancels an open batch (done rows remain)',
      params: BatchInPath,
      answer: OperatorBatch,
      errors: ['batch_unknown'],
      handle: ({ params: { id } }) => cancelled(parts, id),
    }),
  ];
}

async function batchOf(
  { batches }: OperatorBatchParts,
  account: string,
  id: string,
): Promise<OperatorBatch | undefined> {
  const batch = await batches.find(account, id);
  return batch && shownBatch(account, batch);
}

async function listed(
  parts: OperatorBatchParts,
  { account, ...page }: OperatorBatchesQuery,
): Promise<Page<OperatorBatch>> {
  const { redis, accounts, batches } = parts;
  if (account !== undefined) {
    const { items, next_cursor } = await batches.list(await existing(accounts, account), page);
    return { items: items.map((batch) => shownBatch(account, batch)), next_cursor };
  }
  const open = await redis.zrange(keys.openBatches, 0, String(BATCHES_LISTED - 1));
  return pageOfMembers(open, keys.openBatches, page, async (member) => {
    const batch = await batchOf(parts, ...splitMember(member));
    return batch && !isEnded(batch) ? batch : undefined;
  });
}

async function retried(parts: OperatorBatchParts, id: string, context: RequestContext): Promise<OperatorBatch> {
  const { redis, archives } = parts;
  const account = await ownerOf(redis, (one) => keys.batch(one, id));
  const batch = account && (await archives.find(account, id, context));
  if (!account || !batch) throw batchUnknown(id);
  await archives.retry(account, batch);
  return (await batchOf(parts, account, id)) ?? shownBatch(account, batch);
}

async function cancelled({ redis, batches, jobs }: OperatorBatchParts, id: string): Promise<OperatorBatch> {
  const account = await ownerOf(redis, (one) => keys.batch(one, id));
  const batch = account && (await batches.find(account, id));
  if (!account || !batch) throw batchUnknown(id);
  if (isEnded(batch)) return shownBatch(account, batch);
  const left = await batches.cancel(account, id);
  await jobs.cancel(account, rowId(id, ASSEMBLY_ROW));
  return shownBatch(account, left ?? batch);
}

const batchUnknown = (id: string): ServiceError =>
  new ServiceError('batch_unknown', `No account has a batch \`${id}\`.`);

function shownBatch(account_id: string, batch: Batch): OperatorBatch {
  const { id, tool, status, rows, done, failed, created_at, finished_at } = batch;
  const known = { id, account_id, tool, status, rows, done, failed, created_at };
  return { ...known, ...(finished_at !== undefined && { finished_at }) };
}
