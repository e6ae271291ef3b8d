/** What is known of the service's health and work: the source of `/readyz`, `/metrics` and the operator's page. */
import { type QueueView, viewQueues } from '@toolpress/queue';
import {
  atMostEvery,
  type Logger,
  type Metrics,
  nonQueueingRedis,
  type Redis,
  Throughput,
  ThroughputReader,
  waitUntilReady,
} from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { EndedRequest } from '../http/request-log.js';
import { meterParts } from './part-metrics.js';
import { type QueueFigures, watchQueue } from './queue-figures.js';
import { meterQueue } from './queue-metrics.js';
import { type Readiness, watchReadiness } from './readiness.js';
import { readRedisHealth } from './redis-health.js';
import { RequestMetrics, toolOf } from './request-metrics.js';
import { type ServiceState, serviceState } from './service-state.js';

/** Many may look at the page: what it shows is put together once for all of them. */
const STATE_EVERY_MS = 1_000;

export interface ServiceWatchOptions {
  redisUrl: string;
  /** The connection on which callers wait: whether it answers decides whether the gateway is ready. */
  redis: Redis;
  store: FileStore;
  metrics: Metrics;
  version: string;
  logger: Logger;
}

export class ServiceWatch {
  readonly readiness: () => Promise<Readiness>;
  /** Rejects while Redis is away. */
  readonly queueFigures: () => Promise<QueueFigures>;
  /** Everything at a glance; it never rejects. */
  readonly state: () => Promise<ServiceState>;
  private readonly requests: RequestMetrics;

  private constructor(
    options: ServiceWatchOptions,
    /** For what is looked up and counted on the side. */
    readonly connection: Redis,
    readonly view: QueueView,
    private readonly throughput: Throughput,
  ) {
    this.readiness = watchReadiness(options.redis, options.store);
    this.queueFigures = watchQueue(connection, view);
    const throughputReader = new ThroughputReader(connection);
    this.state = atMostEvery(STATE_EVERY_MS, async () => {
      const [readiness, redisHealth, figures, hour] = await Promise.all([
        this.readiness(),
        readRedisHealth(connection).catch(() => undefined),
        this.queueFigures().catch(() => undefined),
        throughputReader.read().catch(() => undefined),
      ]);
      return serviceState({ version: options.version, readiness, redisHealth, figures, hour });
    });
    this.requests = new RequestMetrics(options.metrics);
    meterQueue(options.metrics, this.queueFigures);
    meterParts(options.metrics, this.readiness);
  }

  /** Connects on its own, so that what is looked up for a board never holds up a caller. */
  static async open(options: ServiceWatchOptions): Promise<ServiceWatch> {
    const connection = nonQueueingRedis(options.redisUrl, 'ops', options.logger);
    await waitUntilReady(connection);
    return new ServiceWatch(options, connection, viewQueues(connection), new Throughput(connection));
  }

  /** To be told of every request that is over. */
  requestEnded(request: EndedRequest): void {
    this.requests.record(request);
    if (!isCallers(request)) return;
    this.throughput.count('requests');
    if (request.error !== undefined) this.throughput.count(`error:${request.error}`);
    const tool = toolOf(request);
    if (tool === 'html-to-pdf' || tool === 'json-to-pdf') this.throughput.time('request', request.seconds);
  }

  async close(): Promise<void> {
    await this.throughput.close();
    this.connection.disconnect();
  }
}

/** Probes, boards and the operator's calls are no work of the service. */
const isCallers = ({ endpoint = '' }: EndedRequest): boolean => / \/api\//.test(endpoint);
