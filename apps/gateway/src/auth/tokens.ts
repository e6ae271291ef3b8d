/** API tokens. Only the SHA-256 of a secret is kept; a secret is found by its hash, so there is nothing to compare. */
import { createHash, randomBytes } from 'node:crypto';
import type { CreatedToken, Page, PageQuery, Token, TokenInput } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { newId } from '../shared/ids.js';
import { keys } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { announce, type Revocations } from './revocations.js';

/** Who is calling. */
export interface Caller {
  accountId: string;
  tokenId: string;
  /** The account's quota; null when it has none. */
  monthlyActions: number | null;
}

/** The last use of a token is noted at most this often. */
const NOTE_USE_EVERY_MS = 60_000;
const MAX_NOTED = 10_000;
const MAX_REMEMBERED = 10_000;
/** A subscription that a firewall dropped in silence looks alive: memory is not trusted for longer than this. */
const REMEMBER_MS = 2_000;
/** As `create` makes them: anything else is nobody's, without a look. */
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

/** What is remembered of a token and its account. */
interface Known {
  record: TokenRecord;
  monthlyActions: number | null;
}

export class Tokens {
  private readonly noted = new Map<string, number>();
  /** Records by the hash of their secret: they save every request a round trip. */
  private readonly remembered = new Map<string, Known & { readAt: number }>();
  /** Hashes of what is no token, by when Redis said so. A token can't become one: nobody knows it before it is made. */
  private readonly unknown = new Map<string, number>();
  /** Counts what was forgotten: a record that was read before may not be remembered after. */
  private forgotten = 0;

  constructor(
    private readonly redis: Redis,
    private readonly revocations: Revocations,
  ) {
    revocations.onRevoked((hash) => this.forget(hash));
  }

  /** Makes a token; its secret is in the answer and nowhere else. */
  async create(accountId: string, input: TokenInput): Promise<CreatedToken> {
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

  /** @returns whose secret this is; undefined when it is unknown, expired or revoked. */
  async authenticate(secret: string): Promise<Caller | undefined> {
    if (!WELL_FORMED.test(secret)) return undefined;
    const known = await this.recall(hashOf(secret));
    if (known === undefined) return undefined;
    const { record, monthlyActions } = known;
    if (record.expires_at !== '' && Date.parse(record.expires_at) <= Date.now()) return undefined;
    this.noteUse(record);
    return { accountId: record.account_id, tokenId: record.id, monthlyActions };
  }

  list(accountId: string, query: PageQuery): Promise<Page<Token>> {
    return readPage(this.redis, keys.accountTokens(accountId), query, async (id) => {
      const hash = await this.redis.get(keys.tokenHash(id));
      const record = hash === null ? undefined : await this.record(hash);
      return record && shown(record, await this.redis.hget(keys.tokenUses(accountId), id));
    });
  }

  /** Revokes a token, at once and on every gateway. @returns whether there was one of this id. */
  async revoke(id: string): Promise<boolean> {
    const hash = await this.redis.get(keys.tokenHash(id));
    const record = hash === null ? undefined : await this.record(hash);
    if (hash === null || record === undefined) return false;
    await this.redis
      .multi()
      .del(keys.token(hash), keys.tokenHash(id))
      .zrem(keys.accountTokens(record.account_id), id)
      .hdel(keys.tokenUses(record.account_id), id)
      .publish(...announce(hash))
      .exec();
    this.forget(hash);
    return true;
  }

  /** From memory where that is safe: Redis is there, revocations are heard, and none came while the record was read. */
  private async recall(hash: string): Promise<Known | undefined> {
    const isSafe = this.revocations.areHeard() && this.redis.status === 'ready';
    const known = isSafe ? this.remembered.get(hash) : undefined;
    if (known !== undefined && performance.now() - known.readAt < REMEMBER_MS) return known;
    if (performance.now() - (this.unknown.get(hash) ?? -Infinity) < REMEMBER_MS) return undefined;
    const { forgotten } = this;
    const record = await this.record(hash);
    if (record === undefined) {
      if (this.unknown.size >= MAX_REMEMBERED) this.unknown.clear();
      this.unknown.set(hash, performance.now());
      return undefined;
    }
    const quota = await this.redis.hget(keys.account(record.account_id), 'monthly_actions');
    const found: Known = { record, monthlyActions: JSON.parse(quota ?? 'null') as number | null };
    if (isSafe && forgotten === this.forgotten) {
      if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
      this.remembered.set(hash, { ...found, readAt: performance.now() });
    }
    return found;
  }

  private forget(hash: string | undefined): void {
    this.forgotten += 1;
    if (hash === undefined) this.remembered.clear();
    else this.remembered.delete(hash);
  }

  private async record(hash: string): Promise<TokenRecord | undefined> {
    const fields = await this.redis.hgetall(keys.token(hash));
    return fields['id'] === undefined ? undefined : (fields as unknown as TokenRecord);
  }

  /** No request waits for this, and none fails for it. */
  private noteUse({ id, account_id }: TokenRecord): void {
    const now = Date.now();
    if (now - (this.noted.get(id) ?? 0) < NOTE_USE_EVERY_MS) return;
    if (this.noted.size >= MAX_NOTED) this.noted.clear();
    this.noted.set(id, now);
    this.redis.hset(keys.tokenUses(account_id), id, now).catch(() => this.noted.delete(id));
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
