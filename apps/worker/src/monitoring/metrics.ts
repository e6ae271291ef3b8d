/** The worker's metrics. */
import type { ErrorCode, RenderedFile } from '@toolpress/contract';
import {
  atMostEvery,
  Counter,
  descendantsOf,
  Gauge,
  Histogram,
  type Metrics,
  sharedOutBytes,
} from '@toolpress/runtime';
import { type BrowserWatch, RECYCLE_REASONS, type RecycleReason } from '../browser/chromium.js';

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

/** Adding up the memory takes Linux some milliseconds. */
const MEMORY_EVERY_MS = 5_000;

/** Figures of the browser's life. */
export class BrowserMetrics implements BrowserWatch {
  private running = 0;
  private readonly launches: Counter;
  private readonly recycles: Counter<'reason'>;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.launches = new Counter({
      name: 'toolpress_browser_launches_total',
      help: 'Launches of Chromium: one at the start, each one more is a crash, a fault or memory that had grown.',
      registers,
    });
    this.recycles = new Counter({
      name: 'toolpress_pages_recycled_total',
      help: 'Pages replaced: after their share of documents, after a fault, or because memory had grown.',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of RECYCLE_REASONS) this.recycles.inc({ reason }, 0);
    const memory = atMostEvery(MEMORY_EVERY_MS, () => sharedOutBytes(descendantsOf(process.pid).map(({ pid }) => pid)));
    new Gauge({
      name: 'toolpress_chromium_memory_bytes',
      help: 'Memory of all processes of the browser; what they share is counted once (absent where the system does not tell).',
      registers,
      async collect() {
        const bytes = await memory();
        if (process.platform === 'linux') this.set(bytes);
        else this.remove();
      },
    });
  }

  /** Whether there is a browser to print with. */
  isUp(): boolean {
    return this.running > 0;
  }

  launched(): void {
    this.running += 1;
    this.launches.inc();
  }

  ended(): void {
    this.running -= 1;
  }

  recycled(reason: RecycleReason): void {
    this.recycles.inc({ reason });
  }
}
