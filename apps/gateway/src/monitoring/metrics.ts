import type { Metrics } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { note } from '../http/request-log.js';

/** GET `/metrics`: figures in Prometheus' format; nothing in them comes from a caller. */
export function serveMetrics(metrics: Metrics): RequestHandler {
  return async (request, response) => {
    note(request, { endpoint: 'GET /metrics' });
    response.type(metrics.contentType).end(await metrics.metrics());
  };
}
