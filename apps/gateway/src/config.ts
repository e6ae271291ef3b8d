/** The gateway's settings: the only place that reads this app's environment. */
import { text } from '@toolpress/contract';
import { outboundOptional, parseTargetUrl } from '@toolpress/outbound';
import {
  count,
  httpUrl,
  key32,
  keys32,
  loadConfig,
  logLevel,
  redisUrl,
  renderDeadline,
  settings,
  tracingOptional,
} from '@toolpress/runtime';
import { storageDefaulted, storageOptional } from '@toolpress/storage';
import { filesOrigin } from './accounts/files/files-host.js';
import { trustProxy } from './http/client-address.js';
import { corsOrigins } from './http/cors.js';

/** It has to travel in a header as one word. */
const adminToken = () =>
  text()
    .min(24)
    .pattern(/^[\x21-\x7e]+$/)
    .message('{{#label}} must be of visible ASCII characters, without blanks');

/** Paths are put behind it. */
const apiUrl = () =>
  httpUrl().custom((value: string) => {
    const { search, hash } = parseTargetUrl(value);
    if (search !== '' || hash !== '') throw new Error('it must have no query and no fragment');
    return value;
  });

export const Environment = settings(
  {
    REDIS_URL: redisUrl(),
    PUBLIC_URL: httpUrl().description('where callers reach the gateway: links point there'),
    ADMIN_TOKEN: adminToken().description('the operator’s token, at least 24 visible characters'),
    MASTER_KEY: key32().description(
      '32 bytes in base64 (`openssl rand -base64 32`); encrypts tokens of connections, makes and signs links',
    ),
  },
  {
    ...storageDefaulted,
    PORT: count(0, 8080).max(65_535).description('where the gateway listens; 0 takes any free port'),
    HOST: text().default('0.0.0.0').description('the address to listen on'),
    SIGNED_URL_TTL: count(1, 3_600).description('seconds that a signed link works'),
    RENDER_DEADLINE_MS: renderDeadline(),
    TABLEBASE_API_URL: apiUrl()
      .default('https://api.airtable.com/v0')
      .description('the provider of records; may be at a private address, it is the operator’s choice'),
    SHUTDOWN_GRACE_MS: count(0, 0)
      .max(60_000)
      .description(
        'milliseconds that a gateway which is told to stop still takes connections, [until balancers have noticed](operations.md#starting-and-stopping)',
      ),
    QUEUE_LIMIT: count(1, 1_000).description(
      'documents that wait or are at work at a time, over all gateways ([under load](operations.md#under-load))',
    ),
    QUEUE_LIMIT_BYTES: count(1, 256 * 1024 * 1024).description(
      'bytes of their templates and data in Redis; give its `maxmemory` at least twice this',
    ),
    MEMORY_BUDGET_MB: count(64, 320).description(
      'MiB for requests under way: a third of what the process may take ([how it is shared](operations.md#under-load))',
    ),
    LOG_LEVEL: logLevel(),
  },
  {
    ...storageOptional,
    ...outboundOptional,
    ...tracingOptional,
    MASTER_KEYS_PREVIOUS: keys32().description(
      'earlier keys, comma-separated, while [the master key is rotated](operations.md#rotating-the-master-key)',
    ),
    CORS_ORIGINS: corsOrigins().description(
      'whose pages may call `/api` and read `/files` from browsers: origins, comma-separated (`https://app.example.com`), or `*`; a token that a page holds is known to whoever uses it',
    ),
    FILES_ORIGIN: filesOrigin().description(
      'an origin for [files on a host of their own](operations.md#files-on-a-host-of-their-own): links to files point there',
    ),
    TRUST_PROXY: trustProxy().description(
      'behind a proxy: how many there are, or their addresses and networks (`loopback, 10.0.0.0/8`); wrong admin tokens are counted by [the address they tell](operations.md#guessing-the-admin-token)',
    ),
  },
);

/** @throws ConfigError naming every variable that is missing or wrong. */
export const readConfig = () => loadConfig(Environment, process.env);
