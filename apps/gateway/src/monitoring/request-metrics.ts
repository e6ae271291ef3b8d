import { ERRORS, type ErrorCode, TOOLS, type ToolName } from '@toolpress/contract';
import { Counter, Histogram, type Metrics } from '@toolpress/runtime';
import { CALLER_GONE, type EndedRequest } from '../http/request-log.js';

const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
/** What a request is counted under that meets no endpoint: its path is the caller's own words. */
const NO_ENDPOINT = 'none';

const toolByEndpoint = new Map<string | undefined, ToolName>(
  (Object.keys(TOOLS) as ToolName[]).map((tool) => [`POST ${TOOLS[tool].path}`, tool]),
);

/** The tool that a request was for. */
export const toolOf = ({ endpoint }: EndedRequest): ToolName | undefined => toolByEndpoint.get(endpoint);

/** Figures of everything that the gateway answers. */
export class RequestMetrics {
  private readonly requests: Counter<'endpoint' | 'status'>;
  private readonly errors: Counter<'code'>;
  private readonly durations: Histogram<'tool' | 'outcome'>;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'toolpress_requests_total',
      help: 'Requests answered, by endpoint and status; 499 is a caller who hung up.',
      labelNames: ['endpoint', 'status'],
      registers,
    });
    this.errors = new Counter({
      name: 'toolpress_errors_total',
      help: 'Requests answered with an error, by its code.',
      labelNames: ['code'],
      registers,
    });
    for (const code of Object.keys(ERRORS) as ErrorCode[]) this.errors.inc({ code }, 0);
    this.durations = new Histogram({
      name: 'toolpress_tool_duration_seconds',
      help: 'Calls of a tool from the request to the answer, by how they ended: success, caller_gone or an error’s code.',
      labelNames: ['tool', 'outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    });
  }

  record(request: EndedRequest): void {
    const { endpoint = NO_ENDPOINT, status, error, seconds } = request;
    this.requests.inc({ endpoint, status });
    if (error !== undefined) this.errors.inc({ code: error });
    const tool = toolOf(request);
    const outcome = status === CALLER_GONE ? 'caller_gone' : (error ?? 'success');
    if (tool !== undefined) this.durations.observe({ tool, outcome }, seconds);
  }
}
