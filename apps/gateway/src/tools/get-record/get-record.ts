/** The endpoints of the get-record tool (specification 4.4), of lists of records, and of the test of a connection. */
import {
  actionBlocks,
  ConnectionTest,
  type ErrorCode,
  ListRecordsRequest,
  type RawJson,
  RecordList,
  RecordRequest,
  TableRecord,
  TOOLS,
} from '@toolpress/contract';
import { SlugInPath } from '../../accounts/connections/endpoints.js';
import { again } from '../../api/charging.js';
import { type AnyToolEndpoint, type Endpoint, forCaller, forTool } from '../../api/endpoint.js';
import type { Records } from './records.js';

/** Tests a connection. @throws ServiceError. */
export type TestConnection = (slug: string, accountId: string, signal: AbortSignal) => Promise<void>;

/** The errors of reading records. */
export const RECORD_ERRORS: readonly ErrorCode[] = [
  'host_forbidden',
  'connection_unknown',
  'provider_refused',
  'record_not_found',
  'response_too_large',
  'provider_cannot',
  'target_unreachable',
  'response_invalid',
  'unavailable',
  'overloaded',
  'deadline_exceeded',
];

export const recordEndpoint = (records: Records): AnyToolEndpoint =>
  forTool({
    method: 'post',
    path: TOOLS['get-record'].path,
    id: 'getRecord',
    summary: TOOLS['get-record'].purpose,
    agents: {
      name: 'get_record',
      title: 'Get a table record',
      lines: [
        'Reads one record of a table through a connection of the account. Costs 1 action.',
        '`_connections.tablebase` is the connection’s slug; `expand` reads linked records in the same call.',
        'To print the record, give the same arguments to html_to_pdf as `data_from` instead.',
      ],
      options: ['base_id', 'table_id', 'record_id', '_connections', 'where', 'fields'],
      hints: { readOnlyHint: true, openWorldHint: true },
    },
    tool: 'get-record',
    body: RecordRequest,
    answer: TableRecord,
    errors: RECORD_ERRORS,
    check: ({ body, caller }) => records.check(body as RecordRequest, caller.accountId),
    handle: ({ body, caller }, { signal, memory }) =>
      records.get(body as RecordRequest, caller.accountId, memory.answer, signal),
    present: async (record) => record,
  });

export const recordListEndpoint = (records: Records): AnyToolEndpoint =>
  forTool({
    method: 'post',
    path: TOOLS['list-records'].path,
    id: 'listRecords',
    summary: TOOLS['list-records'].purpose,
    agents: {
      name: 'list_records',
      title: 'List table records',
      lines: [
        'Reads records of a table that meet conditions, in order, with children such as the lines of orders. Costs 1 action per 100 records.',
        '`_connections.tablebase` is the connection’s slug; `children` are records of other tables whose field `by` names the record.',
        'At most 2,000 records and 5 MiB. To print them, give the same arguments and `"list": true` to html_to_pdf as `data_from` instead.',
      ],
      options: ['base_id', 'table_id', '_connections', 'where', 'sort', 'limit', 'fields'],
      hints: { readOnlyHint: true, openWorldHint: true },
    },
    tool: 'list-records',
    body: ListRecordsRequest,
    answer: RecordList,
    errors: [...RECORD_ERRORS, 'too_many_records'],
    moreCharged: ({ count }: ListedRecords) => again('list-records', actionBlocks(count)),
    check: ({ body, caller }) => records.check(body as ListRecordsRequest, caller.accountId),
    async handle({ body, caller }, { signal, memory }): Promise<ListedRecords> {
      const given = body as ListRecordsRequest;
      const { json, hasMore, count } = await records.list(given, 'answer', caller.accountId, memory.answer, signal);
      return { records: json, has_more: hasMore, count };
    },
    present: async (list) => list,
  });

interface ListedRecords extends Omit<RecordList, 'records'> {
  records: RawJson;
}

export const connectionTestEndpoint = (test: TestConnection): Endpoint =>
  forCaller({
    method: 'post',
    path: '/api/connections/{slug}/test',
    id: 'testConnection',
    audit: 'work',
    summary:
      'Checks the connection’s token with the provider; writes the empty object `toolpress-test` into a bucket, and sends GET to the `url` of an API',
    params: SlugInPath,
    answer: ConnectionTest,
    errors: [
      'address_forbidden',
      'host_forbidden',
      'connection_unknown',
      'provider_refused',
      'response_too_large',
      'target_unreachable',
      'response_invalid',
      'deadline_exceeded',
    ],
    async handle({ params, caller }, { signal }) {
      await test(params.slug, caller.accountId, signal);
      return { ok: true };
    },
  });
