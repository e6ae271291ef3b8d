/** The warm pages behind puppeteer-cluster. Each prints one document of the queue after another. */
import { EventEmitter } from 'node:events';
import { withTimeout } from '@toolpress/runtime';
import puppeteer, { type Page } from 'puppeteer';
import { Cluster, type ClusterOptions } from 'puppeteer-cluster';
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js';
import type { PrintQueue } from '../scheduling/print-queue.js';
import { PooledPage, type PooledPageOptions } from './pooled-page.js';
import type { WarmPage } from './warm-page.js';

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
      await assignment.document.run(warm);
      assignment.done();
    }
    if (!(await pooled.isReusable(warm))) return;
  }
}

/**
 * Returns a concurrency class for puppeteer-cluster: each of its workers keeps one warm page instead of opening one per task.
 *
 * The task of a page that can't be opened never settles, and the cluster's repair can hang. So `jobInstance` never rejects: it waits until a
 * page is open, while the caller's deadline applies.
 */
const clusterConcurrency = (options: PooledPageOptions): Exclude<ClusterOptions['concurrency'], number> =>
  class extends concurrency.default {
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
          const warm = await pooled.take().catch(() => NEVER); // closed, or failed for good: the process ends
          const page = new ClusterPage(pooled, warm) as unknown as Page;
          return { resources: { page }, close: async () => pooled.giveBack(warm) };
        },
        close: () => pooled.close(),
        repair: async () => undefined, // the pooled page is replaced without the cluster
      };
    }
  };
