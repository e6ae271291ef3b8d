import type { Outbound, OutboundWithAddresses } from '@toolpress/outbound';
import { createOutbound, NamedHosts, openOutbound } from '@toolpress/outbound';
import { RenderQueue } from '@toolpress/queue';
import {
  checkRedisAtStart,
  type Logger,
  type MasterKeys,
  type Metrics,
  metricsAccess,
  nonQueueingRedis,
  type openApp,
  type Redis,
  redisAddress,
  type Tracing,
  withoutSlash,
} from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { createFileStore, fileStoreOptions, prepareStore } from '@toolpress/storage';
import { Charges } from './accounts/billing/charges.js';
import { fileLinkKey } from './accounts/files/downloads.js';
import type { CorsOrigins } from './api/cors.js';
import { LargeBodies } from './api/large-bodies.js';
import { MemoryBudget } from './api/memory-budget.js';
import { type Revocations, subscribeToRevocations } from './auth/callers.js';
import type { TrustProxy } from './auth/client-address.js';
import type { OidcSettings } from './auth/oidc-settings.js';
import type { readConfig } from './config.js';
import { ServiceWatch } from './monitoring/service-watch.js';
import { Replication } from './shared/replication.js';
import { version } from './shared/version.js';
import { Provider } from './tools/get-record/provider.js';
import { StoreGate } from './tools/pdf/render-pdf.js';

/** The dependencies of the gateway: connections, clients and limits. */
export interface Dependencies {
  logger: Logger;
  tracing: Tracing;
  metrics: Metrics;
  /** See `metricsAccess`. */
  mayReadMetrics: (authorization?: string) => boolean;
  watch: ServiceWatch;
  redis: Redis;
  /** Waits for the replicas of what was accepted. The default is not to. */
  replication?: Replication | undefined;
  revocations: Revocations;
  charges: Charges;
  masterKeys: MasterKeys;
  adminToken: string;
  store: FileStore;
  storeGate: StoreGate;
  /** The lifetime of a signed link in seconds. */
  signedUrlTtl: number;
  queue: RenderQueue;
  /** The time in milliseconds that a caller waits for a PDF. */
  deadlineMs: number;
  /** The longest lifetime of a file in seconds. */
  fileTtl: number;
  /** The client for addresses from callers. */
  outbound: Outbound;
  provider: Provider;
  /** The hosts that connections may name, and the client for them. */
  recordHosts: NamedHosts;
  recordServers: OutboundWithAddresses;
  largeBodies: LargeBodies;
  memory: MemoryBudget;
  /** The default trusts no proxy. */
  trustProxy?: TrustProxy | undefined;
  /** The sign-in of operators at an identity provider. The default is none. */
  oidc?: OidcSettings | undefined;
  /** The origins whose pages may call the API from browsers. The default is none. */
  corsOrigins?: CorsOrigins | undefined;
  /** The other service whose clients are served, too. The default is none. */
  compat?: 'gotenberg' | undefined;
  /** The public address without a trailing slash. */
  publicUrl: string;
  /** The origin of links to files, which serves nothing else. The default is `publicUrl`. */
  filesOrigin?: string | undefined;
  version: string;
  /** Whether the process is shutting down and load balancers must send requests elsewhere. */
  isStopping: () => boolean;
}

/** The process of the gateway. */
export type OwnProcess = Awaited<ReturnType<typeof openApp>>;

/**
 * Opens the dependencies of the gateway. The process closes them when it ends.
 *
 * @returns the dependencies, and the names of those that are unavailable at start.
 */
