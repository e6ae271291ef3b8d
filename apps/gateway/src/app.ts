/** The HTTP app: its middleware, pages and endpoints, in the order in which they handle a request. */
import express, { type Express, type Request, type Response } from 'express';
import { downloadFile, FILE_PATH } from './accounts/files/downloads.js';
import { onlyFiles, redirectToFiles } from './accounts/files/files-host.js';
import { allowOrigins } from './api/cors.js';
import type { Endpoint } from './api/endpoint.js';
import { mount } from './api/mount.js';
import { requestLog, traceRequests } from './api/request-log.js';
import { compressed, errorHandler } from './api/respond.js';
import { answerUnrouted } from './api/unrouted.js';
import type { Service } from './compose.js';
import type { Dependencies } from './dependencies.js';
import { serveMetrics } from './monitoring/metrics.js';
import { mountOps } from './monitoring/ops/routes.js';
import { openApiDocument } from './openapi/document.js';
import { HEADERS } from './openapi/headers.js';
import { errorPages } from './pages/error.js';
import { mountPages } from './pages/pages.js';

/** Creates the app of a service. */
export function createApp(options: Dependencies, service: Service): Express {
  const { endpoints, mounting, links, parts } = service;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('case sensitive routing').enable('strict routing');
  app.set('trust proxy', options.trustProxy ?? 0);
  const sendError = errorHandler(errorPages);
  const failed = (...failure: [unknown, Request, Response]): void => sendError(...failure, () => undefined);
  for (const part of parts) part.mountFirst?.(app);
  app.use(requestLog(options.logger, options.watch.requestEnded, failed));
  if (options.tracing.isOn) app.use(traceRequests(options.tracing));
  app.use(compressed);
  if (options.filesOrigin) app.use(onlyFiles(options.filesOrigin));
  if (options.corsOrigins)
    app.use(
      ['/api', '/files', ...parts.flatMap(({ corsPaths = [] }) => corsPaths)],
      allowOrigins(options.corsOrigins, Object.keys(HEADERS)),
    );
  // Express compares routes one by one, and tools are called most.
  const isTool = (endpoint: Endpoint): boolean => 'tool' in endpoint && endpoint.tool !== undefined;
  mount(app, endpoints.filter(isTool), mounting);
  const { studio } = parts.find((part) => part.studio) ?? {};
  mountPages(app, openApiDocument(endpoints, options.publicUrl, options.version), studio);
  mount(
    app,
    endpoints.filter((endpoint) => !isTool(endpoint)),
    mounting,
  );
  for (const part of parts) part.mount?.(app, endpoints);
  if (options.filesOrigin) app.get(FILE_PATH, redirectToFiles(options.filesOrigin));
  app.get(FILE_PATH, downloadFile(options.store, links));
  app.get('/metrics', serveMetrics(options.metrics, options.mayReadMetrics));
  mountOps(app, { ...options, ...mounting, signIn: parts.find((part) => part.signIn)?.signIn });
  app.use(answerUnrouted(app));
  app.use(sendError);
  return app;
}
