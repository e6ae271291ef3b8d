/** Sends events to webhooks as Standard Webhooks 1.0 says: signed, tried again at growing distances, not after 410. */
import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { MAX_DELIVERY_ATTEMPTS, ServiceError, WEBHOOK_TIMEOUT_MS, type WebhookDelivery } from '@toolpress/contract';
import type { Outbound, OutboundResponse } from '@toolpress/outbound';
import { Counter, Histogram, type Logger, type Metrics, reasonOf } from '@toolpress/runtime';
import { SecretUnreadable } from '../../shared/secret-box.js';
import type { SettingsStore } from '../settings/settings.js';
import type { ClaimedDelivery, Deliveries, DeliveryOutcome, DeliveryState, Speed } from './deliveries.js';
import type { Receiver, Webhooks } from './webhooks.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** From one attempt to the next: three days together. */
const DELAYS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 18 * HOUR, 22 * HOUR],
];
/** Of a delay, at random: those that failed together are not tried again together. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** When this service could not send it, nothing of it counts as an attempt. */
const OWN_FAULT_DELAY_MS = 30 * SECOND;
/** How many a gateway sends at a time, by how quick their receivers were: those that answer have room of their own. */
const ROOM: Readonly<Record<Speed, number>> = { quick: 32, new: 32, slow: 16 };
const SPEEDS = Object.keys(ROOM) as Speed[];
/** Other gateways may have added some, or what was put off is due. */
const LOOK_EVERY_MS = 1_000;

type Attempt = WebhookDelivery['attempts'][number];

export interface DeliveryWorkerOptions {
  deliveries: Deliveries;
  webhooks: Webhooks;
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  metrics: Metrics;
  logger: Logger;
  /** Epoch milliseconds; the clock's unless given. */
  now?: () => number;
  /** From 0 to 1; chance unless given. */
  random?: () => number;
}

export class DeliveryWorker {
  private readonly running = new Map<Promise<void>, Speed>();
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly record: ReturnType<typeof attemptMetrics>;
  private readonly now: () => number;
  private isClaiming = false;
  private wantsMore = false;

