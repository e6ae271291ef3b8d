/** Adds the fields of a record to the data of a document (`data_from`). */
import {
  boundedDepth,
  type JsonObject,
  MAX_JSON_DEPTH,
  type PdfRequest,
  type RecordRequest,
  ServiceError,
  type TableRecord,
} from '@toolpress/contract';
import type { RequestContext } from '../../api/endpoint.js';
import { dataWith } from '../../shared/document-data.js';
import type { Records } from '../get-record/records.js';

/** The member of the data that holds the record's id and time, beside its fields. */
const ABOUT = '_record';
/** The longest time in milliseconds in which a job reads its record. It occupies a place that other jobs need. */
const JOB_READ_MS = 10_000;

/**
 * Reads the record of a request and adds its fields to `data`, in place of `data_from`.
 *
 * @param deadlineMs the time limit of the document in milliseconds. Reading gets half of it, so that the rest suffices for printing.
 * @throws ServiceError the errors of `Records.get`, and `invalid_parameter` for a record that cannot be used.
 */
export async function addRecord(
  records: Pick<Records, 'get'>,
  request: PdfRequest & { data_from: RecordRequest },
  accountId: string,
  { memory, signal, backgroundId }: Pick<RequestContext, 'memory' | 'signal' | 'backgroundId'>,
  deadlineMs: number,
): Promise<void> {
  const isJob = backgroundId !== undefined;
  const withinMs = Math.min(deadlineMs / 2, isJob ? JOB_READ_MS : Number.POSITIVE_INFINITY);
  // Like contents of variables, the record becomes a part of the document after the body was read.
  const record = await records.get(request.data_from, accountId, memory.variables, signal, {
    ...{ withinMs, parameter: 'data_from', isJob },
  });
  const members = membersOf(record);
  request.data = dataWith(request, members, Object.hasOwn(members, 'invoice'));
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
