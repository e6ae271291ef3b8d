/** Makes requests to the provider of table records. They wait for the rate limiter, and are repeated after temporary failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, ServiceError } from '@toolpress/contract';
import {
  createOutbound,
  type Outbound,
  type OutboundLimits,
  type OutboundResponse,
  retryAfterMs,
} from '@toolpress/outbound';
import { Counter, Histogram, type Logger, type Metrics, withoutSlash } from '@toolpress/runtime';
import type { BodyOwner, LargeBodies } from '../../api/large-bodies.js';
import {
  isQuotaError,
  type ProviderError,
  providerBroken,
  providerBusy,
  quotaUsedUp,
  readProviderError,
  readServerError,
  translated,
} from './provider-errors.js';
import { type AnswerReader, answerIn, type Carried } from './providers/answers.js';
import { NoSlot, type RateLimiter } from './rate-limiter.js';

export interface ProviderRequest<Answer> {
  operation: 'get_record' | 'whoami';
  /** The encoded path below the base of the API. */
  path: string;
  /** The server of another provider, and the headers that carry the token. The default is the hosted provider. */
  server?: { outbound: Outbound; url: string; headers: Record<string, string> };
  /** The connection's token. It is sent only to the provider. */
  token: string;
  /** The reader of the provider's answer, and the text that it needs. */
  read: AnswerReader<Answer>;
  given?: string;
  /** The account of the call. */
  owner: BodyOwner;
  /** Called before more than 64 KiB of the answer are received, see `OutboundLimits`. */
  roomFor?: NonNullable<OutboundLimits['roomFor']>;
  /** The errors for callers, by the provider's status. */
  errors: Readonly<Record<number, (said: ProviderError) => ServiceError>>;
}

type Reply<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'rate limited'; pauseMs: number }
  | { kind: 'error'; error: ServiceError; isTransient: boolean };

export interface ProviderOptions {
  /** The base URL of the provider's API. */
  apiUrl: string;
  largeBodies: Pick<LargeBodies, 'call'>;
  metrics: Metrics;
  logger: Logger;
}

/** The operator chooses the provider's address, so all addresses are allowed. */
const ALL_ADDRESSES = ['0.0.0.0/0', '::/0'];
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** The minimum time left, in milliseconds, to start another request. */
const SHORTEST_EXCHANGE_MS = 500;
/** The delay in milliseconds before the second attempt after a failure. */
const RETRY_DELAY_MS = 250;

/** Redirects are not followed, so that tokens reach only the host of the connection. */
const SERVER_LIMITS = {
  ...{ allowedHosts: [], blockedHosts: [], maxRedirects: 0, maxRequestBytes: 0 },
  maxResponseBytes: MAX_ANSWER_BYTES,
};

export class Provider {
  private readonly outbound = createOutbound({ allow: ALL_ADDRESSES, allowLocalNames: true });
  private readonly apiUrl: string;
  private readonly largeBodies: ProviderOptions['largeBodies'];
  private readonly metrics: ReturnType<typeof providerMetrics>;
  private readonly limits: Omit<OutboundLimits, 'timeoutMs'>;

