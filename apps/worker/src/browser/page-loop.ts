/**
 * What a page does between being opened and being replaced: it prints one document after another.
 *
 * All of it is one task of puppeteer-cluster: the cluster starts at most one task each 10 ms, and looks for work as often.
 */
import type { PageSlot } from './pooled-page.js';
import type { PrintLine } from './print-queue.js';
import type { WarmPage } from './warm-page.js';

/** An idle page rests after so long: under load the next document takes the place of the last by itself. */
const REST_AFTER_MS = 100;

/** Resolves when the page is to be replaced, or the line is closed. */
export async function serveShift(line: PrintLine, slot: PageSlot, warm: WarmPage): Promise<void> {
  while (!warm.spoiled) {
    const turn = await (warm.isRested ? line.next() : line.next(REST_AFTER_MS));
    if (turn === undefined) {
      if (line.isClosed) return;
      await warm.rest();
      if (!(await slot.isStillGood(warm))) return;
    } else if (warm.spoiled) {
      line.giveBack(turn); // the page died while it waited
    } else {
      await turn.document.attend(warm);
      turn.done();
      if (!(await slot.isStillGood(warm))) return;
    }
  }
}
