/** Parses the rows of a batch, large ones in a thread. */
import {
  boundedDepth,
  type Json,
  type JsonObject,
  MAX_JSON_DEPTH,
  rawOf,
  ServiceError,
  WithRaw,
} from '@toolpress/contract';
import { Moved } from '@toolpress/runtime/peer';
import { type JsonCounts, parseJson } from '../../api/json.js';
import type { BodyOwner, LargeBodies } from '../../api/large-bodies.js';
import { called, countUnlessLarge } from '../../api/large-body-tasks.js';
import type { DataMembers } from '../../shared/document-data.js';

const TAB = 0x09;

/** Parses a row of `rows_from`, which is a record's ID. */
export const readRecordId = (row: Buffer): string => JSON.parse(row.toString('utf8', row.indexOf(TAB) + 1)) as string;

/**
 * Parses a row.
 *
 * @param counts the names and values of the row with its line number.
 * @throws ServiceError `invalid_json`, or `invalid_parameter` for a row that is not an object or nested too deep. The message names the
 *   line of the upload, if there is one.
 */
export function readRow(row: Uint8Array, counts?: JsonCounts): JsonObject {
  const tab = row.indexOf(TAB);
  const line = Buffer.from(row.subarray(0, tab)).toString();
  const subject = line === '' ? 'The row' : `Line ${line}`;
  const value = parseJson(row.subarray(tab + 1), counts, { line: subject }) as Json;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ServiceError('invalid_parameter', `${subject} must be an object, such as \`{"name": "Ada"}\`.`);
  try {
    return boundedDepth(value);
  } catch {
    throw new ServiceError('invalid_parameter', `${subject} must be nested at most ${MAX_JSON_DEPTH} levels deep.`);
  }
}

/** Parses a row, a large one in a thread. @throws ServiceError as `readRow`. */
export async function readMembers(row: Buffer, largeBodies: LargeBodies, owner: BodyOwner): Promise<DataMembers> {
  const counts = countUnlessLarge(row);
  if (counts !== undefined) return membersOf(readRow(row, counts));
  const own = Buffer.from(row); // the row is a part of a larger buffer
  return largeBodies.call(LARGE_ROW, [new Moved(own, own)], own.length, owner);
}

/** Parses a large row. @throws ServiceError as `readRow`. @public */
export function largeRow(row: Uint8Array): WithRaw<DataMembers> {
  const { members, hasInvoice } = membersOf(readRow(row));
  return new WithRaw({ members: rawOf(members), hasInvoice }, [['members']]);
}

const LARGE_ROW = called(import.meta.url, largeRow);

const membersOf = (members: JsonObject): DataMembers => ({ members, hasInvoice: Object.hasOwn(members, 'invoice') });
