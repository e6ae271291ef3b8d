export type { RefusedTarget } from './address/guard.js';
export { NamedHosts, parseHosts } from './address/named-hosts.js';
export { outboundOptional, parseAllow } from './address/rule.js';
export { type DecodedBody, decodeBody } from './body/decode-body.js';
export {
  createOutbound,
  type Outbound,
  type OutboundLimits,
  type OutboundRequest,
  type OutboundWithAddresses,
  openOutbound,
} from './client.js';
export type { BodyTaker, OutboundResponse } from './exchange.js';
export type { Authorize, HopCredential } from './hop.js';
export { checkRequestHeaders, type RequestHeaders, withoutPersonalHeaders } from './request-headers.js';
export { retryAfterMs } from './retry-after.js';
export { hostnameOf, parseTargetUrl } from './target-url.js';
