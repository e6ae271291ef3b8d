/**
 * Deliveries: an event on its way to a webhook, at least once and always under the same id. They wait in Redis, their payloads sealed.
 * Origins take turns, and at an origin the accounts; receivers that were slow have turns of their own: what waits for one that is slow or gone
 * delays nobody else's. `DeliveryWorker` sends them.
 */
import { createHash } from 'node:crypto';
import { type Page, type PageQuery, ServiceError, type WebhookDelivery, type WebhookEvent } from '@toolpress/contract';
import type { Logger, Redis } from '@toolpress/runtime';
import { keys, newId } from '../../shared/keys.js';
import { readPage } from '../../shared/pagination.js';
import { luaScript } from '../../shared/redis-scripts.js';
import type { SecretBox } from '../../shared/secret-box.js';
import { deliveryIdOf, type Webhooks } from './webhooks.js';

const addDelivery = luaScript('delivery-turn', 'add-delivery');
const replayDelivery = luaScript('delivery-turn', 'replay-delivery');
const claimDelivery = luaScript('delivery-turn', 'claim-delivery');
const endDelivery = luaScript('delivery-turn', 'end-delivery');

/** How many of a webhook the log has, the newest. */
const LISTED = 1_000;
/** How many of an account may wait. */
const MOST_DUE = 100_000;
/** Attempts take three days, and what has ended can be sent again for three more. */
const KEPT_MS = 3 * 24 * 3_600_000;
/** An attempt takes half of it. What a gateway that was killed had at work takes room so long. */
const LEASE_MS = 30_000;
/** By a webhook's last attempt; `new` before the first. */
export type Speed = 'quick' | 'new' | 'slow';
/** How many are sent at a time over all gateways, by the speed of their receivers: those that answer never wait for those that do not. */
const MOST: Readonly<Record<Speed, { ofOrigin: number; ofAccount: number }>> = {
  quick: { ofOrigin: 8, ofAccount: 2 },
  new: { ofOrigin: 8, ofAccount: 2 },
  slow: { ofOrigin: 2, ofAccount: 1 },
};
/** An attempt that takes longer was slow, however it ended. */
const SLOW_MS = 5_000;
/** The log shows so many attempts of a delivery, the last ones: it may be replayed at will. */
const ATTEMPTS_SHOWN = 20;
const EVENT_ID = /^[\w-]{1,100}$/;

type Attempt = WebhookDelivery['attempts'][number];

/** One that this process may send. */
export interface ClaimedDelivery {
  readonly accountId: string;
  readonly webhook: string;
  readonly id: string;
  readonly speed: Speed;
  readonly member: string;
  readonly leaseUntil: number;
}

/** What there is to send, and what became of it so far. */
export interface DeliveryState {
  readonly webhook: string;
  readonly eventId: string;
  /** JSON as it is sent. */
  readonly payload: Buffer;
  /** Since it was made or replayed. */
  readonly tries: number;
  readonly attempts: readonly Attempt[];
}

/** `done` is the end of it; `again` is when it is sent once more, epoch milliseconds. */
export type DeliveryOutcome = { done: 'delivered' | 'failed' } | { again: number };

export interface DeliveriesOptions {
  redis: Redis;
  box: SecretBox;
  webhooks: Webhooks;
  logger: Logger;
  /** Epoch milliseconds; the clock's unless given. */
  now?: () => number;
}

export class Deliveries {
  /** Told that there is something to send. */
  onDue: () => void = () => undefined;
  private readonly now: () => number;

  constructor(private readonly options: DeliveriesOptions) {
    this.now = options.now ?? Date.now;
  }

  /** Sends an event to every webhook of the account that wants it. When it is back, the event is kept until it is delivered. */
  async send(accountId: string, { id, type, timestamp, data }: WebhookEvent): Promise<void> {
    for (const { name, events, disabled_at } of await this.options.webhooks.all(accountId)) {
      if (disabled_at !== null || !events.includes(type)) continue;
      await this.add(accountId, name, { id, type, timestamp, data });
    }
  }

  /** Sends an event to one webhook that says nothing but that it works. */
  async sendTest(accountId: string, name: string): Promise<WebhookDelivery> {
    const event = { id: newId('evt'), type: 'webhook.test' as const, timestamp: this.time(), data: { webhook: name } };
    const id = await this.add(accountId, name, event);
    const delivery = await this.find(accountId, name, id);
    if (delivery === undefined) throw new ServiceError('unavailable', 'Too many deliveries of the account wait.');
    return delivery;
  }

  private async add(
    accountId: string,
    webhook: string,
    { id: eventId, ...payload }: Omit<WebhookEvent, 'type'> & { type: WebhookDelivery['type'] },
  ): Promise<string> {
    // What is signed has full stops between its parts.
    if (!EVENT_ID.test(eventId)) throw new Error('the id of an event has other characters than it may have');
    const id = `dlv_${createHash('sha256').update(`${webhook}\n${eventId}`).digest('hex').slice(0, 24)}`;
    const now = this.now();
    const { type, timestamp, data } = payload;
    const sealed = this.options.box.seal(
      Buffer.from(JSON.stringify({ type, timestamp, data })),
      contextOf(accountId, id),
    );
    const fields = { webhook, event_id: eventId, type, status: 'pending', created_at: this.time(), payload: sealed };
    const added = await addDelivery(
      this.options.redis,
      [
        ...[keys.delivery(accountId, id), keys.deliveries(accountId, webhook)],
        ...[keys.dueDeliveries(accountId, webhook), keys.webhooks(accountId)],
      ],
      [
        ...[...placeOf(accountId, webhook, id), now, memberOf(id, now), LISTED, 2 * KEPT_MS, MOST_DUE],
        ...Object.entries({ ...fields, next_attempt_at: now, tries: 0, attempts: '[]' }).flat(),
      ],
    );
    if (added === -1)
      this.options.logger.warn({ accountId, webhook }, 'too many deliveries wait: an event is not sent');
    if (added === 1) this.onDue();
    return id;
  }

