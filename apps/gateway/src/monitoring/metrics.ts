/** What the gateway exposes at `/metrics`; no label holds a caller's content. */
import { ERRORS, type ErrorCode, TOOLS, type ToolName } from '@toolpress/contract';
import { Counter, Gauge, Histogram, type Metrics } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { CALLER_GONE, type EndedRequest, note } from '../http/request-log.js';
import type { Readiness } from './health.js';
import type { QueueStatistics } from './service-state.js';

const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
/** Label of requests that match no endpoint: their path is the caller's content. */
const NO_ENDPOINT = 'none';
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

const toolByEndpoint = new Map<string | undefined, ToolName>(
  (Object.keys(TOOLS) as ToolName[]).map((tool) => [`POST ${TOOLS[tool].path}`, tool]),
);

/** The tool that a request was for. */
export const toolOf = ({ endpoint }: EndedRequest): ToolName | undefined => toolByEndpoint.get(endpoint);

/** GET `/metrics`, in Prometheus' format. */
export function serveMetrics(metrics: Metrics): RequestHandler {
  return async (request, response) => {
    note(request, { endpoint: 'GET /metrics' });
    response.type(metrics.contentType).end(await metrics.metrics());
  };
}

/** @returns to be called with every request that has ended. */
export function requestMetrics(registry: Metrics): (request: EndedRequest) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolpress_requests_total',
    help: 'Requests answered, by endpoint and status; 499 is a caller who hung up.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const errors = new Counter({
    name: 'toolpress_errors_total',
    help: 'Requests answered with an error, by its code.',
    labelNames: ['code'],
    registers,
  });
  for (const code of Object.keys(ERRORS) as ErrorCode[]) errors.inc({ code }, 0);
  const durations = new Histogram({
    name: 'toolpress_tool_duration_seconds',
    help: 'Calls of a tool from the request to the answer, by how they ended: success, caller_gone or an error’s code.',
    labelNames: ['tool', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  return (request) => {
    const { endpoint = NO_ENDPOINT, status, error, seconds } = request;
    requests.inc({ endpoint, status });
    if (error !== undefined) errors.inc({ code: error });
    const tool = toolOf(request);
    const outcome = status === CALLER_GONE ? 'caller_gone' : (error ?? 'success');
    if (tool !== undefined) durations.observe({ tool, outcome }, seconds);
  };
}

/** Gauges of the queue, its workers and the parts. Those of the queue are of the whole service, absent while Redis is unavailable. */
export function registerGauges(
  registry: Metrics,
  readiness: () => Promise<Readiness>,
  queueStatistics: () => Promise<QueueStatistics>,
): void {
  const registers = [registry];
  const known = () => queueStatistics().catch(() => undefined);
  new Gauge({
    name: 'toolpress_queue_jobs',
    help: 'Jobs in the queue of documents, by state; finished ones are kept for a while.',
    labelNames: ['state'],
    registers,
    async collect() {
      const queue = (await known())?.queue;
      for (const state of JOB_STATES) {
        if (queue === undefined) this.remove(state);
        else this.set({ state }, queue[state]);
      }
    },
  });
  const single = (name: string, help: string, read: (statistics: QueueStatistics) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const statistics = await known();
        if (statistics === undefined) this.remove();
        else this.set(read(statistics));
      },
    });
  single(
    'toolpress_queue_oldest_waiting_seconds',
    'How long the job that waits longest has waited; 0 when none waits.',
    ({ queue }) => queue.oldestWaitingSeconds,
  );
  single(
    'toolpress_workers',
    'Workers that gave a sign of life within five seconds.',
    ({ workers }) => workers.filter(({ alive }) => alive).length,
  );
  new Gauge({
    name: 'toolpress_part_up',
    help: 'Whether a part of the service answers this gateway: 1 or 0.',
    labelNames: ['part'],
    registers,
    async collect() {
      for (const [part, { available }] of Object.entries(await readiness())) this.set({ part }, available ? 1 : 0);
    },
  });
}
