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
import { downloadFile, FILE_PATH } from './files/download.js';
import type { Endpoint } from './http/endpoint.js';
import { mount } from './http/mount.js';
import { openApiDocument } from './http/openapi/document.js';
import { mountDocumentation } from './http/openapi/routes.js';
import { requestLog } from './http/request-log.js';
import { sendError } from './http/respond.js';
import { healthEndpoints } from './ops/health.js';
import { serveMetrics } from './ops/metrics.js';
import { Accounts } from './state/accounts.js';
import type { Revocations } from './state/revocations.js';
import { SettingsStore } from './state/settings.js';
import { Tokens } from './state/tokens.js';
import { UsageCounters } from './state/usage.js';
import { Variables } from './state/variables.js';
import { httpRequestEndpoint } from './tools/http-request/endpoint.js';
import { HttpRequestMetrics } from './tools/http-request/metrics.js';
import { pdfEndpoints } from './tools/pdf/endpoints.js';

export interface AppOptions {
  redis: Redis;
  revocations: Revocations;
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
export function endpointsOf(options: AppOptions): { endpoints: Endpoint[]; tokens: Tokens; usage: UsageCounters } {
  const { redis, store } = options;
  const tokens = new Tokens(redis, options.revocations);
  const usage = new UsageCounters(redis);
  const variables = new Variables(redis);
  const settings = new SettingsStore(redis);
  const endpoints = [
    httpRequestEndpoint({ ...options, settings, metrics: new HttpRequestMetrics(options.metrics) }),
    ...pdfEndpoints({ ...options, variables }),
    ...variableEndpoints(variables),
    usageEndpoint(usage),
    ...accountEndpoints(new Accounts(redis), tokens),
    ...settingsEndpoints(settings),
    ...healthEndpoints(redis, store),
  ];
  return { endpoints, tokens, usage };
}

export function createApp(options: AppOptions): Express {
  const { endpoints, tokens, usage } = endpointsOf(options);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(requestLog(options.logger));
  mount(app, endpoints, { adminToken: options.adminToken, tokens, usage });
  app.get(FILE_PATH, downloadFile(options.store));
  app.get('/metrics', serveMetrics(options.metrics));
  mountDocumentation(app, openApiDocument(endpoints, options.publicUrl, options.version));
  app.use(() => {
    throw new ServiceError('path_unknown', 'There is nothing at this path; /docs lists what there is.');
  });
  app.use(sendError);
  return app;
}
