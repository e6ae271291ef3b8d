/** The provider of table records: one question, one answer. Asking again is for `attempts.ts`. */
import { type Json, ServiceError } from '@toolpress/contract';
import { decodeBody, type Outbound, type OutboundLimits, type OutboundResponse } from '@toolpress/outbound';
import type { Operation, Outcome, ProviderMetrics } from './metrics.js';
import { providerBroken, providerSilent, quotaUsedUp, translated } from './provider-errors.js';
import { isQuotaFault, type ProviderFault, readFault } from './provider-fault.js';
import { retryAfterMs } from './retry-after.js';

export interface Question<Answer> {
  operation: Operation;
  /** Below the base of the API, encoded, without a slash at its begin. */
  path: string;
  /** The connection's; it goes to the provider and nowhere else. */
  token: string;
  /** Makes the answer of the provider's JSON; undefined when it is not what was asked for. */
  read(json: Json): Answer | undefined;
  /** Asked before more than 64 KiB of the answer are held, see `ExchangeLimits`. */
  roomFor?: NonNullable<OutboundLimits['roomFor']>;
  /** The caller's error for each status that says no. */
  refusals: Readonly<Record<number, (fault: ProviderFault) => ServiceError>>;
}

export type Reply<Answer> =
  | { kind: 'answer'; answer: Answer }
  /** Asking again would be refused again. */
  | { kind: 'refused'; error: ServiceError }
  /** Asking again is for later. */
  | { kind: 'slow down'; waitMs: number }
  /** Asking again may help. */
  | { kind: 'failed'; error: ServiceError };

export interface ProviderOptions {
  /** A door that lets the provider's host through, which the operator chose. */
  outbound: Outbound;
  /** Base of the provider's API, without a slash at its end. */
  apiUrl: string;
  metrics: ProviderMetrics;
}

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

export class Provider {
  private readonly limits: Omit<OutboundLimits, 'timeoutMs'>;

  constructor(private readonly options: ProviderOptions) {
    const { protocol, hostname } = new URL(options.apiUrl);
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

  /**
   * @param timeoutMs from the connection to the last byte.
   * @param signal the caller's.
   * @throws ServiceError `deadline_exceeded`, `response_too_large`, `unavailable`; the signal's reason.
   */
  async ask<Answer>(question: Question<Answer>, timeoutMs: number, signal: AbortSignal): Promise<Reply<Answer>> {
    const begun = performance.now();
    let outcome: Outcome = 'success';
    try {
      const reply = await this.exchange(question, timeoutMs, signal);
      outcome = outcomeOf(reply);
      return reply;
    } catch (error) {
      outcome = signal.aborted ? 'caller_gone' : error instanceof ServiceError ? error.code : 'internal';
      throw error;
    } finally {
      this.options.metrics.asked(question.operation, outcome, (performance.now() - begun) / 1_000);
    }
  }

  private async exchange<Answer>(
    question: Question<Answer>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Reply<Answer>> {
    const { outbound, apiUrl } = this.options;
    const request = {
      method: 'GET' as const,
      url: `${apiUrl}/${question.path}`,
      headers: { authorization: `Bearer ${question.token}`, accept: 'application/json' },
    };
    const { roomFor = () => undefined } = question;
    try {
      return replyOf(await outbound.request(request, { ...this.limits, timeoutMs, roomFor }, signal), question);
    } catch (error) {
      if (signal.aborted || !(error instanceof ServiceError)) throw error;
      if (error.code === 'deadline_exceeded') throw providerSilent(error);
      const fault = translated(error);
      if (fault === undefined) throw error;
      return fault.status === 502 ? { kind: 'failed', error: fault } : { kind: 'refused', error: fault };
    }
  }
}

function replyOf<Answer>(response: OutboundResponse, question: Question<Answer>): Reply<Answer> {
  const { status, headers, body } = response;
  if (status === 200) return answerOf(body, question);
  const fault = readFault(body, question.token);
  if (status === 402 || (status === 429 && isQuotaFault(fault))) return { kind: 'refused', error: quotaUsedUp(fault) };
  if (status === 429) return { kind: 'slow down', waitMs: retryAfterMs(headers['retry-after']) };
  const refuse = question.refusals[status];
  if (refuse !== undefined) return { kind: 'refused', error: refuse(fault) };
  const broken = providerBroken(`it answered with status ${status}`);
  return { kind: status >= 500 ? 'failed' : 'refused', error: broken };
}

function answerOf<Answer>(body: Buffer, question: Question<Answer>): Reply<Answer> {
  const decoded = decodeBody({ headers: { 'content-type': 'application/json' }, body });
  const answer = decoded.bodyEncoding === undefined ? question.read(decoded.body) : undefined;
  if (answer !== undefined) return { kind: 'answer', answer };
  return { kind: 'failed', error: providerBroken('its answer is not what was asked for') };
}

function outcomeOf(reply: Reply<unknown>): Outcome {
  if (reply.kind === 'answer') return 'success';
  return reply.kind === 'slow down' ? 'rate_limited' : reply.error.code;
}
