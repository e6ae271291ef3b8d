/** The metrics of the HTTP request tool. */
import type { ErrorCode } from '@toolpress/contract';
import { Counter, Histogram, type Metrics } from '@toolpress/runtime';

/** The outcome of a request. A closed set, so that no content of callers becomes a label. */
export type Outcome = 'success' | 'caller_gone' | ErrorCode;

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function requestMetrics(registry: Metrics) {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolpress_http_request_total',
    help: 'Requests of the HTTP request tool, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'toolpress_http_request_duration_seconds',
    help: 'Duration of the whole exchange with the target, including redirects and the body.',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const transferred = new Counter({
    name: 'toolpress_http_request_bytes_total',
    help: 'Bytes of bodies sent to targets, and received from them after decompression.',
    labelNames: ['direction'],
    registers,
  });
  return (outcome: Outcome, seconds: number, { sent, received }: { sent: number; received: number }): void => {
    requests.inc({ outcome });
    duration.observe({ outcome }, seconds);
    transferred.inc({ direction: 'sent' }, sent);
    transferred.inc({ direction: 'received' }, received);
  };
}
