/** Prints a document whose page crashed again, in a separate browser, where it can't affect other documents. */

import type { MemoryWatch } from '../scheduling/memory-watch.js';
import { Chromium, type ChromiumOptions } from './chromium.js';
import { soloLimits } from './launch.js';
import type { PageWork } from './page-work.js';
import { errorOfCrash, PageCrashed, pdfTooLarge, tooComplex } from './print-errors.js';
import { type PageControl, type PrintLimits, printWithin } from './print-within.js';
import { WarmPage } from './warm-page.js';

export interface SoloOptions extends Omit<ChromiumOptions, 'limits' | 'onFatal' | 'watch'> {
  maxPdfBytes: number;
  memory: MemoryWatch;
}

/** Prints one document at a time, because each may take as much memory as all others together. */
export class SoloRenderer {
  private previous: Promise<unknown> = Promise.resolve();
  private current: Chromium | undefined;

  constructor(private readonly options: SoloOptions) {}

  /** Prints a document, see `Renderer.print`. If this browser fails, too, the document is the cause. */
  async print<Result>(work: PageWork<Result>, limits: PrintLimits, end: PageControl['end']): Promise<Result> {
    const until = performance.now() + limits.limitMs;
    const join: PageControl['queue']['join'] = ({ run }) => {
      const running = this.previous.then(async () => {
        if (performance.now() >= until) return; // its caller already has an answer
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
      if (error.culprit === 'browser') throw error; // the browser was killed from outside
      const known = errorOfCrash(error, soloLimits(executablePath, maxPdfBytes), maxPdfBytes);
      throw known ?? tooComplex('can’t be printed: the browser’s page ended over it twice', error);
    }
  }

  async close(): Promise<void> {
    await this.current?.close();
  }

  private async withPage(run: (page: WarmPage) => Promise<void>): Promise<void> {
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
