/** Reads the rows of a batch from a list of records (`rows_from` without `record_ids`), once, when the batch is submitted. */
import { actionBlocks, type Batch, type BatchRequest, type RawJson, ServiceError } from '@toolpress/contract';
import { again, type Charging, RunningCharge } from '../../api/charging.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { Caller } from '../../auth/callers.js';
import type { Records } from '../../tools/get-record/records.js';

export interface ListedRowsParts {
  records: Pick<Records, 'check' | 'list'>;
  charges: Pick<Charging, 'begin' | 'raise' | 'release' | 'settle'>;
}

/**
 * Submits a batch with a row for each record of its list. The list is charged when the batch is accepted.
 *
 * @param submit submits the batch with its rows.
 * @throws ServiceError `record_not_found` without a record; the errors of `Records.list`, `Charging` and `submit`. Nothing is charged then.
 */
export async function submitListed(
  { records, charges }: ListedRowsParts,
  { rows_from: from, ...batch }: BatchRequest & Required<Pick<BatchRequest, 'rows_from'>>,
  caller: Caller,
  { memory, signal, log }: RequestContext,
  submit: (batch: BatchRequest) => Promise<Batch>,
): Promise<Batch> {
  const begun = await charges.begin(caller, ['list-records'], log);
  const moreCharged = (count: number) => again('list-records', actionBlocks(count));
  const running = new RunningCharge<number>(charges, { moreCharged }, begun);
  try {
    const options = { parameter: 'rows_from' };
    const { json, count } = await records.list(from, 'rows', caller.accountId, memory.variables, signal, options);
    if (isEmpty(json)) throw noRows();
    await running.cover(count);
    const submitted = await submit({ ...batch, rows: json });
    charges.settle(running.charge).catch(() => undefined); // logged already
    return submitted;
  } catch (error) {
    charges.release(running.charge);
    throw error;
  }
}

const isEmpty = ({ sizeBytes }: RawJson): boolean => sizeBytes <= '[]'.length;

const noRows = (): ServiceError =>
  new ServiceError(
    'record_not_found',
    '`rows_from`: no record of the table meets the conditions, so there are no rows.',
  );
