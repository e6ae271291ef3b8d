/** The first middleware: sets the id, the logger and the signal of each request, and records its end: log line, metrics and span. */
import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode, TOOLS, type ToolName } from '@toolpress/contract';
import {
  beginWork,
  Counter,
  endWork,
  Histogram,
  type Logger,
  type Metrics,
  type OwnWork,
  type Tracing,
} from '@toolpress/runtime';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { API_VERSION } from '../shared/version.js';
import type { RequestContext } from './endpoint.js';

/** The caller's request ids that are accepted, because they are safe in headers and logs. */
const ACCEPTED_ID = /^[A-Za-z0-9_.-]{1,64}$/;

/** The logged status of requests whose caller hung up before the answer. */
const CALLER_GONE = 499;

/** The properties of a request in the log, besides its method and status. */
interface Notes {
  /** The endpoint's name, never the path of the request. */
  endpoint?: string;
  error?: ErrorCode;
  accountId?: string;
  tokenId?: string;
}

/** A request that was answered, or whose caller hung up. */
export interface EndedRequest extends Notes {
  status: number;
  seconds: number;
}

/** The parts of the context that exist from the start of a request. */
export type RequestBasics = Pick<RequestContext, 'requestId' | 'log' | 'signal'>;

const contexts = new WeakMap<Request, RequestBasics & { notes: Notes }>();

export const contextOf = (request: Request): RequestBasics => known(request);

/** Adds properties to the log line of the request: ids and codes, never content. */
export function note(request: Request, notes: Notes): void {
  Object.assign(known(request).notes, notes);
}

/** Returns a middleware that notes the name of the endpoint. */
export const named =
  (endpoint: string): RequestHandler =>
  (request, _response, next) => {
    note(request, { endpoint });
    next();
  };

function known(request: Request) {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('the request has not passed the request log');
  return context;
}

/**
 * Returns the middleware.
 *
 * @param ended called with every request when it ends.
 * @param fail answers a request whose work threw outside of its handler, where the error can't be caught.
 */
export function requestLog(
  logger: Logger,
  ended: (request: EndedRequest) => void,
  fail: (error: unknown, request: Request, response: Response) => void,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const begun = performance.now();
    const given = request.get('x-request-id');
    const requestId = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID();
    const hangUp = new AbortController();
    const log = logger.child({ requestId });
    const notes: Notes = {};
    contexts.set(request, { requestId, log, signal: hangUp.signal, notes });
    response.setHeader('X-Request-Id', requestId).setHeader('API-Version', API_VERSION);
    const work: OwnWork = {
      requestId,
      fail(error) {
        fail(error, request, response);
        hangUp.abort(error); // stops work of the request that still runs
      },
    };
    response.once('close', () => {
      endWork(work);
      const gone = !response.writableFinished;
      if (gone) hangUp.abort(new Error('the caller hung up'));
      const seconds = (performance.now() - begun) / 1_000;
      const status = gone ? CALLER_GONE : response.statusCode;
      // Do not log the path, because a file's link grants access to the file. `notes` has the endpoint's name.
      const milliseconds = Math.round(seconds * 1_000);
      log.info({ method: request.method, status, milliseconds, ...notes }, 'request');
      ended({ ...notes, status, seconds });
    });
    beginWork(work, next);
  };
}

const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
/** The label of requests without a matching endpoint, because their path is content of the caller. */
const NO_ENDPOINT = 'none';

const toolByEndpoint = new Map<string | undefined, ToolName>(
  (Object.keys(TOOLS) as ToolName[]).map((tool) => [`POST ${TOOLS[tool].path}`, tool]),
);

/**
 * Returns a function that counts every ended request. Labels never contain content of callers.
 *
 * @param onError called with the error of a caller's request; probes, pages and the operator's calls are left out.
 */
export function requestMetrics(registry: Metrics, onError: (code: ErrorCode) => void): (request: EndedRequest) => void {
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
    if (error !== undefined && endpoint.includes(' /api/')) onError(error);
  };
}

/** Returns the middleware that creates a span for each request, as a child of the caller's trace. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const options = {
      kind: 'server' as const,
      parent: request.get('traceparent'),
      attributes: { 'http.request.method': request.method, 'toolpress.request_id': contextOf(request).requestId },
    };
    void tracing.span(request.method, options, async (span) => {
      const over = new Promise((resolve) => response.once('close', resolve));
      next();
      await over;
      const { endpoint, error } = known(request).notes;
      if (endpoint !== undefined) {
        span.rename(endpoint);
        span.set({ 'http.route': endpoint.replace(/^\S+ /, '') });
      }
      span.set({ 'http.response.status_code': response.statusCode });
      if (!response.writableFinished) span.fail('caller_gone');
      else if (error !== undefined && response.statusCode >= 500) span.fail(error);
      else if (error !== undefined) span.set({ 'error.type': error });
    });
  };
}
