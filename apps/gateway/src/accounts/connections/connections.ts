/** Connections of an account to the provider. Their tokens are stored encrypted. */
import {
  CONNECTION_SLUG,
  type Connection,
  type ConnectionInput,
  MAX_CONNECTIONS,
  type Page,
  type PageQuery,
  type ProviderName,
  type ReEncryption,
  ServiceError,
} from '@toolpress/contract';
import { NamedHosts } from '@toolpress/outbound';
import { type Logger, type Redis, Throttle } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { everyPage, readPage } from '../../shared/pagination.js';
import { reEncrypt } from '../../shared/re-encrypt.js';
import { objectScript } from '../../shared/redis-scripts.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';
import { serverUrl } from './server-url.js';

/** The interval, in milliseconds, at which the last use of a connection is stored. */
const RECORD_USE_EVERY_MS = 60_000;

const saveConnection = objectScript('accounts/connections/save-connection');
const recordUse = objectScript<{ now: string }>('accounts/connections/note-connection-use');

/** A connection with its token in plain text. */
export interface OpenConnection {
  slug: string;
  provider: ProviderName;
  token: string;
  /** The address of the server; empty for `tablebase`. */
  url: string;
  tables?: readonly string[];
}

export class Connections {
  private readonly uses = new Throttle(RECORD_USE_EVERY_MS);

  constructor(
    private readonly redis: Redis,
    private readonly box: SecretBox,
    /** The hosts that connections may name. The default is none. */
    private readonly hosts: NamedHosts = new NamedHosts([]),
  ) {}

  /**
   * Creates or replaces a connection. A replaced one keeps its creation time.
   *
   * @throws ServiceError `invalid_parameter` when the account has too many connections, or for an unusable `url` or `tables`;
   *   `host_forbidden`.
   */
  async save(accountId: string, slug: string, input: ConnectionInput): Promise<Connection> {
    const { provider = 'tablebase', token, label, tables } = input;
    const url = serverUrl(provider, input.url, this.hosts);
    if (tables !== undefined && provider !== 'postgres')
      throw new ServiceError('invalid_parameter', '`tables` is allowed only with the provider `postgres`.');
    const now = new Date().toISOString();
    const secret = this.box.seal(Buffer.from(token), contextOf(accountId, slug, url));
    const [created_at, last_used_at = null] = (await saveConnection.run(
      this.redis,
      [keys.connection(accountId, slug), keys.connections(accountId)],
      {
        ...{ slug, provider, label: label ?? '', url, tables: tables ? JSON.stringify(tables) : '' },
        ...{ secret, now, most: MAX_CONNECTIONS },
      },
    )) as [created_at?: string, last_used_at?: string | null];
    if (created_at !== undefined)
      return {
        ...{ slug, provider, label: label ?? null, created_at, updated_at: now, last_used_at },
        ...serverOf(url, tables && JSON.stringify(tables)),
      };
    throw new ServiceError(
      'invalid_parameter',
      `The account has reached the limit of ${MAX_CONNECTIONS} connections. Delete one first.`,
    );
  }

  async find(accountId: string, slug: string): Promise<Connection | undefined> {
    const fields = ['provider', 'label', 'created_at', 'updated_at', 'last_used_at', 'url', 'tables'];
    const values = await this.redis.hmget(keys.connection(accountId, slug), ...fields);
    const [provider, label, created_at, updated_at, last_used_at = null, url, tables] = values;
    if (provider == null || created_at == null || updated_at == null) return undefined;
    return {
      ...{ slug, provider: provider as Connection['provider'], label: label || null },
      ...{ created_at, updated_at, last_used_at },
      ...serverOf(url, tables),
    };
  }

  list(accountId: string, query: PageQuery): Promise<Page<Connection>> {
    return readPage(this.redis, keys.connections(accountId), query, (slug) => this.find(accountId, slug));
  }

  /** Deletes a connection. Returns whether it existed. */
  async remove(accountId: string, slug: string): Promise<boolean> {
    const transaction = this.redis.multi().del(keys.connection(accountId, slug));
    const [[, deleted] = []] = (await transaction.zrem(keys.connections(accountId), slug).exec()) ?? [];
    return deleted === 1;
  }

  /**
   * Returns a connection with its token and records its use.
   *
   * @param slug any text; an invalid slug is an unknown one.
   * @param check called before the token is decrypted and its use recorded. It may throw.
   * @throws ServiceError `connection_unknown`; the errors of `check`; `internal` when the master key of the token is missing.
   */
  async open(
    accountId: string,
    slug: string,
    check: (server: Omit<OpenConnection, 'token'>) => void = () => undefined,
  ): Promise<OpenConnection> {
    if (!CONNECTION_SLUG.test(slug)) throw connectionUnknown(slug);
    const key = keys.connection(accountId, slug);
    const fields = ['secret', 'created_at', 'provider', 'url', 'tables'];
    const [secret, createdAt, provider, url, tables] = await this.redis.hmget(key, ...fields);
    if (secret == null) throw connectionUnknown(slug);
    const server = { slug, provider: provider as ProviderName, url: '', ...serverOf(url, tables) };
    check(server);
    const token = this.decrypt(secret, accountId, slug, url ?? '');
    const record = () => recordUse.run(this.redis, [key], { now: new Date().toISOString() });
    this.uses.run(`${key} ${createdAt}`, record).catch(() => undefined); // the next use is recorded
    return { ...server, token };
  }

  private decrypt(secret: string, accountId: string, slug: string, url: string): string {
    try {
      return this.box.open(secret, contextOf(accountId, slug, url)).toString();
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new ServiceError(
        'internal',
        `The service can no longer decrypt the token of the connection \`${slug}\`. Save the connection again.`,
        { cause: error },
      );
    }
  }

  /**
   * Encrypts the tokens of all connections of all accounts with the current master key. It can be aborted and restarted at any time: each
   * token is replaced atomically, and only if it has not changed since it was read.
   */
  async reEncryptAll(logger: Logger, signal: AbortSignal): Promise<ReEncryption> {
    const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
    for await (const accountIds of everyPage(this.redis, keys.accounts)) {
      for (const accountId of accountIds) {
        signal.throwIfAborted();
        for await (const slugs of everyPage(this.redis, keys.connections(accountId))) {
          const outcomes = await Promise.all(
            slugs.map(async (slug) => {
              const key = keys.connection(accountId, slug);
              const url = (await this.redis.hget(key, 'url')) ?? '';
              const secret = { key, field: 'secret', context: contextOf(accountId, slug, url) };
              return reEncrypt(this.redis, this.box, secret, (reason) =>
                logger.warn({ accountId, slug, reason }, 'cannot decrypt the token of a connection'),
              );
            }),
          );
          for (const outcome of outcomes) if (outcome !== 'gone') counts[outcome] += 1;
        }
      }
    }
    return counts;
  }
}

/** Binds the ciphertext of a token to its connection and server, so that it cannot be sent to another one. */
const contextOf = (accountId: string, slug: string, url: string): string =>
  `${accountId}/${slug}${url === '' ? '' : ` ${url}`}`;

/** @param tables as JSON. */
const serverOf = (url: string | null | undefined, tables: string | null | undefined) => ({
  ...(url ? { url } : {}),
  ...(tables ? { tables: JSON.parse(tables) as string[] } : {}),
});

export const connectionUnknown = (slug: string): ServiceError =>
  new ServiceError('connection_unknown', `The account has no connection \`${slug}\`.`);
