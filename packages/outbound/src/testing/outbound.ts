/** What the tests of this package share. */
import { type ErrorCode, ServiceError } from '@toolpress/contract';
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

/** A door through which the targets of tests can be reached, and nothing else of this machine. */
export const testOutbound = (options: Partial<OutboundOptions> = {}): Outbound =>
  createOutbound({ allow: [TARGET_ADDRESS], ...options });

interface GetOptions {
  limits?: Partial<OutboundLimits>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export const get = (outbound: Outbound, url: string, { limits, headers = {}, signal }: GetOptions = {}) =>
  outbound.request({ method: 'GET', url, headers }, { ...LIMITS, ...limits }, signal);

/** The ServiceError that a call ends with; anything else, an answer included, fails the test. */
export async function refusal(call: () => unknown): Promise<ServiceError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the call was expected to be refused');
}

/** The code that a call is refused with. */
export const refusalCode = async (call: () => unknown): Promise<ErrorCode> => (await refusal(call)).code;
