/** Requests to the provider of table records: they wait for the rate limiter, and are made again where that may help. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, type Json, ServiceError } from '@toolpress/contract';
import { createOutbound, decodeBody, type OutboundLimits, type OutboundResponse } from '@toolpress/outbound';
import { Counter, Histogram, type Logger, type Metrics, withoutSlash } from '@toolpress/runtime';
import {
  isQuotaError,
  type ProviderError,
  providerBroken,
  providerBusy,
  quotaUsedUp,
  readProviderError,
  translated,
} from './provider-errors.js';
import { NoSlot, type RateLimiter } from './rate-limiter.js';

export interface ProviderRequest<Answer> {
  operation: 'get_record' | 'whoami';
  /** Below the base of the API, encoded, without a slash at its begin. */
  path: string;
  /** The connection's; it goes to the provider and nowhere else. */
  token: string;
  /** Makes the answer of the provider's JSON; undefined when it is not what was asked for. */
  read(json: Json): Answer | undefined;
  /** Called before more than 64 KiB of the answer are held, see `OutboundLimits`. */
  roomFor?: NonNullable<OutboundLimits['roomFor']>;
  /** The caller's error for statuses of the provider. */
  errors: Readonly<Record<number, (said: ProviderError) => ServiceError>>;
}

type Reply<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'rate limited'; pauseMs: number }
  | { kind: 'error'; error: ServiceError; isTransient: boolean };

export interface ProviderOptions {
  /** Base of the provider's API. */
  apiUrl: string;
  metrics: Metrics;
  logger: Logger;
}

/** The provider's address is the operator's choice, and no caller's. */
const ALL_ADDRESSES = ['0.0.0.0/0', '::/0'];
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** A request that starts later than this before the deadline is not worth starting. */
const SHORTEST_EXCHANGE_MS = 500;
/** A provider that failed gets a moment before the second try. */
const RETRY_DELAY_MS = 250;

export class Provider {
  private readonly outbound = createOutbound({ allow: ALL_ADDRESSES, allowLocalNames: true });
  private readonly apiUrl: string;
  private readonly metrics: ReturnType<typeof providerMetrics>;
  private readonly limits: Omit<OutboundLimits, 'timeoutMs'>;

  constructor({ apiUrl, metrics, logger }: ProviderOptions) {
    const { protocol, hostname } = new URL(apiUrl);
    if (protocol === 'http:') logger.warn('TABLEBASE_API_URL is not https: tokens travel to it unencrypted');
    this.apiUrl = withoutSlash(apiUrl);
    this.metrics = providerMetrics(metrics);
    this.limits = {
      // Tokens go to this host, and nowhere that it may point to.
      allowedHosts: [hostname],
      blockedHosts: [],
      maxRedirects: 0,
      httpsOnly: protocol === 'https:',
      maxRequestBytes: 0,
      maxResponseBytes: MAX_ANSWER_BYTES,
    };
  }

  close(): void {
    this.outbound.close();
  }

  /**
   * Makes a request when the rate limiter lets it; again as often as the provider says "later" and the deadline lets it, and once
   * when the provider fails.
   *
   * @param limiter of the base that is read.
   * @param timeoutMs for everything together.
   * @param signal the caller's.
   * @throws ServiceError the request's `errors`; `unavailable` with `Retry-After` when no slot comes before the deadline;
   *   `target_unreachable`, `response_invalid`, `response_too_large`, `deadline_exceeded`; the signal's reason.
   */
  async request<Answer>(
    request: ProviderRequest<Answer>,
    limiter: RateLimiter,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const deadline = performance.now() + timeoutMs;
    const left = (): number => Math.max(1, deadline - performance.now());
    let hasFailed = false;
    for (;;) {
      const release = await this.acquire(limiter, left() - SHORTEST_EXCHANGE_MS, signal);
      const reply = await this.attempt(request, left(), signal).finally(release);
      if (reply.kind === 'answer') {
        limiter.grant();
        return reply.answer;
      }
      if (reply.kind === 'rate limited') {
        await limiter.pause(reply.pauseMs);
        continue;
      }
      if (!reply.isTransient || hasFailed || left() < RETRY_DELAY_MS + SHORTEST_EXCHANGE_MS) throw reply.error;
      hasFailed = true;
      await sleep(RETRY_DELAY_MS, undefined, { signal });
    }
  }

