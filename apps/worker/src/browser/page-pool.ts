/** The warm pages behind puppeteer-cluster. Each prints one document of the queue after another. */
import { EventEmitter } from 'node:events';
import { type Logger, TimedOut, withTimeout } from '@toolpress/runtime';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { Cluster, type ClusterOptions } from 'puppeteer-cluster';
import type { PrintQueue } from '../scheduling/print-queue.js';
import type { BrowserWatch, Chromium } from './chromium.js';
import { WarmPage } from './warm-page.js';

/** The idle time after which a page is reset, in milliseconds. Under load the next document replaces the last one without a reset. */
const RESET_AFTER_MS = 100;
/** The time-out of the cluster, in milliseconds: the longest of a timer. It would abort nothing; the worker has its own deadlines. */
const NEVER_MS = 2 ** 31 - 1;
/** How long `close` waits for a page that can't be opened, in milliseconds. */
const CLOSE_LIMIT_MS = 5_000;
const NEVER = new Promise<never>(() => undefined);

/** The page as the cluster sees it. The cluster only adds listeners to it. */
class ClusterPage extends EventEmitter {
  constructor(
    readonly pooled: PooledPage,
    readonly warm: WarmPage,
  ) {
    super();
  }
}

/**
 * Opens the pages, which print until the queue is closed.
 *
 * @param size the number of pages.
 */
export async function startPagePool(
  options: PooledPageOptions,
  size: number,
  queue: PrintQueue<WarmPage>,
): Promise<{ close(): Promise<void> }> {
  const cluster: Cluster<undefined, void> = await Cluster.launch({
    puppeteer,
    concurrency: clusterConcurrency(options),
    maxConcurrency: size,
    timeout: NEVER_MS,
  });
  const keepPrinting = async (): Promise<void> => {
    while (!queue.isClosed) {
      // The task carries no data, which the cluster would format for its log.
      const task = cluster.execute(({ page }) => runPageLoop(queue, page as unknown as ClusterPage));
      await task.catch(() => undefined); // the page crashed: its document has the error, and the next task gets another page
    }
  };
  const loops = Array.from({ length: size }, keepPrinting);
  return {
    async close() {
      await withTimeout(Promise.all(loops), CLOSE_LIMIT_MS).catch(() => undefined); // a page that can't be opened
      await cluster.close();
    },
  };
}

/**
 * Prints one document after another. Resolves when the page has to be replaced, or the queue is closed. The loop is one task of
 * puppeteer-cluster, which starts at most one task each 10 ms.
 */
async function runPageLoop(queue: PrintQueue<WarmPage>, { pooled, warm }: ClusterPage): Promise<void> {
  while (!warm.broken) {
    const assignment = await (warm.isReset ? queue.next() : queue.next(RESET_AFTER_MS));
    if (assignment === undefined) {
      if (queue.isClosed) return;
      await warm.reset();
    } else if (warm.broken) {
      queue.giveBack(assignment); // the page crashed while it waited
      return;
    } else {
      await assignment.document.run(warm, assignment);
      assignment.done();
    }
    if (!(await pooled.isReusable(warm))) return;
  }
}

/** Its type has protected members, so that only a subclass of a class that the package does not export would match it. */
type ClusterConcurrency = Exclude<ClusterOptions['concurrency'], number>;

/**
 * Returns a concurrency class for puppeteer-cluster: each of its workers keeps one warm page instead of opening one per task.
 *
 * The task of a page that can't be opened never settles, and the cluster's repair can hang. So `jobInstance` never rejects: it waits until a
 * page is open, while the caller's deadline applies.
 */
function clusterConcurrency(options: PooledPageOptions): ClusterConcurrency {
  const pages = class {
    async init(): Promise<void> {
      await options.chromium.browser();
    }

    async close(): Promise<void> {
      await options.chromium.close();
    }

    async workerInstance() {
      const pooled = new PooledPage(options);
      return {
        jobInstance: async () => {
          const warm = await pooled.take().catch(() => NEVER); // closed, or failed permanently: the process ends
          const page = new ClusterPage(pooled, warm) as unknown as Page;
          return { resources: { page }, close: async () => pooled.giveBack(warm) };
        },
        close: () => pooled.close(),
        repair: async () => undefined, // the pooled page is replaced without the cluster
      };
    }
  };
  return pages as unknown as ClusterConcurrency;
}

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

interface PooledPageOptions {
  chromium: Chromium;
  logger: Logger;
  /** The number of documents after which a page is replaced, because of memory leaks. */
  jobsPerPage: number;
  /** The memory limit of a document, in bytes. */
  maxPageBytes: number;
  watch?: BrowserWatch;
}

/** One warm page of the pool. It is opened before its first document, and replaced when it is broken, expired or too large. */
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
    this.expired = warm.jobs >= jobsPerPage || chromium.retired.has(warm.browser) || (await this.hasGrown(warm));
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
