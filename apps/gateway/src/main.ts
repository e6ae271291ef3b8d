/** Wires the gateway together, listens, ends in order. */
import { setFlagsFromString } from 'node:v8';
import { openOutbound } from '@toolpress/outbound';
import { RenderQueue } from '@toolpress/queue';
import { announceStart, checkRedisAtStart, nonQueueingRedis, openApp, start, withoutSlash } from '@toolpress/runtime';
import { createFileStore, fileStoreOptions, prepareStore } from '@toolpress/storage';
import { Charges } from './accounts/billing/charges.js';
import { fileLinkKey } from './accounts/files/downloads.js';
import { SettingsStore } from './accounts/settings/settings.js';
import { Deliveries } from './accounts/webhooks/deliveries.js';
import { DeliveryWorker } from './accounts/webhooks/delivery-worker.js';
import { Webhooks } from './accounts/webhooks/webhooks.js';
import { createApp } from './app.js';
import { subscribeToRevocations } from './auth/revocations.js';
import { readConfig } from './config.js';
import { LargeBodies } from './http/large-bodies.js';
import { MemoryBudget } from './http/memory-budget.js';
import { serve } from './http/server.js';
import { ServiceWatch } from './monitoring/service-watch.js';
import { SecretBox } from './shared/secret-box.js';
import { Provider } from './tools/get-record/provider.js';
import { StoreGate } from './tools/pdf/render-pdf.js';
import { version } from './version.js';

// Between two large documents V8 takes the process for idle and collects garbage at length, while callers wait.
setFlagsFromString('--no-memory-reducer');

start(async () => {
  const config = readConfig();
  const publicUrl = withoutSlash(config.PUBLIC_URL);
  const masterKeys = { current: config.MASTER_KEY, previous: config.MASTER_KEYS_PREVIOUS ?? [] };

  // Monitoring of the process, and its end
  // Requests under way may take their whole deadline; closing what they used takes some seconds more.
  const drainLimitMs = config.RENDER_DEADLINE_MS + 2_000;
  const endLimitMs = config.SHUTDOWN_GRACE_MS + drainLimitMs + 8_000;
  const { logger, shutdown, tracing, metrics } = await openApp('gateway', version, config, endLimitMs);

  // Accounts
  const redis = nonQueueingRedis(config.REDIS_URL, 'state', logger);
  shutdown.add('redis', () => redis.disconnect());
  const isRedisAvailable = await checkRedisAtStart(redis);
  const revocations = await subscribeToRevocations(config.REDIS_URL, logger);
  shutdown.add('revocations', () => revocations.close());
  const charges = new Charges(redis);
  shutdown.add('charges', () => charges.close());

  // Files
  const storeOptions = fileStoreOptions(config, {
    publicUrl: config.FILES_ORIGIN ?? publicUrl,
    linkKey: fileLinkKey(masterKeys.current),
    previousLinkKeys: masterKeys.previous.map(fileLinkKey),
    onWarning: (message) => logger.warn(message),
  });
  const store = await createFileStore(storeOptions);
  shutdown.add('file store', () => store.close());
  const isStoreAvailable = await prepareStore(store, storeOptions, logger);

  // Tools
  const queue = await RenderQueue.open(
    config.REDIS_URL,
    { documents: config.QUEUE_LIMIT, bytes: config.QUEUE_LIMIT_BYTES },
    logger,
  );
  shutdown.add('queue', () => queue.close());
  const outbound = openOutbound(config.OUTBOUND_ALLOW, logger);
  shutdown.add('outbound', () => outbound.close());
  const provider = new Provider({ apiUrl: config.TABLEBASE_API_URL, metrics, logger });
  shutdown.add('provider', () => provider.close());

  // Webhooks
  const settings = new SettingsStore(redis);
  const webhooks = new Webhooks({ redis, box: new SecretBox(masterKeys, 'webhooks'), outbound, settings });
  const deliveries = new Deliveries({ redis, box: new SecretBox(masterKeys, 'deliveries'), webhooks, logger });
  const deliveryWorker = new DeliveryWorker({ deliveries, webhooks, outbound, settings, metrics, logger });
  shutdown.add('webhooks', () => deliveryWorker.close());

  // HTTP
  const watch = await ServiceWatch.open({
    redisUrl: config.REDIS_URL,
    redis,
    store,
    charges,
    metrics,
    version,
    logger,
  });
  shutdown.add('watch', () => watch.close());
  const largeBodies = new LargeBodies();
  shutdown.add('large bodies', () => largeBodies.close());
  const { app, doJobs } = createApp({
    logger,
    tracing,
    metrics,
    watch,
    redis,
    revocations,
    charges,
    masterKeys,
    adminToken: config.ADMIN_TOKEN,
    store,
    storeGate: new StoreGate(watch.readiness, isStoreAvailable),
    signedUrlTtl: config.SIGNED_URL_TTL,
    queue,
    deadlineMs: config.RENDER_DEADLINE_MS,
    fileTtl: config.FILE_TTL,
    outbound,
    provider,
    webhooks,
    deliveries,
    largeBodies,
    memory: new MemoryBudget(config.MEMORY_BUDGET_MB * 1024 * 1024),
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    publicUrl,
    filesOrigin: config.FILES_ORIGIN,
    version,
    isStopping: () => shutdown.hasBegun,
  });
  const jobs = doJobs();
  shutdown.add('jobs', () => jobs.close());
  const server = await serve(app, {
    port: config.PORT,
    host: config.HOST,
    graceMs: config.SHUTDOWN_GRACE_MS,
    drainLimitMs,
  });
  shutdown.add('http server', () => server.close());
  const facts = { port: server.port, host: config.HOST, storage: config.STORAGE, version };
  const missing = [...(isRedisAvailable ? [] : ['Redis']), ...(isStoreAvailable ? [] : ['the file store'])];
  announceStart(logger, facts, missing);
});