  constructor(private readonly options: DeliveryWorkerOptions) {
    this.now = options.now ?? Date.now;
    setMaxListeners(0, this.ending.signal); // each that is under way listens
    this.record = attemptMetrics(options.metrics);
    options.deliveries.onDue = () => this.look();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Sends what is due, as far as there is room; what is under way goes on meanwhile. */
  private look(): void {
    this.wantsMore = true;
    if (this.isClaiming) return;
    this.isClaiming = true;
    this.claimAll()
      .catch((error) => this.options.logger.debug({ reason: reasonOf(error) }, 'deliveries can not be read'))
      .finally(() => {
        this.isClaiming = false;
      });
  }

  private async claimAll(): Promise<void> {
    for (let room = this.room(); this.wantsMore && room.length > 0; room = this.room()) {
      this.wantsMore = false;
      const claimed = await this.options.deliveries.claim(room);
      if (claimed === undefined) continue;
      this.wantsMore = true;
      const work = this.deliver(claimed)
        // Its lease ends, then it is tried again.
        .catch((error) => this.options.logger.warn({ reason: reasonOf(error) }, 'a delivery could not be ended'))
        .finally(() => {
          this.running.delete(work);
          this.look();
        });
      this.running.set(work, claimed.speed);
    }
  }

  /** @returns the speeds of receivers to which it may send one more. */
  private room(): Speed[] {
    if (this.ending.signal.aborted) return [];
    const running = [...this.running.values()];
    return SPEEDS.filter((speed) => running.filter((one) => one === speed).length < ROOM[speed]);
  }

  private async deliver(claimed: ClaimedDelivery): Promise<void> {
    const { deliveries, webhooks, logger } = this.options;
    const { accountId } = claimed;
    let state: DeliveryState | undefined;
    let receiver: Receiver | undefined;
    try {
      state = await deliveries.read(claimed);
      receiver = state && (await webhooks.receiver(accountId, state.webhook));
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      logger.warn({ accountId, delivery: claimed.id, reason: error.message }, 'a delivery can not be read');
    }
    if (state === undefined || receiver === undefined || receiver.isDisabled)
      return deliveries.end(claimed, state, { done: 'failed' });
    const { attempt, headers } = await this.send(state, receiver);
    const outcome = this.outcomeOf(state, attempt, headers);
    if (attempt !== undefined) this.record(attempt, outcome);
    await deliveries.end(claimed, state, outcome, attempt);
    if (attempt?.status !== 410) return;
    logger.info({ accountId, webhook: state.webhook }, 'a webhook is disabled: its receiver answered 410');
    await webhooks.disable(accountId, state.webhook);
  }

  /** @returns no attempt when it is not the receiver's fault that there is no answer. */
  private async send(
    { eventId, payload }: DeliveryState,
    { url, secrets }: Receiver,
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
        this.ending.signal,
      );
      return { attempt: attempt(status, null), headers };
    } catch (error) {
      if (this.ending.signal.aborted || !(error instanceof ServiceError) || error.code === 'unavailable') return {};
      return { attempt: attempt(null, error.code) };
    }
  }

  private outcomeOf(
    { tries }: DeliveryState,
    attempt: Attempt | undefined,
    headers: OutboundResponse['headers'] = {},
  ): DeliveryOutcome {
    const now = this.now();
    if (attempt === undefined) return { again: now + (this.ending.signal.aborted ? 0 : OWN_FAULT_DELAY_MS) };
    const status = attempt.status ?? 0;
    if (status >= 200 && status < 300) return { done: 'delivered' };
    const delay = DELAYS[tries];
    if (status === 410 || tries + 1 >= MAX_DELIVERY_ATTEMPTS || delay === undefined) return { done: 'failed' };
    const chance = (this.options.random ?? Math.random)();
    const wanted = status === 429 || status === 503 ? retryAfter(headers['retry-after'], now) : 0;
    return { again: Math.round(now + Math.max(delay * (1 - JITTER * chance), Math.min(wanted, MAX_RETRY_AFTER_MS))) };
  }

  /** What is under way ends at once, and is sent again by another process: its receiver may have taken it. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort(new ServiceError('unavailable', 'The service is stopping.'));
    await Promise.all(this.running.keys());
  }
}

/** Of `{id}.{timestamp}.{payload}`, as the specification has it. */
function signature(secret: Buffer, id: string, seconds: string, payload: Buffer): string {
  const signed = createHmac('sha256', secret).update(`${id}.${seconds}.`).update(payload);
  return `v1,${signed.digest('base64')}`;
}

/** Seconds or a date (RFC 9110, 10.2.3). @returns milliseconds from now; 0 for what is neither. */
function retryAfter(value: string | string[] | undefined, now: number): number {
  if (typeof value !== 'string') return 0;
  const milliseconds = /^\d{1,9}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
}

const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

function attemptMetrics(registry: Metrics) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'toolpress_webhook_attempts_total',
    help: 'Events sent to webhooks, by what became of them, and by what the receiver did.',
    labelNames: ['outcome', 'result'],
    registers,
  });
  attempts.inc({ outcome: 'delivered', result: '2xx' }, 0);
  for (const outcome of ['again', 'failed']) attempts.inc({ outcome, result: '5xx' }, 0);
  const duration = new Histogram({
    name: 'toolpress_webhook_attempt_duration_seconds',
    help: 'How long receivers of webhooks take.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  return (attempt: Attempt, outcome: DeliveryOutcome): void => {
    const { duration_ms } = attempt;
    attempts.inc({ outcome: 'done' in outcome ? outcome.done : 'again', result: resultOf(attempt) });
    duration.observe(duration_ms / SECOND);
  };
}

/** The class of an HTTP status, or the code of the error: `target_unreachable`, `deadline_exceeded`, `address_forbidden` … */
const resultOf = ({ status, error }: Attempt): string =>
  status === null ? (error ?? 'none') : `${Math.floor(status / 100)}xx`;
