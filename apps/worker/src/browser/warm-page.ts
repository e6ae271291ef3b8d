/**
 * A page that is kept and printed from again and again: several times faster than a new page per document. It lies in a
 * browser context of its own, scripts are off and nothing loads, so that a document leaves nothing for the next one.
 */

import { ServiceError } from '@toolpress/contract';
import { type FontFallback, findsSameFonts, mergeFontFallback } from '@toolpress/document';
import { residentBytes, withTimeout } from '@toolpress/runtime';
import { type Browser, type CDPSession, ProtocolError } from 'puppeteer';
import type { BrowserProcesses } from './browser-processes.js';
import { checkDocumentSize } from './document-size.js';
import { type GuardedPage, openGuardedPage } from './guarded-page.js';
import type { Printer, PrintSettings, PrintWork } from './printer.js';

/** `memory`: ended by us, for what it held; `refused`: Chromium gave no PDF; `crashed`: of the document, or killed by somebody. */
export type PageEnd = 'memory' | 'refused' | 'crashed';

/** A page ended under a document, or is of no use any more. */
export class PageCrashed extends Error {
  override readonly name = 'PageCrashed';
  /**
   * @param culprit `page`: it alone; `browser`: all is gone.
   * @param grownBytes how much the page was seen to grow under the document.
   */
  constructor(
    readonly culprit: 'page' | 'browser',
    readonly end: PageEnd = 'crashed',
    readonly grownBytes = 0,
    options?: ErrorOptions,
  ) {
    super(`the ${culprit}’s process ended (${end})`, options);
  }
}

/** Documents that took so long may have left memory that nobody needs. */
const SLOW_MS = 200;
/** Chromium answers what a page was asked that ends, and a moment later says that it has ended. */
const CRASH_NOTICED_MS = 200;
/** Taking down the largest document that could be printed takes some hundred milliseconds. */
const WIPE_LIMIT_MS = 2_000;

export class WarmPage implements Printer {
  /** Documents printed so far. */
  jobs = 0;
  /** A page that misbehaved once is not used again. */
  broken = false;
  /** Nothing of a document is in it, and no garbage of one. */
  isReset = true;
  /** The last document left more than the next one would replace: images, a state of the page, or requests that may still come. */
  leavesTraces = false;
  /** The last document was one of those that may have taken much memory. */
  wasSlow = false;
  private isWiped = true;
  /** Whether the documents of the work at hand may change the page, and whether one has been in it since it was wiped. */
  private mayChange = false;
  private isChanged = false;
  private hasGarbage = false;
  private crash: PageCrashed | undefined;
  private interrupt: ((error: Error) => void) | undefined;
  private hasOutgrown = false;
  private leastBytes = Number.POSITIVE_INFINITY;
  private mostBytes = 0;
  /** What its process has looked for among all fonts; it remembers what it found. */
  private readonly fonts = new Map<number, string>();

  private constructor(
    readonly browser: Browser,
    private opened: GuardedPage,
  ) {
    this.listen();
  }

  /** @throws TimedOut when the browser does not open it in time, once it is its turn; or what the browser says. */
  static async open(browser: Browser): Promise<WarmPage> {
    return new WarmPage(browser, await openGuardedPage(browser));
  }

  private listen(): void {
    const { opened } = this;
    const unlessRenewed = (action: () => void) => (): void => {
      if (this.opened === opened) action();
    };
    const { session } = opened.page;
    session.once(
      'Inspector.targetCrashed',
      unlessRenewed(() => this.onCrash('page')),
    );
    session.once(
      'Inspector.detached', // ended without a crash
      unlessRenewed(() => this.onCrash('page', 'refused')),
    );
    // A document that would lead the page elsewhere finds it gone for good.
    session.on(
      'Page.frameRequestedNavigation',
      unlessRenewed(() => {
        this.broken = true;
      }),
    );
    // Whoever waits for the page to load would wait for ever.
    opened.onClosed(unlessRenewed(() => this.onCrash('browser')));
  }

  get processes(): BrowserProcesses {
    return this.opened.processes;
  }

  /**
   * Does a piece of work.
   *
   * @returns its result, and the URLs that its documents tried to load in vain.
   * @throws whatever the work or the browser says, `PageCrashed` among it. But for a ServiceError, which is the
   *   document's fault and none of the page's, the page is broken then.
   */
  async work<Result>({
    images,
    changesPage = false,
    fonts,
    run,
  }: PrintWork<Result>): Promise<{ result: Result; blocked: string[] }> {
    this.jobs += 1;
    this.isReset = false;
    this.mayChange = changesPage;
    this.forgetSizes();
    const begun = performance.now();
    try {
      if (fonts) await this.findSameFonts(fonts);
      this.opened.guard.admit(images);
      const result = await run(this);
      const blocked = this.opened.guard.dismiss();
      this.leavesTraces = changesPage || images.size > 0 || blocked.length > 0;
      return { result, blocked };
    } catch (error) {
      this.leavesTraces = true;
      if (error instanceof ServiceError) throw error;
      this.broken = true;
      throw await this.explained(error);
    } finally {
      this.wasSlow = performance.now() - begun >= SLOW_MS;
      this.hasGarbage ||= this.wasSlow;
    }
  }

  holds(bytes: number): void {
    this.leastBytes = Math.min(this.leastBytes, bytes);
    this.mostBytes = Math.max(this.mostBytes, bytes);
  }

  outgrew(): void {
    this.broken = true; // its document may still be printed; the next one is not to find it
    this.hasOutgrown = true;
  }

