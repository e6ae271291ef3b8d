/** Connections of an account to the provider. Their tokens are stored encrypted. */
import {
  CONNECTION_SLUG,
  type Connection,
  type ConnectionInput,
  type ConnectionProvider,
  MAX_CONNECTIONS,
  type Page,
  type PageQuery,
  type ReEncryption,
  ServiceError,
} from '@toolpress/contract';
import { NamedHosts } from '@toolpress/outbound';
import { type Logger, type Redis, type SecretBox, SecretUnreadable, Throttle } from '@toolpress/runtime';
import { presignPut } from '@toolpress/storage';
import { keys } from '../../shared/keys.js';
import { everyPage, readPage } from '../../shared/pagination.js';
import { reEncrypt } from '../../shared/re-encrypt.js';
import { objectScript } from '../../shared/redis-scripts.js';
import {
  type HttpConnection,
  type HttpDefinition,
  type HttpShown,
  httpDefinition,
  ofField,
  shownOf,
} from './http-connection.js';
import { serverUrl } from './server-url.js';

/** The interval, in milliseconds, at which the last use of a connection is stored. */
const RECORD_USE_EVERY_MS = 60_000;

const saveConnection = objectScript('accounts/connections/save-connection');
const recordUse = objectScript<{ now: string }>('accounts/connections/note-connection-use');

/** The bucket of a connection. */
interface Bucket {
  bucket: string;
  region: string;
  access_key: string;
}

/** A bucket with its secret key (`token`) in plain text. */
export interface BucketConnection extends Bucket {
  slug: string;
  url: string;
  token: string;
}

/** A connection with its token in plain text. */
export interface OpenConnection {
  slug: string;
  provider: ConnectionProvider;
  token: string;
  /** The address of the server; empty for `tablebase`. */
  url: string;
  tables?: readonly string[];
  bucket?: string;
  region?: string;
  access_key?: string;
}

export class Connections {
  private readonly uses = new Throttle(RECORD_USE_EVERY_MS);

  constructor(
    private readonly redis: Redis,
    private readonly box: SecretBox,
    /** The hosts that connections may name. The default is none. */
    private readonly hosts: NamedHosts = new NamedHosts([]),
    /** Checks the address of a bucket or an API. @throws ServiceError `address_forbidden`, `host_forbidden`. */
    private readonly checkAddress: (url: string) => Promise<void> = async () => undefined,
  ) {}

  /**
   * Creates or replaces a connection. A replaced one keeps its creation time.
   *
   * @throws ServiceError `invalid_parameter` when the account has too many connections, or for an unusable `url` or `tables`;
   *   `host_forbidden`, `address_forbidden`.
   */
  async save(accountId: string, slug: string, input: ConnectionInput): Promise<Connection> {
    const { provider = 'tablebase', token = '', label, tables } = input;
    const bucket = bucketOf(input);
    const url = serverUrl(provider, input.url, this.hosts);
    if (bucket !== undefined) {
      await this.checkAddress(url);
      await checkBucket(url, bucket, token);
    }
    const definition = httpDefinition(input);
    if (definition !== undefined) await this.checkAddresses(url, definition);
    const http = definition && shownOf(definition);
    if (tables !== undefined && provider !== 'postgres')
      throw new ServiceError('invalid_parameter', '`tables` is allowed only with the provider `postgres`.');
    const now = new Date().toISOString();
    const plain = definition === undefined ? token : JSON.stringify(definition);
    const secret = this.box.seal(Buffer.from(plain), contextOf(accountId, slug, url));
    const [created_at, last_used_at = null] = (await saveConnection.run(
      this.redis,
      [keys.connection(accountId, slug), keys.connections(accountId)],
      {
        ...{ slug, provider, label: label ?? '', url, tables: tables ? JSON.stringify(tables) : '' },
        bucket: bucket ? JSON.stringify(bucket) : '',
        http: http ? JSON.stringify(http) : '',
        ...{ secret, now, most: MAX_CONNECTIONS },
      },
    )) as [created_at?: string, last_used_at?: string | null];
    if (created_at !== undefined)
      return {
        ...{ slug, provider, label: label ?? null, created_at, updated_at: now, last_used_at },
        ...serverOf(url, tables && JSON.stringify(tables)),
        ...bucket,
        ...http,
      };
    throw new ServiceError(
      'invalid_parameter',
      `The account has reached the limit of ${MAX_CONNECTIONS} connections. Delete one first.`,
    );
  }

