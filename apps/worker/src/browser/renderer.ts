/** HTML in, PDF out, as many at a time as there are warm pages. */
import { asOwnWork, type Logger } from '@toolpress/runtime';
import puppeteer from 'puppeteer';
import { Cluster } from 'puppeteer-cluster';
import { Chromium } from './chromium.js';
import { sharedLimits } from './launch.js';
import { MemoryWatch } from './memory.js';
import { PrintLine } from './print-line.js';
import { type PrintOptions, printWithin } from './print-within.js';
import type { PrintWork } from './printer.js';
import { removeStaleProfiles } from './profile.js';
import { refusalOf } from './refusals.js';
import { decideSandbox, type SandboxSetting } from './sandbox.js';
import { serveShift } from './shift.js';
import { SoloRenderer } from './solo-renderer.js';
import { PageCrashed, type WarmPage } from './warm-page.js';
import { warmPages } from './warm-pages.js';
import type { BrowserWatch } from './watch.js';
import { withinTime } from './within-time.js';

const JOBS_PER_PAGE = 500;
/** The cluster's own time-out aborts nothing; ours does. This is the longest that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;
/** Ending a stuck page takes some milliseconds. */
const DISPOSE_LIMIT_MS = 5_000;

export interface RendererOptions {
  executablePath: string;
  /** How many documents are printed at a time, each in a page of its own. */
  concurrency: number;
  logger: Logger;
  /** Called once when Chromium can't be had any more. */
  onHopeless: (error: Error) => void;
  /** How much memory a page may take for its document, bytes. */
  maxPageBytes: number;
  /** How large a PDF may be, bytes: of larger ones nothing reaches this process. */
  maxPdfBytes: number;
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
   * @param limitMs how long it may take, waiting for a page included; then the page is ended, however stuck it is.
   * @throws ServiceError `deadline_exceeded`; `content_forbidden` when the document tried to load something;
   *   `document_too_complex` when it takes too much memory, or its page died of it twice; `pdf_too_large`.
   * @throws anything else when the browser failed under the document: it may be printed again.
   */
  print<Result>(work: PrintWork<Result>, limitMs: number): Promise<Result>;
  close(): Promise<void>;
}

/** Launches Chromium and opens the pages. */
export async function startRenderer(options: RendererOptions): Promise<Renderer> {
  const { logger, maxPdfBytes } = options;
  await removeStaleProfiles(logger);
  const sandbox = await decideSandbox({ ...options, setting: options.sandbox ?? 'auto' });
  const limits = sharedLimits(maxPdfBytes);
  const chromium = new Chromium({ ...options, sandbox, limits });
  const { WarmPages, placedPageOf } = warmPages({
    ...options,
    chromium,
    jobsPerPage: options.jobsPerPage ?? JOBS_PER_PAGE,
  });
  const cluster: Cluster<undefined, void> = await Cluster.launch({
    puppeteer,
    concurrency: WarmPages,
    maxConcurrency: options.concurrency,
    timeout: NEVER_MS,
  });
  const line = new PrintLine();
  const serve = async (): Promise<void> => {
    while (!line.isClosed) {
      // No data goes with the task: the cluster would format it for its own log.
      const shift = cluster.execute(({ page }) => {
        const { slot, warm } = placedPageOf(page);
        return serveShift(line, slot, warm);
      });
      await shift.catch(() => undefined); // the page died: its document knows, and the next shift has another page
    }
  };
  const shifts = Array.from({ length: options.concurrency }, () => serve());
  const memory = new MemoryWatch(options.maxPageBytes, logger);
  const ways: Pick<PrintOptions, 'end' | 'watch'> = {
    // A browser that can't even end a page is ended itself: the page's place would be lost for ever.
    end: (page) => void withinTime(page.dispose(), DISPOSE_LIMIT_MS).catch(() => chromium.kill(page.browser)),
    watch: (page) => memory.start(page),
  };
  const solo = new SoloRenderer({ ...options, sandbox, memory });

  /**
   * A page whose process died may have been ended by somebody else, so the document gets a second chance, where it is alone. A
   * document over which two pages died, with the browser alive, is what kills them. The place of the first page stays taken
   * meanwhile: there are never more documents at work than pages.
   */
  async function printTwiceAtMost<Result>(work: PrintWork<Result>, limitMs: number): Promise<Result> {
    const deadline = Date.now() + limitMs;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const execute: PrintOptions['execute'] = (attend) => {
      const attendHere = async (page: WarmPage): Promise<void> => {
        await attend(page);
        if (page.spoiled) await left;
      };
      return line.join(asOwnWork(attendHere)); // the page's shift was begun by nobody's work
    };
    try {
      return await printWithin(work, { ...ways, execute, limitMs }).catch((error: unknown) => {
        if (!(error instanceof PageCrashed) || error.culprit === 'browser') throw error;
        const refusal = refusalOf(error, limits, maxPdfBytes);
        if (refusal !== undefined) throw refusal;
        return solo.print(work, deadline - Date.now(), ways.end);
      });
    } finally {
      leave();
    }
  }

  return {
    print: printTwiceAtMost,
    async close() {
      line.close();
      await withinTime(Promise.all(shifts), DISPOSE_LIMIT_MS).catch(() => undefined); // a page that can't be had
      await cluster.close();
      await Promise.all([chromium.close(), solo.close()]);
    },
  };
}
