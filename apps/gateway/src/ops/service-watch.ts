/** What is known of the service's health and work: the source of `/readyz`, `/metrics` and the operator's page. */
import { type QueueView, viewQueues } from '@toolpress/queue';
import { failFastRedis, firstContact, type Logger, type Metrics, Pulse, type Redis } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { EndedRequest } from '../http/request-log.js';
import { type QueueFigures, watchQueue } from './queue-figures.js';
import { meterQueue } from './queue-metrics.js';
import { type Readiness, watchReadiness } from './readiness.js';
import { RequestMetrics, toolOf } from './request-metrics.js';

export interface ServiceWatchOptions {
  redisUrl: string;
  /** The connection on which callers wait: whether it answers decides whether the gateway is ready. */
  redis: Redis;
  store: FileStore;
  metrics: Metrics;
  logger: Logger;
}

export class ServiceWatch {
  readonly readiness: () => Promise<Readiness>;
  /** Rejects while Redis is away. */
  readonly queueFigures: () => Promise<QueueFigures>;
  private readonly requests: RequestMetrics;

  private constructor(
    options: ServiceWatchOptions,
    private readonly connection: Redis,
    readonly view: QueueView,
    private readonly pulse: Pulse,
  ) {
    this.readiness = watchReadiness(options.redis, options.store);
    this.queueFigures = watchQueue(connection, view);
    this.requests = new RequestMetrics(options.metrics);
    meterQueue(options.metrics, this.queueFigures);
  }

  /** Connects on its own, so that what is looked up for a board never holds up a caller. */
  static async open(options: ServiceWatchOptions): Promise<ServiceWatch> {
    const connection = failFastRedis(options.redisUrl, 'ops', options.logger);
    await firstContact(connection);
    return new ServiceWatch(options, connection, viewQueues(connection), new Pulse(connection));
  }

  /** To be told of every request that is over. */
  requestEnded(request: EndedRequest): void {
    this.requests.record(request);
    if (!isCallers(request)) return;
    this.pulse.count('requests');
    if (request.error !== undefined) this.pulse.count(`error:${request.error}`);
    const tool = toolOf(request);
    if (tool !== undefined && tool !== 'http-request') this.pulse.time('request', request.seconds);
  }

  async close(): Promise<void> {
    await this.pulse.close();
    this.connection.disconnect();
  }
}

/** Probes, boards and the operator's calls are no work of the service. */
const isCallers = ({ endpoint = '' }: EndedRequest): boolean => / \/api\//.test(endpoint);
