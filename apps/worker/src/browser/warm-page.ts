/**
 * A page that prints one document after another, several times faster than a new page for each. It has its own browser context, scripts
 * are off and nothing loads, so that a document leaves nothing for the next one.
 */
import { ServiceError } from '@toolpress/contract';
import { type FontFallback, findsSameFonts, mergeFontFallback } from '@toolpress/document';
import { withTimeout } from '@toolpress/runtime';
import { type Browser, ProtocolError } from 'puppeteer';
import { PageMemory } from '../scheduling/memory-watch.js';
import { runningBrowser, saidTooMuch } from './launch.js';
import { type OpenPage, openPage } from './open-page.js';
import { CommandedPage } from './page-commands.js';
import { PAGE, ScriptWorld } from './page-script.js';
import type { PageCommands, PageWork } from './page-work.js';
import { PageCrashed, type PageEnd } from './print-errors.js';

/** A document that takes longer, in milliseconds, may have left garbage. */
const SLOW_MS = 200;
/** Chromium reports the end of a page a moment after it has answered a call to it. Milliseconds. */
const CRASH_NOTICED_MS = 200;
/** Unloading the largest document that can be printed takes some hundred milliseconds. */
const WIPE_LIMIT_MS = 2_000;
/** The limit within a request, whose caller waits for it: a busy machine may stand still for seconds. */
const WIPE_BETWEEN_LIMIT_MS = 10_000;

export class WarmPage {
  /** The number of documents printed so far. */
  jobs = 0;
  readonly memory: PageMemory;
  private readonly answersInOrder: boolean;
  /** Whether the page holds neither a document nor its garbage. */
  isReset = true;
  /** Whether the last document left more than the next one replaces: images, state of the page, or requests that may still arrive. */
  leavesTraces = false;
  /** Whether the last document may have taken much memory. */
  wasSlow = false;
  private isWiped = true;
  /** Whether documents of the current work may change the page, and whether one was loaded since the page was wiped. */
  private mayChange = false;
  private isChanged = false;
  private hasGarbage = false;
  private hasFailed = false;
  /** The characters for which the page's process has searched all fonts. It caches what it found. */
  private readonly fonts = new Map<number, string>();
  /** The last move to another process. */
  private renewing: Promise<void> | undefined;

  private constructor(
    readonly browser: Browser,
    private page: OpenPage,
  ) {
    this.memory = new PageMemory(page.processes);
    this.answersInOrder = runningBrowser(browser).answersInOrder;
  }

  /** Opens a page. @throws TimedOut when the browser does not open it in time; errors of the browser. */
  static async open(browser: Browser): Promise<WarmPage> {
    return new WarmPage(browser, await openPage(browser));
  }

  /** Whether the page must not be used again. One that exceeded its memory may still print its document. */
  get broken(): boolean {
    return this.hasFailed || this.page.wasLedAway || this.page.crash !== undefined || this.memory.hasOutgrown;
  }

  /**
   * Does a piece of work.
   *
   * @returns its result, and the URLs that its documents were not allowed to load.
   * @throws errors of the work and the browser, such as `PageCrashed`. The page is broken then, except after a ServiceError, which is the
   *   document's fault.
   */
  async work<Result>({
    images,
    deadAddresses,
    printMark,
    onAsked,
    changesPage = false,
    fonts,
    ownFonts,
    media,
    run,
  }: PageWork<Result>): Promise<{ result: Result; blocked: string[] }> {
    this.jobs += 1;
    this.isReset = false;
    this.mayChange = changesPage;
    this.memory.begin(this.page.processes);
    const begun = performance.now();
    try {
      if (fonts) await this.findSameFonts(fonts);
      const mark = `w${this.jobs}`;
      const dead = deadAddresses && new Map([...deadAddresses].map((one) => [one.replace(printMark, mark), one]));
      this.page.guard.admit(images, dead, ownFonts);
      const page = new CommandedPage(this.page, () => this.prepare(), mark, this.answersInOrder);
      if (media !== undefined) await this.page.emulate(media);
      const result = await run(page);
      if (media !== undefined) await this.page.emulate();
      if (deadAddresses !== undefined && deadAddresses.size > 0) await this.haveAllAsked(page);
      const { blocked, asked, hasHanded } = this.page.guard.dismiss();
      onAsked?.(asked);
      this.leavesTraces = changesPage || hasHanded || blocked.length > 0;
      return { result, blocked };
    } catch (error) {
      this.leavesTraces = true;
      // The page is not used again, because its media may be those of this work.
      if (media !== undefined) this.hasFailed = true;
      if (error instanceof ServiceError) throw error;
      this.hasFailed = true;
      throw await this.explained(error);
    } finally {
      this.wasSlow = performance.now() - begun >= SLOW_MS;
      this.hasGarbage ||= this.wasSlow;
    }
  }

