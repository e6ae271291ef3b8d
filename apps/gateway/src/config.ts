/** The gateway's settings. Only this file reads the environment. */
import { oneOf, text } from '@toolpress/contract';
import { outboundOptional, parseHosts, parseTargetUrl } from '@toolpress/outbound';
import {
  count,
  httpUrl,
  key32,
  keys32,
  loadConfig,
  logLevel,
  metricsOptional,
  partNames,
  redisOptional,
  redisUrl,
  renderDeadline,
  settings,
  tracingOptional,
  visibleToken,
} from '@toolpress/runtime';
import { storageDefaulted, storageOptional } from '@toolpress/storage';
import { filesOrigin } from './accounts/files/files-host.js';
import { corsOrigins } from './api/cors.js';
import { trustProxy } from './auth/client-address.js';
import { oidcOptional } from './auth/oidc-settings.js';

/** The other services whose clients can call this one: the values of `COMPAT`. */
const COMPAT = ['gotenberg'] as const;

/** A URL to which paths are appended. */
const baseUrl = () =>
  httpUrl()
    .custom((value: string, helpers) => {
      const { search, hash } = parseTargetUrl(value);
      return search === '' && hash === '' ? value : helpers.error('url.base');
    })
    .messages({ 'url.base': '{{#label}} must have no query and no fragment' });

/** @throws Error naming the entry that is not a host. */
const hostList = () =>
  text().custom((value: string) => {
    parseHosts(value);
    return value;
  });

export const Environment = settings(
  {
    REDIS_URL: redisUrl(),
    PUBLIC_URL: baseUrl().description('public address of the gateway, used in links'),
    ADMIN_TOKEN: visibleToken().description('the operator’s token, at least 24 visible characters'),
    MASTER_KEY: key32().description('32 bytes in base64 (`openssl rand -base64 32`); encrypts secrets and signs links'),
  },
  {
    ...storageDefaulted,
    PORT: count(0, 8080).max(65_535).description('port of the gateway; 0: any free port'),
    HOST: text().default('0.0.0.0').description('address to listen on'),
    SIGNED_URL_TTL: count(1, 3_600).description('lifetime of a signed link in seconds'),
    RENDER_DEADLINE_MS: renderDeadline(),
    TABLEBASE_API_URL: baseUrl()
      .default('https://api.airtable.com/v0')
      .description('address of the record provider; may be private'),
    SHUTDOWN_GRACE_MS: count(0, 0)
      .max(60_000)
      .description(
        'milliseconds that a stopping gateway still accepts connections, [until balancers notice](operations.md#starting-and-stopping)',
      ),
    QUEUE_LIMIT: count(1, 1_000).description(
      'waiting and running documents, over all gateways ([under load](operations.md#under-load))',
    ),
    QUEUE_LIMIT_BYTES: count(1, 256 * 1024 * 1024).description(
      'bytes of their templates and data in Redis; set `maxmemory` to at least twice this',
    ),
    MEMORY_BUDGET_MB: count(64, 320).description(
      'MiB for running requests: a third of the process’ memory ([under load](operations.md#under-load))',
    ),
    REDIS_WAIT_REPLICAS: count(0, 0)
      .max(5)
      .description('replicas that must have a job or batch [before it is accepted](operations.md#redis)'),
    PARTS: partNames(),
    LOG_LEVEL: logLevel(),
  },
  {
    ...redisOptional,
    ...storageOptional,
    ...outboundOptional,
    ...tracingOptional,
    ...oidcOptional,
    ...metricsOptional,
    MASTER_KEYS_PREVIOUS: keys32().description(
      'previous keys, comma-separated, for [rotation](operations.md#rotating-the-master-key)',
    ),
    RECORD_HOSTS: hostList().description(
      'hosts that [connections](tools/get-record.md#servers-of-your-own) may name, comma-separated: `host` (ports 80, 443 and 5432) or `host:port`; they may be private',
    ),
    CORS_ORIGINS: corsOrigins().description(
      'origins of pages that may call `/api` and read `/files`, comma-separated (`https://app.example.com`), or `*`; a token in a page is known to its users',
    ),
    COMPAT: oneOf(...COMPAT).description('`gotenberg`: also serve [forms of Gotenberg’s clients](gotenberg.md)'),
    FILES_ORIGIN: filesOrigin().description(
      'origin of a [separate host for files](operations.md#separate-host-for-files)',
    ),
    TRUST_PROXY: trustProxy().description(
      'number of proxies, or their addresses and networks (`loopback, 10.0.0.0/8`), for [the caller’s address](operations.md#wrong-tokens)',
    ),
  },
);

/** @throws ConfigError naming every variable that is missing or invalid. */
export const readConfig = () => loadConfig(Environment, process.env);
