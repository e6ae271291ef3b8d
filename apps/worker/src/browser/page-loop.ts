/**
 * What a page does between being opened and being replaced: it prints one document after another.
 *
 * All of it is one task of puppeteer-cluster: the cluster starts at most one task each 10 ms, and looks for work as often.
 */
import type { PooledPage } from './pooled-page.js';
import type { PrintQueue } from './print-queue.js';
import type { WarmPage } from './warm-page.js';

/** An idle page is reset after so long: under load the next document takes the place of the last by itself. */
const RESET_AFTER_MS = 100;

/** Resolves when the page is to be replaced, or the queue is closed. */
export async function runPageLoop(queue: PrintQueue, pooled: PooledPage, warm: WarmPage): Promise<void> {
  while (!warm.broken) {
    const assignment = await (warm.isReset ? queue.next() : queue.next(RESET_AFTER_MS));
    if (assignment === undefined) {
      if (queue.isClosed) return;
      await warm.reset();
      if (!(await pooled.isReusable(warm))) return;
    } else if (warm.broken) {
      queue.giveBack(assignment); // the page died while it waited
    } else {
      await assignment.document.run(warm);
      assignment.done();
      if (!(await pooled.isReusable(warm))) return;
    }
  }
}
