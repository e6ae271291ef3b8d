/** Specification 4.4: the get-record tool; and the test of a connection, which is another request to the same provider. */
import { type ConnectionTest, type Json, RecordRequest, ServiceError, TableRecord, TOOLS } from '@toolpress/contract';
import type { Connections } from '../../accounts/connections/connections.js';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import type { Caller } from '../../auth/tokens.js';
import { type Endpoint, forTool, type RequestContext } from '../../http/endpoint.js';
import type { Provider, ProviderRequest } from './provider.js';
import { providerBusy, quoted, tokenRejected } from './provider-errors.js';
import type { RateLimiters } from './rate-limiter.js';

export interface RecordToolOptions {
  connections: Connections;
  provider: Provider;
  rateLimiters: RateLimiters;
  settings: SettingsStore;
}

export const recordEndpoint = (options: RecordToolOptions): Endpoint =>
  forTool({
    method: 'post',
    path: TOOLS['get-record'].path,
    id: 'getRecord',
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

/** An answer is held as bytes, as text, as its values, and as text and bytes again. */
const COPIES = 5;

async function getRecord(
  { connections, settings, provider, rateLimiters }: RecordToolOptions,
  request: RecordRequest,
  { accountId }: Caller,
  { signal, memory }: RequestContext,
): Promise<TableRecord> {
  const token = await connections.tokenOf(accountId, request._connections.tablebase);
  const { timeout_ms } = (await settings.current()).get_record;
  const roomFor = (bytes: number, isMore: boolean) => memory.answer.take(COPIES * bytes, signal, isMore);
  const limiter = rateLimiters.of(accountId, request.base_id);
  return provider.request({ ...recordRequest(request, token), roomFor }, limiter, timeout_ms, signal);
}

function recordRequest({ base_id, table_id, record_id, _connections }: RecordRequest, token: string) {
  const slug = _connections.tablebase;
  return {
    operation: 'get_record',
    path: [base_id, table_id, record_id].map(encodeURIComponent).join('/'),
    token,
    read: recordOf,
    errors: {
      401: () => tokenRejected(slug),
      403: (said) =>
        new ServiceError(
          'provider_refused',
          `Not permitted or not found: \`base_id\`, \`table_id\` or \`record_id\` may be wrong, or the token of the connection \`${slug}\` has no access to the base or lacks the scope \`data.records:read\`.${quoted(said)}`,
        ),
      404: (said) =>
        new ServiceError(
          'record_not_found',
          `The provider has no record \`${record_id}\` in this table.${quoted(said)}`,
        ),
      422: (said) => new ServiceError('invalid_parameter', `The provider does not take these ids.${quoted(said)}`),
    },
  } satisfies ProviderRequest<TableRecord>;
}

/** The three fields as they came; the provider leaves out `fields` that are empty, and `fields` itself when all are. */
function recordOf(json: unknown): TableRecord | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const record = { fields: {}, ...json };
  const { error } = TableRecord.validate(record, { convert: false, allowUnknown: true });
  if (error !== undefined) return undefined;
  const { id, fields, createdTime } = record as TableRecord;
  return { id, fields, createdTime };
}

/**
 * Finds out whether the provider takes a connection's token, by the one request that any valid token may make.
 *
 * @throws ServiceError `connection_unknown`, `provider_refused`, and what `Provider.request` throws.
 */
export async function testConnection(
  { connections, settings, provider }: Omit<RecordToolOptions, 'rateLimiters'>,
  slug: string,
  { accountId }: Caller,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const token = await connections.tokenOf(accountId, slug);
  const { timeout_ms } = (await settings.current()).get_record;
  await provider.request(whoami(slug, token), UNLIMITED, timeout_ms, signal);
  return { ok: true };
}

const whoami = (slug: string, token: string) =>
  ({
    operation: 'whoami',
    path: 'meta/whoami',
    token,
    read: (json: Json): true | undefined =>
      typeof json === 'object' && json !== null && 'id' in json && typeof json['id'] === 'string' ? true : undefined,
    errors: {
      401: () => tokenRejected(slug),
      403: (said) =>
        new ServiceError('provider_refused', `The provider does not permit the connection \`${slug}\`.${quoted(said)}`),
    },
  }) satisfies ProviderRequest<true>;

/** No base is read, so no base's limit counts; and a test is answered at once, not after the provider's half minute. */
const UNLIMITED = {
  acquire: async () => () => undefined,
  pause: async (ms: number) => {
    throw providerBusy(ms);
  },
  grant: () => undefined,
};
