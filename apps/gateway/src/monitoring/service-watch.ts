/** Watches the health of the service. Source of `/readyz`, `/metrics` and the operator's page. */
import { type QueueView, readWorkers, viewQueues } from '@toolpress/queue';
import {
  atMostEvery,
  type Logger,
  type Metrics,
  nonQueueingRedis,
  type Redis,
  type RedisAddress,
  waitUntilReady,
} from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { type EndedRequest, requestMetrics } from '../api/request-log.js';
import { readBacklog } from './backlog.js';
import { registerGauges } from './gauges.js';
import { type Readiness, watchReadiness } from './health.js';
import { RecentErrors } from './recent-errors.js';
import { healthIssuesOf, type QueueStatistics, readRedisHealth, type ServiceState } from './service-state.js';
import { StoreProbe } from './store-probe.js';

/** Redis is read at most this often, however many dashboards and pages ask. */
const READ_EVERY_MS = 1_000;

export interface ServiceWatchOptions {
  address: RedisAddress;
  /** The connection that requests use. The gateway is ready if it answers. */
  redis: Redis;
  store: FileStore;
  charges: { refusedAccounts(): number };
  metrics: Metrics;
  version: string;
  logger: Logger;
}

export class ServiceWatch {
  readonly readiness: () => Promise<Readiness>;
  /** Checks soon whether the file store accepts writes. Never rejects. */
  readonly checkWrites: () => Promise<void>;
  /** Returns the whole state; never rejects. */
  readonly state: () => Promise<ServiceState>;
  /** Call this with every ended request. */
  readonly requestEnded: (request: EndedRequest) => void;

  private constructor(
    { redis, store, charges, version, metrics }: ServiceWatchOptions,
    private readonly connection: Redis,
    view: QueueView,
    private readonly recentErrors: RecentErrors,
    private readonly probe: StoreProbe,
  ) {
    this.readiness = watchReadiness(redis, store, () => probe.writes);
    this.checkWrites = atMostEvery(READ_EVERY_MS, () => probe.checkNow());
    const queueStatistics = atMostEvery(READ_EVERY_MS, async (): Promise<QueueStatistics> => {
      const [queue, workers] = await Promise.all([view.state(), readWorkers(connection)]);
      return { queue, workers };
    });
    const backlog = atMostEvery(READ_EVERY_MS, () => readBacklog(connection));
    const redisHealth = atMostEvery(READ_EVERY_MS, () => readRedisHealth(connection));
    this.state = atMostEvery(READ_EVERY_MS, async () => {
      const [readiness, health, statistics, waiting, errors] = await Promise.all([
        this.readiness(),
        redisHealth().catch(() => null),
        queueStatistics().catch(() => undefined),
        backlog().catch(() => null),
        recentErrors.read().catch(() => null),
      ]);
      const state = {
        at: new Date().toISOString(),
        gateway: {
          version,
          uptimeSeconds: Math.floor(process.uptime()),
          refusedAccounts: charges.refusedAccounts(),
        },
        redis: { reachable: readiness.redis.available, health },
        storage: { reachable: readiness.storage.available, writes: probe.writes ?? null },
        queue: statistics?.queue ?? null,
        workers: statistics?.workers ?? null,
        backlog: waiting,
        errors,
      };
      return { ...state, troubles: healthIssuesOf(state) };
    });
    this.requestEnded = requestMetrics(metrics, recentErrors.count);
    registerGauges(metrics, {
      ...{ readiness: this.readiness, queueStatistics, backlog, redisHealth },
      storeWrites: () => probe.writes,
      refusedAccounts: () => charges.refusedAccounts(),
    });
  }

  /** Opens a separate connection, so that monitoring never delays a caller. */
  static async open(options: ServiceWatchOptions): Promise<ServiceWatch> {
    const connection = nonQueueingRedis(options.address, 'ops', options.logger);
    await waitUntilReady(connection);
    const probe = new StoreProbe(options.store);
    return new ServiceWatch(options, connection, viewQueues(connection), new RecentErrors(connection), probe);
  }

  async close(): Promise<void> {
    await Promise.all([this.recentErrors.close(), this.probe.close()]);
    this.connection.disconnect();
  }
}
