/** Sends events to webhooks as Standard Webhooks 1.0 defines: signed, retried with growing delays, not after 410. */
import { createHmac } from 'node:crypto';
import { MAX_DELIVERY_ATTEMPTS, ServiceError, WEBHOOK_TIMEOUT_MS, type WebhookDelivery } from '@toolpress/contract';
import { type Outbound, type OutboundResponse, retryAfterMs } from '@toolpress/outbound';
import { Counter, Histogram, type Logger, type Metrics, reasonOf, SecretUnreadable } from '@toolpress/runtime';
import type { SettingsStore } from '../accounts/settings/settings.js';
import { LeasedQueue } from '../shared/leased-queue.js';
import type { ClaimedDelivery, Deliveries, DeliveryOutcome, DeliveryState, Speed } from './deliveries.js';
import type { Receiver, Webhooks } from './webhooks.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The delays between attempts, three days in total. */
const DELAYS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 18 * HOUR, 22 * HOUR],
];
/** The random share of a delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** The delay when this service could not send. It does not count as an attempt. */
const OWN_FAULT_DELAY_MS = 30 * SECOND;
/** Concurrent attempts per gateway, by the speed of the receiver. Each speed has separate room. */
const ROOM: Readonly<Record<Speed, number>> = { quick: 32, new: 32, slow: 16 };
const SPEEDS = Object.keys(ROOM) as Speed[];
/** The polling interval: other gateways add deliveries, and delayed ones become due. */
const POLL_EVERY_MS = 1_000;

type Attempt = WebhookDelivery['attempts'][number];

export interface DeliveryWorkerOptions {
  deliveries: Deliveries;
  webhooks: Webhooks;
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  metrics: Metrics;
  logger: Logger;
  /** Returns the time in epoch milliseconds. The default is the system clock. */
  now?: () => number;
  /** Returns a number from 0 to 1. The default is `Math.random`. */
  random?: () => number;
}

export class DeliveryWorker {
  private readonly work: LeasedQueue<ClaimedDelivery>;
  private readonly record: ReturnType<typeof attemptMetrics>;
  private readonly now: () => number;

  constructor(private readonly options: DeliveryWorkerOptions) {
    this.now = options.now ?? Date.now;
    this.record = attemptMetrics(options.metrics);
    this.work = new LeasedQueue({
      take: async (running) => [(await this.claim(running)) ?? []].flat(),
      run: (claimed, { signal }) => this.deliver(claimed, signal).catch((error) => this.noteFault(error)),
      pollEveryMs: POLL_EVERY_MS,
    });
    options.deliveries.onDue = () => this.work.wake();
  }

  /** Claims a delivery to a receiver of a speed that has room. */
  private async claim(running: readonly ClaimedDelivery[]): Promise<ClaimedDelivery | undefined> {
    const room = SPEEDS.filter((speed) => running.filter((one) => one.speed === speed).length < ROOM[speed]);
    if (room.length === 0) return undefined;
    return this.options.deliveries.claim(room).catch((error) => {
      this.options.logger.debug({ reason: reasonOf(error) }, 'cannot read deliveries');
      return undefined;
    });
  }

  /** The delivery is retried when its lease expires. */
  private noteFault(error: unknown): void {
    this.options.logger.warn({ reason: reasonOf(error) }, 'cannot store the outcome of a delivery');
  }

  private async deliver(claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const { deliveries, webhooks, logger } = this.options;
    const { accountId } = claimed;
    let state: DeliveryState | undefined;
    let receiver: Receiver | undefined;
    try {
      state = await deliveries.read(claimed);
      receiver = state && (await webhooks.receiver(accountId, state.webhook));
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      logger.warn({ accountId, delivery: claimed.id, reason: error.message }, 'cannot decrypt a delivery');
    }
    if (state === undefined || receiver === undefined || receiver.isDisabled)
      return deliveries.end(claimed, state, { done: 'failed' });
    const { attempt, headers } = await this.send(state, receiver, signal);
    const outcome = this.outcomeOf(state, attempt, headers);
    if (attempt !== undefined) this.record(attempt, outcome);
    await deliveries.end(claimed, state, outcome, attempt);
    if (attempt?.status !== 410) return;
    logger.info({ accountId, webhook: state.webhook }, 'a webhook is disabled: its receiver answered 410');
    await webhooks.disable(accountId, state.webhook);
  }

