/** The worker's settings: the only place that reads this app's environment. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { oneOf, text } from '@toolpress/contract';
import { outboundOptional } from '@toolpress/outbound';
import { count, loadConfig, logLevel, redisUrl, renderDeadline, settings, tracingOptional } from '@toolpress/runtime';
import { storageDefaulted, storageOptional } from '@toolpress/storage';
import Joi from 'joi';
import { SANDBOX_SETTINGS } from './browser/sandbox.js';

export const Environment = settings(
  { REDIS_URL: redisUrl() },
  {
    ...storageDefaulted,
    HOST: text().default('0.0.0.0').description('the address to listen on'),
    // Between its steps a page waits for the other processes: with one for each core, cores would be idle.
    RENDER_CONCURRENCY: count(1, 2 * availableParallelism())
      .description('documents printed at a time')
      .meta({ fallback: 'twice the number of cores' }),
    RENDER_DEADLINE_MS: renderDeadline(),
    RENDER_PRINT_LIMIT_MS: count(1_000, 20_000).description(
      'milliseconds that one document may be printed, waiting not included; longer is 504',
    ),
    RENDER_MEMORY_MB: count(256, 1_536).description(
      'MiB that the browser may take for one document; one that takes more is refused with 422',
    ),
    RENDER_MAX_PDF_MB: count(1, 50)
      .max(256)
      .description('MiB that a PDF may have; a document that makes a larger one is refused with 422'),
    CHROME_SANDBOX: oneOf(...SANDBOX_SETTINGS)
      .default('auto')
      .description(
        'Chromium’s own sandbox ([what it takes](operations.md#chromium-and-its-sandbox)): `auto` where it can be had, `on` refuses to start without, `off` never',
      ),
    LOG_LEVEL: logLevel(),
  },
  {
    ...storageOptional,
    ...outboundOptional,
    ...tracingOptional,
    METRICS_PORT: Joi.number()
      .port()
      .description(
        'where the worker answers `/metrics`, `/healthz` and `/readyz`; without it the worker listens nowhere',
      ),
    CHROME_PATH: Joi.string()
      .description('a Chromium; the headless shell is two to three times as fast as the whole browser')
      .meta({ fallback: 'searched for' }),
  },
);

/** @throws ConfigError naming every variable that is missing or wrong. */
export const readConfig = () => loadConfig(Environment, process.env);

/** The version of this app, as its package says. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
