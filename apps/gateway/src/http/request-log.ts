/** The first middleware of every request: its id, its logger, its hang-up signal; the line that it leaves in the log, and its span. */
import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@toolpress/contract';
import { beginWork, endWork, type Logger, type OwnWork, type Tracing } from '@toolpress/runtime';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { API_VERSION } from '../version.js';
import type { RequestContext } from './endpoint.js';

/** A caller's own id is taken over when it is harmless in a header and in a log. */
const ACCEPTED_ID = /^[A-Za-z0-9_.-]{1,64}$/;

/** The status that the log shows for callers who hung up before their answer. */
export const CALLER_GONE = 499;

/** What is known of a request besides its method and status. */
interface Notes {
  /** The endpoint's own name, never a path as it was sent. */
  endpoint?: string;
  error?: ErrorCode;
  accountId?: string;
  tokenId?: string;
}

/** A request that has been answered, or whose caller has gone. */
export interface EndedRequest extends Notes {
  status: number;
  seconds: number;
}

/** What a request has from its beginning. */
export type RequestBasics = Pick<RequestContext, 'requestId' | 'log' | 'signal'>;

const contexts = new WeakMap<Request, RequestBasics & { notes: Notes }>();

export const contextOf = (request: Request): RequestBasics => known(request);

/** Adds to the line that the request will leave in the log: ids and codes, never content. */
export function note(request: Request, notes: Notes): void {
  Object.assign(known(request).notes, notes);
}

function known(request: Request) {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('the request has not passed the request log');
  return context;
}

/**
 * @param ended told of every request when it is over.
 * @param fail answers a request whose work threw outside of its handler, where it can't be caught.
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
        hangUp.abort(error); // whatever of it still goes on comes to nothing
      },
    };
    response.once('close', () => {
      endWork(work);
      const gone = !response.writableFinished;
      if (gone) hangUp.abort(new Error('the caller hung up'));
      const seconds = (performance.now() - begun) / 1_000;
      const status = gone ? CALLER_GONE : response.statusCode;
      // The path is left out on purpose: a file's link is as good as the file. `notes` has the endpoint's own name.
      const milliseconds = Math.round(seconds * 1_000);
      log.info({ method: request.method, status, milliseconds, ...notes }, 'request');
      ended({ ...notes, status, seconds });
    });
    beginWork(work, next);
  };
}

/** A span for every request, from its first byte to the end of its answer; a caller's own trace goes on in it. */
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
