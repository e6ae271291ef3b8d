/** One record from end to end: the caller's connection, the question, the provider's answer. */
import { type RecordRequest, ServiceError, TableRecord } from '@toolpress/contract';
import type { Connections } from '../../accounts/connections/connections.js';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import type { Caller } from '../../auth/tokens.js';
import type { RequestContext } from '../../http/endpoint.js';
import type { Question } from './provider.js';
import { saying, tokenRefused } from './provider-errors.js';
import { type AttemptOptions, askPatiently } from './provider-requests.js';
import type { RateLimiters } from './rate-limiter.js';

export interface RecordToolOptions extends AttemptOptions {
  connections: Connections;
  pace: RateLimiters;
  settings: SettingsStore;
}

/** An answer is held as bytes, as text, as what it says, and as text and bytes again. */
const COPIES = 5;

/** @throws ServiceError every error of the tool; nothing else reaches the caller. */
export async function getRecord(
  options: RecordToolOptions,
  request: RecordRequest,
  { accountId }: Caller,
  { signal, memory }: RequestContext,
): Promise<TableRecord> {
  const token = await options.connections.tokenOf(accountId, request._connections.tablebase);
  const { timeout_ms } = (await options.settings.current()).get_record;
  const pace = options.pace.of(accountId, request.base_id);
  const roomFor = (bytes: number, isMore: boolean) => memory.take('answer', COPIES * bytes, signal, isMore);
  return askPatiently(options, { ...recordQuestion(request, token), roomFor }, pace, timeout_ms, signal);
}

function recordQuestion({ base_id, table_id, record_id, _connections }: RecordRequest, token: string) {
  const slug = _connections.tablebase;
  return {
    operation: 'get_record',
    path: [base_id, table_id, record_id].map(encodeURIComponent).join('/'),
    token,
    read: recordOf,
    refusals: {
      401: () => tokenRefused(slug),
      403: (fault) =>
        new ServiceError(
          'provider_refused',
          `Not permitted or not found: \`base_id\`, \`table_id\` or \`record_id\` may be wrong, or the token of the connection \`${slug}\` has no access to the base or lacks the scope \`data.records:read\`.${saying(fault)}`,
        ),
      404: (fault) =>
        new ServiceError(
          'record_not_found',
          `The provider has no record \`${record_id}\` in this table.${saying(fault)}`,
        ),
      422: (fault) => new ServiceError('invalid_parameter', `The provider does not take these ids.${saying(fault)}`),
    },
  } satisfies Question<TableRecord>;
}

/** The three fields as they came; the provider leaves out `fields` that are empty, and so may it all of them. */
function recordOf(json: unknown): TableRecord | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const record = { fields: {}, ...json };
  const { error } = TableRecord.validate(record, { convert: false, allowUnknown: true });
  if (error !== undefined) return undefined;
  const { id, fields, createdTime } = record as TableRecord;
  return { id, fields, createdTime };
}
