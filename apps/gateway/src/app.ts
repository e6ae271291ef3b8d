/** The whole HTTP service as a value: no I/O of its own, so that tests run it on any port. */
import type { JobTool } from '@toolpress/contract';
import type { Outbound } from '@toolpress/outbound';
import type { RenderQueue } from '@toolpress/queue';
import type { Logger, Metrics, Redis, Tracing } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import express, { type Express, type Request, type Response } from 'express';
import { Accounts, accountEndpoints } from './accounts/accounts.js';
import type { Charges } from './accounts/billing/charges.js';
import { StorageQuota } from './accounts/billing/storage-quota.js';
import { UsageReader, usageEndpoints } from './accounts/billing/usage.js';
import { closeAccount } from './accounts/closing.js';
import { Connections } from './accounts/connections/connections.js';
import { connectionEndpoints, reEncryptionEndpoint } from './accounts/connections/endpoints.js';
import { DownloadLinks, downloadFile, FILE_PATH } from './accounts/files/downloads.js';
import { Files, fileEndpoint } from './accounts/files/files.js';
import { onlyFiles, redirectToFiles } from './accounts/files/files-host.js';
import { Fonts, fontEndpoints } from './accounts/fonts/fonts.js';
import { Idempotency } from './accounts/idempotency/idempotency.js';
import { ownAccountEndpoint } from './accounts/own-account.js';
import { SettingsStore, settingsEndpoints } from './accounts/settings/settings.js';
import { Variables, variableEndpoints } from './accounts/variables/variables.js';
import type { Deliveries } from './accounts/webhooks/deliveries.js';
import { webhookEndpoints } from './accounts/webhooks/endpoints.js';
import type { Webhooks } from './accounts/webhooks/webhooks.js';
import { OperatorAccess } from './auth/authenticate.js';
import type { Revocations } from './auth/revocations.js';
import { Tokens } from './auth/tokens.js';
import type { TrustProxy } from './http/client-address.js';
import { compressed } from './http/compressed.js';
import { allowOrigins, type CorsOrigins } from './http/cors.js';
import type { Endpoint } from './http/endpoint.js';
import type { LargeBodies } from './http/large-bodies.js';
import { Concurrency, OpenStreams, RateLimit } from './http/limits.js';
import type { MemoryBudget } from './http/memory-budget.js';
import { type MountOptions, mount } from './http/mount.js';
import { openApiDocument } from './http/openapi/document.js';
import { HEADERS } from './http/openapi/headers.js';
import { requestLog, traceRequests } from './http/request-log.js';
import { sendError } from './http/respond.js';
import { answerUnrouted } from './http/unrouted.js';
import { Archives } from './jobs/archives.js';
import { batchEndpoints } from './jobs/batch-endpoints.js';
import { Batches } from './jobs/batches.js';
import { Dispatcher, type DispatcherOptions } from './jobs/dispatcher.js';
import { deferred, jobEndpoints } from './jobs/endpoints.js';
import { Inputs } from './jobs/inputs.js';
import type { JobTools } from './jobs/job-tools.js';
import { Jobs } from './jobs/jobs.js';
import { operatorJobEndpoints } from './jobs/operator-endpoints.js';
import { Progress } from './jobs/progress.js';
import { Uploads, uploadEndpoints } from './jobs/uploads.js';
import { healthEndpoints } from './monitoring/health.js';
import { jobMetrics, serveMetrics } from './monitoring/metrics.js';
import { mountOps } from './monitoring/ops/routes.js';
import type { ServiceWatch } from './monitoring/service-watch.js';
import { mountPages } from './pages/pages.js';
import { serviceEndpoint } from './pages/service.js';
import type { MasterKeys } from './shared/master-keys.js';
import { SecretBox } from './shared/secret-box.js';
import { recordEndpoint } from './tools/get-record/get-record.js';
import type { Provider } from './tools/get-record/provider.js';
import { RateLimiters } from './tools/get-record/rate-limiter.js';
import { httpRequestEndpoint } from './tools/http-request/http-request.js';
import { pdfEndpoints, type StoreGate } from './tools/pdf/render-pdf.js';

export interface AppOptions {
  logger: Logger;
  tracing: Tracing;
  metrics: Metrics;
  watch: ServiceWatch;
  redis: Redis;
  revocations: Revocations;
  charges: Charges;
  masterKeys: MasterKeys;
  adminToken: string;
  store: FileStore;
  storeGate: StoreGate;
  /** How long a signed link works, seconds. */
  signedUrlTtl: number;
  queue: RenderQueue;
  /** How long a caller waits for a PDF, milliseconds. */
  deadlineMs: number;
  /** How long a file is kept at most, seconds. */
  fileTtl: number;
  /** The client for addresses that callers choose. */
  outbound: Outbound;
  provider: Provider;
  webhooks: Webhooks;
  deliveries: Deliveries;
  largeBodies: LargeBodies;
  memory: MemoryBudget;
  /** None unless given. */
  trustProxy?: TrustProxy | undefined;
  /** Whose pages may call the API from browsers; none unless given. */
  corsOrigins?: CorsOrigins | undefined;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Where links to files point, and nothing else is answered; `publicUrl` unless given. */
  filesOrigin?: string | undefined;
  version: string;
  /** Whether the process is shutting down: balancers are to send requests elsewhere. */
  isStopping: () => boolean;
}

