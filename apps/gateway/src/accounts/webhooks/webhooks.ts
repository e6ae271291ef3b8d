/** Webhooks of an account. What signs their events is stored encrypted. */
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
import type { Logger, Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { everyPage, readPage } from '../../shared/pagination.js';
import { luaScript } from '../../shared/redis-scripts.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';
import type { SettingsStore } from '../settings/settings.js';

const saveWebhook = luaScript('delivery-turn', 'save-webhook');
const replaceSecret = luaScript('replace-secret');
const rotateSecret = luaScript('rotate-webhook-secret');

const EVERY_EVENT: EventType[] = ['job.done', 'job.failed', 'batch.done', 'batch.failed'];
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';
/** How long a name is looked up at most when a webhook is saved. */
const LOOKUP_MS = 3_000;

export interface WebhooksOptions {
  redis: Redis;
  box: SecretBox;
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  /** Epoch milliseconds; the clock's unless given. */
  now?: () => number;
}

/** What is needed to send an event. */
export interface Receiver {
  readonly url: string;
  readonly isDisabled: boolean;
  /** In the order in which they are to sign. */
  readonly secrets: readonly Buffer[];
}

export class Webhooks {
  private readonly now: () => number;

  constructor(private readonly options: WebhooksOptions) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Saves a webhook under its name; what was there before is replaced, its secret and its time of creation stay.
   *
   * @returns it, with its secret where that is new.
   * @throws ServiceError `invalid_parameter` for an unusable URL, or when the account would have too many; `address_forbidden` or
   *   `host_forbidden` for one that may not be requested.
   */
  async save(accountId: string, name: string, { url, events = EVERY_EVENT }: WebhookInput): Promise<SavedWebhook> {
    const { redis, outbound, settings, box } = this.options;
    const { origin } = parseTargetUrl(url);
    const { http_request: limits } = await settings.current();
    const hosts = { blockedHosts: limits.blocked_hosts, allowedHosts: limits.allowed_hosts };
    await outbound.check(url, { timeoutMs: LOOKUP_MS, ...hosts });
    const now = this.time();
    const secret = randomBytes(SECRET_BYTES);
    const sealed = box.seal(secret, contextOf(accountId, name));
    const [outcome, created_at = now, until = null] = (await saveWebhook(
      redis,
      [keys.webhook(accountId, name), keys.webhooks(accountId)],
      [
        ...[name, url, origin, JSON.stringify(events), sealed, now, MAX_WEBHOOKS],
        ...[accountId, keys.deliveryTurns, keys.ofAccounts, this.now()],
      ],
    )) as [outcome: 'created' | 'replaced' | 'too many', created_at?: string, until?: string | null];
    await redis.zrem(keys.disabledWebhooks, `${accountId}:${name}`);
    if (outcome === 'too many') {
      throw new ServiceError(
        'invalid_parameter',
        `The account has ${MAX_WEBHOOKS} webhooks, which is the limit; delete one first.`,
      );
    }
    const previous_secret_until = this.ifAhead(until);
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
    const previous_secret_until = this.ifAhead(until);
    return { name, url, events: JSON.parse(events), created_at, updated_at, disabled_at, previous_secret_until };
  }

  list(accountId: string, query: PageQuery): Promise<Page<Webhook>> {
    return readPage(this.options.redis, keys.webhooks(accountId), query, (name) => this.find(accountId, name));
  }

  /** All of an account: they are few. */
  async all(accountId: string): Promise<Webhook[]> {
    const names = await this.options.redis.zrange(keys.webhooks(accountId), 0, '-1');
    const found = await Promise.all(names.map((name) => this.find(accountId, name)));
    return found.filter((webhook) => webhook !== undefined);
  }

  /** Its deliveries go, too: those that wait are not sent. @returns whether there was one of this name. */
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

  /** Gives it another secret; the one that it has signs as well for some hours more. @throws ServiceError `webhook_unknown`. */
  async rotate(accountId: string, name: string): Promise<RotatedWebhook> {
    const secret = randomBytes(SECRET_BYTES);
    const sealed = this.options.box.seal(secret, contextOf(accountId, name));
    const until = new Date(this.now() + ROTATION_HOURS * 3_600_000).toISOString();
    const key = keys.webhook(accountId, name);
    await rotateSecret(this.options.redis, [key], [sealed, until, this.time()]);
    const webhook = await this.find(accountId, name);
    if (webhook === undefined) throw webhookUnknown(name);
    return { ...webhook, secret: shownSecret(secret) };
  }

  /** The receiver wants nothing any more. */
  async disable(accountId: string, name: string): Promise<void> {
    const { redis } = this.options;
    const key = keys.webhook(accountId, name);
    if ((await redis.exists(key)) === 0) return;
    await redis.hset(key, 'disabled_at', this.time());
    await redis.zadd(keys.disabledWebhooks, this.now(), `${accountId}:${name}`);
  }

  /** @throws SecretUnreadable when the master key of its secret is gone. */
  async receiver(accountId: string, name: string): Promise<Receiver | undefined> {
    const fields = ['url', 'disabled_at', 'secret', 'previous_secret', 'previous_secret_until'];
    const key = keys.webhook(accountId, name);
    const [url, disabledAt, secret, previous, until = null] = await this.options.redis.hmget(key, ...fields);
    if (url == null || secret == null) return undefined;
    const sealed = previous != null && this.ifAhead(until) !== null ? [secret, previous] : [secret];
    const secrets = sealed.map((one) => this.options.box.open(one, contextOf(accountId, name)));
    return { url, isDisabled: disabledAt != null, secrets };
  }

  /** As `Connections.reEncryptAll`. */
  async reEncryptAll(logger: Logger, signal: AbortSignal): Promise<ReEncryption> {
    const { redis } = this.options;
    const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
    for await (const accountIds of everyPage(redis, keys.accounts)) {
      for (const accountId of accountIds) {
        signal.throwIfAborted();
        for (const webhook of await redis.zrange(keys.webhooks(accountId), 0, '-1')) {
          for (const field of ['secret', 'previous_secret'] as const) {
            const outcome = await this.reEncrypt(accountId, webhook, field, logger);
            if (outcome !== 'gone') counts[outcome] += 1;
          }
        }
      }
    }
    return counts;
  }

  private async reEncrypt(
    accountId: string,
    webhook: string,
    field: 'secret' | 'previous_secret',
    logger: Logger,
  ): Promise<keyof ReEncryption | 'gone'> {
    const { redis, box } = this.options;
    const key = keys.webhook(accountId, webhook);
    const context = contextOf(accountId, webhook);
    for (;;) {
      const sealed = await redis.hget(key, field);
      if (sealed === null) return 'gone';
      try {
        const secret = box.open(sealed, context);
        if (box.isCurrent(sealed)) return 'current';
        if ((await replaceSecret(redis, [key], [sealed, box.seal(secret, context), field])) === 1)
          return 're_encrypted';
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        logger.warn({ accountId, webhook, reason: error.message }, 'the secret of a webhook can not be read');
        return 'failed';
      }
    }
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }

  private ifAhead(time: string | null): string | null {
    return time !== null && Date.parse(time) > this.now() ? time : null;
  }
}

/** A secret sealed for one webhook opens for no other. */
const contextOf = (accountId: string, name: string): string => `${accountId}/${name}`;

/** Of a member of the list of deliveries, which is sorted by member: the newest comes first. */
export const deliveryIdOf = (member: string): string => member.slice(member.indexOf(':') + 1);

const shownSecret = (secret: Buffer): string => `${SECRET_PREFIX}${secret.toString('base64')}`;

export const webhookUnknown = (name: string): ServiceError =>
  new ServiceError('webhook_unknown', `The account has no webhook \`${name}\`.`);
