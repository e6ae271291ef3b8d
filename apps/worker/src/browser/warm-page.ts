/**
 * A page that is kept and printed from again and again: several times faster than a new page per document. It lies in a
 * browser context of its own, scripts are off and nothing loads, so that a document leaves nothing for the next one.
 */
import { ServiceError } from '@toolpress/contract';
import { type Browser, ProtocolError } from 'puppeteer';
import { type BrowserProcesses, withItsProcesses } from './browser-processes.js';
import { checkDocumentSize } from './document-size.js';
import { mayLoadMore } from './may-load-more.js';
import { residentBytes } from './memory.js';
import { type OpenPage, openPage } from './open-page.js';
import type { Printer, PrintSettings, PrintWork } from './printer.js';
import { RequestGuard } from './request-guard.js';
import { sessionPriority } from './session-priority.js';
import { withinTime } from './within-time.js';

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
/** A page that does not open in this time belongs to a browser that no longer works. */
const OPEN_LIMIT_MS = 15_000;
/** Chromium answers what a page was asked that ends, and a moment later says that it has ended. */
const CRASH_NOTICED_MS = 200;
/** Taking down the largest document that could be printed takes some hundred milliseconds. */
const WIPE_LIMIT_MS = 2_000;

export class WarmPage implements Printer {
  /** Documents printed so far. */
  jobs = 0;
  /** A page that misbehaved once is not used again. */
  spoiled = false;
  /** Nothing of a document is in it, and no garbage of one. */
  isRested = true;
  /** The last document left more than the next one would replace: images, or requests that may still come. */
  leavesTraces = false;
  /** The last document was one of those that may have taken much memory. */
  wasSlow = false;
  private isWiped = true;
  private hasGarbage = false;
  private crash: PageCrashed | undefined;
  private interrupt: ((error: Error) => void) | undefined;
  private hasOutgrown = false;
  private leastBytes = Number.POSITIVE_INFINITY;
  private mostBytes = 0;

  private constructor(
    readonly browser: Browser,
    private readonly page: OpenPage,
    private readonly guard: RequestGuard,
    readonly processes: BrowserProcesses,
  ) {
    page.session.once('Inspector.targetCrashed', () => this.onCrash('page'));
    page.session.once('Inspector.detached', () => this.onCrash('page', 'refused')); // ended without a crash
    // A document that would lead the page elsewhere finds it gone for good.
    page.session.on('Page.frameRequestedNavigation', () => {
      this.spoiled = true;
    });
  }

  /** @throws TimeUp when the browser does not open it in time, once it is its turn; or what the browser says. */
  static async open(browser: Browser): Promise<WarmPage> {
    let isClosed = false;
    let onClosed = (): void => {
      isClosed = true;
    };
    const { page: opened, processes } = await withItsProcesses(browser, OPEN_LIMIT_MS, async () => {
      const page = await openPage(browser, () => onClosed());
      const { session, frameId } = page;
      await session.send('Emulation.setScriptExecutionDisabled', { value: true });
      await session.send('Emulation.setEmulatedMedia', { media: 'print' }); // pictures are chosen before printing begins
      await session.send('Inspector.enable');
      return { page, guard: await RequestGuard.install(session, frameId) };
    });
    const warm = new WarmPage(browser, opened.page, opened.guard, processes);
    // Whoever waits for the page to load would wait for ever.
    onClosed = () => warm.onCrash('browser');
    if (isClosed) onClosed();
    return warm;
  }

