/** Does a piece of work within its time limits. */
import { Postponed } from '@toolpress/queue';
import { asOwnWork } from '@toolpress/runtime';
import type { WaitingDocument } from '../scheduling/print-queue.js';
import type { PageWork } from './page-work.js';
import { tooLate, tooSlow, triedToLoad } from './print-errors.js';
import type { WarmPage } from './warm-page.js';

/** The account that the work is for. */
export interface PrintOrigin {
  accountId: string;
  /** Whether it may reject with `Postponed`, because it or its account is slow. */
  mayBePostponed: boolean;
  /** Whether no caller waits for it at this moment. */
  isBackground?: boolean;
  /** Aborted when the result is no longer wanted. */
  signal?: AbortSignal;
  /** The factor by which it may exceed the time limit at a page. The default is 1. */
  blocks?: number | undefined;
}

export interface PrintLimits extends PrintOrigin {
  /** The time limit in milliseconds, including the wait for a page. */
  limitMs: number;
  /** The time limit at a page in milliseconds. */
  pageLimitMs: number;
}

export interface PrintOptions extends PrintLimits {
  /** Whether it was evicted from a page before. */
  wasEvicted: boolean;
}

/** The parts of the renderer that printing needs. */
export interface PageControl {
  /** The queue of documents that wait for a page. */
  queue: {
    join(document: Omit<WaitingDocument<WarmPage>, 'run'> & { run(page: WarmPage): Promise<void> }): Promise<void>;
    leave(document: object): void;
  };
  /** Ends a page whose time is up, even when it is stuck. */
  end: (page: WarmPage) => void;
  /** Called when the page starts. @returns a function to call when it has finished. */
  watch: (page: WarmPage) => () => void;
}

/** The page was needed for other accounts. The work may be done again. */
export class Evicted extends Error {
  override readonly name = 'Evicted';
}

/**
 * Prints with a page, and ends the page when the time is up. `run` of the queued document never rejects, because the result goes to the
 * caller.
 *
 * @throws ServiceError `deadline_exceeded`, or `content_forbidden` when the document tried to load something.
 * @throws Evicted or Postponed; the signal's reason.
 * @throws errors of the work and the browser, such as `PageCrashed`.
 */
export function printWithin<Result>(
  work: PageWork<Result>,
  { accountId, mayBePostponed, isBackground = false, signal, wasEvicted, limitMs, pageLimitMs }: PrintOptions,
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
    const timer = setTimeout(() => stop(tooLate()), Math.max(0, limitMs));
    // The page loop does not belong to a request.
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
    const evict = (): void => stop(new Evicted('the page was needed for other accounts'));
    const postpone = mayBePostponed ? () => stop(new Postponed()) : undefined;
    const document = { accountId, isBackground, run, evict, postpone, wasEvicted };
    queue.join(document).catch(stop);
    signal?.addEventListener('abort', () => stop(signal.reason), { once: true });
    if (signal?.aborted) stop(signal.reason);
  });
}
