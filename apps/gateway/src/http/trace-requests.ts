import type { Tracing } from '@toolpress/runtime';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { contextOf, notesOf } from './request-log.js';

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
      const { endpoint, error } = notesOf(request);
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
