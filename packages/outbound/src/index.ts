export type { RefusedTarget, ResolvedAddress, Resolver } from './address/guard.js';
export {
  type AddressVerdict,
  classifyAddress,
  isAddressAllowed,
  outboundOptional,
} from './address/rule.js';
export { addressTableMarkdown } from './address/table.js';
export { type DecodedBody, decodeBody } from './body/decode-body.js';
export {
  createOutbound,
  type Outbound,
  type OutboundLimits,
  type OutboundOptions,
  type OutboundRequest,
  openOutbound,
} from './client.js';
export type { OutboundResponse } from './exchange.js';
export { checkRequestHeaders } from './request-headers.js';
export { parseTargetUrl } from './target-url.js';
