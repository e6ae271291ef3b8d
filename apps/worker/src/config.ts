/** The worker's settings: the only place that reads this app's environment. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { oneOf, text } from '@toolpress/contract';
import { outboundOptional } from '@toolpress/outbound';
import {
  count,
  loadConfig,
  logLevel,
  metricsOptional,
  partNames,
  redisOptional,
  redisUrl,
  renderDeadline,
  settings,
  tracingOptional,
} from '@toolpress/runtime';
import { storageDefaulted, storageOptional } from '@toolpress/storage';
import Joi from 'joi';
import { SANDBOX_SETTINGS } from './browser/sandbox.js';

export const Environment = settings(
  { REDIS_URL: redisUrl() },
  {
    ...storageDefaulted,
    HOST: text().default('0.0.0.0').description('address to listen on'),
    // A page waits for other processes between its steps. With one page per core, cores would be idle.
    RENDER_CONCURRENCY: count(1, 2 * availableParallelism())
      .description('documents printed at a time')
      .meta({ fallback: 'twice the number of cores' }),
    RENDER_DEADLINE_MS: renderDeadline(),
    RENDER_PRINT_LIMIT_MS: count(1_000, 20_000).description(
      'longest time to print a document in milliseconds, without waiting; longer is 504',
    ),
    RENDER_MEMORY_MB: count(256, 1_536).description('MiB of the browser for one document; more is 422'),
    RENDER_MAX_PDF_MB: count(1, 50).max(256).description('largest PDF in MiB; a larger one is 422'),
    CHROME_SANDBOX: oneOf(...SANDBOX_SETTINGS)
      .default('auto')
      .description(
        'Chromium’s [sandbox](operations.md#chromium-and-its-sandbox): `auto` if available, `on` required, `off` disabled',
      ),
    PARTS: partNames(),
    LOG_LEVEL: logLevel(),
  },
  {
    ...redisOptional,
    ...storageOptional,
    ...outboundOptional,
    ...tracingOptional,
    ...metricsOptional,
    METRICS_PORT: Joi.number()
      .port()
      .description('port of the worker for `/metrics`, `/healthz` and `/readyz`; default: no port'),
    CHROME_PATH: Joi.string()
      .description('path of Chromium; the headless shell is two to three times as fast as the full browser')
      .meta({ fallback: 'searched for' }),
  },
);

/** @throws ConfigError naming every variable that is missing or wrong. */
export const readConfig = (environment = process.env) => loadConfig(Environment, environment);

/** The version of this app, as its package says. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
