import type { ErrorCode } from '@toolpress/contract';
import { Counter, Histogram, type Metrics } from '@toolpress/runtime';

/** How a request ended: a closed set, so that nothing of a caller's becomes a label. */
export type Outcome = 'success' | 'caller_gone' | ErrorCode;

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export class HttpRequestMetrics {
  private readonly requests: Counter<'outcome'>;
  private readonly duration: Histogram<'outcome'>;
  private readonly bytes: Counter<'direction'>;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'toolpress_http_request_total',
      help: 'Requests of the HTTP request tool, by how they ended.',
      labelNames: ['outcome'],
      registers,
    });
    this.duration = new Histogram({
      name: 'toolpress_http_request_duration_seconds',
      help: 'The whole exchange with the target, redirects and body included.',
      labelNames: ['outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.bytes = new Counter({
      name: 'toolpress_http_request_bytes_total',
      help: 'Bytes of bodies sent to targets, and received from them after decompression.',
      labelNames: ['direction'],
      registers,
    });
  }

  record(outcome: Outcome, seconds: number, bytes: { sent: number; received: number }): void {
    this.requests.inc({ outcome });
    this.duration.observe({ outcome }, seconds);
    this.bytes.inc({ direction: 'sent' }, bytes.sent);
    this.bytes.inc({ direction: 'received' }, bytes.received);
  }
}
