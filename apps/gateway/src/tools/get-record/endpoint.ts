/** Specification 4.4: the get-record tool. */
import { RecordRequest, TableRecord, TOOLS } from '@toolpress/contract';
import { type Endpoint, forTool } from '../../http/endpoint.js';
import { getRecord, type RecordToolOptions } from './get-record.js';

export const recordEndpoint = (options: RecordToolOptions): Endpoint =>
  forTool({
    method: 'post',
    path: TOOLS['get-record'].path,
    summary: TOOLS['get-record'].purpose,
    tool: 'get-record',
    body: RecordRequest,
    answer: TableRecord,
    errors: [
      'connection_unknown',
      'provider_refused',
      'record_not_found',
      'response_too_large',
      'target_unreachable',
      'response_invalid',
      'unavailable',
      'overloaded',
      'deadline_exceeded',
    ],
    handle: ({ body, caller }, context) => getRecord(options, body, caller, context),
    present: async (record) => record,
  });
