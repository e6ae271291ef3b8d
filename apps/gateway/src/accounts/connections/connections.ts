/** Connections of an account. Their tokens lie sealed in Redis; a caller’s use and a change of the master key open them. */
import {
  CONNECTION_SLUG,
  type Connection,
  type ConnectionInput,
  MAX_CONNECTIONS,
  type Page,
  type PageQuery,
  ServiceError,
} from '@toolpress/contract';
import { type Redis, redisScript } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { readPage } from '../../shared/pagination.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';
import { Throttle } from '../../shared/throttle.js';

/** The last use of a connection is noted at most this often. */
const NOTE_USE_EVERY_MS = 60_000;

export class Connections {
  private readonly uses = new Throttle(NOTE_USE_EVERY_MS);

  constructor(
    private readonly redis: Redis,
    private readonly box: SecretBox,
  ) {}

  /**
   * Saves a connection under its slug; what was there before is replaced, its time of creation stays.
   *
   * @throws ServiceError `invalid_parameter` when the account would have too many.
   */
  async save(accountId: string, slug: string, { provider, token, label = null }: ConnectionInput): Promise<Connection> {
    const now = new Date().toISOString();
    const secret = this.box.seal(Buffer.from(token), placeOf(accountId, slug));
    const [created_at, last_used_at = null] = (await save(
      this.redis,
      [keys.connection(accountId, slug), keys.connections(accountId)],
      [slug, provider, label ?? '', secret, now, MAX_CONNECTIONS],
    )) as [created_at?: string, last_used_at?: string | null];
    if (created_at === undefined) throw tooMany();
    return { slug, provider, label, created_at, updated_at: now, last_used_at };
  }

  async find(accountId: string, slug: string): Promise<Connection | undefined> {
    const [provider, label, created_at, updated_at, last_used_at = null] = await this.redis.hmget(
      keys.connection(accountId, slug),
      ...['provider', 'label', 'created_at', 'updated_at', 'last_used_at'],
    );
    if (provider == null || created_at == null || updated_at == null) return undefined;
    return {
      slug,
      provider: provider as Connection['provider'],
      label: label ? label : null,
      created_at,
      updated_at,
      last_used_at,
    };
  }

  list(accountId: string, query: PageQuery): Promise<Page<Connection>> {
    return readPage(this.redis, keys.connections(accountId), query, (slug) => this.find(accountId, slug));
  }

  /** @returns whether there was one of this slug. */
  async remove(accountId: string, slug: string): Promise<boolean> {
    const [[, deleted] = []] =
      (await this.redis.multi().del(keys.connection(accountId, slug)).zrem(keys.connections(accountId), slug).exec()) ??
      [];
    return deleted === 1;
  }

  /**
   * The token of a connection that is about to be used; the use is noted.
   *
   * @param slug any text: what can't be a slug is the slug of no connection.
   * @throws ServiceError `connection_unknown`; `internal` when its master key is gone.
   */
  async tokenOf(accountId: string, slug: string): Promise<string> {
    if (!CONNECTION_SLUG.test(slug)) throw connectionUnknown(slug);
    const key = keys.connection(accountId, slug);
    const [secret, createdAt] = await this.redis.hmget(key, 'secret', 'created_at');
    if (secret == null) throw connectionUnknown(slug);
    const token = this.open(secret, accountId, slug);
    this.uses.run(`${key} ${createdAt}`, () => noteUse(this.redis, [key], [new Date().toISOString()]));
    return token;
  }

  private open(secret: string, accountId: string, slug: string): string {
    try {
      return this.box.open(secret, placeOf(accountId, slug)).toString();
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new ServiceError(
        'internal',
        `The service can’t read the token of the connection \`${slug}\` any more; save the connection again.`,
        { cause: error },
      );
    }
  }
}

/** Where a connection's token lies: sealed for one, it opens for no other. */
export const placeOf = (accountId: string, slug: string): string => `${accountId}/${slug}`;

export const connectionUnknown = (slug: string): ServiceError =>
  new ServiceError('connection_unknown', `The account has no connection \`${slug}\`.`);

const tooMany = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account keeps ${MAX_CONNECTIONS} connections, which is the limit; delete one first.`,
  );

/**
 * KEYS: connection, slugs. ARGV: slug, provider, label, sealed token, now, how many there may be.
 * Returns {time of creation, last use}; nothing when there are too many.
 */
const save = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[6]) then return {} end
redis.call('HSET', KEYS[1], 'provider', ARGV[2], 'label', ARGV[3], 'secret', ARGV[4], 'updated_at', ARGV[5])
redis.call('HSETNX', KEYS[1], 'created_at', ARGV[5])
redis.call('ZADD', KEYS[2], 0, ARGV[1])
return redis.call('HMGET', KEYS[1], 'created_at', 'last_used_at')`);

/** KEYS: connection. ARGV: now. A connection that is gone meanwhile does not come back by this. */
const noteUse = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'last_used_at', ARGV[1]) end`);
