/** Sends the requests of one call: within one deadline, and again after failures if the caller wants that. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_RETRY_ON, type Retry, ServiceError } from '@toolpress/contract';
import {
  type Authorize,
  type Outbound,
  type OutboundLimits,
  type OutboundRequest,
  type OutboundResponse,
  retryAfterMs,
} from '@toolpress/outbound';
import type { Credential, Head, TakerOf } from './credential.js';

/** The pauses before further attempts in milliseconds, without `Retry-After`: the first, doubled each time, up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

type OutboundArguments = Parameters<Outbound['request']>;

interface ExchangeOptions {
  outbound: Outbound;
  /** `timeoutMs` is the time of all requests together, with their pauses. */
  limits: OutboundLimits;
  retry?: Retry | undefined;
  credential?: Credential | undefined;
  account: string;
  signal: AbortSignal;
  onRefused: NonNullable<OutboundArguments[3]>;
}

type SentRequest = OutboundRequest & { body?: Buffer };

export class Exchanges {
  /** The requests sent so far, without redirects. */
  attempts = 0;
  /** The bytes of all bodies sent and received so far. */
  sent = 0;
  received = 0;
  private readonly until: number;

  constructor(private readonly options: ExchangeOptions) {
    this.until = performance.now() + options.limits.timeoutMs;
  }

  /** The time that is left in milliseconds. */
  get remainingMs(): number {
    return this.until - performance.now();
  }

  /**
   * Sends a request, and again as `retry` says.
   *
   * @param takerOf returns what takes the body of an answer. Not called for an answer after which the request is sent again.
   * @returns the last answer, whatever its status. One whose `Retry-After` ends after the deadline is the last.
   * @throws ServiceError as `Outbound.request` does.
   */
  async send(request: SentRequest, takerOf: TakerOf = () => undefined): Promise<OutboundResponse> {
    const { signal } = this.options;
    for (let attempt = 1; ; attempt++) {
      let pauseMs: number | undefined;
      const answer = await this.sendOnce(request, (head) => {
        pauseMs = this.pauseAfter(attempt, head);
        return pauseMs === undefined ? takerOf(head) : 'none';
      }).catch((error: unknown) => {
        pauseMs = this.pauseAfterError(attempt, error);
        return undefined;
      });
      if (answer !== undefined && pauseMs === undefined) return answer;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }

  /** Sends one request. All requests of the tool go this way. */
  private async sendOnce(request: SentRequest, takerOf: TakerOf): Promise<OutboundResponse> {
    const { outbound, limits, credential, account, signal, onRefused } = this.options;
    const takes: TakerOf =
      credential === undefined ? takerOf : (head) => credential.taking(takerOf, head, { account, signal });
    const send = async (authorize?: Authorize): Promise<OutboundResponse> => {
      const timeoutMs = Math.max(1, Math.ceil(this.remainingMs));
      this.attempts += 1;
      this.sent += request.body?.length ?? 0;
      const own = { ...limits, timeoutMs, takerOf: takes };
      const answer = await outbound.request({ ...request, authorize }, own, signal, onRefused);
      this.received += answer.body.length;
      return answer;
    };
    return credential === undefined ? send() : this.withinTime((ended) => credential.exchange(send, ended));
  }

  /** Ends the wait for a token at the deadline. Requests end themselves. @throws ServiceError `deadline_exceeded`; what `work` throws. */
  private async withinTime<Result>(work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
    const late = new AbortController();
    const { timeoutMs } = this.options.limits;
    const message = `The connection has no token after ${timeoutMs} ms: its token endpoint has not answered yet.`;
    const end = (): void => late.abort(new ServiceError('deadline_exceeded', message));
    const timer = setTimeout(end, Math.max(1, Math.ceil(this.remainingMs)));
    try {
      return await work(AbortSignal.any([this.options.signal, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the pause after a failure that may pass. @throws the error after which the request is not sent again. */
  private pauseAfterError(attempt: number, error: unknown): number {
    const isPassing =
      error instanceof ServiceError && (error.code === 'target_unreachable' || error.code === 'response_invalid');
    const pauseMs = isPassing ? this.pauseBefore(attempt + 1, undefined) : undefined;
    if (pauseMs === undefined) throw error;
    return pauseMs;
  }

  /** Returns the pause in milliseconds before the request is sent again; undefined for the last answer. */
  private pauseAfter(attempt: number, { status, headers }: Head): number | undefined {
    const { retry } = this.options;
    if (retry === undefined || !(retry.on ?? DEFAULT_RETRY_ON).includes(status)) return undefined;
    return this.pauseBefore(attempt + 1, retryAfterMs(headers['retry-after']));
  }

  private pauseBefore(attempt: number, wantedMs: number | undefined): number | undefined {
    const { retry } = this.options;
    if (retry === undefined || attempt > retry.attempts) return undefined;
    const doubled = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 2));
    // Callers that failed together do not return together.
    const pauseMs = wantedMs ?? doubled * (0.5 + Math.random() / 2);
    return pauseMs < this.remainingMs ? pauseMs : undefined;
  }
}
