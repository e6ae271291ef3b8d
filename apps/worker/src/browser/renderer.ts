/** HTML in, PDF out, as many at a time as there are warm pages. */
import { ServiceError } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';
import puppeteer from 'puppeteer';
import { Cluster } from 'puppeteer-cluster';
import { Chromium, removeStaleProfiles, runsAsRoot } from './chromium.js';
import type { PrintSettings, WarmPage } from './warm-page.js';
import { warmPages } from './warm-pages.js';
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
  jobsPerPage?: number;
}

export interface Renderer {
  /**
   * Prints a document.
   *
   * @param limitMs how long it may take, waiting for a page included; then the page is ended, however stuck it is.
   * @throws ServiceError `deadline_exceeded`, or `content_forbidden` when the document tried to load something.
   * @throws anything else when the browser failed under the document: it may be printed again.
   */
  print(html: string, settings: PrintSettings, limitMs: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Launches Chromium and opens the pages. */
export async function startRenderer(options: RendererOptions): Promise<Renderer> {
  const { logger } = options;
  if (runsAsRoot()) {
    logger.warn('running as root: Chromium runs without its sandbox; run the worker as another user to have it');
  }
  await removeStaleProfiles();
  const chromium = new Chromium(options);
  const { WarmPages, warmPageOf } = warmPages({
    chromium,
    logger,
    jobsPerPage: options.jobsPerPage ?? JOBS_PER_PAGE,
  });
  const cluster: Cluster<undefined, void> = await Cluster.launch({
    puppeteer,
    concurrency: WarmPages,
    maxConcurrency: options.concurrency,
    timeout: NEVER_MS,
  });

  return {
    print: (html, settings, limitMs) =>
      printWithin(
        limitMs,
        // No data goes with the task: the cluster would format it for its own log.
        (attend) => cluster.execute(({ page }) => attend(warmPageOf(page), html, settings)),
        // A browser that can't even end a page is ended itself: the page's place would be lost for ever.
        (page) => void withinTime(page.dispose(), DISPOSE_LIMIT_MS).catch(() => chromium.kill()),
      ),
    async close() {
      await cluster.close();
      await chromium.close();
    },
  };
}

type Attend = (page: WarmPage, html: string, settings: PrintSettings) => Promise<void>;

/**
 * Runs one print against its deadline. The cluster's task only ever ends well: an error in it would be printed by the
 * cluster, and its caller has been answered by then in any case.
 */
function printWithin(
  limitMs: number,
  execute: (attend: Attend) => Promise<void>,
  end: (page: WarmPage) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let page: WarmPage | undefined;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(tooSlow());
      if (page !== undefined) end(page);
    }, limitMs);
    const attend: Attend = async (warm, html, settings) => {
      if (late) return;
      page = warm;
      try {
        const { pdf, blocked } = await warm.print(html, settings);
        if (blocked.length > 0) reject(triedToLoad(blocked));
        else resolve(pdf);
      } catch (error) {
        reject(error);
      } finally {
        clearTimeout(timer);
      }
    };
    execute(attend).catch((error) => {
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
    `The document loads ${urls.map((url) => `\`${url.slice(0, 200)}\``).join(', ')}; documents can load nothing.`,
  );
