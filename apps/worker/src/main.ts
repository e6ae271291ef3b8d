/** Wires the worker together, runs it, and stops it in order. */
import { randomUUID } from 'node:crypto';
import { openOutbound } from '@toolpress/outbound';
import {
  announceWorker,
  consume,
  PayloadOpener,
  type RenderConsumer,
  runScheduledJobs,
  sweepUnclaimedFiles,
} from '@toolpress/queue';
import {
  type AppSurroundings,
  announceStart,
  atMostEvery,
  checkRedisAtStart,
  metricsAccess,
  nonQueueingRedis,
  openApp,
  type Redis,
  type RedisAddress,
  redisAddress,
  silentConnections,
  start,
} from '@toolpress/runtime';
import { createFileStore, dayOf, type FileStore, fileStoreOptions, pdfIds, prepareStore } from '@toolpress/storage';
import { findChromium } from './browser/launch.js';
import { type Renderer, startRenderer } from './browser/renderer.js';
import { readConfig, version } from './config.js';
import type { RenderOptions } from './jobs/job-host.js';
import { type RenderJobs, renderJobs } from './jobs/render-jobs.js';
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

type Config = ReturnType<typeof readConfig>;

start(async () => {
  const config = readConfig();
  // A call may take its whole deadline. Long documents of jobs may take longer: other workers get them.
  const endLimitMs = config.RENDER_DEADLINE_MS + 5_000;
  const app = await openApp('worker', version, config, endLimitMs);
  const { logger, shutdown, tracing, metrics } = app;
  const address = redisAddress(config);
  const redis = nonQueueingRedis(address, 'ops', logger);
  shutdown.add('redis', () => redis.disconnect());
  await checkRedisAtStart(redis, logger);

  const browser = new BrowserMetrics(metrics);
  const parts: WorkingParts = { browser: () => browser.isUp() };
  await serveMonitoring(app, config, parts);
  const { store, storeWaits, isThere } = await openStore(app, config);
  parts.storage = atMostEvery(LOOK_EVERY_MS, () => isWritable(store, storeWaits));

  const slowAccounts = new SlowAccounts();
  const renderer = await openRenderer(app, config, browser, slowAccounts);
  await scheduleSweeps(app, address, redis, store);
  const pages = config.RENDER_CONCURRENCY;
  const rendering = await startRendering(app, config, { renderer, store, storeWaits, slowAccounts });
  const jobs = new ObservedJobs(metrics, tracing);
  const id = randomUUID();
  let consumer: RenderConsumer | undefined;
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

  consumer = consume(address, jobs.observe(rendering.handler), {
    id,
    newFileId: pdfIds(config.FILE_TTL),
    discard: (fileId) => store.remove(fileId),
    concurrency: pages + JOBS_IN_WAITING,
    slowConcurrency: pages + SLOW_JOBS_IN_WAITING,
    slowAccounts,
    assemble: (await loadAssembly(config.PARTS))({
      ...{ store, tracing, fileTtl: config.FILE_TTL },
      secrets: new PayloadOpener(store),
    }),
    logger,
    endsWithinMs: config.RENDER_DEADLINE_MS,
  });
  parts.queue = () => silentConnections().length === 0;
  shutdown.add('queue', () => consumer?.close());
  announceStart(logger, { concurrency: pages, storage: config.STORAGE, version }, isThere ? [] : ['the file store']);
});

/** Whether the parts of the worker work. One that is absent has not started yet. */
interface WorkingParts {
  browser: () => boolean;
  queue?: () => boolean;
  storage?: () => Promise<boolean>;
}

const maxPdfBytes = (config: Config): number => config.RENDER_MAX_PDF_MB * 1024 * 1024;