  async find(accountId: string, slug: string): Promise<Connection | undefined> {
    const fields = ['provider', 'label', 'created_at', 'updated_at', 'last_used_at', 'url', 'tables', 'bucket', 'http'];
    const values = await this.redis.hmget(keys.connection(accountId, slug), ...fields);
    const [provider, label, created_at, updated_at, last_used_at = null, url, tables, bucket, http] = values;
    if (provider == null || created_at == null || updated_at == null) return undefined;
    return {
      ...{ slug, provider: provider as Connection['provider'], label: label || null },
      ...{ created_at, updated_at, last_used_at },
      ...serverOf(url, tables, bucket),
      ...(http ? (JSON.parse(http) as HttpShown) : {}),
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
    const fields = ['secret', 'created_at', 'provider', 'url', 'tables', 'bucket'];
    const [secret, createdAt, provider, url, tables, bucket] = await this.redis.hmget(key, ...fields);
    if (secret == null) throw connectionUnknown(slug);
    const server = { slug, provider: provider as ConnectionProvider, url: '', ...serverOf(url, tables, bucket) };
    check(server);
    const token = this.decrypt(secret, accountId, slug, url ?? '');
    const record = () => recordUse.run(this.redis, [key], { now: new Date().toISOString() });
    this.uses.run(`${key} ${createdAt}`, record).catch(() => undefined); // the next use is recorded
    return { ...server, token };
  }

  /** Returns a bucket with its secret key and records its use. @throws ServiceError as `open` does, and `invalid_parameter`. */
  async openBucket(accountId: string, slug: string): Promise<BucketConnection> {
    const check = ({ provider }: Pick<OpenConnection, 'provider'>): void => requireBucket(slug, provider);
    return (await this.open(accountId, slug, check)) as OpenConnection & Bucket;
  }

  /** Returns an API with its secrets and records its use. @throws ServiceError as `open` does, and `invalid_parameter`. */
  async openHttp(accountId: string, slug: string): Promise<HttpConnection> {
    const { token, url } = await this.open(accountId, slug, ({ provider }) => requireHttp(slug, provider));
    return { ...(JSON.parse(token) as HttpDefinition), slug, url };
  }

  private async checkAddresses(url: string, { auth }: HttpDefinition): Promise<void> {
    await this.checkAddress(url);
    if (auth.token_url === undefined) return;
    await this.checkAddress(auth.token_url).catch((error: unknown) => {
      throw ofField('auth.token_url', error);
    });
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

/** @param tables @param bucket as JSON. */
const serverOf = (
  url: string | null | undefined,
  tables: string | null | undefined,
  bucket?: string | null | undefined,
) => ({
  ...(bucket ? (JSON.parse(bucket) as Bucket) : {}),
  ...(url ? { url } : {}),
  ...(tables ? { tables: JSON.parse(tables) as string[] } : {}),
});

/** @throws ServiceError `invalid_parameter`. */
export function requireBucket(slug: string, provider: ConnectionProvider): void {
  if (provider === 's3') return;
  throw new ServiceError(
    'invalid_parameter',
    `\`deliver_to\`: the connection \`${slug}\` is not of the provider \`s3\`.`,
  );
}

function requireHttp(slug: string, provider: ConnectionProvider): void {
  if (provider === 'http') return;
  throw new ServiceError(
    'invalid_parameter',
    `\`_connections.http\`: the connection \`${slug}\` is not of the provider \`http\`.`,
  );
}

/** Returns the bucket of a connection to save. @throws ServiceError `invalid_parameter` for missing and needless fields. */
function bucketOf({ provider, bucket, access_key, region }: ConnectionInput): Bucket | undefined {
  const given = { bucket, access_key };
  const names = Object.entries({ ...given, region }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (provider !== 's3') {
    if (names.length === 0) return undefined;
    throw new ServiceError('invalid_parameter', `\`${names[0]}\` is allowed only with the provider \`s3\`.`);
  }
  if (bucket !== undefined && access_key !== undefined) return { bucket, region: region ?? 'us-east-1', access_key };
  const missing = bucket === undefined ? 'bucket' : 'access_key';
  throw new ServiceError('invalid_parameter', `\`${missing}\` is required with the provider \`s3\`.`);
}

/** Checks whether the client of S3 can address a bucket. @throws ServiceError `invalid_parameter`. */
async function checkBucket(endpoint: string, { bucket, region, access_key }: Bucket, token: string): Promise<void> {
  const to = { endpoint, bucket, region, accessKey: access_key, secretKey: token };
  await presignPut(to, 'key', 1).catch((error: unknown) => {
    throw new ServiceError(
      'invalid_parameter',
      '`url` must have the host name of a store, of letters, digits, hyphens and dots, or an IP address; an IPv6 address needs a port.',
      { cause: error },
    );
  });
}

export const connectionUnknown = (slug: string): ServiceError =>
  new ServiceError('connection_unknown', `The account has no connection \`${slug}\`.`);
