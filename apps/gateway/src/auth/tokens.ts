/** API tokens. Only the SHA-256 of a secret is stored, and a token is found by it: there is nothing to compare. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type CreatedToken,
  type Page,
  type PageQuery,
  ServiceError,
  type Token,
  type TokenInput,
} from '@toolpress/contract';
import { type Redis, Throttle } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import { keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { type Revocations, revocationOf } from './revocations.js';

/** The authenticated caller. */
export interface Caller {
  accountId: string;
  tokenId: string;
  /** The account's quota; null when it has none. */
  monthlyActions: number | null;
}

/** The last use of a token is noted at most this often. */
const NOTE_USE_EVERY_MS = 60_000;
const MONTH_MS = 30 * 24 * 3_600_000;
/** A subscription that a firewall dropped silently looks alive: nothing is cached for longer than this. */
const CACHE = { max: 10_000, ttl: 2_000 };
/** As `create` makes them: anything else is unknown without a look-up. */
const WELL_FORMED = /^tp_[\w-]{43}$/;

interface TokenRecord {
  id: string;
  account_id: string;
  /** Empty when the token has none. */
  name: string;
  created_at: string;
  /** Empty when it never expires. */
  expires_at: string;
}

/** What is cached of a token and its account. */
interface Known {
  record: TokenRecord;
  monthlyActions: number | null;
  isSuspended: boolean;
}

export class Tokens {
  private readonly uses = new Throttle(NOTE_USE_EVERY_MS);
  /** By the hash of the secret: saves every request a round trip. */
  private readonly cache = new LRUCache<string, Known>(CACHE);
  /** Hashes that belong to no token. They can't become one: a secret is random and known to nobody before it is made. */
  private readonly unknown = new LRUCache<string, true>(CACHE);
  /** Counts invalidations: a record read before one may not be cached after it. */
  private invalidations = 0;

  constructor(
    private readonly redis: Redis,
    private readonly revocations: Revocations,
  ) {
    revocations.onRevoked((hash) => this.invalidate(hash));
  }

  /**
   * Makes a token; its secret is only in the result.
   *
   * @throws ServiceError `invalid_parameter` when it would have expired already.
   */
  async create(accountId: string, input: TokenInput): Promise<CreatedToken> {
    // What is a time of ISO 8601 but none of JavaScript, such as a week, compares as false.
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
        'The account is suspended: ask the operator of this service to resume it. What it keeps is still there.',
      );
    const { id: tokenId, account_id: accountId } = record;
    const note = () => this.redis.hset(keys.tokenUses(accountId), tokenId, Date.now());
    this.uses.run(tokenId, note).catch(() => undefined); // noted by the next use
    return { accountId, tokenId, monthlyActions };
  }

  async find(id: string): Promise<Token | undefined> {
    const hash = await this.redis.get(keys.tokenHash(id));
    const record = hash === null ? undefined : await this.record(hash);
    return record && shown(record, await this.redis.hget(keys.tokenUses(record.account_id), id));
  }

  list(accountId: string, query: PageQuery): Promise<Page<Token>> {
    return readPage(this.redis, keys.accountTokens(accountId), query, (id) => this.find(id));
  }

  /** Revokes a token, effective at once on every gateway. @returns whether there was one with this id. */
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

  /** From the cache where that is safe: Redis answers, revocations are received, and none came while the record was read. */
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
