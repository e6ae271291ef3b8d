/** Wires the worker together, runs it, and stops it in order. */
import { randomUUID } from 'node:crypto';
import { openOutbound } from '@toolpress/outbound';
import { announceWorker, consume, type RenderConsumer, runScheduledJobs, sweepUnclaimedFiles } from '@toolpress/queue';
import {
  announceStart,
  atMostEvery,
  checkRedisAtStart,
  metricsAccess,
  nonQueueingRedis,
  openApp,
  redisAddress,
  silentConnections,
  start,
} from '@toolpress/runtime';
import { createFileStore, dayOf, fileStoreOptions, pdfIds, prepareStore } from '@toolpress/storage';
import { findChromium } from './browser/launch.js';
import { startRenderer } from './browser/renderer.js';
import { readConfig, version } from './config.js';
import { renderJobs } from './jobs/render-jobs.js';
import { StoreWaits } from './jobs/storing.js';
import { BrowserMetrics } from './monitoring/browser-metrics.js';
import { ObservedJobs } from './monitoring/observed-jobs.js';
import { serveOps } from './monitoring/server.js';
import { loadAssembly } from './parts.js';
import { imageSource } from './resources/image-source.js';
import { SheetSource } from './resources/sheet-source.js';
import { SlowAccounts } from './scheduling/slow-accounts.js';

/** The number of running jobs beyond those with a page. They wait for images or the store. */
const JOBS_IN_WAITING = 8;
/** The same for the slow queue, which also has the rows of batches. */
const SLOW_JOBS_IN_WAITING = 6;
const SWEEP_EVERY_MS = 15 * 60_000;
/** The shortest interval between checks of the file store, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

start(async () => {
  const config = readConfig();
  // A running job may take its whole deadline.
  const endLimitMs = config.RENDER_DEADLINE_MS + 5_000;
  const { logger, shutdown, tracing, metrics } = await openApp('worker', version, config, endLimitMs);
  const address = redisAddress(config);
  const redis = nonQueueingRedis(address, 'ops', logger);
  shutdown.add('redis', () => redis.disconnect());
  await checkRedisAtStart(redis, logger);

  // Started first and closed last, so that monitoring sees the worker start and drain.
  const browser = new BrowserMetrics(metrics);
  let consumer: RenderConsumer | undefined;
  let storageWorks: (() => Promise<boolean>) | undefined;
  if (config.METRICS_PORT !== undefined) {
    const parts = async () => ({
      queue: consumer !== undefined && silentConnections().length === 0,
      browser: browser.isUp(),
      storage: (await storageWorks?.()) ?? false,
    });
    const at = { port: config.METRICS_PORT, host: config.HOST };
    const mayReadMetrics = metricsAccess({ ...at, token: config.METRICS_TOKEN }, logger);
    const server = await serveOps({ ...at, metrics, mayReadMetrics, parts });
    shutdown.add('ops server', () => server.close());
  }

  const storeOptions = fileStoreOptions(config, { onWarning: (message) => logger.warn(message) });
  const store = await createFileStore(storeOptions, logger);
  shutdown.add('file store', () => store.close());
  const isThere = await prepareStore(store, storeOptions, logger);
  const storeWaits = new StoreWaits();
  storageWorks = atMostEvery(LOOK_EVERY_MS, () =>
    store.check().then(
      () => !storeWaits.areAny, // a full store answers, too
      () => false,
    ),
  );

  const maxPdfBytes = config.RENDER_MAX_PDF_MB * 1024 * 1024;
  const slowAccounts = new SlowAccounts();
  const renderer = await startRenderer({
    watch: browser,
    executablePath: findChromium(config.CHROME_PATH),
    concurrency: config.RENDER_CONCURRENCY,
    pageLimitMs: config.RENDER_PRINT_LIMIT_MS,
    slowAccounts,
    maxPageBytes: config.RENDER_MEMORY_MB * 1024 * 1024,
    maxPdfBytes,
    sandbox: config.CHROME_SANDBOX,
    logger,
    onFatal: (error) => {
      logger.fatal({ err: error }, 'Chromium can not be started; this worker exits');
      process.exit(1);
    },
  });
  shutdown.add('renderer', () => renderer.close());

  const sweepExpired = async (): Promise<void> => {
    const deleted = await store.sweep(new Date());
    if (deleted > 0) logger.info({ deleted }, 'expired files deleted');
  };
  const sweepUnclaimed = async (): Promise<void> => {
    const deleted = await sweepUnclaimedFiles(
      redis,
      { remove: (...ids) => store.remove(...ids), dayOf },
      SWEEP_EVERY_MS,
    );
    if (deleted > 0) logger.info({ deleted }, 'unclaimed files deleted');
  };
  const scheduledJobs = await runScheduledJobs(
    address,
    [
      { name: 'sweep expired files', everyMs: SWEEP_EVERY_MS, run: sweepExpired },
      { name: 'sweep unclaimed files', everyMs: SWEEP_EVERY_MS, run: sweepUnclaimed },
    ],
    logger,
  );
  shutdown.add('scheduled-jobs', () => scheduledJobs.close());

  const outbound = openOutbound(config.OUTBOUND_ALLOW, logger);
  shutdown.add('outbound', () => outbound.close());

  const pages = config.RENDER_CONCURRENCY;
  const parts = config.PARTS;
  const rendering = renderJobs({
    ...{ pages, parts, renderer, store, storeWaits, tracing, slowAccounts, maxPdfBytes },
    ...{ images: imageSource(outbound), sheets: new SheetSource(outbound), fileTtl: config.FILE_TTL },
  });
  shutdown.add('render threads', () => rendering.close());
  await rendering.ready();
  const jobs = new ObservedJobs(metrics, tracing);
  const handler = jobs.observe(rendering.handler);
  const id = randomUUID();
  const announcement = announceWorker(
    address,
    { id, version, concurrency: pages },
    {
      busy: () => jobs.busy,
      onDeadWorker: (dead) => void consumer?.returnJobsOf(dead).catch(() => undefined),
      logLevel: config.LOG_LEVEL,
    },
  );
  shutdown.add('announcement', () => announcement.close());

  consumer = consume(address, handler, {
    id,
    newFileId: pdfIds(config.FILE_TTL),
    discard: (fileId) => store.remove(fileId),
    concurrency: pages + JOBS_IN_WAITING,
    slowConcurrency: pages + SLOW_JOBS_IN_WAITING,
    slowAccounts,
    assemble: (await loadAssembly(parts))({ store, tracing, fileTtl: config.FILE_TTL }),
    logger,
  });
  shutdown.add('queue', () => consumer?.close());
  announceStart(logger, { concurrency: pages, storage: config.STORAGE, version }, isThere ? [] : ['the file store']);
});
