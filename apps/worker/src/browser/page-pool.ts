/** puppeteer-cluster's way to a page, ours: each of its workers keeps one warm page instead of opening one per task. */
import { EventEmitter } from 'node:events';
import type { Page } from 'puppeteer';
import type { ClusterOptions } from 'puppeteer-cluster';
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js';
import { PooledPage, type PooledPageOptions } from './pooled-page.js';
import type { WarmPage } from './warm-page.js';

interface AssignedPage {
  warm: WarmPage;
  pooled: PooledPage;
}

/** Tells the warm page behind what puppeteer-cluster hands to a task as its page. */
export type AssignedPageOf = (page: Page) => AssignedPage;

/**
 * @returns the concurrency class to hand to `Cluster.launch`, and the way from its pages to ours.
 *
 * The cluster gives up silently on a page that can't be had (its task never settles) and repairs in ways that can hang.
 * So `jobInstance` never rejects: it waits until there is a page, and the caller's deadline runs meanwhile.
 */
export function pagePool(options: PooledPageOptions): {
  PagePool: Exclude<ClusterOptions['concurrency'], number>;
  assignedPageOf: AssignedPageOf;
} {
  const known = new WeakMap<Page, AssignedPage>();

  class PagePool extends concurrency.default {
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
          const page = new EventEmitter() as unknown as Page; // all that the cluster does with a page is to listen
          known.set(page, { warm, pooled });
          return { resources: { page }, close: async () => pooled.giveBack(warm) };
        },
        close: () => pooled.close(),
        repair: async () => undefined, // the pooled replaces its page itself
      };
    }
  }

  const assignedPageOf: AssignedPageOf = (page) => {
    const assigned = known.get(page);
    if (assigned === undefined) throw new Error('not a warm page');
    return assigned;
  };
  return { PagePool, assignedPageOf };
}