  /**
   * Does a piece of work.
   *
   * @returns its result, and the URLs that its documents tried to load in vain.
   * @throws whatever the work or the browser says, `PageCrashed` among it. But for a ServiceError, which is the
   *   document's fault and none of the page's, the page is spoiled then.
   */
  async work<Result>({ images, run }: PrintWork<Result>): Promise<{ result: Result; blocked: string[] }> {
    this.jobs += 1;
    this.isRested = false;
    this.isWiped = false;
    this.leastBytes = Number.POSITIVE_INFINITY;
    this.mostBytes = 0;
    const begun = performance.now();
    try {
      this.guard.admit(images);
      this.leavesTraces = images.size > 0;
      const result = await run(this);
      const blocked = this.guard.dismiss();
      this.leavesTraces ||= blocked.length > 0;
      return { result, blocked };
    } catch (error) {
      this.leavesTraces = true;
      if (error instanceof ServiceError) throw error;
      this.spoiled = true;
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
    this.spoiled = true; // its document may still be printed; the next one is not to find it
    this.hasOutgrown = true;
  }

  async print(html: string, settings: PrintSettings): Promise<Buffer> {
    const ended = sessionPriority(this.browser).began(html.length);
    let isPrinted = false;
    try {
      const pdf = await this.printed(html, settings);
      isPrinted = true;
      return pdf;
    } finally {
      ended(isPrinted);
    }
  }

  private async printed(html: string, settings: PrintSettings): Promise<Buffer> {
    const loaded = this.nextLoad();
    await this.setContent(html);
    // All that the page's load event is still to bring it: pictures are decoded by then.
    if (mayLoadMore(html)) await this.unlessCrashed(loaded);
    const printing = this.page.send('Page.printToPDF', {
      generateTaggedPDF: false,
      ...settings,
      printBackground: true,
      preferCSSPageSize: true,
    });
    const [{ data }] = await this.unlessCrashed(Promise.all([printing, loaded]));
    return Buffer.from(data, 'base64');
  }

  async heights(html: string, selector: string): Promise<number[]> {
    const loaded = this.nextLoad();
    await this.setContent(html);
    await this.unlessCrashed(loaded);
    // Of our own making, in a world of its own: the document's scripts stay off.
    const world = this.page.send('Page.createIsolatedWorld', { frameId: this.page.frameId });
    const { executionContextId } = await this.unlessCrashed(world);
    const expression = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().height / 96)`;
    const measuring = this.page.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
    });
    const { result } = await this.unlessCrashed(measuring);
    return result.value as number[];
  }

  /**
   * Wipes the document out of the page by leading it elsewhere: what a page has loaded it would show again without asking,
   * and a hidden page keeps what it painted last. A page that can't be wiped in time is spoiled.
   */
  async wipe(): Promise<void> {
    if (!this.isWiped) await this.unlessStuck(() => this.leave());
    this.isWiped = true;
    this.leavesTraces = false;
  }

  /** Wipes the page and gives the memory back that the document took: some ten milliseconds after a large one. */
  async rest(): Promise<void> {
    await this.wipe();
    if (this.hasGarbage) await this.unlessStuck(() => this.collectGarbage());
    this.hasGarbage = false;
    this.isRested = true;
  }

  /** @returns resident memory in bytes: the page's own, and that of the browser's process. */
  async sizes(): Promise<{ page: number; browser: number }> {
    const { browser, pages } = this.processes;
    const [ofBrowser = 0, ...ofPages] = await Promise.all([browser ?? -1, ...pages].map(residentBytes));
    return { browser: ofBrowser, page: Math.max(0, ...ofPages) };
  }

  /** Ends the page and its process, however stuck it is: disposing of the context does not ask the document. */
  async dispose(): Promise<void> {
    this.onCrash('browser'); // at once: a browser that hangs never says that the page is gone
    await this.page.context.close().catch(() => undefined); // the browser is gone: so is the page
  }

  private async leave(): Promise<void> {
    const loaded = this.nextLoad();
    await this.unlessCrashed(this.page.send('Page.navigate', { url: 'about:blank' }));
    await this.unlessCrashed(loaded);
  }

  private async collectGarbage(): Promise<void> {
    await this.unlessCrashed(this.page.send('HeapProfiler.collectGarbage'));
  }

  private async unlessStuck(step: () => Promise<void>): Promise<void> {
    if (this.spoiled) return;
    await withinTime(step(), WIPE_LIMIT_MS).catch(() => {
      this.spoiled = true;
    });
  }

  private nextLoad(): Promise<void> {
    return new Promise((resolve) => this.page.session.once('Page.loadEventFired', () => resolve()));
  }

  /** The text is parsed, its own styles and the system's fonts are applied by the end of it. */
  private async setContent(html: string): Promise<void> {
    checkDocumentSize(html);
    await this.unlessCrashed(this.page.send('Page.setDocumentContent', { frameId: this.page.frameId, html }));
  }

  private onCrash(culprit: PageCrashed['culprit'], end?: PageEnd): void {
    this.spoiled = true;
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

  /** puppeteer leaves calls to a crashed page unanswered for ever. */
  private unlessCrashed<Result>(step: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.crash) reject(this.crash);
      this.interrupt = reject;
      step.then(resolve, reject);
    });
  }
}
