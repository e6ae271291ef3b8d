import { atMostEvery, Counter, descendantsOf, Gauge, type Metrics, sharedOutBytes } from '@toolpress/runtime';
import { type BrowserWatch, RECYCLE_REASONS, type RecycleReason } from '../browser/chromium.js';

/** The interval in milliseconds. Adding up the memory takes some milliseconds on Linux. */
const MEMORY_EVERY_MS = 5_000;

/** Metrics of the browser. */
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
      help: 'Memory of all processes of the browser; shared memory is counted once (absent where the system does not report it).',
      registers,
      async collect() {
        const bytes = await memory();
        if (process.platform === 'linux') this.set(bytes);
        else this.remove();
      },
    });
  }

  /** Returns whether a browser is running. */
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
