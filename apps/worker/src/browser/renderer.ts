/** Renders documents, as many at a time as there are warm pages. */
import { Postponed } from '@toolpress/queue';
import { type Logger, withTimeout } from '@toolpress/runtime';
import { MemoryWatch } from '../scheduling/memory-watch.js';
import { PrintQueue } from '../scheduling/print-queue.js';
import { SlowAccounts } from '../scheduling/slow-accounts.js';
import { type BrowserWatch, Chromium } from './chromium.js';
import { sharedLimits } from './launch.js';
import { startPagePool } from './page-pool.js';
import type { PageWork } from './page-work.js';
import { errorOfCrash, PageCrashed } from './print-errors.js';
import { Evicted, type PageControl, type PrintLimits, type PrintOrigin, printWithin } from './print-within.js';
import { removeStaleProfiles } from './profile.js';
import { decideSandbox, type SandboxSetting } from './sandbox.js';
import { SoloRenderer } from './solo-renderer.js';
import type { WarmPage } from './warm-page.js';

const JOBS_PER_PAGE = 500;
const PAGE_LIMIT_MS = 20_000;
/** The origin of work without an account. */
const NOBODYS: PrintOrigin = { accountId: '', mayBePostponed: false };
/** The time limit for closing a page, in milliseconds. A stuck page takes some milliseconds. */
const DISPOSE_LIMIT_MS = 5_000;

export interface RendererOptions {
  executablePath: string;
  /** The number of pages. Each prints one document at a time. */
  concurrency: number;
  logger: Logger;
  /** Called once when Chromium has failed permanently. */
  onFatal: (error: Error) => void;
  /** The memory limit of a document, in bytes. */
  maxPageBytes: number;
  /** The size limit of a PDF, in bytes. Larger PDFs are not transferred to this process. */
  maxPdfBytes: number;
  /** The total time limit of a document at a page, in milliseconds. The default is 20 seconds. */
  pageLimitMs?: number;
  /** Records slow documents, and knows the accounts that have them. */
  slowAccounts?: SlowAccounts;
  /** The default is `auto`. */
  sandbox?: SandboxSetting;
  jobsPerPage?: number;
  watch?: BrowserWatch;
}

export interface Renderer {
  /**
   * Lends a page to the work.
   *
   * @param limitMs the time limit in milliseconds, including the wait for a page. The page is closed then, even when it is stuck.
   * @param origin the account, which shares the pages' time with others.
   * @returns the result of the work.
   * @throws ServiceError `deadline_exceeded`; `content_forbidden` when the document tried to load something;
   *   `document_too_complex` when it takes too much memory, or its page died of it twice; `pdf_too_large`.
   * @throws Postponed when the origin allows it, and the document is slow.
   * @throws other errors when the browser failed. The document may be printed again.
   */
  print<Result>(work: PageWork<Result>, limitMs: number, origin?: PrintOrigin): Promise<Result>;
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
  const queue = new PrintQueue<WarmPage>(options.concurrency, slowAccounts);
  const pagePool = { ...options, chromium, jobsPerPage: options.jobsPerPage ?? JOBS_PER_PAGE };
  const pages = await startPagePool(pagePool, options.concurrency, queue);
  const memory = new MemoryWatch(options.maxPageBytes, logger);
  const control: PageControl = {
    queue,
    // A browser that can't close a page is killed. Otherwise the pool would lose a page.
    end: (page) => void withTimeout(page.dispose(), DISPOSE_LIMIT_MS).catch(() => chromium.kill(page.browser)),
    watch: (page) => memory.start(page.memory),
  };
  const solo = new SoloRenderer({ ...options, sandbox, memory });

  /**
   * Prints a document, and prints it again after a crash: the page's process may have been killed from outside. The second time the document
   * has its own browser, so that it does not affect others. A document whose page crashes twice causes the crash. An evicted document is
   * always printed again.
   */
  async function printTwiceAtMost<Result>(work: PageWork<Result>, limits: PrintLimits): Promise<Result> {
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
    print(work, limitMs, origin = NOBODYS) {
      const { blocks = 1 } = origin;
      return printTwiceAtMost(work, { ...origin, limitMs, pageLimitMs: blocks * pageLimitMs });
    },
    async close() {
      queue.close();
      await pages.close();
      await Promise.all([chromium.close(), solo.close()]);
    },
  };
}