  constructor({ apiUrl, largeBodies, metrics, logger }: ProviderOptions) {
    this.largeBodies = largeBodies;
    const { protocol, hostname } = new URL(apiUrl);
    if (protocol === 'http:') logger.warn('TABLEBASE_API_URL is not https: tokens travel to it unencrypted');
    this.apiUrl = withoutSlash(apiUrl);
    this.metrics = providerMetrics(metrics);
    this.limits = {
      // Send tokens only to this host: no other hosts, no redirects.
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
   * Makes a request as soon as the rate limiter allows it. Repeats it until the deadline while the provider's rate limit rejects it, and once
   * when the provider fails.
   *
   * @param limiter the rate limiter of the base.
   * @param timeoutMs the limit for all attempts together.
   * @param signal the caller's signal.
   * @throws ServiceError the request's `errors`; `unavailable` with `Retry-After` when no slot comes before the deadline;
   *   `target_unreachable`, `response_invalid`, `response_too_large`, `deadline_exceeded`; the signal's reason.
   */
  async request<Answer>(
    request: ProviderRequest<Answer>,
    limiter: RateLimiter,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Carried<Answer>> {
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
  ): Promise<Reply<Carried<Answer>>> {
    const { operation } = request;
    return this.measured(operation, signal, () => this.exchange(request, timeoutMs, signal), outcomeOf);
  }

  /** Counts and times an exchange with a server. @param outcomeOf returns the outcome of its result; `success` if it is absent. */
  async measured<Result>(
    operation: ProviderRequest<unknown>['operation'],
    signal: AbortSignal,
    work: () => Promise<Result>,
    outcomeOf: (result: Result) => Outcome = () => 'success',
  ): Promise<Result> {
    const begun = performance.now();
    let outcome: Outcome = 'success';
    try {
      const result = await work();
      outcome = outcomeOf(result);
      return result;
    } catch (error) {
      outcome = signal.aborted ? 'caller_gone' : error instanceof ServiceError ? error.code : 'internal';
      throw error;
    } finally {
      this.metrics.requested({ operation, outcome }, (performance.now() - begun) / 1_000);
    }
  }

  private async exchange<Answer>(
    request: ProviderRequest<Answer>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Reply<Carried<Answer>>> {
    const { roomFor = () => undefined, server } = request;
    const outgoing = {
      method: 'GET' as const,
      url: server ? server.url + request.path : `${this.apiUrl}/${request.path}`,
      headers: { ...(server?.headers ?? { authorization: `Bearer ${request.token}` }), accept: 'application/json' },
    };
    const limits = { ...(server ? SERVER_LIMITS : this.limits), timeoutMs, roomFor };
    try {
      const response = await (server?.outbound ?? this.outbound).request(outgoing, limits, signal);
      return await replyOf(response, request, this.largeBodies);
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof ServiceError)) throw thrown;
      const error = translated(thrown);
      if (error === undefined || error.code === 'deadline_exceeded') throw error ?? thrown;
      return { kind: 'error', error, isTransient: error.status === 502 };
    }
  }
}

function outcomeOf(reply: Reply<unknown>): Outcome {
  if (reply.kind === 'answer') return 'success';
  return reply.kind === 'error' ? reply.error.code : 'rate_limited';
}

async function replyOf<Answer>(
  response: OutboundResponse,
  request: ProviderRequest<Answer>,
  largeBodies: ProviderOptions['largeBodies'],
): Promise<Reply<Carried<Answer>>> {
  const { status, headers, body } = response;
  if (status === 200) {
    const answer = await answerIn(body, request.read, request.given ?? '', largeBodies, request.owner);
    if (answer !== undefined) return { kind: 'answer', answer };
    return { kind: 'error', error: providerBroken('its answer has an unexpected shape'), isTransient: true };
  }
  const said = (request.server ? readServerError : readProviderError)(body, request.token);
  if (status === 402 || (status === 429 && isQuotaError(said))) {
    return { kind: 'error', error: quotaUsedUp(said), isTransient: false };
  }
  if (status === 429) return { kind: 'rate limited', pauseMs: pauseMs(headers['retry-after']) };
  const error = request.errors[status]?.(said);
  if (error !== undefined) return { kind: 'error', error, isTransient: false };
  return { kind: 'error', error: providerBroken(`it answered with status ${status}`), isTransient: status >= 500 };
}

/** The pause without a readable `Retry-After`: the provider's documented penalty. */
const DEFAULT_PAUSE_MS = 30_000;
/** The bounds of a pause. A shorter one would cause the next 429; a longer one is implausible. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Returns how long the provider asks to pause, in milliseconds within bounds.
 *
 * @param header the provider's `Retry-After`. If it is unreadable, the pause is 30 s.
 */
export const pauseMs = (header: string | string[] | undefined): number =>
  Math.min(Math.max(retryAfterMs(header) ?? DEFAULT_PAUSE_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);

/** The outcome of one request to the provider. A closed set, so that no content of callers becomes a label. */
type Outcome = 'success' | 'caller_gone' | ErrorCode;

const DURATION_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WAIT_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

function providerMetrics(registry: Metrics) {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolpress_provider_requests_total',
    help: 'Requests to the provider of table records, by outcome. Each attempt counts.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'toolpress_provider_request_duration_seconds',
    help: 'Duration of one attempt, from the connection to the end of the answer.',
    labelNames: ['operation', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'toolpress_provider_wait_seconds',
    help: 'Time that an attempt waited for its slot in the provider’s rate limit, also without success.',
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
