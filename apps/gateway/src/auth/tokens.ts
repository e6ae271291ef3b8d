/** API tokens. Only the SHA-256 hash of a secret is stored. Tokens are looked up by it, so secrets are never compared. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type CreatedToken,
  type Page,
  type PageQuery,
  ServiceError,
  type Token,
  type TokenInput,
} from '@toolpress/contract';
import {
  KEY_PREFIX,
  type Logger,
  nonQueueingRedis,
  type Redis,
  type RedisAddress,
  Throttle,
  waitUntilReady,
} from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import type { AccountData } from '../shared/account-data.js';
import { keys, newId } from '../shared/keys.js';
import { everyPage, readPage } from '../shared/pagination.js';

/** The authenticated caller. */
export interface Caller {
  accountId: string;
  tokenId: string;
  /** The account's monthly quota of actions; null without a quota. */
  monthlyActions: number | null;
}

/** The interval, in milliseconds, at which the last use of a token is stored. */
const STORE_USE_EVERY_MS = 60_000;
const MONTH_MS = 30 * 24 * 3_600_000;
/** Entries expire soon, because a subscription that a firewall dropped silently still looks alive. */
const CACHE = { max: 10_000, ttl: 2_000 };
/** The format of tokens from `create`. Others are unknown without a lookup. */
const WELL_FORMED = /^tp_[\w-]{43}$/;

interface TokenRecord {
  id: string;
  account_id: string;
  /** Empty when the token has no name. */
  name: string;
  created_at: string;
  /** Empty when the token never expires. */
  expires_at: string;
}

/** A cached token with its account. */
interface Known {
  record: TokenRecord;
  monthlyActions: number | null;
  isSuspended: boolean;
}

export class Tokens implements AccountData {
  private readonly uses = new Throttle(STORE_USE_EVERY_MS);
  /** Tokens by the hash of their secret. Saves a round trip per request. */
  private readonly cache = new LRUCache<string, Known>(CACHE);
  /** Hashes of unknown tokens. They stay unknown, because secrets are random and are not revealed before they are stored. */
  private readonly unknown = new LRUCache<string, true>(CACHE);
  /** The number of invalidations. A record that was read before one must not be cached after it. */
  private invalidations = 0;

  constructor(
    private readonly redis: Redis,
    private readonly revocations: Revocations,
  ) {
    revocations.onRevoked((hash) => this.invalidate(hash));
  }

  /**
   * Creates a token. Only the result contains its secret.
   *
   * @throws ServiceError `invalid_parameter` when `expires_at` is in the past.
   */
  async create(accountId: string, input: TokenInput): Promise<CreatedToken> {
    // JavaScript cannot parse all ISO 8601 times, such as weeks. Comparing NaN is false.
    if (input.expires_at && !(Date.parse(input.expires_at) > Date.now()))
      throw new ServiceError(
        'invalid_parameter',
        `\`expires_at\` must be a time in the future, such as \`${new Date(Date.now() + MONTH_MS).toISOString()}\`.`,
      );
    const secret = `tp_${randomBytes(32).toString('base64url')}`;
    const record: TokenRecord = {
      id: newId('tok'),
      account_id: accountId,
      name: input.name ?? '',
      created_at: new Date().toISOString(),
      expires_at: input.expires_at ?? '',
    };
    await this.redis
      .multi()
      .hset(keys.token(hashOf(secret)), { ...record })
      .set(keys.tokenHash(record.id), hashOf(secret))
      .zadd(keys.accountTokens(accountId), 0, record.id)
      .exec();
    return { ...shown(record, null), token: secret };
  }

  /**
   * @returns the caller with this secret; undefined when it is unknown, expired or revoked.
   * @throws ServiceError `account_suspended`.
   */
  async authenticate(secret: string): Promise<Caller | undefined> {
    if (!WELL_FORMED.test(secret)) return undefined;
    const known = await this.lookUp(hashOf(secret));
    if (known === undefined) return undefined;
    const { record, monthlyActions, isSuspended } = known;
    if (record.expires_at !== '' && Date.parse(record.expires_at) <= Date.now()) return undefined;
    if (isSuspended)
      throw new ServiceError(
        'account_suspended',
        'The account is suspended. Ask the operator of this service to resume it. Its data is kept.',
      );
    const { id: tokenId, account_id: accountId } = record;
    const note = () => this.redis.hset(keys.tokenUses(accountId), tokenId, Date.now());
    this.uses.run(tokenId, note).catch(() => undefined); // the next use is stored
    return { accountId, tokenId, monthlyActions };
  }

  async find(id: string): Promise<Token | undefined> {
    const hash = await this.redis.get(keys.tokenHash(id));
    const record = hash === null ? undefined : await this.record(hash);
    return record && shown(record, await this.redis.hget(keys.tokenUses(record.account_id), id));
  }

