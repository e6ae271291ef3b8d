/** puppeteer-cluster's way to a page, ours: each of its workers keeps one warm page instead of opening one per task. */
import { EventEmitter } from 'node:events';
import type { Page } from 'puppeteer';
import type { ClusterOptions } from 'puppeteer-cluster';
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js';
import { PageSlot, type PageSlotOptions } from './pooled-page.js';
import type { WarmPage } from './warm-page.js';

export interface PlacedPage {
  warm: WarmPage;
  slot: PageSlot;
}

/** Tells the warm page behind what puppeteer-cluster hands to a task as its page. */
export type PlacedPageOf = (page: Page) => PlacedPage;

/**
 * @returns the concurrency class to hand to `Cluster.launch`, and the way from its pages to ours.
 *
 * The cluster gives up silently on a page that can't be had (its task never settles) and repairs in ways that can hang.
 * So `jobInstance` never rejects: it waits until there is a page, and the caller's deadline runs meanwhile.
 */
export function warmPages(options: PageSlotOptions): {
  WarmPages: Exclude<ClusterOptions['concurrency'], number>;
  placedPageOf: PlacedPageOf;
} {
  const known = new WeakMap<Page, PlacedPage>();

  class WarmPages extends concurrency.default {
    async init(): Promise<void> {
      await options.chromium.browser();
    }

    async close(): Promise<void> {
      await options.chromium.close();
    }

    async workerInstance() {
      const slot = new PageSlot(options);
      return {
        jobInstance: async () => {
          const warm = await slot.take();
          const page = new EventEmitter() as unknown as Page; // all that the cluster does with a page is to listen
          known.set(page, { warm, slot });
          return { resources: { page }, close: async () => slot.giveBack(warm) };
        },
        close: () => slot.close(),
        repair: async () => undefined, // the slot replaces its page itself
      };
    }
  }

  const placedPageOf: PlacedPageOf = (page) => {
    const placed = known.get(page);
    if (placed === undefined) throw new Error('not a warm page');
    return placed;
  };
  return { WarmPages, placedPageOf };
}
