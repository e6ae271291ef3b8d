/** The address of Redis: a server or sentinels, credentials and certificates. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { text } from '@toolpress/contract';
import { Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis';
import Joi from 'joi';
import { ConfigError, readSettingsFile, SECRET } from './config.js';

/** Certificates and a key for TLS, as PEM. */
interface RedisTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** The address of Redis, as in `REDIS_URL`, and its certificates. It can be passed to worker threads. */
export type RedisAddress = string | { readonly url: string; readonly tls: RedisTls };

/** Options of a connection. Replies keep the default format. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const SENTINEL_PORT = 26_379;
const SENTINEL_URL =
  /^(?<tls>rediss?)\+sentinel:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)\/(?<name>[^/?#]+)(?:\/(?<db>\d+))?(?:\?(?<query>[^#]*))?$/;
const SERVER_URL = Joi.string().uri({ scheme: ['redis', 'rediss'] });
const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[^:[\]\s]+))(?::(?<port>\d{1,5}))?$/i;
const QUERY = ['sentinel_username', 'sentinel_password'];

/** Ignores errors of the connections that wait for failovers. ioredis would write them to stderr, and uses other sentinels. */
class QuietSentinels extends SentinelConnector {
  constructor(options: SentinelConnectionOptions) {
    super(options);
    const connect = this['connectToSentinel'].bind(this) as (...address: unknown[]) => Redis;
    this['connectToSentinel'] = (...address: unknown[]) => connect(...address).on('error', () => undefined);
  }
}

/** Parses the URL of sentinels. @returns undefined for any other text. */
function parseSentinelUrl(url: string): Options | undefined {
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
    ...{ username: given('user'), password: given('password'), db: Number(parts['db'] ?? 0) },
    sentinelUsername: query.get('sentinel_username') ?? undefined,
    sentinelPassword: query.get('sentinel_password') ?? undefined,
    // Without it, a connection writes to the former primary for seconds after a planned failover. Those writes are lost.
    failoverDetector: true,
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

const isTls = (url: string): boolean => url.startsWith('rediss');

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

export const redisUrl = (): Joi.StringSchema<string> =>
  Joi.string()
    .custom((value: string, helpers) => {
      if (/^rediss?\+sentinel:/.test(value)) return parseSentinelUrl(value) ? value : helpers.error('redis.sentinels');
      return SERVER_URL.validate(value).error === undefined ? value : helpers.error('redis.url');
    })
    .messages({
      'redis.url':
        '{{#label}} must be a URL that begins with redis://, rediss://, redis+sentinel:// or rediss+sentinel://',
      'redis.sentinels':
        '{{#label}} must name sentinels and their primary: redis+sentinel://user:password@host:port,host:port/primary',
    })
    .meta(SECRET)
    .description(
      'URL of Redis: `redis://` or `rediss://` (TLS), with user, password and database, or [sentinels](operations.md#redis). Redis must be append-only and use `noeviction`',
    ) as Joi.StringSchema<string>;

/** The variables of a TLS connection to Redis. */
export const redisOptional = {
  REDIS_CA: text()
    .description('path of the certificates (PEM) that Redis’ certificate is checked against')
    .meta({ fallback: 'those of Node.js' }),
  REDIS_CERT: text().description('path of the client certificate (PEM) for Redis; needs `REDIS_KEY`'),
  REDIS_KEY: text().description('path of its key (PEM)'),
};

/**
 * Reads the certificates and returns the address of Redis.
 *
 * @throws ConfigError when a file cannot be read, or when certificates do not fit the URL.
 */
export function redisAddress(config: {
  REDIS_URL: string;
  REDIS_CA?: string | undefined;
  REDIS_CERT?: string | undefined;
  REDIS_KEY?: string | undefined;
}): RedisAddress {
  const faults: string[] = [];
  const read = (name: 'REDIS_CA' | 'REDIS_CERT' | 'REDIS_KEY'): string | undefined => {
    const path = config[name];
    if (path === undefined) return undefined;
    if (!isTls(config.REDIS_URL))
      faults.push(`${name} needs a REDIS_URL that begins with rediss:// or rediss+sentinel://`);
    try {
      return readSettingsFile(name, path);
    } catch (error) {
      faults.push((error as Error).message);
      return undefined;
    }
  };
  const tls = { ca: read('REDIS_CA'), cert: read('REDIS_CERT'), key: read('REDIS_KEY') };
  if ((config.REDIS_CERT === undefined) !== (config.REDIS_KEY === undefined))
    faults.push('REDIS_CERT and REDIS_KEY belong together; set both');
  if (faults.length === 0) faults.push(...invalidPems(tls));
  if (faults.length > 0) throw new ConfigError(faults);
  return isTls(config.REDIS_URL) ? { url: config.REDIS_URL, tls } : config.REDIS_URL;
}

function invalidPems({ ca, cert, key }: RedisTls): string[] {
  const faults: string[] = [];
  const parsed = <Parsed>(name: string, what: string, pem: string | undefined, parse: (pem: string) => Parsed) => {
    try {
      return pem === undefined ? undefined : parse(pem);
    } catch {
      faults.push(`${name} names a file that is not ${what} in PEM`);
      return undefined;
    }
  };
  const certificate = (pem: string): X509Certificate => new X509Certificate(pem);
  parsed('REDIS_CA', 'a certificate', ca, certificate);
  const client = parsed('REDIS_CERT', 'a certificate', cert, certificate);
  const own: KeyObject | undefined = parsed('REDIS_KEY', 'an unencrypted key', key, createPrivateKey);
  if (client !== undefined && own !== undefined && !client.checkPrivateKey(own))
    faults.push('REDIS_KEY is not the key of the certificate in REDIS_CERT');
  return faults;
}
