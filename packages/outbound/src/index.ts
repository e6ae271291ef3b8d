export type { RefusedTarget } from './address/guard.js';
export { outboundOptional, parseAllow } from './address/rule.js';
export { addressTableMarkdown } from './address/table.js';
export { type DecodedBody, decodeBody } from './body/decode-body.js';
export {
  createOutbound,
  type Outbound,
  type OutboundLimits,
  type OutboundRequest,
  openOutbound,
} from './client.js';
export type { OutboundResponse } from './exchange.js';
export { parseTargetUrl } from './target-url.js';
