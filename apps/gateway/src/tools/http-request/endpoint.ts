/** Specification 4.1: the HTTP request tool. */
import { HttpRequest, HttpResult, TOOLS } from '@toolpress/contract';
import { type Endpoint, forTool } from '../../http/endpoint.js';
import { type HttpToolOptions, makeRequest } from './make-request.js';

export function httpRequestEndpoint(options: HttpToolOptions): Endpoint {
  return forTool({
    method: 'post',
    path: TOOLS['http-request'].path,
    summary: TOOLS['http-request'].purpose,
    tool: 'http-request',
    body: HttpRequest,
    answer: HttpResult,
    errors: [
      'overloaded',
      'address_forbidden',
      'host_forbidden',
      'request_too_large',
      'response_too_large',
      'target_unreachable',
      'response_invalid',
      'too_many_redirects',
      'deadline_exceeded',
    ],
    handle: ({ body }, context) => makeRequest(options, body, context),
    present: async (result) => result,
  });
}