  /** Returns the account of a token. */
  async accountOf(id: string): Promise<string | undefined> {
    const hash = await this.redis.get(keys.tokenHash(id));
    return hash === null ? undefined : (await this.record(hash))?.account_id;
  }

  list(accountId: string, query: PageQuery): Promise<Page<Token>> {
    return readPage(this.redis, keys.accountTokens(accountId), query, (id) => this.find(id));
  }

  /** Revokes a token, effective immediately on every gateway. Returns whether it existed. */
  async revoke(id: string): Promise<boolean> {
    const hash = await this.redis.get(keys.tokenHash(id));
    const record = hash === null ? undefined : await this.record(hash);
    if (hash === null || record === undefined) return false;
    await this.redis
      .multi()
      .del(keys.token(hash), keys.tokenHash(id))
      .zrem(keys.accountTokens(record.account_id), id)
      .hdel(keys.tokenUses(record.account_id), id)
      .publish(...revocationOf(hash))
      .exec();
    this.invalidate(hash);
    return true;
  }

  /** Revokes all tokens of an account. */
  async deleteAccount(accountId: string): Promise<void> {
    for await (const ids of everyPage(this.redis, keys.accountTokens(accountId))) {
      for (const id of ids) await this.revoke(id);
    }
  }

  /** Looks up a token. Uses the cache only while Redis answers and revocations are received. Caches no record that was read before one. */
  private async lookUp(hash: string): Promise<Known | undefined> {
    const isSafe = this.revocations.isSubscribed() && this.redis.status === 'ready';
    const cached = isSafe ? this.cache.get(hash) : undefined;
    if (cached !== undefined || this.unknown.has(hash)) return cached;
    const { invalidations } = this;
    const record = await this.record(hash);
    if (record === undefined) {
      this.unknown.set(hash, true);
      return undefined;
    }
    const fields = ['name', 'monthly_actions', 'suspended'];
    const [name, quota, suspended] = await this.redis.hmget(keys.account(record.account_id), ...fields);
    if (name == null) return undefined; // the account is being closed
    const monthlyActions = JSON.parse(quota ?? 'null') as number | null;
    const found: Known = { record, monthlyActions, isSuspended: suspended === 'true' };
    if (isSafe && invalidations === this.invalidations) this.cache.set(hash, found);
    return found;
  }

  private invalidate(hash: string | undefined): void {
    this.invalidations += 1;
    if (hash === undefined) this.cache.clear();
    else this.cache.delete(hash);
  }

  private async record(hash: string): Promise<TokenRecord | undefined> {
    const fields = await this.redis.hgetall(keys.token(hash));
    return fields['id'] === undefined ? undefined : (fields as unknown as TokenRecord);
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function shown(record: TokenRecord, lastUse: string | null): Token {
  return {
    id: record.id,
    name: record.name === '' ? null : record.name,
    created_at: record.created_at,
    expires_at: record.expires_at === '' ? null : record.expires_at,
    last_used_at: lastUse === null ? null : new Date(Number(lastUse)).toISOString(),
  };
}

/** Notifies all gateways immediately when a token is revoked or an account changes, so that they can cache both. */
const CHANNEL = `${KEY_PREFIX}:revoked`;
/** Sent instead of a hash to discard the whole cache. */
const EVERYTHING = '*';

/** Returns the message to publish in the transaction of the change. @param hash of a token's secret; omitted for a changed account. */
export const revocationOf = (hash: string = EVERYTHING): [channel: string, message: string] => [CHANNEL, hash];

export interface Revocations {
  /** Returns whether revocations are received now. If not, cached entries must not be used. */
  isSubscribed(): boolean;
  /** @param listener receives the hash of a revoked token's secret, or undefined when all cached tokens are invalid. */
  onRevoked(listener: (hash: string | undefined) => void): void;
  close(): void;
}

/** Subscribes to revocations, in the background if Redis is unavailable at start. */
export async function subscribeToRevocations(address: RedisAddress, logger: Logger): Promise<Revocations> {
  const redis = nonQueueingRedis(address, 'revocations', logger);
  const listeners: ((hash: string | undefined) => void)[] = [];
  const notify = (hash: string | undefined): void => {
    for (const listener of listeners) listener(hash);
  };
  let subscribed = false;
  const subscribe = async (): Promise<void> => {
    await redis.subscribe(CHANNEL);
    notify(undefined);
    subscribed = true;
  };
  redis.on('message', (_channel, hash) => notify(hash === EVERYTHING ? undefined : hash));
  redis.on('close', () => {
    subscribed = false;
  });
  redis.on('ready', () => {
    subscribe().catch(() => redis.disconnect(true)); // reconnects and retries
  });
  await waitUntilReady(redis);
  return {
    isSubscribed: () => subscribed && redis.status === 'ready',
    onRevoked: (listener) => listeners.push(listener),
    close: () => redis.disconnect(),
  };
}
