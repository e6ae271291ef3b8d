/** The records of rows in Redis, see `row-record.lua`. A block of rows shares a hash, because a batch has many rows. */
import type { ErrorData, Json } from '@toolpress/contract';
import type { Redis, SecretBox } from '@toolpress/runtime';
import { keys } from '../shared/keys.js';
import { endingOf } from './job-record.js';

/** The number of rows in a block. Also the number of rows that are read, repeated or deleted at a time. */
export const ROWS_PER_BLOCK = 500;

/** A row's id consists of the batch's id and the row's number. */
const ROW_ID = /^(bat_\w+)\.(\d+)$/;
export const rowId = (batchId: string, number: number): string => `${batchId}.${number}`;

/** Returns the batch and the number that an id names; undefined for the id of a job. */
export function rowOf(id: string): { batchId: string; number: number } | undefined {
  const [, batchId, number] = ROW_ID.exec(id) ?? [];
  return batchId === undefined ? undefined : { batchId, number: Number(number) };
}

/** Where the record of a job is in Redis. A row has a field in the hash of its block. */
export interface RecordPlace {
  key: string;
  row?: string;
  /** The key of the row's batch. */
  batch?: string;
  /** The context of the encrypted result. */
  context: string;
}

/** The number of the archive's job, which has a record as other jobs do. */
export const ASSEMBLY_ROW = 0;

/** Returns where Redis holds the record of a job or a row. @param id the id of either. */
export function placeOf(accountId: string, id: string): RecordPlace {
  const context = keys.job(accountId, id);
  const row = rowOf(id);
  if (row === undefined || row.number === ASSEMBLY_ROW) return { key: context, context };
  const { batchId, number } = row;
  return {
    ...{ key: blockKey(accountId, batchId, number), row: String(number), context },
    batch: keys.batch(accountId, batchId),
  };
}

/** Returns the key of the block with a row. */
export const blockKey = (accountId: string, batchId: string, number: number): string =>
  keys.rows(accountId, batchId, Math.floor((number - 1) / ROWS_PER_BLOCK));

/** Yields the numbers of all rows, block by block. */
export function* blocksOf(rows: number): Generator<number[]> {
  for (let first = 1; first <= rows; first += ROWS_PER_BLOCK)
    yield Array.from({ length: Math.min(ROWS_PER_BLOCK, rows - first + 1) }, (_, index) => first + index);
}

/** The state of a row that was taken or is repeated. */
export interface RowState {
  status: 'queued' | 'working' | 'done' | 'failed' | 'cancelled';
  result?: Json;
  error?: ErrorData;
}

const ENDED: ReadonlySet<RowState['status']> = new Set(['done', 'failed', 'cancelled']);

/** Returns the states of rows of one block; undefined for rows that were not taken or whose record has expired. */
export async function readRows(
  { redis, box }: { redis: Redis; box: SecretBox },
  accountId: string,
  batchId: string,
  numbers: readonly number[],
): Promise<(RowState | undefined)[]> {
  const [first] = numbers;
  if (first === undefined) return [];
  const states = await redis.hmget(blockKey(accountId, batchId, first), ...numbers.map(String));
  return states.map((state, index) => {
    if (state === null) return undefined;
    const [status = 'queued', value = ''] = state.split(' ', 2) as [RowState['status'], string?];
    // A row in a state that no version writes is done again.
    if (!ENDED.has(status)) return { status: status === 'queued' ? status : 'working' };
    const { result, error } = endingOf(box, value, keys.job(accountId, rowId(batchId, numbers[index] ?? 0)));
    return { status, ...(result !== undefined && { result }), ...(error && { error }) };
  });
}
