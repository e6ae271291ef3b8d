/** One warm page of the pool. It is opened before its first document, and replaced when it is broken, expired or too large. */
import { type Logger, TimedOut } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import type { BrowserWatch, Chromium } from './chromium.js';
import { WarmPage } from './warm-page.js';

/** A browser that fails to open a page this many times is killed. */
const MAX_FAILED_OPENS = 3;

/** The memory of a page is measured after slow documents, and after this number of documents. */
const LOOK_EVERY_JOBS = 50;
/** A page that is reset has 85 MiB at first and 165 MiB after ordinary or large documents. */
const MAX_RESET_BYTES = 256 * 1024 * 1024;
/** The share of a document's memory limit that earlier documents may have left. Large documents in a row leave 300 to 480 MiB. */
const BUSY_SHARE = 1 / 3;
/** The browser's main process has 130 MiB at first. */
const MAX_BROWSER_BYTES = 512 * 1024 * 1024;

export interface PooledPageOptions {
  chromium: Chromium;
  logger: Logger;
  /** The number of documents after which a page is replaced, because of memory leaks. */
  jobsPerPage: number;
  /** The memory limit of a document, in bytes. */
  maxPageBytes: number;
  watch?: BrowserWatch;
}

export class PooledPage {
  private next: Promise<WarmPage>;
  private expired = false;
  private closed = false;

  constructor(private readonly options: PooledPageOptions) {
    this.next = this.prepare(this.openUntilItWorks());
  }

  /** Waits for a clean page. Rejects only after Chromium was closed or has failed permanently. */
  async take(): Promise<WarmPage> {
    let warm = await this.next;
    while (warm.broken) {
      this.next = this.prepare(this.replace(warm));
      warm = await this.next;
    }
    return warm;
  }

  /** Returns whether the page may print another document, after a document or a reset. Wipes what must not reach the next document. */
  async isReusable(warm: WarmPage): Promise<boolean> {
    const { jobsPerPage, chromium } = this.options;
    if (warm.leavesTraces) await warm.wipe();
    this.expired = warm.jobs >= jobsPerPage || chromium.isRetired(warm.browser) || (await this.hasGrown(warm));
    return !this.expired && !warm.broken;
  }

  giveBack(warm: WarmPage): void {
    if (this.expired || warm.broken) this.next = this.prepare(this.replace(warm));
    this.expired = false;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.next.then(
      (warm) => warm.dispose(),
      () => undefined,
    );
  }

  /** Rejects only after the renderer has closed or failed permanently, perhaps while no caller waits. */
  private prepare(page: Promise<WarmPage>): Promise<WarmPage> {
    page.catch(() => undefined);
    return page;
  }

  private async replace(warm: WarmPage): Promise<WarmPage> {
    const { chromium, jobsPerPage, watch } = this.options;
    watch?.recycled(warm.broken ? 'fault' : warm.jobs >= jobsPerPage ? 'jobs' : 'memory');
    void warm.dispose().then(() => chromium.pageClosed(warm.browser));
    return this.openUntilItWorks();
  }

  /** Returns whether the page holds too much memory. Before a reset it may keep some of a document's memory for the next one. */
  private async hasGrown(warm: WarmPage): Promise<boolean> {
    if (!warm.isReset) {
      if (!(warm.wasSlow || warm.jobs % LOOK_EVERY_JOBS === 0)) return false;
      const { page, browser } = warm.memory.sizes();
      if (browser > MAX_BROWSER_BYTES) return this.retire(warm.browser, browser);
      if (page <= Math.max(MAX_RESET_BYTES, this.options.maxPageBytes * BUSY_SHARE)) return false;
      await warm.reset(); // most of the memory may be garbage
    }
    return warm.memory.sizes().page > MAX_RESET_BYTES;
  }

  private retire(browser: Browser, bytes: number): true {
    this.options.logger.info({ bytes }, 'Chromium’s memory has grown; the next pages open in a new browser');
    this.options.chromium.retire(browser);
    return true;
  }

  private async openUntilItWorks(): Promise<WarmPage> {
    const { chromium, logger } = this.options;
    const failures = new Map<Browser, number>();
    for (;;) {
      const browser = await chromium.browser();
      try {
        const warm = await WarmPage.open(browser);
        chromium.worked();
        return warm;
      } catch (error) {
        if (this.closed) throw error;
        logger.warn({ err: error }, 'a page could not be opened; trying again');
        const failed = (failures.get(browser) ?? 0) + 1;
        failures.set(browser, failed);
        // A browser that has exited is replaced by the next call. One that hangs or keeps failing must be killed first.
        if (failed >= MAX_FAILED_OPENS) chromium.killFailed(browser, error);
        else if (error instanceof TimedOut || !browser.connected) chromium.kill(browser);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}
