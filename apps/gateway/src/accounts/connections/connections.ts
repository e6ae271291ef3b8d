/** Connections of an account to the provider. Their tokens are stored encrypted. */
import {
  CONNECTION_SLUG,
  type Connection,
  type ConnectionInput,
  MAX_CONNECTIONS,
  type Page,
  type PageQuery,
  type ReEncryption,
  ServiceError,
} from '@toolpress/contract';
import { type Logger, type Redis, Throttle } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { everyPage, readPage } from '../../shared/pagination.js';
import { luaScript } from '../../shared/redis-scripts.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';

/** The last use of a connection is noted at most this often. */
const NOTE_USE_EVERY_MS = 60_000;

const saveConnection = luaScript('save-connection');
const noteUse = luaScript('note-connection-use');
const replaceSecret = luaScript('replace-secret');

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
  async save(accountId: string, slug: string, { provider, token, label }: ConnectionInput): Promise<Connection> {
    const now = new Date().toISOString();
    const secret = this.box.seal(Buffer.from(token), contextOf(accountId, slug));
    const [created_at, last_used_at = null] = (await saveConnection(
      this.redis,
      [keys.connection(accountId, slug), keys.connections(accountId)],
      [slug, provider, label ?? '', secret, now, MAX_CONNECTIONS],
    )) as [created_at?: string, last_used_at?: string | null];
    if (created_at !== undefined)
      return { slug, provider, label: label ?? null, created_at, updated_at: now, last_used_at };
    throw new ServiceError(
      'invalid_parameter',
      `The account keeps ${MAX_CONNECTIONS} connections, which is the limit; delete one first.`,
    );
  }

  async find(accountId: string, slug: string): Promise<Connection | undefined> {
    const fields = ['provider', 'label', 'created_at', 'updated_at', 'last_used_at'];
    const values = await this.redis.hmget(keys.connection(accountId, slug), ...fields);
    const [provider, label, created_at, updated_at, last_used_at = null] = values;
    if (provider == null || created_at == null || updated_at == null) return undefined;
    return {
      ...{ slug, provider: provider as Connection['provider'], label: label || null },
      ...{ created_at, updated_at, last_used_at },
    };
  }

  list(accountId: string, query: PageQuery): Promise<Page<Connection>> {
    return readPage(this.redis, keys.connections(accountId), query, (slug) => this.find(accountId, slug));
  }

  /** @returns whether there was one of this slug. */
  async remove(accountId: string, slug: string): Promise<boolean> {
    const transaction = this.redis.multi().del(keys.connection(accountId, slug));
    const [[, deleted] = []] = (await transaction.zrem(keys.connections(accountId), slug).exec()) ?? [];
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
    const note = () => noteUse(this.redis, [key], [new Date().toISOString()]);
    this.uses.run(`${key} ${createdAt}`, note).catch(() => undefined); // noted by the next use
    return token;
  }

  private open(secret: string, accountId: string, slug: string): string {
    try {
      return this.box.open(secret, contextOf(accountId, slug)).toString();
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new ServiceError(
        'internal',
        `The service can’t read the token of the connection \`${slug}\` any more; save the connection again.`,
        { cause: error },
      );
    }
  }

  /**
   * Encrypts the tokens of all connections of all accounts with the current master key. It can be aborted and started again
   * at any time: each token is replaced in one step, and only if it is still the one that was read.
   */
  async reEncryptAll(logger: Logger, signal: AbortSignal): Promise<ReEncryption> {
    const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
    for await (const accountIds of everyPage(this.redis, keys.accounts)) {
      for (const accountId of accountIds) {
        signal.throwIfAborted();
        for await (const slugs of everyPage(this.redis, keys.connections(accountId))) {
          const outcomes = await Promise.all(slugs.map((slug) => this.reEncrypt(accountId, slug, logger)));
          for (const outcome of outcomes) if (outcome !== 'gone') counts[outcome] += 1;
        }
      }
    }
    return counts;
  }

  private async reEncrypt(accountId: string, slug: string, logger: Logger): Promise<keyof ReEncryption | 'gone'> {
    const key = keys.connection(accountId, slug);
    const context = contextOf(accountId, slug);
    for (;;) {
      const sealed = await this.redis.hget(key, 'secret');
      if (sealed === null) return 'gone';
      try {
        const token = this.box.open(sealed, context);
        if (this.box.isCurrent(sealed)) return 'current';
        const replaced = await replaceSecret(this.redis, [key], [sealed, this.box.seal(token, context), 'secret']);
        if (replaced === 1) return 're_encrypted';
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        logger.warn({ accountId, slug, reason: error.message }, 'the token of a connection can not be read');
        return 'failed';
      }
    }
  }
}

/** A token sealed for one connection opens for no other. */
const contextOf = (accountId: string, slug: string): string => `${accountId}/${slug}`;

export const connectionUnknown = (slug: string): ServiceError =>
  new ServiceError('connection_unknown', `The account has no connection \`${slug}\`.`);