  async print(html: string, settings: PrintSettings): Promise<Buffer> {
    await this.load(html);
    const { data } = await this.send('Page.printToPDF', {
      generateTaggedPDF: false,
      ...settings,
      printBackground: true,
      preferCSSPageSize: true,
    });
    return Buffer.from(data, 'base64');
  }

  async heights(html: string, selector: string): Promise<number[]> {
    await this.load(html);
    // Of our own making, in a world of its own: the document's scripts stay off.
    const { executionContextId } = await this.send('Page.createIsolatedWorld', { frameId: this.opened.page.frameId });
    const { result } = await this.send('Runtime.evaluate', {
      expression: `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().height / 96)`,
      contextId: executionContextId,
      returnByValue: true,
    });
    return result.value as number[];
  }

  /**
   * Wipes the document out of the page by leading it elsewhere: what a page has loaded it would show again without asking,
   * what a document has said of the page holds for the next one, and a hidden page keeps what it painted last. A page that
   * can't be wiped in time is broken.
   */
  async wipe(): Promise<void> {
    if (!this.isWiped) await this.unlessStuck(() => this.leave());
    this.isWiped = true;
    this.isChanged &&= this.broken;
    this.leavesTraces = false;
  }

  /** Wipes the page and gives the memory back that the document took: some ten milliseconds after a large one. */
  async reset(): Promise<void> {
    await this.wipe();
    if (this.hasGarbage) await this.unlessStuck(() => this.send('HeapProfiler.collectGarbage'));
    this.hasGarbage = false;
    this.isReset = true;
  }

  /** @returns resident memory in bytes: the page's own, and that of the browser's process. */
  sizes(): { page: number; browser: number } {
    const { browser, pages } = this.processes;
    return { browser: residentBytes(browser ?? -1), page: Math.max(0, ...pages.map(residentBytes)) };
  }

  /** Ends the page and its process, however stuck it is: disposing of the context does not ask the document. */
  async dispose(): Promise<void> {
    this.onCrash('browser'); // at once: a browser that hangs never says that the page is gone
    await this.opened.page.context.close().catch(() => undefined); // the browser is gone: so is the page
  }

  /** A process that would find other fonts than a new one is left for a new one: it takes as long as printing some pages. */
  private async findSameFonts(fonts: FontFallback): Promise<void> {
    if (!findsSameFonts(this.fonts, fonts)) await this.unlessCrashed(this.renew());
    mergeFontFallback(this.fonts, fonts);
  }

  private async renew(): Promise<void> {
    const { page: old } = this.opened;
    const opened = await openGuardedPage(this.browser);
    if (this.crash) {
      await opened.page.context.close().catch(() => undefined); // disposed of meanwhile
      throw this.crash;
    }
    this.opened = opened;
    this.listen();
    this.fonts.clear();
    this.forgetSizes();
    this.isWiped = true;
    this.isChanged = false;
    this.hasGarbage = false;
    void old.context.close().catch(() => undefined); // the browser is gone: so is the page
  }

  private forgetSizes(): void {
    this.leastBytes = Number.POSITIVE_INFINITY;
    this.mostBytes = 0;
  }

  /** The page is somewhere else when it says so, and only a document of its own has a loader of its own. */
  private async leave(): Promise<void> {
    const { session } = this.opened.page;
    const left = new Promise<string>((resolve) =>
      session.once('Page.frameNavigated', ({ frame }) => {
        session.once('Page.loadEventFired', () => resolve(frame.loaderId));
      }),
    );
    const { loaderId } = await this.send('Page.navigate', { url: 'about:blank' });
    if ((await this.unlessCrashed(left)) !== loaderId) throw new Error('the page kept its document');
  }

  private async unlessStuck(step: () => Promise<unknown>): Promise<void> {
    if (this.broken) return;
    await withTimeout(step(), WIPE_LIMIT_MS).catch(() => {
      this.broken = true;
    });
  }

  /** The load event waits for all that the document loads: pictures are decoded by then. */
  private async load(html: string): Promise<void> {
    checkDocumentSize(html);
    if (this.isChanged) await this.wipe();
    if (this.isChanged) throw new Error('the page could not be wiped');
    this.isWiped = false;
    this.isChanged = this.mayChange;
    const { session, frameId } = this.opened.page;
    const loaded = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()));
    await this.send('Page.setDocumentContent', { frameId, html });
    await this.unlessCrashed(loaded);
  }

  private onCrash(culprit: PageCrashed['culprit'], end?: PageEnd): void {
    this.broken = true;
    this.crash ??= new PageCrashed(culprit, end);
    this.interrupt?.(this.crash);
  }

  /** How a page ended is told by its own process; what Chromium answers then says as little as “Printing failed”. */
  private async explained(error: unknown): Promise<unknown> {
    if (!(error instanceof PageCrashed || error instanceof ProtocolError)) return error;
    const grownBytes = Math.max(0, this.mostBytes - this.leastBytes);
    const because = (culprit: PageCrashed['culprit'], end: PageEnd): PageCrashed =>
      new PageCrashed(culprit, end, grownBytes, { cause: error });
    if (this.hasOutgrown) return because('page', 'memory');
    if (this.crash === undefined) await new Promise((resolve) => setTimeout(resolve, CRASH_NOTICED_MS));
    return this.crash === undefined ? because('page', 'refused') : because(this.crash.culprit, this.crash.end);
  }

  private readonly send: CDPSession['send'] = (...call) => this.unlessCrashed(this.opened.page.session.send(...call));

  /** puppeteer leaves calls to a crashed page unanswered for ever. */
  private unlessCrashed<Result>(step: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.crash) reject(this.crash);
      this.interrupt = reject;
      step.then(resolve, reject);
    });
  }
}
