/** Adds the fields of a record to the data of a document (`data_from`). */
import {
  boundedDepth,
  type EInvoice,
  eInvoiceFault,
  type JsonObject,
  MAX_JSON_DEPTH,
  type PdfRequest,
  type RecordRequest,
  ServiceError,
  type TableRecord,
  withMembers,
} from '@toolpress/contract';
import type { RequestContext } from '../../api/endpoint.js';
import type { Records } from '../get-record/records.js';

/** The member of the data that holds the record's id and time, beside its fields. */
const ABOUT = '_record';

/**
 * Reads the record of a request and adds its fields to `data`, in place of `data_from`.
 *
 * @param withinMs the time limit in milliseconds.
 * @throws ServiceError the errors of `Records.get`, and `invalid_parameter` for a record that cannot be used.
 */
export async function addRecord(
  records: Pick<Records, 'get'>,
  request: PdfRequest & { data_from: RecordRequest },
  accountId: string,
  { memory, signal, backgroundId }: Pick<RequestContext, 'memory' | 'signal' | 'backgroundId'>,
  withinMs: number,
): Promise<void> {
  // Like contents of variables, the record becomes a part of the document after the body was read.
  const record = await records.get(request.data_from, accountId, memory.variables, signal, {
    ...{ withinMs, parameter: 'data_from', isJob: backgroundId !== undefined },
  });
  const members = membersOf(record);
  const fault = eInvoiceFault({ ...(request as { e_invoice?: EInvoice }), data: members });
  if (fault !== undefined) throw new ServiceError('invalid_parameter', fault);
  request.data = withMembers(request.data, members);
  delete (request as Partial<PdfRequest>).data_from;
}

function membersOf({ id, fields, createdTime }: TableRecord): JsonObject {
  try {
    return boundedDepth({ ...fields, [ABOUT]: { id, createdTime } });
  } catch {
    throw new ServiceError(
      'invalid_parameter',
      `\`data_from\`: the record with its linked records must be nested at most ${MAX_JSON_DEPTH} levels deep.`,
    );
  }
}