/** @returns the app, and what begins to do jobs: the gateway that serves them does them, too. */
export function createApp(options: AppOptions): { app: Express; doJobs: () => Dispatcher } {
  const { endpoints, mounting, links, dispatching, inputs } = serviceOf(options);
  inputs.begin();
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('case sensitive routing').enable('strict routing');
  app.set('trust proxy', options.trustProxy ?? 0);
  const failed = (...failure: [unknown, Request, Response]): void => sendError(...failure, () => undefined);
  app.use(requestLog(options.logger, (request) => options.watch.requestEnded(request), failed));
  app.use(traceRequests(options.tracing));
  app.use(compressed);
  if (options.filesOrigin) app.use(onlyFiles(options.filesOrigin));
  if (options.corsOrigins) app.use(['/api', '/files'], allowOrigins(options.corsOrigins, Object.keys(HEADERS)));
  mountPages(app, openApiDocument(endpoints, options.publicUrl, options.version));
  mount(app, endpoints, mounting);
  if (options.filesOrigin) app.get(FILE_PATH, redirectToFiles(options.filesOrigin));
  app.get(FILE_PATH, downloadFile(options.store, links));
  app.get('/metrics', serveMetrics(options.metrics));
  mountOps(app, { ...options, operator: mounting.operator, masterKey: options.masterKeys.current });
  app.use(answerUnrouted(app));
  app.use(sendError);
  return { app, doJobs: () => new Dispatcher(dispatching) };
}

/** The endpoints of the API, and what they are mounted with. */
export function serviceOf(options: AppOptions): {
  endpoints: Endpoint[];
  mounting: MountOptions;
  links: DownloadLinks;
  dispatching: DispatcherOptions;
  inputs: Inputs;
} {
  const { redis, masterKeys, provider } = options;
  const tokens = new Tokens(redis, options.revocations);
  const accounts = new Accounts(redis);
  const settings = new SettingsStore(redis);
  const usage = new UsageReader(redis);
  const fonts = new Fonts(redis, options.store, options.logger);
  const files = new Files(redis, options.store);
  const variables = new Variables(redis);
  const connections = new Connections(redis, new SecretBox(masterKeys, 'connections'));
  const links = new DownloadLinks(masterKeys, options.filesOrigin ?? options.publicUrl);
  const records = { connections, provider, rateLimiters: new RateLimiters(redis), settings };
  const inputs = new Inputs(redis, options.store);
  const jobs = new Jobs({ ...options, inputs, box: new SecretBox(masterKeys, 'jobs') });
  jobs.onEnded = jobMetrics(options.metrics);
  const box = new SecretBox(masterKeys, 'batches');
  const storage = new StorageQuota(redis, settings);
  const uploads = new Uploads({ ...options, inputs, storage, box });
  const batches = new Batches({ ...options, inputs, uploads, box });
  const pdf = pdfEndpoints({ ...options, links, variables });
  const tools: JobTools = new Map(pdf.map((endpoint) => [endpoint.tool as JobTool, endpoint]));
  const archives = new Archives({ jobs, batches, tools, files, queue: options.queue });
  const progress = new Progress(options.isStopping);
  const endpoints: Endpoint[] = [
    httpRequestEndpoint({ ...options, settings }),
    ...pdf,
    recordEndpoint(records),
    ...variableEndpoints(variables),
    ...fontEndpoints(fonts, options.largeBodies),
    fileEndpoint(files),
    ...jobEndpoints({ jobs, tools, files, progress }),
    ...batchEndpoints({ jobs, batches, archives, tools, progress }),
    ...uploadEndpoints(uploads),
    ...operatorJobEndpoints({ redis, accounts, jobs, batches, archives }),
    ...connectionEndpoints(records),
    ...webhookEndpoints(options.webhooks, options.deliveries, accounts),
    ...accountEndpoints(accounts, tokens, (id) =>
      closeAccount({ redis, accounts, tokens, fonts, files, jobs, batches, uploads }, id),
    ),
    ownAccountEndpoint({ accounts, tokens, usage, settings }),
    ...usageEndpoints(accounts, usage),
    ...settingsEndpoints(settings),
    reEncryptionEndpoint([connections, options.webhooks]),
    serviceEndpoint(options.publicUrl, options.version),
    ...healthEndpoints(() => options.watch.readiness(), options.isStopping),
  ];
  const mounting = {
    ...options,
    operator: new OperatorAccess(options.adminToken, redis),
    tokens,
    rateLimit: new RateLimit(redis, settings),
    concurrency: new Concurrency(settings),
    openStreams: new OpenStreams(),
    idempotency: new Idempotency({ ...options, box: new SecretBox(masterKeys, 'idempotency') }),
    storage,
    defer: deferred(jobs),
  };
  return { endpoints, mounting, links, inputs, dispatching: { ...mounting, jobs, batches, archives, tools, accounts } };
}
