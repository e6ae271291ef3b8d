/** HTML in, PDF out, as many at a time as there are warm pages. */
import { Postponed } from '@toolpress/queue';
import { type Logger, withTimeout } from '@toolpress/runtime';
import { SlowAccounts } from '../slow-accounts.js';
import { type BrowserWatch, Chromium } from './chromium.js';
import { sharedLimits } from './launch.js';
import { MemoryWatch } from './memory-watch.js';
import { startPagePool } from './page-pool.js';
import { errorOfCrash, PageCrashed } from './print-errors.js';
import { PrintQueue } from './print-queue.js';
import { Evicted, type PageControl, type PrintLimits, type PrintOrigin, printWithin } from './print-within.js';
import type { PrintWork } from './printer.js';
import { removeStaleProfiles } from './profile.js';
import { decideSandbox, type SandboxSetting } from './sandbox.js';
import { SoloRenderer } from './solo-renderer.js';

const JOBS_PER_PAGE = 500;
const PAGE_LIMIT_MS = 20_000;
/** For callers that do not matter to the queue. */
const NOBODYS: PrintOrigin = { accountId: '', mayBePostponed: false };
/** Ending a stuck page takes some milliseconds. */
const DISPOSE_LIMIT_MS = 5_000;

export interface RendererOptions {
  executablePath: string;
  /** How many documents are printed at a time, each in a page of its own. */
  concurrency: number;
  logger: Logger;
  /** Called once when Chromium can't be started any more. */
  onFatal: (error: Error) => void;
  /** How much memory a page may take for its document, bytes. */
  maxPageBytes: number;
  /** How large a PDF may be, bytes: of larger ones nothing reaches this process. */
  maxPdfBytes: number;
  /** How long one document may be at a page in all, milliseconds; 20 seconds unless given. */
  pageLimitMs?: number;
  /** Records documents that are slow to print, and says which accounts have them. */
  slowAccounts?: SlowAccounts;
  /** `auto` unless given. */
  sandbox?: SandboxSetting;
  jobsPerPage?: number;
  watch?: BrowserWatch;
}

export interface Renderer {
  /**
   * Prints a document: lends a page to the work.
   *
   * @returns what the work returns.
   * @param origin accounts share the pages' time.
   * @param limitMs how long it may take, waiting for a page included; then the page is ended, however stuck it is.
   * @throws ServiceError `deadline_exceeded`; `content_forbidden` when the document tried to load something;
   *   `document_too_complex` when it takes too much memory, or its page died of it twice; `pdf_too_large`.
   * @throws Postponed when the origin allows it, and it should not be waited for here.
   * @throws anything else when the browser failed under the document: it may be printed again.
   */
  print<Result>(work: PrintWork<Result>, limitMs: number, origin?: PrintOrigin): Promise<Result>;
  close(): Promise<void>;
}

/** Launches Chromium and opens the pages. */
export async function startRenderer(options: RendererOptions): Promise<Renderer> {
  const { logger, maxPdfBytes } = options;
  await removeStaleProfiles(logger);
  const sandbox = await decideSandbox({ ...options, setting: options.sandbox ?? 'auto' });
  const browserLimits = sharedLimits(options.executablePath, maxPdfBytes);
  const chromium = new Chromium({ ...options, sandbox, limits: browserLimits });
  const { slowAccounts = new SlowAccounts(), pageLimitMs = PAGE_LIMIT_MS } = options;
  const queue = new PrintQueue(options.concurrency, slowAccounts);
  const pagePool = { ...options, chromium, jobsPerPage: options.jobsPerPage ?? JOBS_PER_PAGE };
  const pages = await startPagePool(pagePool, options.concurrency, queue);
  const memory = new MemoryWatch(options.maxPageBytes, logger);
  const control: PageControl = {
    queue,
    // A browser that can't even end a page is ended itself: the page's place would be lost for ever.
    end: (page) => void withTimeout(page.dispose(), DISPOSE_LIMIT_MS).catch(() => chromium.kill(page.browser)),
    watch: (page) => memory.start(page.memory),
  };
  const solo = new SoloRenderer({ ...options, sandbox, memory });

  /**
   * A page whose process died may have been ended from outside, so the document gets a second chance, where it is alone:
   * one after the other, so that other documents don't wait for it. A document over which two pages died, with the browser alive, is
   * what kills them. A document that was evicted is printed again in any case.
   */
  async function printTwiceAtMost<Result>(work: PrintWork<Result>, limits: PrintLimits): Promise<Result> {
    const deadline = Date.now() + limits.limitMs;
    const remaining = () => ({ ...limits, limitMs: deadline - Date.now() });
    for (let wasEvicted = false; ; wasEvicted = true) {
      try {
        return await printWithin(work, { ...remaining(), wasEvicted }, control);
      } catch (error) {
        if (error instanceof Evicted) continue;
        if (!(error instanceof PageCrashed) || error.culprit === 'browser') throw error;
        const known = errorOfCrash(error, browserLimits, maxPdfBytes);
        if (known !== undefined) throw known;
        if (limits.mayBePostponed) throw new Postponed();
        return solo.print(work, remaining(), control.end);
      }
    }
  }

  return {
    print: (work, limitMs, origin = NOBODYS) => printTwiceAtMost(work, { ...origin, limitMs, pageLimitMs }),
    async close() {
      queue.close();
      await pages.close();
      await Promise.all([chromium.close(), solo.close()]);
    },
  };
}
