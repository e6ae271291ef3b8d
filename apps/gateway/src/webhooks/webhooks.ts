/** Webhooks of an account. Their signing secrets are stored encrypted. */
import { randomBytes } from 'node:crypto';
import {
  type EventType,
  MAX_WEBHOOKS,
  type Page,
  type PageQuery,
  type ReEncryption,
  ROTATION_HOURS,
  type RotatedWebhook,
  type SavedWebhook,
  ServiceError,
  type Webhook,
  type WebhookInput,
} from '@toolpress/contract';
import { type Outbound, parseTargetUrl } from '@toolpress/outbound';
import type { Logger, Redis, SecretBox } from '@toolpress/runtime';
import type { SettingsStore } from '../accounts/settings/settings.js';
import { checkAddress } from '../shared/address-check.js';
import { keys } from '../shared/keys.js';
import { everyPage, readPage } from '../shared/pagination.js';
import { reEncrypt } from '../shared/re-encrypt.js';
import { objectScript } from '../shared/redis-scripts.js';

/** The scripts that queue webhooks for their turn. */
export const DELIVERY_TURN = ['shared/leased-queue', 'webhooks/delivery-turn'] as const;

const saveWebhook = objectScript(...DELIVERY_TURN, 'webhooks/save-webhook');
const rotateSecret = objectScript<{ secret: string; previous_until: string; now: string }>(
  'webhooks/rotate-webhook-secret',
);

const EVERY_EVENT: EventType[] = ['job.done', 'job.failed', 'batch.done', 'batch.failed'];
/** The length of a secret. Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';
export interface WebhooksOptions {
  redis: Redis;
  box: SecretBox;
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  /** Returns the time in epoch milliseconds. The default is the system clock. */
  now?: () => number;
}

/** The receiver of a webhook's events. */
export interface Receiver {
  readonly url: string;
  readonly isDisabled: boolean;
  /** The signing secrets, the current one first. */
  readonly secrets: readonly Buffer[];
}

export class Webhooks {
  private readonly now: () => number;

  constructor(private readonly options: WebhooksOptions) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Creates or replaces a webhook. A replaced one keeps its secret and creation time.
   *
   * @returns the webhook, with its secret if it is new.
   * @throws ServiceError `invalid_parameter` for an unusable URL or too many webhooks; `address_forbidden` or `host_forbidden` for a
   *   URL that must not be requested.
   */
  async save(accountId: string, name: string, { url, events = EVERY_EVENT }: WebhookInput): Promise<SavedWebhook> {
    const { redis, box } = this.options;
    const { origin } = parseTargetUrl(url);
    await checkAddress(this.options, url);
    const now = this.time();
    const secret = randomBytes(SECRET_BYTES);
    const sealed = box.seal(secret, contextOf(accountId, name));
    const [outcome, created_at = now, until = null] = (await saveWebhook.run(
      redis,
      [keys.webhook(accountId, name), keys.webhooks(accountId)],
      {
        ...{ name, url, origin, events: JSON.stringify(events), secret: sealed, updated_at: now, most: MAX_WEBHOOKS },
        ...{ account: accountId, turns: keys.deliveryTurns, accounts: keys.ofAccounts, now: this.now() },
      },
    )) as [outcome: 'created' | 'replaced' | 'too many', created_at?: string, until?: string | null];
    await redis.zrem(keys.disabledWebhooks, `${accountId}:${name}`);
    if (outcome === 'too many') {
      throw new ServiceError(
        'invalid_parameter',
        `The account has reached the limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`,
      );
    }
    const previous_secret_until = this.ifInFuture(until);
    const webhook = { name, url, events, created_at, updated_at: now, disabled_at: null, previous_secret_until };
    return outcome === 'created' ? { ...webhook, secret: shownSecret(secret) } : webhook;
  }

  async find(accountId: string, name: string): Promise<Webhook | undefined> {
    const key = keys.webhook(accountId, name);
    const fields = ['url', 'events', 'created_at', 'updated_at', 'disabled_at', 'previous_secret_until'];
    const [url, events, created_at, updated_at, disabled_at = null, until = null] = await this.options.redis.hmget(
      key,
      ...fields,
    );
    if (url == null || events == null || created_at == null || updated_at == null) return undefined;
    const previous_secret_until = this.ifInFuture(until);
    return { name, url, events: JSON.parse(events), created_at, updated_at, disabled_at, previous_secret_until };
  }

  list(accountId: string, query: PageQuery): Promise<Page<Webhook>> {
    return readPage(this.options.redis, keys.webhooks(accountId), query, (name) => this.find(accountId, name));
  }

