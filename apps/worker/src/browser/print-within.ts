/** One piece of work against its deadline. */
import { Postponed } from '@toolpress/queue';
import { asOwnWork } from '@toolpress/runtime';
import { tooLate, tooSlow, triedToLoad } from './print-errors.js';
import type { PrintQueue } from './print-queue.js';
import type { PrintWork } from './printer.js';
import type { WarmPage } from './warm-page.js';

/** The account that the work is for. */
export interface PrintOrigin {
  accountId: string;
  /** Whether it may be answered `Postponed`, because it is slow or its account's documents are. */
  mayBePostponed: boolean;
  /** Nobody waits for it at this moment. */
  isBackground?: boolean;
}

export interface PrintLimits extends PrintOrigin {
  /** Waiting for a page included, milliseconds. */
  limitMs: number;
  /** At a page, milliseconds. */
  pageLimitMs: number;
}

export interface PrintOptions extends PrintLimits {
  /** It was taken off a page before. */
  wasEvicted: boolean;
}

/** What printing needs beside a page. */
export interface PageControl {
  /** Where a page is waited for. */
  queue: Pick<PrintQueue, 'join' | 'leave'>;
  /** Ends a page that has no time left, however stuck it is. */
  end: (page: WarmPage) => void;
  /** Called when the page begins. @returns what to call when it is done. */
  watch: (page: WarmPage) => () => void;
}

/** The page was wanted for others. The work may be done again. */
export class Evicted extends Error {
  override readonly name = 'Evicted';
}

/**
 * Gives a document to a page, and ends the page when the time is up. `run` of the document never rejects: the caller has
 * been answered by then.
 *
 * @throws ServiceError `deadline_exceeded`, or `content_forbidden` when the document tried to load something.
 * @throws Evicted, or Postponed.
 * @throws whatever the work or the browser says, `PageCrashed` among it.
 */
export function printWithin<Result>(
  work: PrintWork<Result>,
  { accountId, mayBePostponed, isBackground = false, wasEvicted, limitMs, pageLimitMs }: PrintOptions,
  { queue, end, watch }: PageControl,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let page: WarmPage | undefined;
    let isOver = false;
    let pageTimer: NodeJS.Timeout | undefined;
    const stop = (reason: Error): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearTimeout(pageTimer);
      reject(reason);
      if (page === undefined) queue.leave(document);
      else end(page);
    };
    const timer = setTimeout(() => stop(tooLate()), limitMs);
    // The page loop belongs to no request.
    const run = asOwnWork(async (warm: WarmPage) => {
      if (isOver) return;
      page = warm;
      pageTimer = setTimeout(() => stop(tooSlow(pageLimitMs)), pageLimitMs);
      const stopWatching = watch(warm);
      try {
        const { result, blocked } = await warm.work(work);
        if (blocked.length > 0) reject(triedToLoad(blocked));
        else resolve(result);
      } catch (error) {
        reject(error);
      } finally {
        isOver = true;
        stopWatching();
        clearTimeout(timer);
        clearTimeout(pageTimer);
      }
    });
    const evict = (): void => stop(new Evicted('the page was wanted for others'));
    const postpone = mayBePostponed ? () => stop(new Postponed()) : undefined;
    const document = { accountId, isBackground, run, evict, postpone, wasEvicted };
    queue.join(document).catch(stop);
  });
}
