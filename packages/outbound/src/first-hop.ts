import { HTTP_METHODS, ServiceError } from '@toolpress/contract';
import type { Hop } from './hop.js';
import type { OutboundLimits, OutboundRequest } from './request.js';
import { checkRequestHeaders } from './request-headers.js';
import { parseTargetUrl } from './target/target-url.js';

/**
 * Checks everything that can be wrong with a request by itself.
 *
 * @throws ServiceError `invalid_parameter`, or `request_too_large` for the body.
 */
export function firstHop({ method, url, headers, body }: OutboundRequest, limits: OutboundLimits): Hop {
  if (!HTTP_METHODS.includes(method)) {
    throw new ServiceError('invalid_parameter', `\`method\` must be one of ${HTTP_METHODS.join(', ')}.`);
  }
  const target = parseTargetUrl(url, limits);
  const checkedHeaders = checkRequestHeaders(headers);
  if (body === undefined) return { method, url: target, headers: checkedHeaders, body: undefined, redirects: 0 };
  if (method === 'GET') throw new ServiceError('invalid_parameter', '`body` is not allowed with GET.');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes.length > limits.maxRequestBytes) {
    throw new ServiceError(
      'request_too_large',
      `\`body\` is ${bytes.length} bytes long; at most ${limits.maxRequestBytes} are sent.`,
    );
  }
  return { method, url: target, headers: checkedHeaders, body: bytes, redirects: 0 };
}
