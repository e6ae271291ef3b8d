/** Wires the worker together, works, ends in order. */
import { randomUUID } from 'node:crypto';
import { announceWorker, consume, type RenderConsumer, runChores } from '@toolpress/queue';
import {
  createLogger,
  createMetrics,
  failFastRedis,
  firstContact,
  Pulse,
  Shutdown,
  start,
  startTracing,
} from '@toolpress/runtime';
import { createFileStore, fileStoreOptions } from '@toolpress/storage';
import { findChromium } from './browser/find-chromium.js';
import { startRenderer } from './browser/renderer.js';
import { readConfig } from './config.js';
import { imageSource } from './images/image-source.js';
import { BrowserMetrics } from './ops/browser-metrics.js';
import { ObservedJobs } from './ops/observed-jobs.js';
import { RenderMetrics } from './ops/render-metrics.js';
import { serveOps } from './ops/server.js';
import { openOutbound } from './outbound.js';
import { renderJobs } from './render-job.js';
import { SlowAccounts } from './slow-accounts.js';
import { version } from './version.js';

/** Jobs at work beyond those that the browser has pages for: they wait for their images, or for the store. */
const JOBS_IN_WAITING = 8;
/** The same for the slow lane: its documents take long enough. */
const SLOW_JOBS_IN_WAITING = 2;
const SWEEP_EVERY_MS = 15 * 60_000;

start(async () => {
  const config = readConfig();
  const logger = createLogger('worker', config.LOG_LEVEL);
  // A job at work may take its whole deadline.
  const shutdown = new Shutdown(logger, config.RENDER_DEADLINE_MS + 5_000);
  shutdown.onSignals();

  const tracing = await startTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    service: 'worker',
    version,
    logger,
  });
  shutdown.add('tracing', () => tracing.close());

  const metrics = createMetrics('worker', version);
  const redis = failFastRedis(config.REDIS_URL, 'ops', logger);
  shutdown.add('redis', () => redis.disconnect());
  await firstContact(redis);
  const pulse = new Pulse(redis);
  shutdown.add('pulse', () => pulse.close());

  // Before anything that takes its time, and closed after it: who watches sees the worker start and drain.
  const browser = new BrowserMetrics(metrics);
  let consumer: RenderConsumer | undefined;
  if (config.METRICS_PORT !== undefined) {
    const parts = () => ({ queue: consumer?.isConnected() ?? false, browser: browser.isUp() });
    const server = await serveOps({ port: config.METRICS_PORT, host: config.HOST, metrics, parts });
    shutdown.add('ops server', () => server.close());
  }

  const store = createFileStore(fileStoreOptions(config, { onWarning: (message) => logger.warn(message) }));
  shutdown.add('file store', () => store.close());
  await store.prepare();

  const slowAccounts = new SlowAccounts();
  const renderer = await startRenderer({
    watch: browser,
    executablePath: findChromium(config.CHROME_PATH),
    concurrency: config.RENDER_CONCURRENCY,
    pageLimitMs: config.RENDER_PRINT_LIMIT_MS,
    slowAccounts,
    maxPageBytes: config.RENDER_MEMORY_MB * 1024 * 1024,
    sandbox: config.CHROME_SANDBOX,
    logger,
    onHopeless: (error) => {
      logger.fatal({ err: error }, 'Chromium can not be had; this worker ends');
      process.exit(1);
    },
  });
  shutdown.add('renderer', () => renderer.close());

  const sweep = async (): Promise<void> => {
    const deleted = await store.sweep(new Date());
    if (deleted > 0) logger.info({ deleted }, 'expired files deleted');
  };
  const chores = await runChores(
    config.REDIS_URL,
    [{ name: 'sweep expired files', everyMs: SWEEP_EVERY_MS, run: sweep }],
    logger,
  );
  shutdown.add('chores', () => chores.close());

  const outbound = openOutbound(config.OUTBOUND_ALLOW, logger);
  shutdown.add('outbound', () => outbound.close());

  const pages = config.RENDER_CONCURRENCY;
  const jobs = new ObservedJobs({ metrics: new RenderMetrics(metrics), pulse, tracing });
  const handler = jobs.observe(
    renderJobs({ renderer, images: imageSource(outbound), store, tracing, slowAccounts, fileTtl: config.FILE_TTL }),
  );
  const announcement = announceWorker(redis, { id: randomUUID(), version, concurrency: pages }, () => jobs.busy);
  shutdown.add('announcement', () => announcement.close());

  consumer = consume(config.REDIS_URL, handler, {
    concurrency: pages + JOBS_IN_WAITING,
    slowConcurrency: pages + SLOW_JOBS_IN_WAITING,
    isSlow: (accountId) => slowAccounts.has(accountId),
    logger,
  });
  shutdown.add('queue', () => consumer?.close());
  logger.info({ concurrency: pages, storage: config.STORAGE, version }, 'ready');
});
