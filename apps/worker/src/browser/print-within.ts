/** One piece of work against its deadline. */
import { ServiceError } from '@toolpress/contract';
import type { PrintWork } from './printer.js';
import type { WarmPage } from './warm-page.js';

/** Does the work in a page that is handed to it. */
export type Attend = (page: WarmPage) => Promise<void>;

export interface PrintOptions {
  /** Waiting for a page included, milliseconds. */
  limitMs: number;
  /** Finds a page for the work, and resolves when it is done. */
  execute: (attend: Attend) => Promise<void>;
  /** Ends a page that has no time left, however stuck it is. */
  end: (page: WarmPage) => void;
  /** Called when the page begins. @returns what to call when it is done. */
  watch: (page: WarmPage) => () => void;
}

/**
 * Attending only ever ends well: its caller has been answered by then in any case.
 *
 * @throws ServiceError `deadline_exceeded`, or `content_forbidden` when the document tried to load something.
 * @throws whatever the work or the browser says, `PageCrashed` among it.
 */
export function printWithin<Result>(work: PrintWork<Result>, options: PrintOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    let page: WarmPage | undefined;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(tooSlow());
      if (page !== undefined) options.end(page);
    }, options.limitMs);
    const attend: Attend = async (warm) => {
      if (late) return;
      page = warm;
      const stopWatching = options.watch(warm);
      try {
        const { result, blocked } = await warm.work(work);
        if (blocked.length > 0) reject(triedToLoad(blocked));
        else resolve(result);
      } catch (error) {
        reject(error);
      } finally {
        stopWatching();
        clearTimeout(timer);
      }
    };
    options.execute(attend).catch((error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

const tooSlow = (): ServiceError =>
  new ServiceError('deadline_exceeded', 'The document took too long to render; make it simpler, or split it.');

const triedToLoad = (urls: readonly string[]): ServiceError =>
  new ServiceError(
    'content_forbidden',
    `The document loads ${urls.map((url) => `\`${url.slice(0, 200)}\``).join(', ')}; documents load nothing but images by \`https:\`.`,
  );
