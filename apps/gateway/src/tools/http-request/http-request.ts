/** The HTTP request tool (specification 4.1): makes one outbound request within the operator's limits, and returns the answer as JSON. */
import { HttpRequest, HttpResult, TOOLS } from '@toolpress/contract';
import type { Metrics } from '@toolpress/runtime';
import { again } from '../../api/charging.js';
import { type AnyToolEndpoint, forTool } from '../../api/endpoint.js';
import { type CallOptions, type CallResult, makeCall } from './call.js';
import { requestMetrics } from './metrics.js';
import { shownFile } from './stored-answer.js';

export interface HttpToolOptions extends CallOptions {
  metrics: Metrics;
}

export function httpRequestEndpoint(options: HttpToolOptions): AnyToolEndpoint {
  const record = requestMetrics(options.metrics);
  return forTool({
    method: 'post',
    path: TOOLS['http-request'].path,
    id: 'httpRequest',
    summary: TOOLS['http-request'].purpose,
    agents: {
      name: 'http_request',
      title: 'HTTP request',
      lines: [
        'Sends an HTTP request to a public address and returns status, headers and body. `paginate` joins the pages of a list. 1 action per page.',
        'Private addresses are refused (`address_forbidden`). `_connections.http` adds the secret of a connection. One of `body` (JSON), `form`, `text`, `base64`, `multipart` and `file` is sent.',
        'Any status of the target is a success of the tool: read `status`, and `pages.complete`. Store larger answers than 1 MiB with `"response": "store"`.',
      ],
      options: ['method', 'url', 'headers', 'body', 'form', '_connections'],
      hints: { openWorldHint: true },
    },
    tool: 'http-request',
    body: HttpRequest,
    answer: HttpResult,
    errors: [
      'overloaded',
      'address_forbidden',
      'host_forbidden',
      ...(['connection_unknown', 'provider_refused'] as const),
      'request_too_large',
      'response_too_large',
      'target_unreachable',
      'response_invalid',
      'too_many_redirects',
      'deadline_exceeded',
      ...(['storage_quota_exceeded', 'file_unknown', 'file_expired', 'unavailable'] as const),
    ],
    // A scope names an ability of the service. The secret of a connection opens another service in the account's name.
    needsApiToken: ({ _connections }) => _connections !== undefined,
    moreCharged: ({ pages }: CallResult) => again('http-request', Math.max(1, pages?.count ?? 1)),
    storesFile: ({ response }) => response === 'store',
    handle: ({ body, caller }, context) => makeCall(options, record, body, caller.accountId, context),
    fileOf: ({ stored }) => stored && { id: stored.id, sizeBytes: stored.sizeBytes },
    async present(result) {
      const { stored, ...answer } = result;
      return stored === undefined ? result : { ...answer, file: await shownFile(options, stored) };
    },
  });
}
