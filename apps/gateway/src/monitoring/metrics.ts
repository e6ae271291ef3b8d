/** What the gateway exposes at `/metrics`; no label holds a caller's content. */
import { ERRORS, type ErrorCode, TOOLS, type ToolName } from '@toolpress/contract';
import { Counter, Gauge, Histogram, type Metrics } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { CALLER_GONE, type EndedRequest, note } from '../http/request-log.js';
import type { Backlog } from './backlog.js';
import type { Readiness } from './health.js';
import type { QueueStatistics } from './service-state.js';

const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
/** Label of requests that match no endpoint: their path is the caller's content. */
const NO_ENDPOINT = 'none';

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

const ENDINGS = ['done', 'failed', 'cancelled'];
/** Of what puts the files of a batch together: its row 0. */
const ASSEMBLY = /\.0$/;

/** @returns to be called with every job, and every row of a batch, that this gateway has ended. */
export function jobMetrics(registry: Metrics): (id: string, outcome: string) => void {
  const ended = new Counter({
    name: 'toolpress_jobs_ended_total',
    help: 'Jobs, and rows of batches, that are over, by how they ended.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const kind of ['job', 'row']) for (const outcome of ENDINGS) ended.inc({ kind, outcome }, 0);
  return (id, outcome) => {
    if (!ASSEMBLY.test(id)) ended.inc({ kind: id.startsWith('bat_') ? 'row' : 'job', outcome });
  };
}

/** Gauges of the queue, its workers, what nobody waits for, and the parts. Those of the queue are of the whole service, absent while Redis is unavailable. */
export function registerGauges(
  registry: Metrics,
  readiness: () => Promise<Readiness>,
  queueStatistics: () => Promise<QueueStatistics>,
  backlog: () => Promise<Backlog>,
  refusedAccounts: () => number,
): void {
  const registers = [registry];
  // What is not known is absent.
  const single = <State>(source: () => Promise<State>, name: string, help: string, read: (state: State) => number) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const known = await source().catch(() => undefined);
        if (known === undefined) this.remove();
        else this.set(read(known));
      },
    });
  const byState = <State, Name extends string>(
    source: () => Promise<State>,
    name: string,
    help: string,
    states: readonly Name[],
    read: (state: State) => Record<Name, number>,
  ) =>
    new Gauge({
      ...{ name, help, registers, labelNames: ['state'] },
      async collect() {
        const known = await source().catch(() => undefined);
        for (const state of states) {
          if (known === undefined) this.remove(state);
          else this.set({ state }, read(known)[state]);
        }
      },
    });
  byState(
    queueStatistics,
    'toolpress_queue_jobs',
    'Jobs in the queue of documents, by state; finished ones are kept for a while.',
    ['waiting', 'active', 'delayed', 'failed', 'completed'],
    ({ queue }) => queue,
  );
  single(
    queueStatistics,
    'toolpress_queue_oldest_waiting_seconds',
    'How long the job that waits longest has waited; 0 when none waits.',
    ({ queue }) => queue.oldestWaitingSeconds,
  );
  single(
    queueStatistics,
    'toolpress_workers',
    'Workers that gave a sign of life within five seconds.',
    ({ workers }) => workers.filter(({ alive }) => alive).length,
  );
  byState(
    backlog,
    'toolpress_jobs',
    'Jobs that callers have submitted: those that wait, and those that gateways work on, rows of batches included.',
    ['waiting', 'working'],
    ({ jobs }) => jobs,
  );
  single(
    backlog,
    'toolpress_jobs_oldest_waiting_seconds',
    'How long the oldest of them has waited; 0 when none waits.',
    ({ jobs }) => jobs.oldestWaitingSeconds,
  );
  single(backlog, 'toolpress_batches_open', 'Batches that are not over.', ({ batches }) => batches.open);
  single(backlog, 'toolpress_batch_rows_open', 'Their rows that are not over.', ({ batches }) => batches.openRows);
  byState(
    backlog,
    'toolpress_webhook_deliveries',
    'Deliveries to webhooks that are to be sent, for the first time or again, and those that are being sent.',
    ['waiting', 'sending'],
    ({ deliveries }) => deliveries,
  );
  single(
    backlog,
    'toolpress_webhooks_disabled',
    'Webhooks that are disabled, as their receivers answered 410.',
    ({ disabledWebhooks }) => disabledWebhooks,
  );
  new Gauge({
    name: 'toolpress_accounts_refused',
    help: 'Accounts whose calls this gateway refuses, as Redis refuses to have an earlier one charged.',
    registers,
    collect() {
      this.set(refusedAccounts());
    },
  });
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
