/**
 * Deliveries of events to webhooks: at least once, and always with the same id. They wait in Redis with encrypted payloads.
 * Origins take turns, and so do the accounts of an origin. Slow receivers have separate turns, so that a slow or unavailable receiver
 * delays no others. `DeliveryWorker` sends the deliveries.
 */
import { createHash } from 'node:crypto';
import { type Page, type PageQuery, ServiceError, type WebhookDelivery, type WebhookEvent } from '@toolpress/contract';
import type { Logger, Redis, SecretBox } from '@toolpress/runtime';
import { keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { objectScript } from '../shared/redis-scripts.js';
import { DELIVERY_TURN, deliveryIdOf, type Webhooks } from './webhooks.js';

const addDelivery = objectScript(...DELIVERY_TURN, 'webhooks/add-delivery');
const replayDelivery = objectScript(...DELIVERY_TURN, 'webhooks/replay-delivery');
const claimDelivery = objectScript<ClaimArguments, string | null>(...DELIVERY_TURN, 'webhooks/claim-delivery');
const endDelivery = objectScript(...DELIVERY_TURN, 'webhooks/end-delivery');

/** The number of deliveries that the log of a webhook keeps. */
const LISTED = 1_000;
/** The largest number of waiting deliveries per account. */
const MOST_DUE = 100_000;
/** Attempts span three days, and an ended delivery can be replayed for three more. */
const KEPT_MS = 3 * 24 * 3_600_000;
/** The lease of an attempt, in milliseconds: twice its timeout. Attempts of a killed gateway take up room until it ends. */
const LEASE_MS = 30_000;
/** The speed of a webhook's last attempt; `new` before the first. */
export type Speed = 'quick' | 'new' | 'slow';
/** Concurrent attempts over all gateways, by the speed of the receiver. Quick receivers never wait for slow ones. */
const MOST: Readonly<Record<Speed, { of_origin: number; of_account: number }>> = {
  quick: { of_origin: 8, of_account: 2 },
  new: { of_origin: 8, of_account: 2 },
  slow: { of_origin: 2, of_account: 1 },
};
/** An attempt of at least this duration, in milliseconds, is slow, whatever its outcome. */
const SLOW_MS = 5_000;
/** The log shows the last attempts only, because a delivery may be replayed any number of times. */
const ATTEMPTS_SHOWN = 20;
const EVENT_ID = /^[\w-]{1,100}$/;

type Attempt = WebhookDelivery['attempts'][number];

/** A delivery that this process may send. */
export interface ClaimedDelivery {
  readonly accountId: string;
  readonly webhook: string;
  readonly id: string;
  readonly speed: Speed;
  readonly member: string;
  readonly leaseUntil: number;
}

/** The content of a delivery and its attempts so far. */
export interface DeliveryState {
  readonly webhook: string;
  readonly eventId: string;
  /** The JSON to send. */
  readonly payload: Buffer;
  /** The number of attempts since the delivery was created or replayed. */
  readonly tries: number;
  readonly attempts: readonly Attempt[];
}

/** `done` ends the delivery. `again` is the time of the next attempt in epoch milliseconds. */
export type DeliveryOutcome = { done: 'delivered' | 'failed' } | { again: number };

export interface DeliveriesOptions {
  redis: Redis;
  box: SecretBox;
  webhooks: Webhooks;
  logger: Logger;
  /** Returns the time in epoch milliseconds. The default is the system clock. */
  now?: () => number;
}

export class Deliveries {
  /** Called when a delivery becomes due. */
  onDue: () => void = () => undefined;
  private readonly now: () => number;

  constructor(private readonly options: DeliveriesOptions) {
    this.now = options.now ?? Date.now;
  }

  /** Queues an event for every webhook of the account that subscribes to it. Resolves when the event is stored. */
  async send(accountId: string, { id, type, timestamp, data }: WebhookEvent): Promise<void> {
    for (const { name, events, disabled_at } of await this.options.webhooks.all(accountId)) {
      if (disabled_at !== null || !events.includes(type)) continue;
      await this.add(accountId, name, { id, type, timestamp, data });
    }
  }

  /** Queues a test event for one webhook. @throws ServiceError `unavailable` when too many deliveries wait. */
  async sendTest(accountId: string, name: string): Promise<WebhookDelivery> {
    const event = { id: newId('evt'), type: 'webhook.test' as const, timestamp: this.time(), data: { webhook: name } };
    const id = await this.add(accountId, name, event);
    const delivery = await this.find(accountId, name, id);
    if (delivery === undefined) throw new ServiceError('unavailable', 'The account has too many waiting deliveries.');
    return delivery;
  }

  private async add(
    accountId: string,
    webhook: string,
    { id: eventId, ...payload }: Omit<WebhookEvent, 'type'> & { type: WebhookDelivery['type'] },
  ): Promise<string> {
    // The signed text separates its parts by full stops.
    if (!EVENT_ID.test(eventId)) throw new Error('the id of an event contains a forbidden character');
    const id = `dlv_${createHash('sha256').update(`${webhook}\n${eventId}`).digest('hex').slice(0, 24)}`;
    const now = this.now();
    const { type, timestamp, data } = payload;
    const sealed = this.options.box.seal(
      Buffer.from(JSON.stringify({ type, timestamp, data })),
      contextOf(accountId, id),
    );
    const fields = { webhook, event_id: eventId, type, status: 'pending', created_at: this.time(), payload: sealed };
    const added = await addDelivery.run(
      this.options.redis,
      [keys.delivery(accountId, id), keys.deliveries(accountId, webhook), keys.webhooks(accountId)],
      {
        ...{ ...turnArguments(accountId, webhook, id, now), member: memberOf(id, now), listed: LISTED },
        ...{ kept_ms: 2 * KEPT_MS, most_due: MOST_DUE },
        fields: Object.entries({ ...fields, next_attempt_at: now, tries: 0, attempts: '[]' }).flat(),
      },
    );
    if (added === -1) this.options.logger.warn({ accountId, webhook }, 'too many deliveries wait; an event is dropped');
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
   * Sends a delivery again now, with the same id and a new set of attempts.
   *
   * @throws ServiceError `delivery_unknown`.
   */
  async replay(accountId: string, webhook: string, id: string): Promise<WebhookDelivery> {
    if ((await this.find(accountId, webhook, id)) === undefined)
      throw new ServiceError(
        'delivery_unknown',
        `The webhook \`${webhook}\` has no delivery \`${id}\`, or it has expired.`,
      );
    const replayed = { ...turnArguments(accountId, webhook, id, this.now()), kept_ms: 2 * KEPT_MS };
    await replayDelivery.run(this.options.redis, [keys.delivery(accountId, id)], replayed);
    this.onDue();
    const delivery = await this.find(accountId, webhook, id);
    if (delivery === undefined) throw new ServiceError('delivery_unknown', `The delivery \`${id}\` has expired.`);
    return delivery;
  }

  /** Returns a due delivery to a receiver of one of these speeds, if a limit allows one. This process must send it within its lease. */
  async claim(speeds: readonly Speed[]): Promise<ClaimedDelivery | undefined> {
    const now = this.now();
    const leaseUntil = now + LEASE_MS;
    const member = await claimDelivery.run(this.options.redis, [keys.workingDeliveries], {
      ...{ turns: keys.deliveryTurns, accounts: keys.ofAccounts, now, lease_until: leaseUntil },
      speeds: speeds.map((name) => ({ name, ...MOST[name] })),
    });
    if (member === null) return undefined;
    const [accountId, webhook, id, speed] = member.split(' ') as [string, string, string, Speed];
    return { accountId, webhook, id, speed, member, leaseUntil };
  }

  /** Returns undefined when the delivery has expired. @throws SecretUnreadable when the master key of its payload is missing. */
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

  /** @param state undefined if it could not be read. @param attempt undefined if no attempt was made. */
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
    await endDelivery.run(
      this.options.redis,
      [keys.workingDeliveries, keys.delivery(accountId, id), keys.webhook(accountId, webhook)],
      {
        ...{
          ...turnArguments(accountId, webhook, id, this.now()),
          member,
          lease_until: leaseUntil,
          previous_speed: speed,
        },
        ...('again' in outcome ? { again: outcome.again } : { kept_ms: KEPT_MS }),
        ...(attempt && { speed: speedOf(attempt) }),
        fields: Object.entries(fields).flat(),
      },
    );
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}

const speedOf = ({ duration_ms }: Attempt): Speed => (duration_ms >= SLOW_MS ? 'slow' : 'quick');

/** The arguments of scripts that queue webhooks for their turn. */
interface TurnsArguments {
  /** Key prefixes. */
  turns: string;
  accounts: string;
  /** The time in epoch milliseconds. */
  now: number;
}

interface ClaimArguments extends TurnsArguments {
  lease_until: number;
  /** The speeds with room in this process, and their limits of concurrent attempts. */
  speeds: readonly { name: Speed; of_origin: number; of_account: number }[];
}

/** The arguments of scripts for one delivery. */
interface TurnArguments extends TurnsArguments {
  account: string;
  webhook: string;
  /** The id of the delivery. */
  id: string;
}

const turnArguments = (account: string, webhook: string, id: string, now: number): TurnArguments => ({
  ...{ turns: keys.deliveryTurns, accounts: keys.ofAccounts, account, webhook, id, now },
});

/** Returns the member of the list of deliveries. See `deliveryIdOf`. */
const memberOf = (id: string, now: number): string => `${(1e14 - now).toString(36).padStart(10, '0')}:${id}`;

/** Binds the ciphertext of a payload to its delivery. */
const contextOf = (accountId: string, id: string): string => `${accountId}/${id}`;
