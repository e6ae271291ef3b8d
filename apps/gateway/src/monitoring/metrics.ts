/** The metrics of the gateway at `/metrics`. Labels never contain content of callers. */
import { ERRORS, type ErrorCode, JOB_TOOLS, TOOLS, type ToolName } from '@toolpress/contract';
import { Counter, Gauge, Histogram, type Metrics, type Throughput } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { CALLER_GONE, type EndedRequest, note } from '../api/request-log.js';
import type { Backlog } from './backlog.js';
import type { Readiness } from './health.js';
import type { QueueStatistics } from './service-state.js';

const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
/** The label of requests without a matching endpoint, because their path is content of the caller. */
const NO_ENDPOINT = 'none';

const toolByEndpoint = new Map<string | undefined, ToolName>(
  (Object.keys(TOOLS) as ToolName[]).map((tool) => [`POST ${TOOLS[tool].path}`, tool]),
);

/** Handles GET `/metrics`, in Prometheus' format. */
export function serveMetrics(metrics: Metrics): RequestHandler {
  return async (request, response) => {
    note(request, { endpoint: 'GET /metrics' });
    response.type(metrics.contentType).end(await metrics.metrics());
  };
}

/** Returns a function to call with every ended request. */
export function requestMetrics(registry: Metrics, throughput: Throughput): (request: EndedRequest) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolpress_requests_total',
    help: 'Answered requests by endpoint and status; 499 means that the caller closed the connection.',
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
    help: 'Duration of calls of a tool from the request to the answer, by outcome: success, caller_gone or an error code.',
    labelNames: ['tool', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  return (request) => {
    const { endpoint = NO_ENDPOINT, status, error, seconds } = request;
    requests.inc({ endpoint, status });
    if (error !== undefined) errors.inc({ code: error });
    const tool = toolByEndpoint.get(request.endpoint);
    const outcome = status === CALLER_GONE ? 'caller_gone' : (error ?? 'success');
    if (tool !== undefined) durations.observe({ tool, outcome }, seconds);
    // Probes, pages and the operator's calls do not count as throughput.
    if (!endpoint.includes(' /api/')) return;
    throughput.count('requests');
    if (error !== undefined) throughput.count(`error:${error}`);
    if (JOB_TOOLS.some((each) => each === tool)) throughput.time('request', seconds);
  };
}

const ENDINGS = ['done', 'failed', 'cancelled'];
/** The label of archives of a batch, which are its row 0. */
const ASSEMBLY = /\.0$/;

/** Returns a function to call with every job, and every row of a batch, that this gateway has ended. */
export function jobMetrics(registry: Metrics): (id: string, outcome: string) => void {
  const ended = new Counter({
    name: 'toolpress_jobs_ended_total',
    help: 'Ended jobs and rows of batches, by outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const kind of ['job', 'row']) for (const outcome of ENDINGS) ended.inc({ kind, outcome }, 0);
  return (id, outcome) => {
    if (!ASSEMBLY.test(id)) ended.inc({ kind: id.startsWith('bat_') ? 'row' : 'job', outcome });
  };
}

/** Registers gauges of the queue, its workers, asynchronous work and the parts. Gauges of the queue cover the whole service and are absent while Redis is unavailable. */
export function registerGauges(
  registry: Metrics,
  readiness: () => Promise<Readiness>,
  queueStatistics: () => Promise<QueueStatistics>,
  backlog: () => Promise<Backlog>,
  refusedAccounts: () => number,
): void {
  const registers = [registry];
  // Unknown values are absent.
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
    'Jobs in the queue of documents, by state; finished jobs are kept for a while.',
    ['waiting', 'active', 'delayed', 'failed', 'completed'],
    ({ queue }) => queue,
  );
  single(
    queueStatistics,
    'toolpress_queue_oldest_waiting_seconds',
    'Waiting time of the oldest waiting job; 0 when none waits.',
    ({ queue }) => queue.oldestWaitingSeconds,
  );
  single(
    queueStatistics,
    'toolpress_workers',
    'Workers with a heartbeat within the last five seconds.',
    ({ workers }) => workers.filter(({ alive }) => alive).length,
  );
  byState(
    backlog,
    'toolpress_jobs',
    'Waiting and running asynchronous jobs, including rows of batches.',
    ['waiting', 'working'],
    ({ jobs }) => jobs,
  );
  single(
    backlog,
    'toolpress_jobs_oldest_waiting_seconds',
    'Waiting time of the oldest asynchronous job; 0 when none waits.',
    ({ jobs }) => jobs.oldestWaitingSeconds,
  );
  single(backlog, 'toolpress_batches_open', 'Open batches.', ({ batches }) => batches.open);
  single(backlog, 'toolpress_batch_rows_open', 'Open rows of batches.', ({ batches }) => batches.openRows);
  byState(
    backlog,
    'toolpress_webhook_deliveries',
    'Waiting and running deliveries to webhooks.',
    ['waiting', 'sending'],
    ({ deliveries }) => deliveries,
  );
  single(
    backlog,
    'toolpress_webhooks_disabled',
    'Webhooks that are disabled because their receivers answered 410.',
    ({ disabledWebhooks }) => disabledWebhooks,
  );
  new Gauge({
    name: 'toolpress_accounts_refused',
    help: 'Accounts whose calls this gateway refuses because charging an earlier one fails.',
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
