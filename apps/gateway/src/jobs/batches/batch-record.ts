/** The records of batches. */
import { type ArchiveOutput, BATCH_OUTPUTS, type Batch, type BatchOutput, type PdfTool } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { ASSEMBLY_ROW, rowId } from '../row-records.js';

/** The fields of the Redis hash. All values are strings. */
export interface BatchRecord {
  tool: PdfTool;
  token: string;
  created: string;
  total: string;
  /** The outputs, separated by commas. Absent for `files`. */
  output?: string;
  /** Absent for 0. */
  priority?: string;
  done?: string;
  failed?: string;
  /** The outcome. Absent until the batch ends. */
  place?: 'done' | 'cancelled';
  finished?: string;
}
const FIELDS = [
  'tool',
  'token',
  'created',
  'total',
  'output',
  'priority',
  'done',
  'failed',
  'place',
  'finished',
] as const;

/** The fields of the same hash for the input, until the batch ends. They can be long, so they are read only when needed. */
export interface SentRecord {
  /** The id of the file with the encrypted template. */
  input: string;
  /** A list of `Part` as JSON: the files with the encrypted rows. */
  parts: string;
  /** The key of the upload that the rows are encrypted for. Absent when they came with the batch. */
  context?: string;
}

/** Returns the record of a batch; undefined when it does not exist. */
export async function readBatch(redis: Redis, accountId: string, id: string): Promise<BatchRecord | undefined> {
  const values = await redis.hmget(keys.batch(accountId, id), ...FIELDS);
  const found = FIELDS.flatMap((name, index) => (values[index] == null ? [] : [[name, values[index]]]));
  const record = Object.fromEntries(found) as Partial<BatchRecord>;
  return record.created === undefined ? undefined : (record as BatchRecord);
}

/** Returns the outputs of a record. */
export const recordedOutputs = (output = 'files'): BatchOutput[] =>
  BATCH_OUTPUTS.filter((name) => output.split(',').includes(name));

/** Returns the outputs that are one file of all rows. */
export const archivesIn = (outputs: readonly BatchOutput[]): ArchiveOutput[] =>
  outputs.filter((name): name is ArchiveOutput => name !== 'files');

/** Returns a batch as callers see it. */
export function shown(
  id: string,
  { tool, created, total, output: given, priority = '0', done = '0', failed = '0', place, finished }: BatchRecord,
): Batch {
  const outputs = recordedOutputs(given);
  const [first = 'files', ...others] = outputs;
  const output = others.length === 0 ? first : outputs;
  const isAssembled = archivesIn(outputs).length > 0 && Number(done) + Number(failed) === Number(total);
  const status = place ?? (isAssembled ? 'assembling' : 'working');
  return {
    ...{
      id,
      tool,
      status,
      output,
      priority: Number(priority),
      rows: Number(total),
      done: Number(done),
      failed: Number(failed),
    },
    ...{ created_at: created, ...(finished !== undefined && { finished_at: finished }) },
  };
}

/** Returns the id of the job that creates the archive of a batch: its row 0. */
export const assemblyId = (id: string): string => rowId(id, ASSEMBLY_ROW);