  private async acquire(limiter: RateLimiter, withinMs: number, signal: AbortSignal): Promise<() => void> {
    const { metrics } = this;
    const begun = performance.now();
    const waited = (): number => (performance.now() - begun) / 1_000;
    try {
      const release = await limiter.acquire(withinMs, signal);
      metrics.waited('slot', waited());
      return release;
    } catch (error) {
      metrics.waited(error instanceof NoSlot ? 'no_slot' : 'broken_off', waited());
      throw error instanceof NoSlot ? providerBusy(error.afterMs) : error;
    }
  }

  private async attempt<Answer>(
    request: ProviderRequest<Answer>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Reply<Answer>> {
    const begun = performance.now();
    let outcome: Outcome = 'success';
    try {
      const reply = await this.exchange(request, timeoutMs, signal);
      if (reply.kind !== 'answer') outcome = reply.kind === 'error' ? reply.error.code : 'rate_limited';
      return reply;
    } catch (error) {
      outcome = signal.aborted ? 'caller_gone' : error instanceof ServiceError ? error.code : 'internal';
      throw error;
    } finally {
      this.metrics.requested({ operation: request.operation, outcome }, (performance.now() - begun) / 1_000);
    }
  }

  private async exchange<Answer>(
    request: ProviderRequest<Answer>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Reply<Answer>> {
    const outgoing = {
      method: 'GET' as const,
      url: `${this.apiUrl}/${request.path}`,
      headers: { authorization: `Bearer ${request.token}`, accept: 'application/json' },
    };
    const { roomFor = () => undefined } = request;
    try {
      return replyOf(await this.outbound.request(outgoing, { ...this.limits, timeoutMs, roomFor }, signal), request);
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof ServiceError)) throw thrown;
      const error = translated(thrown);
      if (error === undefined || error.code === 'deadline_exceeded') throw error ?? thrown;
      return { kind: 'error', error, isTransient: error.status === 502 };
    }
  }
}

function replyOf<Answer>(response: OutboundResponse, request: ProviderRequest<Answer>): Reply<Answer> {
  const { status, headers, body } = response;
  if (status === 200) {
    const { body: json, bodyEncoding } = decodeBody({ headers: { 'content-type': 'application/json' }, body });
    const answer = bodyEncoding === undefined ? request.read(json) : undefined;
    if (answer !== undefined) return { kind: 'answer', answer };
    return { kind: 'error', error: providerBroken('its answer is not what was asked for'), isTransient: true };
  }
  const said = readProviderError(body, request.token);
  if (status === 402 || (status === 429 && isQuotaError(said))) {
    return { kind: 'error', error: quotaUsedUp(said), isTransient: false };
  }
  if (status === 429) return { kind: 'rate limited', pauseMs: retryAfterMs(headers['retry-after']) };
  const error = request.errors[status]?.(said);
  if (error !== undefined) return { kind: 'error', error, isTransient: false };
  return { kind: 'error', error: providerBroken(`it answered with status ${status}`), isTransient: status >= 500 };
}

/** The provider's penalty, where it does not say. */
const DEFAULT_PAUSE_MS = 30_000;
/** A shorter pause would only bring the next 429, a longer one is not believed. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Reads `Retry-After`: seconds or a date (RFC 9110, section 10.2.3).
 *
 * @returns milliseconds from now, within bounds; the provider's penalty of 30 s when there is nothing to be read.
 */
export function retryAfterMs(header: string | string[] | undefined): number {
  const text = (typeof header === 'string' ? header : '').trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/** How one request to the provider ended: a closed set, so that nothing of a caller's becomes a label. */
type Outcome = 'success' | 'caller_gone' | ErrorCode;

const DURATION_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WAIT_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

function providerMetrics(registry: Metrics) {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolpress_provider_requests_total',
    help: 'Requests to the provider of table records, each attempt, by how they ended.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'toolpress_provider_request_duration_seconds',
    help: 'One attempt: from the connection to the end of the answer.',
    labelNames: ['operation', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'toolpress_provider_wait_seconds',
    help: 'How long an attempt waited for its slot in the provider’s rate limit: until it had it, or gave up.',
    labelNames: ['outcome'],
    buckets: WAIT_BUCKETS,
    registers,
  });
  return {
    requested(labels: { operation: string; outcome: Outcome }, seconds: number): void {
      requests.inc(labels);
      duration.observe(labels, seconds);
    },
    waited(outcome: 'slot' | 'no_slot' | 'broken_off', seconds: number): void {
      waits.observe({ outcome }, seconds);
    },
  };
}
