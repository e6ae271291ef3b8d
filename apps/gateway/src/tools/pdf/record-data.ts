/** Adds the fields of a record to the data of a document (`data_from`). */
import {
  isDeeperThan,
  type JsonObject,
  jsonBytes,
  MAX_JSON_DEPTH,
  type PdfRequest,
  RawJson,
  type RecordRequest,
  rawOf,
  ServiceError,
  WithRaw,
} from '@toolpress/contract';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { called } from '../../api/large-body-tasks.js';
import { type DataMembers, dataWith } from '../../shared/document-data.js';
import type { Records } from '../get-record/records.js';

/** The member of the data that holds the record's id and time, beside its fields. */
const ABOUT = '_record';
/** The longest time in milliseconds in which a job reads its record. It occupies a place that other jobs need. */
const JOB_READ_MS = 10_000;

/**
 * Reads the record of a request and adds its fields to `data`, in place of `data_from`.
 *
 * @param deadlineMs the time limit of the document in milliseconds. Reading gets half of it, so the rest suffices for printing.
 * @throws ServiceError the errors of `Records.get`, and `invalid_parameter` for a record that cannot be used.
 */
export async function addRecord(
  { records, largeBodies }: { records: Pick<Records, 'get'>; largeBodies: Pick<LargeBodies, 'call'> },
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
  const about = { id: record.id, createdTime: record.createdTime };
  const { fields } = record;
  const members =
    fields instanceof RawJson
      ? await largeBodies.call(LARGE_MEMBERS, [jsonBytes(fields), about], fields.sizeBytes, {
          account: accountId,
          signal,
        })
      : membersOf(fields, about);
  request.data = dataWith(request, members);
  delete (request as Partial<PdfRequest>).data_from;
}

function membersOf(fields: JsonObject, about: JsonObject): DataMembers {
  const members = { ...fields, [ABOUT]: about };
  if (isDeeperThan(MAX_JSON_DEPTH, members))
    throw new ServiceError(
      'invalid_parameter',
      `\`data_from\`: the record with its linked records must be nested at most ${MAX_JSON_DEPTH} levels deep.`,
    );
  return { members, hasInvoice: Object.hasOwn(members, 'invoice') };
}

/** Works like `membersOf` in a thread. @param fields JSON. @public */
export function largeMembers(fields: Uint8Array, about: JsonObject): WithRaw<DataMembers> {
  const { members, hasInvoice } = membersOf(JSON.parse(Buffer.from(fields).toString()) as JsonObject, about);
  return new WithRaw({ members: rawOf(members), hasInvoice }, [['members']]);
}

const LARGE_MEMBERS = called(import.meta.url, largeMembers);
