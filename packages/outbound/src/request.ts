import type { HttpMethod } from '@toolpress/contract';
import type { ExchangeLimits } from './exchange/exchange.js';

/** What one request may take. */
export interface OutboundLimits extends ExchangeLimits {
  /** From the call to the last byte of the body: look-ups, redirects and everything between. */
  readonly timeoutMs: number;
  readonly maxRequestBytes: number;
  /** Hosts that are refused: `host.example`, `*.host.example` for every name below it, or an address. */
  readonly blockedHosts: readonly string[];
  /** When not empty, the only hosts that are allowed. */
  readonly allowedHosts: readonly string[];
}

export interface OutboundRequest {
  readonly method: HttpMethod;
  readonly url: string;
  /** Name to value, one line of Latin-1 each. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as it is; the caller's `content-type` says what it is. Not with GET. */
  readonly body?: Buffer | string;
}