  /** Returns no attempt when this service, not the receiver, is at fault. */
  private async send(
    { eventId, payload }: DeliveryState,
    { url, secrets }: Receiver,
    signal: AbortSignal,
  ): Promise<{ attempt?: Attempt; headers?: OutboundResponse['headers'] }> {
    const begun = performance.now();
    const at = this.now();
    const seconds = String(Math.floor(at / SECOND));
    const attempt = (status: number | null, error: string | null): Attempt => ({
      ...{ at: new Date(at).toISOString(), status, error },
      duration_ms: Math.round(performance.now() - begun),
    });
    try {
      const { http_request: limits } = await this.options.settings.current();
      const { status, headers } = await this.options.outbound.request(
        {
          method: 'POST',
          url,
          headers: {
            'content-type': 'application/json',
            'webhook-id': eventId,
            'webhook-timestamp': seconds,
            'webhook-signature': secrets.map((secret) => signature(secret, eventId, seconds, payload)).join(' '),
          },
          body: payload,
        },
        {
          ...{ timeoutMs: WEBHOOK_TIMEOUT_MS, maxRedirects: 0, withoutBody: true },
          ...{ maxRequestBytes: payload.length, maxResponseBytes: 0 },
          ...{ blockedHosts: limits.blocked_hosts, allowedHosts: limits.allowed_hosts },
        },
        signal,
      );
      return { attempt: attempt(status, null), headers };
    } catch (error) {
      if (signal.aborted || !(error instanceof ServiceError) || error.code === 'unavailable') return {};
      return { attempt: attempt(null, error.code) };
    }
  }

  private outcomeOf(
    { tries }: DeliveryState,
    attempt: Attempt | undefined,
    headers: OutboundResponse['headers'] = {},
  ): DeliveryOutcome {
    const now = this.now();
    if (attempt === undefined) return { again: now + (this.work.isClosing ? 0 : OWN_FAULT_DELAY_MS) };
    const status = attempt.status ?? 0;
    if (status >= 200 && status < 300) return { done: 'delivered' };
    const delay = DELAYS[tries];
    if (status === 410 || tries + 1 >= MAX_DELIVERY_ATTEMPTS || delay === undefined) return { done: 'failed' };
    const chance = (this.options.random ?? Math.random)();
    const wanted = status === 429 || status === 503 ? (retryAfterMs(headers['retry-after'], now) ?? 0) : 0;
    return { again: Math.round(now + Math.max(delay * (1 - JITTER * chance), Math.min(wanted, MAX_RETRY_AFTER_MS))) };
  }

  /** Aborts running attempts. Another process repeats them, even if the receiver has already accepted them. */
  close(): Promise<void> {
    return this.work.close();
  }
}

/** Returns the signature of `{id}.{timestamp}.{payload}`, as the specification defines. */
function signature(secret: Buffer, id: string, seconds: string, payload: Buffer): string {
  const signed = createHmac('sha256', secret).update(`${id}.${seconds}.`).update(payload);
  return `v1,${signed.digest('base64')}`;
}

const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

function attemptMetrics(registry: Metrics) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'toolpress_webhook_attempts_total',
    help: 'Attempts to deliver events to webhooks, by outcome and by the result from the receiver.',
    labelNames: ['outcome', 'result'],
    registers,
  });
  attempts.inc({ outcome: 'delivered', result: '2xx' }, 0);
  for (const outcome of ['again', 'failed']) attempts.inc({ outcome, result: '5xx' }, 0);
  const duration = new Histogram({
    name: 'toolpress_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver events to webhooks.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  return (attempt: Attempt, outcome: DeliveryOutcome): void => {
    const { duration_ms } = attempt;
    attempts.inc({ outcome: 'done' in outcome ? outcome.done : 'again', result: resultOf(attempt) });
    duration.observe(duration_ms / SECOND);
  };
}

/** Returns the class of an HTTP status, or the code of the error: `target_unreachable`, `deadline_exceeded`, `address_forbidden` … */
const resultOf = ({ status, error }: Attempt): string =>
  status === null ? (error ?? 'none') : `${Math.floor(status / 100)}xx`;