export async function openDependencies(
  config: ReturnType<typeof readConfig>,
  { logger, shutdown, tracing, metrics }: OwnProcess,
): Promise<{ dependencies: Dependencies; missing: string[] }> {
  const publicUrl = withoutSlash(config.PUBLIC_URL);
  const masterKeys = { current: config.MASTER_KEY, previous: config.MASTER_KEYS_PREVIOUS ?? [] };
  const address = redisAddress(config);
  const state = await openRedis(address, config.REDIS_WAIT_REPLICAS, logger, shutdown);
  const { redis, charges } = state;
  const storeOptions = fileStoreOptions(config, {
    publicUrl: config.FILES_ORIGIN ?? publicUrl,
    linkKey: fileLinkKey(masterKeys.current),
    previousLinkKeys: masterKeys.previous.map(fileLinkKey),
    onWarning: (message) => logger.warn(message),
  });
  const store = await createFileStore(storeOptions, logger);
  shutdown.add('file store', () => store.close());
  const isStoreAvailable = await prepareStore(store, storeOptions, logger);
  const limits = { documents: config.QUEUE_LIMIT, bytes: config.QUEUE_LIMIT_BYTES };
  const queue = await RenderQueue.open(address, limits, logger);
  shutdown.add('queue', () => queue.close());
  const clients = openClients(config, { logger, shutdown, metrics });
  const watch = await ServiceWatch.open({ address, redis, store, charges, metrics, version, logger });
  shutdown.add('watch', () => watch.close());

  const dependencies: Dependencies = {
    ...{ logger, tracing, metrics, watch, masterKeys, store, queue, publicUrl, version, ...state, ...clients },
    mayReadMetrics: metricsAccess({ port: config.PORT, host: config.HOST, token: config.METRICS_TOKEN }, logger),
    adminToken: config.ADMIN_TOKEN,
    storeGate: new StoreGate(watch.readiness, watch.checkWrites, isStoreAvailable),
    signedUrlTtl: config.SIGNED_URL_TTL,
    deadlineMs: config.RENDER_DEADLINE_MS,
    fileTtl: config.FILE_TTL,
    memory: new MemoryBudget(config.MEMORY_BUDGET_MB * 1024 * 1024),
    trustProxy: config.TRUST_PROXY,
    oidc: config,
    corsOrigins: config.CORS_ORIGINS,
    compat: config.COMPAT,
    filesOrigin: config.FILES_ORIGIN,
    isStopping: () => shutdown.hasBegun,
  };
  return {
    dependencies,
    missing: [...(state.isRedisAvailable ? [] : ['Redis']), ...(isStoreAvailable ? [] : ['the file store'])],
  };
}

/** Opens what the gateway holds in Redis, except the queue. */
async function openRedis(
  address: ReturnType<typeof redisAddress>,
  replicas: number,
  logger: Logger,
  shutdown: OwnProcess['shutdown'],
) {
  const redis = nonQueueingRedis(address, 'state', logger);
  shutdown.add('redis', () => redis.disconnect());
  const isRedisAvailable = await checkRedisAtStart(redis, logger);
  const revocations = await subscribeToRevocations(address, logger);
  shutdown.add('revocations', () => revocations.close());
  const replication =
    replicas > 0 ? new Replication(nonQueueingRedis(address, 'replication', logger), replicas) : undefined;
  shutdown.add('replication', () => replication?.close());
  const charges = new Charges(redis);
  shutdown.add('charges', () => charges.close());
  return { redis, isRedisAvailable, revocations, replication, charges };
}

/** Opens the clients of other servers, and the threads that read their answers. */
function openClients(
  config: ReturnType<typeof readConfig>,
  { logger, shutdown, metrics }: Pick<OwnProcess, 'logger' | 'shutdown' | 'metrics'>,
) {
  const outbound = openOutbound(config.OUTBOUND_ALLOW, logger);
  shutdown.add('outbound', () => outbound.close());
  const largeBodies = new LargeBodies();
  shutdown.add('large bodies', () => largeBodies.close());
  const provider = new Provider({ apiUrl: config.TABLEBASE_API_URL, largeBodies, metrics, logger });
  shutdown.add('provider', () => provider.close());
  const namedHosts = config.RECORD_HOSTS === undefined ? [] : [config.RECORD_HOSTS];
  const recordServers = createOutbound({
    ...{ allow: [], namedHosts },
    onRefused: (target) => logger.warn(target, 'the address of a server of records is not allowed'),
  });
  shutdown.add('record servers', () => recordServers.close());
  return { outbound, largeBodies, provider, recordHosts: new NamedHosts(namedHosts), recordServers };
}
