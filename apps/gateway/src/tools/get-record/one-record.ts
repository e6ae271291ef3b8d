/** Reads one record: by its id, by the value of a field, or by conditions. */
import { type Condition, type RecordRequest, ServiceError, type Where } from '@toolpress/contract';
import { checkNames } from './field-names.js';
import type { ReadRecord } from './providers/answers.js';
import type { Reader, TableIds } from './providers/provider.js';

/** Reads the record of a request. @throws ServiceError as `Records.get`. */
export async function oneRecord(reader: Reader, request: RecordRequest, asText: boolean): Promise<ReadRecord> {
  const { base_id, table_id, record_id, where } = request;
  const table = { base_id, table_id };
  await checkNames(reader, table, request);
  if (record_id !== undefined) return reader.get({ ...table, record_id }, asText);
  return findOne(reader, table, where as NonNullable<typeof where>, asText);
}

async function findOne(
  reader: Reader,
  table: TableIds,
  where: Where | readonly Condition[],
  asText: boolean,
): Promise<ReadRecord> {
  const isList = Array.isArray(where);
  const fields = [where].flat().map(({ field }) => `\`${field}\``);
  if ((isList ? reader.query : reader.find) === undefined)
    throw new ServiceError(
      'invalid_parameter',
      `\`where\`${isList ? ' with a list' : ''} is not supported by this provider.`,
    );
  const found = isList
    ? await reader.query?.(table, { where, sort: [], limit: 2 })
    : await reader.find?.(table, where as Where, asText);
  const [record, second] = found ?? [];
  const values = isList ? 'meets these conditions for' : 'has this value in';
  if (record === undefined)
    throw new ServiceError('record_not_found', `No record of this table ${values} ${fields.join(', ')}.`);
  if (second !== undefined)
    throw new ServiceError(
      'invalid_parameter',
      `\`where\`: several records ${isList ? 'meet these conditions for' : 'have this value in'} ${fields.join(', ')}.`,
    );
  return record;
}
