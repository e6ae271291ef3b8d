/** Prints a document whose page crashed once more, in a browser of its own, where it can't affect others. */
import { Chromium, type ChromiumOptions } from './chromium.js';
import { soloLimits } from './launch.js';
import type { MemoryWatch } from './memory-watch.js';
import { errorOfCrash, PageCrashed, pdfTooLarge, tooComplex } from './print-errors.js';
import type { RunOnPage } from './print-queue.js';
import { type PageControl, type PrintLimits, printWithin } from './print-within.js';
import type { PrintWork } from './printer.js';
import { WarmPage } from './warm-page.js';

export interface SoloOptions extends Omit<ChromiumOptions, 'limits' | 'onFatal' | 'watch'> {
  maxPdfBytes: number;
  memory: MemoryWatch;
}

/** Prints one document at a time: each may take as much memory as all others together. */
export class SoloRenderer {
  private previous: Promise<unknown> = Promise.resolve();
  private current: Chromium | undefined;

  constructor(private readonly options: SoloOptions) {}

  /** As `Renderer.print`. A document over which this browser fails too is what fails it. */
  async print<Result>(work: PrintWork<Result>, limits: PrintLimits, end: PageControl['end']): Promise<Result> {
    const until = performance.now() + limits.limitMs;
    const join: PageControl['queue']['join'] = ({ run }) => {
      const running = this.previous.then(async () => {
        if (performance.now() >= until) return; // its caller has been answered
        await this.withPage(run);
      });
      this.previous = running.catch(() => undefined);
      return running;
    };
    const queue = { join, leave: () => undefined };
    try {
      const watch: PageControl['watch'] = (warm) => this.options.memory.start(warm.memory, true);
      return await printWithin(work, { ...limits, wasEvicted: false }, { queue, end, watch });
    } catch (error) {
      if (!(error instanceof PageCrashed)) throw error;
      const { executablePath, maxPdfBytes } = this.options;
      if (error.end === 'message') throw pdfTooLarge(maxPdfBytes, error);
      if (error.culprit === 'browser') throw error; // the browser was ended from outside
      const known = errorOfCrash(error, soloLimits(executablePath, maxPdfBytes), maxPdfBytes);
      throw known ?? tooComplex('can’t be printed: the browser’s page ended over it twice', error);
    }
  }

  async close(): Promise<void> {
    await this.current?.close();
  }

  private async withPage(run: RunOnPage): Promise<void> {
    const limits = soloLimits(this.options.executablePath, this.options.maxPdfBytes);
    const chromium = new Chromium({ ...this.options, limits, onFatal: () => undefined });
    this.current = chromium;
    try {
      const browser = await chromium.browser();
      chromium.retire(browser); // no other page is opened in it
      await run(await WarmPage.open(browser));
    } finally {
      await chromium.close();
    }
  }
}
