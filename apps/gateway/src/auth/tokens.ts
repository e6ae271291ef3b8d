/** Creates, lists and revokes API tokens. Only the SHA-256 hash of a secret is stored. */
import {
  type CreatedToken,
  type Page,
  type PageQuery,
  ServiceError,
  type Token,
  type TokenInput,
} from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { AccountData } from '../shared/account-data.js';
import { keys, newId, newToken } from '../shared/keys.js';
import { everyPage, readPage } from '../shared/pagination.js';
import { type Callers, hashOf, REVOCATION, readToken, type TokenRecord } from './callers.js';

const MONTH_MS = 30 * 24 * 3_600_000;
export class Tokens implements AccountData {
  constructor(
    private readonly redis: Redis,
    private readonly callers: Pick<Callers, 'invalidate'>,
  ) {}

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
    const secret = newToken();
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

  async find(id: string): Promise<Token | undefined> {
    const hash = await this.redis.get(keys.tokenHash(id));
    const record = hash === null ? undefined : await readToken(this.redis, hash);
    return record && shown(record, await this.redis.hget(keys.tokenUses(record.account_id), id));
  }

  /** Returns the account of a token. */
  async accountOf(id: string): Promise<string | undefined> {
    const hash = await this.redis.get(keys.tokenHash(id));
    return hash === null ? undefined : (await readToken(this.redis, hash))?.account_id;
  }

  list(accountId: string, query: PageQuery): Promise<Page<Token>> {
    return readPage(this.redis, keys.accountTokens(accountId), query, (id) => this.find(id));
  }

  /** Revokes a token, effective immediately on every gateway. Returns whether it existed. */
  async revoke(id: string): Promise<boolean> {
    const hash = await this.redis.get(keys.tokenHash(id));
    const record = hash === null ? undefined : await readToken(this.redis, hash);
    if (hash === null || record === undefined) return false;
    await this.redis
      .multi()
      .del(keys.token(hash), keys.tokenHash(id))
      .zrem(keys.accountTokens(record.account_id), id)
      .hdel(keys.tokenUses(record.account_id), id)
      .publish(...REVOCATION)
      .exec();
    this.callers.invalidate();
    return true;
  }

  /** Revokes all tokens of an account. */
  async deleteAccount(accountId: string): Promise<void> {
    for await (const ids of everyPage(this.redis, keys.accountTokens(accountId))) {
      for (const id of ids) await this.revoke(id);
    }
  }
}

function shown(record: TokenRecord, lastUse: string | null): Token {
  return {
    id: record.id,
    name: record.name === '' ? null : record.name,
    created_at: record.created_at,
    expires_at: record.expires_at === '' ? null : record.expires_at,
    last_used_at: lastUse === null ? null : new Date(Number(lastUse)).toISOString(),
  };
}