/** Serves metrics and health. It is started first and closed last, so that monitoring sees the worker start and drain. */
async function serveMonitoring(
  { logger, shutdown, metrics }: AppSurroundings,
  config: Config,
  working: WorkingParts,
): Promise<void> {
  if (config.METRICS_PORT === undefined) return;
  const parts = async () => ({
    queue: working.queue?.() ?? false,
    browser: working.browser(),
    storage: (await working.storage?.()) ?? false,
  });
  const at = { port: config.METRICS_PORT, host: config.HOST };
  const mayReadMetrics = metricsAccess({ ...at, token: config.METRICS_TOKEN }, logger);
  const server = await serveOps({ ...at, metrics, mayReadMetrics, parts });
  shutdown.add('ops server', () => server.close());
}

async function openStore({ logger, shutdown }: AppSurroundings, config: Config) {
  const options = fileStoreOptions(config, { onWarning: (message) => logger.warn(message) });
  const store = await createFileStore(options, logger);
  shutdown.add('file store', () => store.close());
  return { store, storeWaits: new StoreWaits(), isThere: await prepareStore(store, options, logger) };
}

/** A full store answers, too. */
const isWritable = (store: FileStore, storeWaits: StoreWaits): Promise<boolean> =>
  store.check().then(
    () => !storeWaits.areAny,
    () => false,
  );

async function openRenderer(
  { logger, shutdown }: AppSurroundings,
  config: Config,
  watch: BrowserMetrics,
  slowAccounts: SlowAccounts,
): Promise<Renderer> {
  const renderer = await startRenderer({
    watch,
    executablePath: findChromium(config.CHROME_PATH),
    concurrency: config.RENDER_CONCURRENCY,
    pageLimitMs: config.RENDER_PRINT_LIMIT_MS,
    slowAccounts,
    maxPageBytes: config.RENDER_MEMORY_MB * 1024 * 1024,
    maxPdfBytes: maxPdfBytes(config),
    sandbox: config.CHROME_SANDBOX,
    logger,
    onFatal: (error) => {
      logger.fatal({ err: error }, 'Chromium can not be started; this worker exits');
      process.exit(1);
    },
  });
  shutdown.add('renderer', () => renderer.close());
  return renderer;
}

/** Starts the threads that render. */
async function startRendering(
  { logger, shutdown, tracing }: AppSurroundings,
  config: Config,
  services: Pick<RenderOptions, 'renderer' | 'store' | 'storeWaits' | 'slowAccounts'>,
): Promise<RenderJobs> {
  const outbound = openOutbound(config.OUTBOUND_ALLOW, logger);
  shutdown.add('outbound', () => outbound.close());
  const rendering = renderJobs({
    ...{ ...services, tracing, pages: config.RENDER_CONCURRENCY, parts: config.PARTS },
    ...{ images: imageSource(outbound), sheets: new SheetSource(outbound) },
    ...{ fileTtl: config.FILE_TTL, maxPdfBytes: maxPdfBytes(config) },
  });
  shutdown.add('render threads', () => rendering.close());
  await rendering.ready();
  return rendering;
}

/** Deletes expired files, and files that no account has claimed. */
async function scheduleSweeps(
  { logger, shutdown }: AppSurroundings,
  address: RedisAddress,
  redis: Redis,
  store: FileStore,
): Promise<void> {
  const sweepExpired = async (): Promise<void> => {
    const deleted = await store.sweep(new Date());
    if (deleted > 0) logger.info({ deleted }, 'expired files deleted');
  };
  const sweepUnclaimed = async (): Promise<void> => {
    const files = { remove: (...ids: string[]) => store.remove(...ids), dayOf };
    const deleted = await sweepUnclaimedFiles(redis, files, SWEEP_EVERY_MS);
    if (deleted > 0) logger.info({ deleted }, 'unclaimed files deleted');
  };
  const sweeps = [
    { name: 'sweep expired files', everyMs: SWEEP_EVERY_MS, run: sweepExpired },
    { name: 'sweep unclaimed files', everyMs: SWEEP_EVERY_MS, run: sweepUnclaimed },
  ];
  const scheduledJobs = await runScheduledJobs(address, sweeps, logger);
  shutdown.add('scheduled-jobs', () => scheduledJobs.close());
}
