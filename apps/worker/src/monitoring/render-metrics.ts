import type { ErrorCode, RenderedFile } from '@toolpress/contract';
import { Counter, Histogram, type Metrics } from '@toolpress/runtime';

/** How a job ended: with its PDF, with a mistake of the caller's, or because something failed under it. */
export type RenderOutcome = 'success' | 'failed' | ErrorCode;

const RENDER_BUCKETS = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
const WAIT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

/** Figures of the documents that this worker takes. */
export class RenderMetrics {
  private readonly duration: Histogram<'outcome'>;
  private readonly wait: Histogram;
  private readonly pages: Counter;
  private readonly bytes: Counter;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.duration = new Histogram({
      name: 'toolpress_render_duration_seconds',
      help: 'From taking a job to its end: filling, checking, printing, storing; by how it ended.',
      labelNames: ['outcome'],
      buckets: RENDER_BUCKETS,
      registers,
    });
    this.wait = new Histogram({
      name: 'toolpress_render_queue_wait_seconds',
      help: 'How long a job waited until a worker took it for the first time.',
      buckets: WAIT_BUCKETS,
      registers,
    });
    this.pages = new Counter({ name: 'toolpress_render_pages_total', help: 'Pages of the PDFs made.', registers });
    this.bytes = new Counter({ name: 'toolpress_render_bytes_total', help: 'Bytes of the PDFs made.', registers });
  }

  waited(seconds: number): void {
    this.wait.observe(seconds);
  }

  rendered(outcome: RenderOutcome, seconds: number): void {
    this.duration.observe({ outcome }, seconds);
  }

  made({ pageCount, sizeBytes }: RenderedFile): void {
    this.pages.inc(pageCount);
    this.bytes.inc(sizeBytes);
  }
}
