/** Grants: what the holder of an account has allowed an application. */
import { type Grant, MAX_GRANTS, type Page, type PageQuery, type Scope } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Callers, REVOCATION } from '../auth/callers.js';
import { keys } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';

/** A grant as it is stored. */
export interface GrantRecord {
  id: string;
  account_id: string;
  client_id: string;
  client_name: string;
  scope: string;
  resource: string;
  audience: string;
  token_id: string;
  /** The end of that token; empty: never. */
  token_end: string;
  created_at: string;
  /** The hash of the refresh token that is valid. */
  refresh: string;
}

/** A grant that has ended, with its account, for the audit log. */
export type EndedGrant = Pick<GrantRecord, 'id' | 'account_id' | 'client_name'>;

export interface GrantsOptions {
  redis: Redis;
  callers: Pick<Callers, 'invalidate'>;
}

export class Grants {
  constructor(private readonly options: GrantsOptions) {}

  /** Ends a grant with its tokens, effective immediately on every gateway. @returns it; undefined when it does not exist. */
  async revoke(accountId: string, id: string): Promise<EndedGrant | undefined> {
    const { redis, callers } = this.options;
    const record = await this.read(accountId, id);
    if (record === undefined) return undefined;
    await redis
      .multi()
      .del(keys.grant(accountId, id))
      .zrem(keys.grants(accountId), id)
      .hdel(keys.tokenUses(accountId), id)
      .publish(...REVOCATION)
      .exec();
    callers.invalidate();
    return record;
  }

  list(accountId: string, query: PageQuery): Promise<Page<Grant>> {
    return readPage(this.options.redis, keys.grants(accountId), query, (id) => this.find(accountId, id));
  }

  /** Returns whether the account can have one more grant. Forgets those that have ended, when there are many. */
  async hasRoom(accountId: string): Promise<boolean> {
    const { redis } = this.options;
    if ((await redis.zcard(keys.grants(accountId))) < MAX_GRANTS) return true;
    const ids = await redis.zrange(keys.grants(accountId), '0', '-1');
    const ended: string[] = [];
    for (const id of ids) if ((await this.find(accountId, id)) === undefined) ended.push(id);
    if (ended.length > 0)
      await redis
        .multi()
        .del(...ended.map((id) => keys.grant(accountId, id)))
        .zrem(keys.grants(accountId), ...ended)
        .hdel(keys.tokenUses(accountId), ...ended)
        .exec();
    return ids.length - ended.length < MAX_GRANTS;
  }

  /** Returns undefined for a grant that has ended, also with the API token that approved it. */
  private async find(accountId: string, id: string): Promise<Grant | undefined> {
    const { redis } = this.options;
    const record = await this.read(accountId, id);
    if (record === undefined || (await redis.exists(keys.tokenHash(record.token_id))) === 0) return undefined;
    const [life, use] = [await redis.pttl(keys.grant(accountId, id)), await redis.hget(keys.tokenUses(accountId), id)];
    const { client_id, client_name, scope, resource, token_id, created_at } = record;
    return {
      ...{ id, client_id, client_name, scopes: scope.split(' ') as Scope[], resource, token_id, created_at },
      expires_at: new Date(Date.now() + life).toISOString(),
      last_used_at: use === null ? null : new Date(Number(use)).toISOString(),
    };
  }

  async read(accountId: string, id: string): Promise<GrantRecord | undefined> {
    const fields = await this.options.redis.hgetall(keys.grant(accountId, id));
    return fields['id'] === undefined ? undefined : (fields as unknown as GrantRecord);
  }
}
