/** The whole HTTP service as a value: no I/O of its own, so that tests run it on any port. */
import { ServiceError } from '@toolpress/contract';
import type { Outbound } from '@toolpress/outbound';
import type { RenderQueue } from '@toolpress/queue';
import type { Logger, Metrics, Redis } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import express, { type Express } from 'express';
import { usageEndpoint } from './account/usage.js';
import { variableEndpoints } from './account/variables.js';
import { accountEndpoints } from './admin/accounts.js';
import { settingsEndpoints } from './admin/settings.js';
import { serviceUsageEndpoint } from './admin/usage.js';
import { downloadFile, FILE_PATH } from './files/download.js';
import type { Endpoint } from './http/endpoint.js';
import { type MountOptions, mount } from './http/mount.js';
import { openApiDocument } from './http/openapi/document.js';
import { mountDocumentation } from './http/openapi/routes.js';
import { RateLimit } from './http/rate-limit.js';
import { requestLog } from './http/request-log.js';
import { sendError } from './http/respond.js';
import { healthEndpoints } from './ops/health.js';
import { serveMetrics } from './ops/metrics.js';
import { Accounts } from './state/accounts.js';
import type { Charges } from './state/charges.js';
import { Idempotency } from './state/idempotency.js';
import type { MasterKeys } from './state/master-keys.js';
import type { Revocations } from './state/revocations.js';
import { SecretBox } from './state/secret-box.js';
import { SettingsStore } from './state/settings.js';
import { Tokens } from './state/tokens.js';
import { UsageReader } from './state/usage.js';
import { Variables } from './state/variables.js';
import { httpRequestEndpoint } from './tools/http-request/endpoint.js';
import { HttpRequestMetrics } from './tools/http-request/metrics.js';
import { pdfEndpoints } from './tools/pdf/endpoints.js';

export interface AppOptions {
  redis: Redis;
  revocations: Revocations;
  charges: Charges;
  masterKeys: MasterKeys;
  queue: RenderQueue;
  store: FileStore;
  outbound: Outbound;
  metrics: Metrics;
  logger: Logger;
  adminToken: string;
  /** Without a slash at its end. */
  publicUrl: string;
  signedUrlTtl: number;
  deadlineMs: number;
  version: string;
}

/** Everything that the service answers, but for files and the documentation itself. */
export function serviceOf(options: AppOptions): { endpoints: Endpoint[]; mounting: MountOptions } {
  const { redis, store, adminToken, charges, masterKeys } = options;
  const tokens = new Tokens(redis, options.revocations);
  const accounts = new Accounts(redis);
  const usage = new UsageReader(redis);
  const variables = new Variables(redis);
  const settings = new SettingsStore(redis);
  const endpoints = [
    httpRequestEndpoint({ ...options, settings, metrics: new HttpRequestMetrics(options.metrics) }),
    ...pdfEndpoints({ ...options, variables }),
    ...variableEndpoints(variables),
    usageEndpoint(usage),
    ...accountEndpoints(accounts, tokens),
    serviceUsageEndpoint(accounts, usage),
    ...settingsEndpoints(settings),
    ...healthEndpoints(redis, store),
  ];
  const idempotency = new Idempotency({ ...options, box: new SecretBox(masterKeys, 'idempotency') });
  return {
    endpoints,
    mounting: { adminToken, tokens, charges, idempotency, rateLimit: new RateLimit(redis, settings) },
  };
}

export function createApp(options: AppOptions): Express {
  const { endpoints, mounting } = serviceOf(options);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(requestLog(options.logger));
  mount(app, endpoints, mounting);
  app.get(FILE_PATH, downloadFile(options.store));
  app.get('/metrics', serveMetrics(options.metrics));
  mountDocumentation(app, openApiDocument(endpoints, options.publicUrl, options.version));
  app.use(() => {
    throw new ServiceError('path_unknown', 'There is nothing at this path; /docs lists what there is.');
  });
  app.use(sendError);
  return app;
}
