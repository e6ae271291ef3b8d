/** The records of jobs, and their encrypted ends. */
import { type ErrorData, type JobTool, type Json, ServiceError } from '@toolpress/contract';
import { type Redis, type SecretBox, SecretUnreadable } from '@toolpress/runtime';
import { hashOf } from '../shared/redis-scripts.js';

/** The fields of the Redis hash. All values are strings. A row has another record, see `row-record.lua`. */
export interface JobRecord {
  tool: JobTool;
  /** The id of the token that submitted the job and is charged. */
  token?: string;
  created: string;
  /** The id of the file with the encrypted input. Empty for an archive, which uses its batch's input. Removed when the job ends. */
  input?: string;
  /** The number of attempts. */
  attempts?: string;
  /** The current owner. The document is in the render queue under this id. Removed when the job ends. */
  owner?: string;
  /** The previous owners, separated by spaces. The render queue may still hold their documents. */
  left?: string;
  /** The outcome. Absent until the job ends. */
  place?: Outcome;
  /** An encrypted `Ending`. */
  value?: string;
  /** The beginning of a state that no version writes. In the reply of `take-job.lua` only. */
  unknown?: string;
}

export type Outcome = 'done' | 'failed' | 'cancelled';

/** A job that this gateway holds a lease on. */
export interface TakenJob {
  accountId: string;
  tokenId: string;
  id: string;
  tool: JobTool;
  /** The id of the file with the encrypted input. Empty for a row. */
  input: string;
  /** The time of the submission in epoch milliseconds; for a row, the time when it was taken first. */
  created: number;
  /** The number of the current attempt, from 1. */
  attempts: number;
  /** The current owner. Only this owner can complete the job. */
  owner: string;
  /** The previous owners. The render queue may still hold their documents. */
  ownersBefore: readonly string[];
  /** The row's batch and its number in it, from 1. Absent for other jobs. */
  row?: { batchId: string; number: number; isCancelled: boolean };
  /** Whether the job has ended: it was cancelled while it waited, or its gateway died before it released the lease. */
  isOver: boolean;
  /** Set when the step that completed a row has released its lease. Nothing else follows then. */
  isReleased?: boolean;
  /** The beginning of the row's record, which had a state that no version writes. The row is done as if for the first time. */
  unknown?: string;
}

/** Returns the member of a job in the sorted set of leases. */
export const memberOf = (accountId: string, id: string): string => `${accountId}:${id}`;

export const recordOf = (fields: readonly string[]): JobRecord => hashOf(fields) as unknown as JobRecord;

/** The encrypted end of a job. */
export interface Ending {
  /** The time of the end, ISO 8601. Absent for a row, and when the record can't be decrypted. */
  at?: string;
  result?: Json;
  error?: ErrorData;
}

/** The status is not encrypted, so it can be read even when the master key is lost. @param context see `RecordPlace`. */
export function endingOf(box: SecretBox, value: string, context: string): Ending {
  try {
    return JSON.parse(box.open(value, context).toString()) as Ending;
  } catch (error) {
    if (error instanceof SecretUnreadable) return { error: unreadable('The result of the job') };
    throw error;
  }
}

export interface KnownEnding {
  tool: JobTool;
  place?: Outcome;
  /** The tool's result. */
  result?: Json;
}

/** Reads the ending of a job. @param key the job's key. */
export async function readEnding(
  { redis, box }: { redis: Redis; box: SecretBox },
  key: string,
): Promise<KnownEnding | undefined> {
  const [tool, place, value] = await redis.hmget(key, 'tool', 'place', 'value');
  if (!tool) return undefined;
  const { result } = value ? endingOf(box, value, key) : {};
  return {
    tool: tool as JobTool,
    ...(place && { place: place as Outcome }),
    ...(result !== undefined && { result }),
  };
}

/** Returns the error for data whose master key the operator no longer configures. */
export const unreadable = (what: string): ErrorData => ({
  code: 'internal',
  message: `${what} can’t be decrypted: its encryption key was removed. Submit the document again if you need it.`,
});

export const inputGone = (): ServiceError =>
  new ServiceError('internal', 'The input of the job no longer exists; submit the job again.');
