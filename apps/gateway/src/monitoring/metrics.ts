/** The metrics of the gateway at `/metrics`. Labels never contain content of callers. */
import { ERRORS, type ErrorCode, JOB_TOOLS, TOOLS, type ToolName } from '@toolpress/contract';
import { Counter, Histogram, type Metrics, type Throughput } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { CALLER_GONE, type EndedRequest, note } from '../api/request-log.js';

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
