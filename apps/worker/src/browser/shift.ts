/**
 * What a page does between being opened and being replaced: it prints one document after another.
 *
 * All of it is one task of puppeteer-cluster: the cluster starts at most one task each 10 ms, and looks for work as often.
 */
import type { PageSlot } from './page-slot.js';
import type { PrintLine } from './print-line.js';
import type { WarmPage } from './warm-page.js';

/** An idle page is wiped after so long: under load the next document takes the place of the last by itself. */
const WIPE_AFTER_MS = 25;

/** Resolves when the page is to be replaced, or the line is closed. */
export async function serveShift(line: PrintLine, slot: PageSlot, warm: WarmPage): Promise<void> {
  while (!warm.spoiled) {
    const document = await (warm.isWiped ? line.next() : line.next(WIPE_AFTER_MS));
    if (document === undefined) {
      if (line.isClosed) return;
      await warm.wipe();
    } else if (warm.spoiled) {
      line.giveBack(document); // the page died while it waited
    } else {
      await document.attend(warm);
      document.done();
      if (!(await slot.isStillGood(warm))) return;
    }
  }
}
