/** What the tests of this package share. */
import { TARGET_ADDRESS } from '@toolpress/testkit';
import { createOutbound, type Outbound, type OutboundLimits, type OutboundOptions } from '../client.js';

export const LIMITS: OutboundLimits = {
  timeoutMs: 5_000,
  maxRedirects: 5,
  maxRequestBytes: 1_000_000,
  maxResponseBytes: 1_000_000,
  blockedHosts: [],
  allowedHosts: [],
};

/** A client that reaches the test targets and nothing else of this machine. */
export const testOutbound = (options: Partial<OutboundOptions> = {}): Outbound =>
  createOutbound({ allow: [TARGET_ADDRESS], ...options });

interface GetOptions {
  limits?: Partial<OutboundLimits>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export const get = (outbound: Outbound, url: string, { limits, headers = {}, signal }: GetOptions = {}) =>
  outbound.request({ method: 'GET', url, headers }, { ...LIMITS, ...limits }, signal);
