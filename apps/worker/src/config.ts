/** The worker's settings: the only place that reads this app's environment. */
import { availableParallelism } from 'node:os';
import { oneOf, text } from '@toolpress/contract';
import { outboundOptional } from '@toolpress/outbound';
import { count, loadConfig, logLevel, redisUrl, renderDeadline, settings, tracingOptional } from '@toolpress/runtime';
import { storageDefaulted, storageOptional } from '@toolpress/storage';
import Joi from 'joi';
import { SANDBOX_SETTINGS } from './browser/sandbox.js';

const Environment = settings(
  { REDIS_URL: redisUrl() },
  {
    ...storageDefaulted,
    HOST: text().default('0.0.0.0'),
    // Between its steps a page waits for the other processes: with one for each core, cores would be idle.
    RENDER_CONCURRENCY: count(1, 2 * availableParallelism()),
    RENDER_DEADLINE_MS: renderDeadline(),
    RENDER_MEMORY_MB: count(256, 1_536),
    RENDER_MAX_PDF_MB: count(1, 50).max(256),
    CHROME_SANDBOX: oneOf(...SANDBOX_SETTINGS).default('auto'),
    LOG_LEVEL: logLevel(),
  },
  {
    ...storageOptional,
    ...outboundOptional,
    ...tracingOptional,
    METRICS_PORT: Joi.number().port(),
    CHROME_PATH: Joi.string(),
  },
);

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError naming every variable that is missing or wrong. */
export const readConfig = () => loadConfig(Environment, process.env);