  /** Returns all webhooks of an account. There are few. */
  async all(accountId: string): Promise<Webhook[]> {
    const names = await this.options.redis.zrange(keys.webhooks(accountId), 0, '-1');
    const found = await Promise.all(names.map((name) => this.find(accountId, name)));
    return found.filter((webhook) => webhook !== undefined);
  }

  /** Deletes a webhook with its deliveries; waiting ones are not sent. Returns whether the webhook existed. */
  async remove(accountId: string, name: string): Promise<boolean> {
    const listed = await this.options.redis.zrange(keys.deliveries(accountId, name), 0, '-1');
    const transaction = this.options.redis
      .multi()
      .unlink(keys.webhook(accountId, name), ...listed.map((member) => keys.delivery(accountId, deliveryIdOf(member))))
      .zrem(keys.webhooks(accountId), name)
      .unlink(keys.deliveries(accountId, name), keys.dueDeliveries(accountId, name))
      .zrem(keys.disabledWebhooks, `${accountId}:${name}`);
    const [[, deleted] = []] = (await transaction.exec()) ?? [];
    return Number(deleted) > 0;
  }

  /** Creates a new secret. The previous one also signs for {@link ROTATION_HOURS}. @throws ServiceError `webhook_unknown`. */
  async rotate(accountId: string, name: string): Promise<RotatedWebhook> {
    const secret = randomBytes(SECRET_BYTES);
    const sealed = this.options.box.seal(secret, contextOf(accountId, name));
    const until = new Date(this.now() + ROTATION_HOURS * 3_600_000).toISOString();
    const key = keys.webhook(accountId, name);
    await rotateSecret.run(this.options.redis, [key], { secret: sealed, previous_until: until, now: this.time() });
    const webhook = await this.find(accountId, name);
    if (webhook === undefined) throw webhookUnknown(name);
    return { ...webhook, secret: shownSecret(secret) };
  }

  /** Disables a webhook whose receiver wants no more events. */
  async disable(accountId: string, name: string): Promise<void> {
    const { redis } = this.options;
    const key = keys.webhook(accountId, name);
    if ((await redis.exists(key)) === 0) return;
    await redis.hset(key, 'disabled_at', this.time());
    await redis.zadd(keys.disabledWebhooks, this.now(), `${accountId}:${name}`);
  }

  /** Returns the receiver. @throws SecretUnreadable when the master key of its secret is missing. */
  async receiver(accountId: string, name: string): Promise<Receiver | undefined> {
    const fields = ['url', 'disabled_at', 'secret', 'previous_secret', 'previous_secret_until'];
    const key = keys.webhook(accountId, name);
    const [url, disabledAt, secret, previous, until = null] = await this.options.redis.hmget(key, ...fields);
    if (url == null || secret == null) return undefined;
    const sealed = previous != null && this.ifInFuture(until) !== null ? [secret, previous] : [secret];
    const secrets = sealed.map((one) => this.options.box.open(one, contextOf(accountId, name)));
    return { url, isDisabled: disabledAt != null, secrets };
  }

  /** Encrypts all secrets with the current master key. See `Connections.reEncryptAll`. */
  async reEncryptAll(logger: Logger, signal: AbortSignal): Promise<ReEncryption> {
    const { redis } = this.options;
    const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
    for await (const accountIds of everyPage(redis, keys.accounts)) {
      for (const accountId of accountIds) {
        signal.throwIfAborted();
        for (const webhook of await redis.zrange(keys.webhooks(accountId), 0, '-1')) {
          for (const field of ['secret', 'previous_secret'] as const) {
            const key = keys.webhook(accountId, webhook);
            const secret = { key, field, context: contextOf(accountId, webhook) };
            const outcome = await reEncrypt(redis, this.options.box, secret, (reason) =>
              logger.warn({ accountId, webhook, reason }, 'cannot decrypt the secret of a webhook'),
            );
            if (outcome !== 'gone') counts[outcome] += 1;
          }
        }
      }
    }
    return counts;
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }

  private ifInFuture(time: string | null): string | null {
    return time !== null && Date.parse(time) > this.now() ? time : null;
  }
}

/** Binds the ciphertext of a secret to its webhook. */
const contextOf = (accountId: string, name: string): string => `${accountId}/${name}`;

/** Returns the id in a member of the list of deliveries. Members sort with the newest delivery first. */
export const deliveryIdOf = (member: string): string => member.slice(member.indexOf(':') + 1);

const shownSecret = (secret: Buffer): string => `${SECRET_PREFIX}${secret.toString('base64')}`;

export const webhookUnknown = (name: string): ServiceError =>
  new ServiceError('webhook_unknown', `The account has no webhook \`${name}\`.`);
