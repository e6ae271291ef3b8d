/** puppeteer-cluster's way to a page, ours: each of its workers keeps one warm page instead of opening one per job. */
import type { Logger } from '@toolpress/runtime';
import type { Page } from 'puppeteer';
import type { ClusterOptions } from 'puppeteer-cluster';
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js';
import type { Chromium } from './chromium.js';
import { WarmPage } from './warm-page.js';
import { TimeUp, withinTime } from './within-time.js';

/** A page that does not open in this time belongs to a browser that no longer works. */
const OPEN_TIMEOUT_MS = 15_000;

export interface WarmPagesOptions {
  chromium: Chromium;
  logger: Logger;
  /** A page is replaced after so many documents, so that what leaks leaks away. */
  jobsPerPage: number;
}

/** Tells the warm page behind a page that puppeteer-cluster hands to a task. */
export type WarmPageOf = (page: Page) => WarmPage;

/**
 * @returns the concurrency class to hand to `Cluster.launch`, and the way from its pages to ours.
 *
 * The cluster gives up silently on a page that can't be had (its task never settles) and repairs in ways that can hang.
 * So `jobInstance` never rejects: it waits until there is a page, and the caller's deadline runs meanwhile.
 */
export function warmPages(options: WarmPagesOptions): {
  WarmPages: Exclude<ClusterOptions['concurrency'], number>;
  warmPageOf: WarmPageOf;
} {
  const known = new WeakMap<Page, WarmPage>();

  class WarmPages extends concurrency.default {
    async init(): Promise<void> {
      await options.chromium.browser();
    }

    async close(): Promise<void> {
      await options.chromium.close();
    }

    async workerInstance() {
      const slot = new Slot(options);
      return {
        jobInstance: async () => {
          const warm = await slot.take();
          known.set(warm.page, warm);
          return { resources: { page: warm.page }, close: async () => slot.giveBack(warm) };
        },
        close: () => slot.close(),
        repair: async () => undefined, // the slot replaces its page itself
      };
    }
  }

  const warmPageOf: WarmPageOf = (page) => {
    const warm = known.get(page);
    if (warm === undefined) throw new Error('not a warm page');
    return warm;
  };
  return { WarmPages, warmPageOf };
}

/** The place of one warm page: it is opened ahead of its first job and replaced off the way of the next. */
class Slot {
  private next: Promise<WarmPage>;
  private closed = false;

  constructor(private readonly options: WarmPagesOptions) {
    this.next = this.open();
  }

  async take(): Promise<WarmPage> {
    let warm = await this.next;
    while (warm.spoiled) {
      this.replace(warm);
      warm = await this.next;
    }
    return warm;
  }

  giveBack(warm: WarmPage): void {
    // The cluster adds a listener per job and leaves it.
    warm.page.removeAllListeners('error');
    if (warm.spoiled || warm.jobs >= this.options.jobsPerPage) this.replace(warm);
    else warm.wipe();
  }

  async close(): Promise<void> {
    this.closed = true;
    await (await this.next).dispose();
  }

  private replace(warm: WarmPage): void {
    this.next = this.open();
    void warm.dispose();
  }

  private open(): Promise<WarmPage> {
    const opening = this.openUntilItWorks();
    opening.catch(() => undefined); // only a renderer that closes or is hopeless fails, and then nobody may be asking
    return opening;
  }

  private async openUntilItWorks(): Promise<WarmPage> {
    const { chromium, logger } = this.options;
    for (;;) {
      const browser = await chromium.browser();
      try {
        return await withinTime(WarmPage.open(browser), OPEN_TIMEOUT_MS);
      } catch (error) {
        if (this.closed) throw error;
        // A browser that has just died is replaced by the next call; one that hangs must be ended first.
        if (error instanceof TimeUp || !browser.connected) await chromium.kill();
        logger.warn({ err: error }, 'a page could not be opened; trying again');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}