  /**
   * Removes the document by navigating the page elsewhere. Otherwise the page would show loaded images again without a request, keep the
   * settings of the document, and keep what it painted last. A page that can't be wiped in time is broken.
   */
  async wipe(): Promise<void> {
    if (!this.isWiped) await this.unlessStuck(() => this.leave());
    this.isWiped = true;
    this.isChanged &&= this.broken;
    this.leavesTraces = false;
  }

  /** Wipes the page and releases the document's memory, which takes some ten milliseconds after a large one. */
  async reset(): Promise<void> {
    await this.wipe();
    if (this.hasGarbage) await this.unlessStuck(() => this.page.session.send('HeapProfiler.collectGarbage'));
    this.hasGarbage = false;
    this.isReset = true;
  }

  /** Closes the page and its process, even when it is stuck: closing its context does not involve the document. */
  async dispose(): Promise<void> {
    await this.page.close();
    await this.renewing; // it closes its page, too, before the pages of the browser are counted
  }

  /** Moves to a new process when the current one would find other fonts. That takes as long as printing some pages. */
  private async findSameFonts(fonts: FontFallback): Promise<void> {
    if (!findsSameFonts(this.fonts, fonts)) {
      const old = this.page;
      const renewing = this.renew(old);
      this.renewing = renewing.catch(() => undefined);
      await old.session.wait<void>((resolve, reject) => renewing.then(resolve, reject));
      void old.close();
    }
    mergeFontFallback(this.fonts, fonts);
  }

  private async renew(old: OpenPage): Promise<void> {
    const opened = await openPage(this.browser);
    if (old.crash) {
      await opened.close(); // closed meanwhile
      throw old.crash;
    }
    this.page = opened;
    this.fonts.clear();
    this.memory.begin(opened.processes);
    this.isWiped = true;
    this.isChanged = false;
    this.hasGarbage = false;
  }

  /** Navigates to an empty document. The new document has its own loader, which shows that the page has left the old one. */
  private async leave(): Promise<void> {
    const { session } = this.page;
    const left = session.wait<string>((resolve) =>
      session.once('Page.frameNavigated', ({ frame }) => {
        session.once('Page.loadEventFired', () => resolve(frame.loaderId));
      }),
    );
    const [{ loaderId }, loader] = await Promise.all([session.send('Page.navigate', { url: 'about:blank' }), left]);
    if (loader !== loaderId) throw new Error('the page kept its document');
  }

  /** Resolves when the guard has seen all requests of the document. Requests of a page arrive in order, so it waits for one more. */
  private async haveAllAsked(page: PageCommands): Promise<void> {
    const url = `https://last-${this.jobs}.invalid/`;
    const ask = async (): Promise<void> => {
      const world = await ScriptWorld.open(page);
      await world.run(PAGE, 'ask', url);
    };
    // Both from the start: a page that ends rejects both, and a rejection without a handler ends the worker.
    await Promise.all([this.page.guard.waitFor(url), ask()]);
  }

  private async unlessStuck(step: () => Promise<unknown>): Promise<void> {
    if (this.broken) return;
    await withTimeout(step(), WIPE_LIMIT_MS).catch(() => {
      this.hasFailed = true;
    });
  }

  /** Prepares the page for the next document of the work. */
  private async prepare(): Promise<void> {
    if (this.isChanged) await withTimeout(this.leave(), WIPE_BETWEEN_LIMIT_MS);
    this.isWiped = false;
    this.isChanged = this.mayChange;
  }

  /** Returns how the page ended. Its process shows that, while Chromium's answer may be only “Printing failed”. */
  private async explained(error: unknown): Promise<unknown> {
    if (!(error instanceof PageCrashed || error instanceof ProtocolError)) return error;
    const { grownBytes, hasOutgrown } = this.memory;
    const because = (culprit: PageCrashed['culprit'], end: PageEnd): PageCrashed =>
      new PageCrashed(culprit, end, grownBytes, { cause: error });
    if (hasOutgrown) return because('page', 'memory');
    if (this.page.crash === undefined) await new Promise((resolve) => setTimeout(resolve, CRASH_NOTICED_MS));
    // It is not known which page had the document. Each document is printed again in its own browser.
    if (saidTooMuch(this.browser)) return because('page', 'message');
    return this.page.crash === undefined
      ? because('page', 'refused')
      : because(this.page.crash.culprit, this.page.crash.end);
  }
}
