/** The first middleware: sets the id, the logger and the signal of each request, and writes its log line and span. */
import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@toolpress/contract';
import { beginWork, endWork, type Logger, type OwnWork, type Tracing } from '@toolpress/runtime';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { API_VERSION } from '../shared/version.js';
import type { RequestContext } from './endpoint.js';

/** The caller's request ids that are accepted, because they are safe in headers and logs. */
const ACCEPTED_ID = /^[A-Za-z0-9_.-]{1,64}$/;

/** The logged status of requests whose caller hung up before the answer. */
export const CALLER_GONE = 499;

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

/** Returns the middleware that creates a span for each request, as a child of the caller's trace. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!tracing.isOn) {
      next();
      return;
    }
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
