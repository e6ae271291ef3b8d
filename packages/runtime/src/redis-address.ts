/** The settings of Redis' address: a server or sentinels, credentials and certificates. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { text } from '@toolpress/contract';
import Joi from 'joi';
import { ConfigError, readSettingsFile, SECRET } from './config.js';
import { isTls, parseSentinelUrl, type RedisAddress, type RedisTls } from './redis-client.js';

const SERVER_URL = Joi.string().uri({ scheme: ['redis', 'rediss'] });

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
