/** The warm pages, each printing one document of the queue after another, behind puppeteer-cluster. */
import { EventEmitter } from 'node:events';
import { withTimeout } from '@toolpress/runtime';
import puppeteer, { type Page } from 'puppeteer';
import { Cluster, type ClusterOptions } from 'puppeteer-cluster';
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js';
import { PooledPage, type PooledPageOptions } from './pooled-page.js';
import type { PrintQueue } from './print-queue.js';
import type { WarmPage } from './warm-page.js';

/** An idle page is reset after so long: under load the next document takes the place of the last by itself. */
const RESET_AFTER_MS = 100;
/** The cluster's own time-out aborts nothing; ours does. This is the longest that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;
/** How long a page that can't be had is waited for at the end. */
const CLOSE_LIMIT_MS = 5_000;

/** What the cluster takes for a page: all that it does with it is to listen. */
class ClusterPage extends EventEmitter {
  constructor(
    readonly pooled: PooledPage,
    readonly warm: WarmPage,
  ) {
    super();
  }
}

/**
 * Opens the pages; they print until the queue is closed.
 *
 * @param size how many there are.
 */
export async function startPagePool(
  options: PooledPageOptions,
  size: number,
  queue: PrintQueue,
): Promise<{ close(): Promise<void> }> {
  const cluster: Cluster<undefined, void> = await Cluster.launch({
    puppeteer,
    concurrency: clusterConcurrency(options),
    maxConcurrency: size,
    timeout: NEVER_MS,
  });
  const keepPrinting = async (): Promise<void> => {
    while (!queue.isClosed) {
      // No data goes with the task: the cluster would format it for its own log.
      const task = cluster.execute(({ page }) => runPageLoop(queue, page as unknown as ClusterPage));
      await task.catch(() => undefined); // the page crashed: its document knows, and the next task gets another page
    }
  };
  const loops = Array.from({ length: size }, keepPrinting);
  return {
    async close() {
      await withTimeout(Promise.all(loops), CLOSE_LIMIT_MS).catch(() => undefined); // a page that can't be had
      await cluster.close();
    },
  };
}

/**
 * Prints one document after another; resolves when the page is to be replaced, or the queue is closed. All of it is one
 * task of puppeteer-cluster: the cluster starts at most one task each 10 ms, and looks for work as often.
 */
async function runPageLoop(queue: PrintQueue, { pooled, warm }: ClusterPage): Promise<void> {
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
 * puppeteer-cluster's way to a page, ours: each of its workers keeps one warm page instead of opening one per task.
 *
 * The cluster gives up silently on a page that can't be had (its task never settles) and repairs in ways that can hang.
 * So `jobInstance` never rejects: it waits until there is a page, and the caller's deadline runs meanwhile.
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
          const warm = await pooled.take();
          const page = new ClusterPage(pooled, warm) as unknown as Page;
          return { resources: { page }, close: async () => pooled.giveBack(warm) };
        },
        close: () => pooled.close(),
        repair: async () => undefined, // the pooled page is replaced without the cluster
      };
    }
  };
