export { parseAllow } from './address/allow-list.js';
export type { Refusal } from './address/guard.js';
export { addressTableMarkdown } from './address/markdown.js';
export { type AddressVerdict, classifyAddress, isAddressAllowed } from './address/rule.js';
export { type DecodedBody, decodeBody } from './body/decode-body.js';
export type { OutboundResponse } from './exchange/exchange.js';
export type { ResolvedAddress, Resolver } from './lookups.js';
export {
  createOutbound,
  type Outbound,
  type OutboundOptions,
} from './outbound.js';
export type { OutboundLimits, OutboundRequest } from './request.js';
export { checkRequestHeaders } from './request-headers.js';
export { outboundOptional } from './settings.js';
export { parseTargetUrl } from './target/target-url.js';
