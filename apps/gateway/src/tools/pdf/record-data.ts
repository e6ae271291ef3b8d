/** Adds records to the data of a document (`data_from`): the fields of one, with its children, or a list. */
import {
  type DataFrom,
  isDeeperThan,
  type JsonObject,
  jsonBytes,
  type ListRecordsRequest,
  MAX_JSON_DEPTH,
  type PdfRequest,
  RawJson,
  rawOf,
  ServiceError,
  WithRaw,
} from '@toolpress/contract';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { called } from '../../api/large-body-tasks.js';
import { type DataMembers, dataWith } from '../../shared/document-data.js';
import { ABOUT } from '../get-record/list-shape.js';
import type { ReadOptions, Records } from '../get-record/records.js';

/** The longest time in milliseconds in which a job reads its record. It occupies a place that other jobs need. */
const JOB_READ_MS = 10_000;

/** Returns whether several records are read, and charged as a list. */
export const isList = ({ list = false, children }: Pick<DataFrom, 'list' | 'children'>): boolean =>
  list || children !== undefined;

interface Readers {
  records: Pick<Records, 'get' | 'list' | 'withChildren'>;
  largeBodies: Pick<LargeBodies, 'call'>;
}

/**
 * Reads the records of a request and adds them to `data`, in place of `data_from`.
 *
 * @param deadlineMs the time limit of the document in milliseconds. Reading gets half of it, so the rest suffices for printing.
 * @returns the number of records of a list; undefined for one record.
 * @throws ServiceError the errors of `Records.get` and `Records.list`, and `invalid_parameter` for a record that cannot be used.
 */
export async function addRecord(
  readers: Readers,
  request: PdfRequest & { data_from: DataFrom },
  accountId: string,
  context: Pick<RequestContext, 'memory' | 'signal' | 'backgroundId'>,
  deadlineMs: number,
): Promise<number | undefined> {
  const isJob = context.backgroundId !== undefined;
  const withinMs = Math.min(deadlineMs / 2, isJob ? JOB_READ_MS : Number.POSITIVE_INFINITY);
  const options = { withinMs, parameter: 'data_from', isJob };
  const { count, ...members } = await (isList(request.data_from) ? listMembers : recordMembers)(
    readers,
    request.data_from,
    accountId,
    context,
    options,
  );
  request.data = dataWith(request, members);
  delete (request as Partial<PdfRequest>).data_from;
  return count;
}

type Members = (
  readers: Readers,
  from: DataFrom,
  accountId: string,
  context: Pick<RequestContext, 'memory' | 'signal'>,
  options: ReadOptions,
) => Promise<DataMembers & { count?: number }>;

/** Reads one record. Like contents of variables, it becomes a part of the document after the body was read. */
const recordMembers: Members = async ({ records, largeBodies }, from, accountId, { memory, signal }, options) => {
  const record = await records.get(from, accountId, memory.variables, signal, options);
  const about = { id: record.id, createdTime: record.createdTime };
  const { fields } = record;
  if (!(fields instanceof RawJson)) return membersOf(fields, about);
  const owner = { account: accountId, signal };
  return largeBodies.call(LARGE_MEMBERS, [jsonBytes(fields), about], fields.sizeBytes, owner);
};

/** Reads one record with its children, or a list, which is `records`. */
const listMembers: Members = async ({ records }, from, accountId, { memory, signal }, options) => {
  const of = [accountId, memory.variables, signal, options] as const;
  if (!from.list) {
    const { json, hasInvoice, count } = await records.withChildren(from, ...of);
    return { members: json, hasInvoice, count };
  }
  const { json, count } = await records.list(from as ListRecordsRequest, 'data', ...of);
  const members = Buffer.concat([Buffer.from('{"records":'), Buffer.from(json.content), Buffer.from('}')]);
  return { members: new RawJson(members), hasInvoice: false, count };
};

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
