import type { ErrorCode } from '@toolpress/contract';
import { Counter, Histogram, type Metrics } from '@toolpress/runtime';

/** What the provider is asked for. */
export type Operation = 'get_record' | 'whoami';

/** How one request to the provider ended: a closed set, so that nothing of a caller's becomes a label. */
export type Outcome = 'success' | 'caller_gone' | ErrorCode;

const DURATION_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WAIT_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

export class ProviderMetrics {
  private readonly requests: Counter<'operation' | 'outcome'>;
  private readonly duration: Histogram<'operation' | 'outcome'>;
  private readonly waits: Histogram<'outcome'>;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'toolpress_provider_requests_total',
      help: 'Requests to the provider of table records, each attempt, by how they ended.',
      labelNames: ['operation', 'outcome'],
      registers,
    });
    this.duration = new Histogram({
      name: 'toolpress_provider_request_duration_seconds',
      help: 'One attempt: from the connection to the end of the answer.',
      labelNames: ['operation', 'outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.waits = new Histogram({
      name: 'toolpress_provider_wait_seconds',
      help: 'How long an attempt waited for its slot in the provider’s rate limit: until it had it, or gave up.',
      labelNames: ['outcome'],
      buckets: WAIT_BUCKETS,
      registers,
    });
  }

  asked(operation: Operation, outcome: Outcome, seconds: number): void {
    this.requests.inc({ operation, outcome });
    this.duration.observe({ operation, outcome }, seconds);
  }

  waited(outcome: 'slot' | 'no_slot' | 'broken_off', seconds: number): void {
    this.waits.observe({ outcome }, seconds);
  }
}
