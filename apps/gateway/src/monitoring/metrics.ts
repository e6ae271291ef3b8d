/** Serves the metrics of the gateway at `/metrics`, and counts jobs. Labels never contain content of callers. */
import { Counter, type Metrics } from '@toolpress/runtime';
import type { RequestHandler } from 'express';
import { note } from '../api/request-log.js';

/** Handles GET `/metrics`, in Prometheus' format. */
export function serveMetrics(metrics: Metrics): RequestHandler {
  return async (request, response) => {
    note(request, { endpoint: 'GET /metrics' });
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
