/** Composes the API of the gateway and its background work. */
import type { JobTool } from '@toolpress/contract';
import { PayloadSealer } from '@toolpress/queue';
import { createMetrics, SecretBox } from '@toolpress/runtime';
import { Accounts, accountEndpoints } from './accounts/accounts.js';
import { StorageQuota } from './accounts/billing/stored-files.js';
import { UsageReader, usageEndpoints } from './accounts/billing/usage.js';
import { closeAccount } from './accounts/closing.js';
import { Buckets } from './buckets/buckets.js';
import { Connections } from './accounts/connections/connections.js';
import { connectionEndpoints, reEncryptionEndpoint } from './accounts/connections/endpoints.js';
import { DownloadLinks } from './accounts/files/downloads.js';
import { Files, fileEndpoint } from './accounts/files/files.js';
import { Fonts, fontEndpoints } from './accounts/fonts/fonts.js';
import { ownAccountEndpoint } from './accounts/own-account.js';
import { SettingsStore, settingsEndpoints } from './accounts/settings/settings.js';
import { variableEndpoints } from './accounts/variables/endpoints.js';
import { Variables } from './accounts/variables/variables.js';
import { Deliveries } from './webhooks/deliveries.js';
import { DeliveryWorker } from './webhooks/delivery-worker.js';
import { webhookEndpoints } from './webhooks/endpoints.js';
import { Webhooks } from './webhooks/webhooks.js';
import { AuditLog } from './api/audit/audit-log.js';
import { auditEndpoints } from './api/audit/endpoints.js';
import type { Endpoint } from './api/endpoint.js';
import { Idempotency } from './api/idempotency.js';
import { Concurrency, OpenStreams, RateLimit } from './api/limits.js';
import type { MountOptions } from './api/mount.js';
import { Callers } from './auth/callers.js';
import { OperatorAccess } from './auth/operator.js';
import { Tokens } from './auth/tokens.js';
import { Archives } from './jobs/batches/archives.js';
import { batchJobs } from './jobs/batches/batch-jobs.js';
import { BatchSweep } from './jobs/batches/batch-sweep.js';
import { Batches } from './jobs/batches/batches.js';
import { batchEndpoints } from './jobs/batches/endpoints.js';
import { operatorBatchEndpoints } from './jobs/batches/operator-endpoints.js';
import { Uploads, uploadEndpoints } from './jobs/batches/uploads.js';
import { type FormParts, RunningForms } from './gotenberg-forms/form-parts.js';
import { Dispatcher } from './jobs/dispatcher.js';
import { deferred, jobEndpoints } from './jobs/endpoints.js';
import { Inputs } from './jobs/inputs.js';
import type { TakenJob } from './jobs/job-record.js';
import type { JobTools } from './jobs/job-tools.js';
import { Jobs } from './jobs/jobs.js';
import { operatorJobEndpoints } from './jobs/operator-endpoints.js';
import { Printing, SingleJobs } from './jobs/printing.js';
import { Progress } from './jobs/progress.js';
import { healthEndpoints } from './monitoring/health.js';
import { jobMetrics } from './monitoring/metrics.js';
import { type OpenApiDocument, openApiDocument } from './openapi/document.js';
import { serviceEndpoint } from './pages/service.js';
import type { OwnProcess, Parts } from './dependencies.js';
import { version } from './shared/version.js';
import { connectionTestEndpoint, recordEndpoint } from './tools/get-record/get-record.js';
import { RateLimiters } from './tools/get-record/rate-limiter.js';
import { Records } from './tools/get-record/records.js';
import { httpRequestEndpoint } from './tools/http-request/http-request.js';
import { templateCheckEndpoint } from './tools/pdf/check-template.js';
import { pdfEndpoints } from './tools/pdf/render-pdf.js';
import { testPrintEndpoints } from './tools/pdf/test-print.js';
import { type PrintUnkept, unkeptPrinting } from './tools/pdf/unkept-print.js';

/** The API and its background work. */
export interface Service {
  endpoints: Endpoint[];
  mounting: MountOptions;
  links: DownloadLinks;
  accounts: Accounts;
  printUnkept: PrintUnkept;
  forms: FormParts;
  /** Starts the background work: jobs and deliveries. */
  begin(shutdown: OwnProcess['shutdown']): void;
}

