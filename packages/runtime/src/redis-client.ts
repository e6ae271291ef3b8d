/** Clients of Redis by its address: a server or sentinels. Threads load this without the settings of a process. */
import { Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

/** Certificates and a key for TLS, as PEM. */
export interface RedisTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** The address of Redis, as in `REDIS_URL`, and its certificates. It can be passed to worker threads. */
export type RedisAddress = string | { readonly url: string; readonly tls: RedisTls };

/** Options of a connection. Replies keep the default format. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const SENTINEL_PORT = 26_379;
/** How long a sentinel may take for an answer before the next one is asked, in milliseconds. */
const SENTINEL_ANSWER_MS = 2_000;
const SENTINEL_URL =
  /^(?<tls>rediss?)\+sentinel:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)\/(?<name>[^/?#]+)(?:\/(?<db>\d+))?(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[^:[\]\s]+))(?::(?<port>\d{1,5}))?$/i;
const QUERY = ['sentinel_username', 'sentinel_password'];

/** Ignores errors of the connections that wait for failovers. ioredis would write them to stderr, and uses other sentinels. */
class QuietSentinels extends SentinelConnector {
  constructor(options: SentinelConnectionOptions) {
    super(options);
    const connect = this['connectToSentinel'].bind(this) as (...address: unknown[]) => Redis;
    this['connectToSentinel'] = (...address: unknown[]) => connect(...address).on('error', () => undefined);
  }

  /**
   * Ends the detector of the lost connection first. If it reported a failover while this one asks for the address, it would disconnect the
   * connector, and the client would stay ended.
   */
  override async connect(
    eventEmitter: Parameters<SentinelConnector['connect']>[0],
  ): ReturnType<SentinelConnector['connect']> {
    this['failoverDetector']?.cleanup();
    this['failoverDetector'] = null;
    return super.connect(eventEmitter);
  }
}

/** Parses the URL of sentinels. @returns undefined for any other text. */
export function parseSentinelUrl(url: string): Options | undefined {
  const parts = SENTINEL_URL.exec(url)?.groups;
  if (parts === undefined) return undefined;
  const hosts = (parts['hosts'] ?? '').split(',').map((host) => HOST.exec(host)?.groups);
  const query = new URLSearchParams((parts['query'] ?? '').replaceAll('+', '%2B')); // `+` is no space in a password
  if (hosts.includes(undefined) || [...query.keys()].some((name) => !QUERY.includes(name))) return undefined;
  const sentinels = hosts.map((groups) => ({
    host: groups?.['v6'] ?? groups?.['host'] ?? '',
    port: Number(groups?.['port'] ?? SENTINEL_PORT),
  }));
  if (sentinels.some(({ port }) => port < 1 || port > 65_535)) return undefined;
  const given = (name: string): string | undefined => decoded(parts[name]) || undefined;
  return {
    sentinels,
    name: given('name') ?? '',
    username: given('user'),
    password: given('password'),
    db: Number(parts['db'] ?? 0),
    sentinelUsername: query.get('sentinel_username') ?? undefined,
    sentinelPassword: query.get('sentinel_password') ?? undefined,
    // Without it, a connection writes to the former primary for seconds after a planned failover. Those writes are lost.
    failoverDetector: true,
    // Without it, a sentinel that accepts connections and never answers would block connecting permanently.
    sentinelCommandTimeout: SENTINEL_ANSWER_MS,
    Connector: QuietSentinels,
  } as Options;
}

function decoded(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const isTls = (url: string): boolean => url.startsWith('rediss');

/** Creates a client that connects to the address. */
export function redisClient(address: RedisAddress, wanted: Options): Redis {
  // Subscribers subscribe after each `ready`. ioredis would do so as well, and leave its promise without a handler: if the connection
  // breaks again before the reply, the process would end.
  const options = { ...wanted, autoResubscribe: false };
  const { url, tls } = typeof address === 'string' ? { url: address, tls: undefined } : address;
  const sentinels = parseSentinelUrl(url);
  if (sentinels === undefined) return new Redis(url, { ...options, ...(isTls(url) && tls ? { tls } : {}) });
  if (!isTls(url)) return new Redis({ ...sentinels, ...options });
  const secure = tls ?? {};
  return new Redis({ ...sentinels, ...options, tls: secure, sentinelTLS: secure, enableTLSForSentinelMode: true });
}

/** Returns the address for messages, without credentials. */
export const addressOf = ({ options: { host, port, path, sentinels, name } }: Redis): string => {
  if (!sentinels) return path ?? `${host}:${port}`;
  return `${sentinels.map((sentinel) => `${sentinel.host}:${sentinel.port}`).join(',')}/${name}`;
};
