/** Serves the metrics of the gateway at `/metrics`, and counts jobs. Labels never contain content of callers. */
import { ServiceError } from '@toolpress/contract';
import { Counter, type Metrics } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { note } from '../api/request-log.js';
import { CHALLENGE } from '../auth/callers.js';

/** Handles GET `/metrics`, in Prometheus' format. @param mayRead see `metricsAccess`. */
export function serveMetrics(metrics: Metrics, mayRead: (authorization?: string) => boolean): RequestHandler {
  return async (request, response) => {
    note(request, { endpoint: 'GET /metrics' });
    const authorization = request.get('authorization');
    if (!mayRead(authorization)) {
      const code = authorization === undefined ? 'token_missing' : 'token_invalid';
      throw new ServiceError(code, 'Send the token in the header `Authorization: Bearer <METRICS_TOKEN>`.', {
        headers: CHALLENGE,
      });
    }
    response.type(metrics.contentType).end(await metrics.metrics());
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