/** Creates the API and its background work. Does no I/O before `begin`. */
export function compose(parts: Parts): Service {
  const { redis, masterKeys, provider } = parts;
  const callers = new Callers(redis, parts.revocations);
  const tokens = new Tokens(redis, callers);
  const accounts = new Accounts(redis);
  const settings = new SettingsStore(redis);
  const audit = new AuditLog({ ...parts, settings });
  const webhooks = new Webhooks({ ...parts, box: new SecretBox(masterKeys, 'webhooks'), settings });
  const deliveries = new Deliveries({ ...parts, box: new SecretBox(masterKeys, 'deliveries'), webhooks });
  const usage = new UsageReader(redis);
  const fonts = new Fonts(redis, parts.store, parts.logger);
  const files = new Files(redis, parts.store);
  const variables = new Variables(redis);
  const connections = new Connections(redis, new SecretBox(masterKeys, 'connections'), parts.recordHosts, (url) =>
    webhooks.checkAddress(url),
  );
  const buckets = new Buckets({ ...parts, connections, settings });
  const links = new DownloadLinks(masterKeys, parts.filesOrigin ?? parts.publicUrl);
  const records = new Records({
    ...{ connections, provider, settings, hosts: parts.recordHosts, servers: parts.recordServers },
    rateLimiters: new RateLimiters(redis),
    largeBodies: parts.largeBodies,
  });
  const inputs = new Inputs(redis, parts.store);
  const jobs = new Jobs({ ...parts, inputs, box: new SecretBox(masterKeys, 'jobs') });
  jobs.onEnded = jobMetrics(parts.metrics);
  const box = new SecretBox(masterKeys, 'batches');
  const storage = new StorageQuota(redis, settings);
  const uploads = new Uploads({ ...parts, inputs, storage, box });
  const batches = new Batches({ ...parts, inputs, jobs, uploads, box });
  const sealer = new PayloadSealer(masterKeys.current, parts.store);
  const pdfOptions = { ...parts, links, variables, records, buckets, sealer, settings };
  const printUnkept = unkeptPrinting(pdfOptions);
  const pdf = pdfEndpoints(pdfOptions);
  const tools: JobTools = new Map(pdf.map((endpoint) => [endpoint.tool as JobTool, endpoint]));
  const archives = new Archives({ jobs, batches, tools, files, queue: parts.queue });
  const progress = new Progress(parts.isStopping);
  const endpoints: Endpoint[] = [
    httpRequestEndpoint({ ...parts, settings }),
    ...pdf,
    recordEndpoint(records),
    templateCheckEndpoint(pdfOptions),
    ...variableEndpoints(variables, tokens, parts.largeBodies),
    ...fontEndpoints(fonts, parts.largeBodies),
    fileEndpoint(files),
    ...jobEndpoints({ jobs, tools, files, progress }),
    ...batchEndpoints({
      ...{ jobs, batches, archives, tools, progress },
      checkRecords: (from, accountId) => records.check(from, accountId, 'rows_from'),
    }),
    ...uploadEndpoints(uploads),
    ...testPrintEndpoints({ ...parts, accounts, variables, print: printUnkept }),
    ...operatorJobEndpoints({ redis, accounts, jobs }),
    ...operatorBatchEndpoints({ redis, accounts, jobs, batches, archives }),
    ...connectionEndpoints(connections),
    connectionTestEndpoint(async (slug, accountId, signal) => {
      const isBucket = (await connections.find(accountId, slug))?.provider === 's3';
      await (isBucket ? buckets : records).test(slug, accountId, signal);
    }),
    ...webhookEndpoints(webhooks, deliveries, accounts),
    ...accountEndpoints(accounts, tokens, (id) =>
      closeAccount({ redis, accounts, data: [tokens, fonts, files, jobs, batches, uploads] }, id),
    ),
    ownAccountEndpoint({ accounts, tokens, usage, settings, variables }),
    ...usageEndpoints(accounts, usage),
    ...settingsEndpoints(settings),
    ...auditEndpoints(audit),
    reEncryptionEndpoint([connections, webhooks]),
    serviceEndpoint(parts.publicUrl, parts.version),
    ...healthEndpoints(() => parts.watch.readiness(), parts.isStopping),
  ];
  const mounting = {
    ...parts,
    operator: new OperatorAccess(parts.adminToken, redis),
    ...{ callers, tokens, audit },
    rateLimit: new RateLimit(redis, settings),
    concurrency: new Concurrency(settings),
    openStreams: new OpenStreams(),
    idempotency: new Idempotency({ ...parts, box: new SecretBox(masterKeys, 'idempotency') }),
    storage,
    defer: deferred(jobs),
  };
  const printing = new Printing({ ...mounting, jobs, tools, accounts, deliveries });
  const single = new SingleJobs({ ...parts, jobs, tools, printing });
  const batch = batchJobs({ ...mounting, jobs, batches, archives, printing });
  const forms = { outbound: parts.outbound, settings, fileTtl: parts.fileTtl, running: new RunningForms() };
  const begin = (shutdown: OwnProcess['shutdown']): void => {
    inputs.begin();
    parts.charges.storage = storage;
    shutdown.add('forms', () => forms.running.close());
    const sending = new DeliveryWorker({ ...parts, deliveries, webhooks, settings });
    shutdown.add('webhooks', () => sending.close());
    const kindOf = (job: TakenJob) => (job.row === undefined ? single : batch(job));
    const dispatcher = new Dispatcher({ ...parts, jobs, kindOf });
    shutdown.add('jobs', () => dispatcher.close());
    const sweep = new BatchSweep(parts);
    shutdown.add('sweep of batches', () => sweep.close());
  };
  return { endpoints, mounting, links, accounts, printUnkept, forms, begin };
}

/** Returns the endpoints for their description. They cannot be called, because most of their parts are missing. */
export function allEndpoints(): Endpoint[] {
  const parts: Partial<Parts> = {
    revocations: { isSubscribed: () => false, onRevoked: () => undefined, close: () => undefined },
    masterKeys: { current: Buffer.alloc(32), previous: [] },
    metrics: createMetrics('gateway', version),
    adminToken: '',
    publicUrl: '',
  };
  return compose(parts as Parts).endpoints;
}

/** Returns the OpenAPI document without the address of a service. */
export const currentDocument = (): OpenApiDocument => openApiDocument(allEndpoints(), '', version);