  list(accountId: string, webhook: string, query: PageQuery): Promise<Page<WebhookDelivery>> {
    return readPage(this.options.redis, keys.deliveries(accountId, webhook), query, (member) =>
      this.find(accountId, webhook, deliveryIdOf(member)),
    );
  }

  async find(accountId: string, webhook: string, id: string): Promise<WebhookDelivery | undefined> {
    const fields = ['webhook', 'event_id', 'type', 'status', 'created_at', 'next_attempt_at', 'attempts'];
    const [of, event_id, type, status, created_at, next, attempts] = await this.options.redis.hmget(
      keys.delivery(accountId, id),
      ...fields,
    );
    if (of !== webhook || event_id == null || created_at == null) return undefined;
    return {
      ...{
        id,
        event_id,
        type: type as WebhookDelivery['type'],
        status: status as WebhookDelivery['status'],
        created_at,
      },
      next_attempt_at: next ? new Date(Number(next)).toISOString() : null,
      attempts: JSON.parse(attempts ?? '[]') as Attempt[],
    };
  }

  /**
   * Sends a delivery once more, now, under the same id, as often as a new one.
   *
   * @throws ServiceError `delivery_unknown`.
   */
  async replay(accountId: string, webhook: string, id: string): Promise<WebhookDelivery> {
    if ((await this.find(accountId, webhook, id)) === undefined)
      throw new ServiceError('delivery_unknown', `The webhook \`${webhook}\` has no delivery \`${id}\` that is kept.`);
    const touched = [keys.delivery(accountId, id), keys.dueDeliveries(accountId, webhook)];
    await replayDelivery(this.options.redis, touched, [
      ...[...placeOf(accountId, webhook, id), this.now(), 2 * KEPT_MS],
    ]);
    this.onDue();
    const delivery = await this.find(accountId, webhook, id);
    if (delivery === undefined) throw new ServiceError('delivery_unknown', `The delivery \`${id}\` is gone.`);
    return delivery;
  }

  /** @returns one that is due and has room, of a receiver of one of these speeds, to be sent by this process within its lease. */
  async claim(speeds: readonly Speed[]): Promise<ClaimedDelivery | undefined> {
    const leaseUntil = this.now() + LEASE_MS;
    const claimed = (await claimDelivery(
      this.options.redis,
      [keys.workingDeliveries],
      [
        ...[keys.deliveryTurns, keys.ofAccounts, this.now(), leaseUntil],
        ...speeds.flatMap((speed) => [speed, MOST[speed].ofOrigin, MOST[speed].ofAccount]),
      ],
    )) as [accountId: string, webhook: string, id: string, speed: Speed, member: string] | [];
    if (claimed.length === 0) return undefined;
    const [accountId, webhook, id, speed, member] = claimed;
    return { accountId, webhook, id, speed, member, leaseUntil };
  }

  /** @returns undefined when it is gone. @throws SecretUnreadable when the master key of its payload is gone. */
  async read({ accountId, id }: ClaimedDelivery): Promise<DeliveryState | undefined> {
    const { webhook, event_id, payload, tries, attempts } = await this.options.redis.hgetall(
      keys.delivery(accountId, id),
    );
    if (webhook === undefined || event_id === undefined || payload === undefined) return undefined;
    return {
      ...{ webhook, eventId: event_id, payload: this.options.box.open(payload, contextOf(accountId, id)) },
      ...{ tries: Number(tries), attempts: JSON.parse(attempts ?? '[]') as Attempt[] },
    };
  }

  /** @param state undefined where it could not be read. @param attempt that was made; undefined when none was. */
  async end(
    claimed: ClaimedDelivery,
    state: DeliveryState | undefined,
    outcome: DeliveryOutcome,
    attempt?: Attempt,
  ): Promise<void> {
    const { accountId, webhook, id, speed, member, leaseUntil } = claimed;
    const again = 'again' in outcome ? outcome.again : '';
    const made = attempt === undefined ? [] : [attempt];
    const fields = {
      status: 'done' in outcome ? outcome.done : 'pending',
      next_attempt_at: again,
      ...(state && {
        tries: state.tries + made.length,
        attempts: JSON.stringify([...state.attempts, ...made].slice(-ATTEMPTS_SHOWN)),
      }),
    };
    await endDelivery(
      this.options.redis,
      [
        ...[keys.workingDeliveries, keys.delivery(accountId, id)],
        ...[keys.dueDeliveries(accountId, webhook), keys.webhook(accountId, webhook)],
      ],
      [
        ...[...placeOf(accountId, webhook, id), this.now(), member, leaseUntil],
        ...[again, 'done' in outcome ? KEPT_MS : '', attempt ? speedOf(attempt) : '', speed],
        ...Object.entries(fields).flat(),
      ],
    );
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}

const speedOf = ({ duration_ms }: Attempt): Speed => (duration_ms >= SLOW_MS ? 'slow' : 'quick');

/** As the scripts take it that put a webhook in its turn. */
const placeOf = (accountId: string, webhook: string, id: string): string[] => [
  ...[keys.deliveryTurns, keys.ofAccounts, accountId, webhook, id],
];

/** See `deliveryIdOf`. */
const memberOf = (id: string, now: number): string => `${(1e14 - now).toString(36).padStart(10, '0')}:${id}`;

/** A payload sealed for one delivery opens for no other. */
const contextOf = (accountId: string, id: string): string => `${accountId}/${id}`;
