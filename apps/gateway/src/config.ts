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
import { trustProxy } from './http/trust-proxy.js';

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

const Environment = settings(
  { REDIS_URL: redisUrl(), PUBLIC_URL: httpUrl(), ADMIN_TOKEN: adminToken(), MASTER_KEY: key32() },
  {
    ...storageDefaulted,
    PORT: count(0, 8080).max(65_535),
    HOST: text().default('0.0.0.0'),
    SIGNED_URL_TTL: count(1, 3_600),
    RENDER_DEADLINE_MS: renderDeadline(),
    TABLEBASE_API_URL: apiUrl().default('https://api.airtable.com/v0'),
    SHUTDOWN_GRACE_MS: count(0, 0).max(60_000),
    QUEUE_LIMIT: count(1, 1_000),
    QUEUE_LIMIT_BYTES: count(1, 256 * 1024 * 1024),
    MEMORY_BUDGET_MB: count(64, 320),
    LOG_LEVEL: logLevel(),
  },
  {
    ...storageOptional,
    ...outboundOptional,
    ...tracingOptional,
    MASTER_KEYS_PREVIOUS: keys32(),
    TRUST_PROXY: trustProxy(),
  },
);

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export const readConfig = () => loadConfig(Environment, process.env);
