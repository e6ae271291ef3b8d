/** One warm page of the pool: opened ahead of its first document, and replaced when it is broken, expired or too large. */
import { type Logger, TimedOut } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import type { BrowserWatch, Chromium } from './chromium.js';
import { WarmPage } from './warm-page.js';

/** A browser that fails to open a page this often is ended. */
const MAX_FAILED_OPENS = 3;

/** Memory is looked at after documents that may have left some, the slow ones, and now and then. */
const LOOK_EVERY_JOBS = 50;
/** A page holds 85 MiB when it is opened, 165 MiB after ordinary documents, and no more when it was reset after large ones. */
const MAX_RESET_BYTES = 256 * 1024 * 1024;
/** Of what a document may take, what the ones before it may have left: large ones one after another leave 300 to 480 MiB. */
const BUSY_SHARE = 1 / 3;
/** The browser itself holds 130 MiB. */
const MAX_BROWSER_BYTES = 512 * 1024 * 1024;

export interface PooledPageOptions {
  chromium: Chromium;
  logger: Logger;
  /** A page is replaced after this many documents, against leaks. */
  jobsPerPage: number;
  /** How much memory a page may take for its document, bytes. */
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

  /** Waits until there is a clean page. Rejects only when Chromium is closed or has failed for good. */
  async take(): Promise<WarmPage> {
    let warm = await this.next;
    while (warm.broken) {
      this.next = this.prepare(this.replace(warm));
      warm = await this.next;
    }
    return warm;
  }

  /** Whether the page may print another document, asked after one and after a reset. What must not reach the next one is wiped here. */
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

  /** Fails only when the renderer is closed or has failed for good; nobody may be waiting then. */
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

  /** A page may keep some of what a document took for the next one, which takes it again. Nothing that follows it, nothing is kept. */
  private async hasGrown(warm: WarmPage): Promise<boolean> {
    if (!warm.isReset) {
      if (!(warm.wasSlow || warm.jobs % LOOK_EVERY_JOBS === 0)) return false;
      const { page, browser } = warm.memory.sizes();
      if (browser > MAX_BROWSER_BYTES) return this.retire(warm.browser, browser);
      if (page <= Math.max(MAX_RESET_BYTES, this.options.maxPageBytes * BUSY_SHARE)) return false;
      await warm.reset(); // most of it may be garbage
    }
    return warm.memory.sizes().page > MAX_RESET_BYTES;
  }

  private retire(browser: Browser, bytes: number): true {
    this.options.logger.info({ bytes }, 'Chromium has grown; its next pages open in a new one');
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
        // A browser that has just died is replaced by the next call; one that hangs or fails on must be ended first.
        if (failed >= MAX_FAILED_OPENS) chromium.killFailed(browser, error);
        else if (error instanceof TimedOut || !browser.connected) chromium.kill(browser);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}
