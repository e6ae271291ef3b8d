/**
 * A page that is kept and printed from again and again: several times faster than a new page per document. It lies in a
 * browser context of its own, scripts are off and nothing loads, so that a document leaves nothing for the next one.
 */
import { ServiceError } from '@toolpress/contract';
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';
import type { Printer, PrintSettings, PrintWork } from './printer.js';
import { RequestGuard } from './request-guard.js';
import { withinTime } from './within-time.js';

/** A page ended under a document. */
export class PageCrashed extends Error {
  override readonly name = 'PageCrashed';
  /** @param culprit `page`: its process alone died, of the document, of memory, or killed; `browser`: all is gone. */
  constructor(readonly culprit: 'page' | 'browser') {
    super(`the ${culprit}’s process ended`);
  }
}

const EMPTY_DOCUMENT = '<!DOCTYPE html>';
/** Taking down the largest document that could be printed takes some hundred milliseconds. */
const WIPE_LIMIT_MS = 2_000;

export class WarmPage implements Printer {
  /** Documents printed so far. */
  jobs = 0;
  /** How long the last document took, milliseconds. */
  lastMs = 0;
  /** A page that misbehaved once is not used again. */
  spoiled = false;
  /** Nothing of a document is in it. */
  isWiped = true;
  /** The last document left more than the next one would replace: images, or requests that may still come. */
  leavesTraces = false;
  private hadImages = false;
  private crash: PageCrashed | undefined;
  private interrupt: ((error: Error) => void) | undefined;

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly session: CDPSession,
    private readonly frameId: string,
    private readonly guard: RequestGuard,
  ) {
    const browser = page.browser();
    const onDisconnect = (): void => this.onCrash('browser');
    session.once('Inspector.targetCrashed', () => this.onCrash('page'));
    browser.once('disconnected', onDisconnect);
    page.once('close', () => {
      browser.off('disconnected', onDisconnect);
      this.onCrash('browser'); // whoever waits for the page to load would wait for ever
    });
    // A document that would lead the page elsewhere finds it gone for good.
    session.on('Page.frameRequestedNavigation', () => {
      this.spoiled = true;
    });
  }

  static async open(browser: Browser): Promise<WarmPage> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const session = await page.createCDPSession();
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await session.send('Emulation.setEmulatedMedia', { media: 'print' }); // pictures are chosen before printing begins
    await session.send('Inspector.enable');
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    const guard = await RequestGuard.install(session, frameTree.frame.id);
    return new WarmPage(page, context, session, frameTree.frame.id, guard);
  }

  get browser(): Browser {
    return this.page.browser();
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
    this.isWiped = false;
    const begun = performance.now();
    try {
      this.guard.admit(images);
      this.hadImages = images.size > 0;
      this.leavesTraces = this.hadImages;
      const result = await run(this);
      const blocked = this.guard.dismiss();
      this.leavesTraces ||= blocked.length > 0;
      return { result, blocked };
    } catch (error) {
      this.leavesTraces = true;
      if (!(error instanceof ServiceError)) this.spoiled = true;
      throw error;
    } finally {
      this.lastMs = performance.now() - begun;
    }
  }

  async print(html: string, settings: PrintSettings): Promise<Buffer> {
    await this.show(html);
    const printing = this.session.send('Page.printToPDF', {
      generateTaggedPDF: false,
      ...settings,
      printBackground: true,
      preferCSSPageSize: true,
    });
    return Buffer.from((await this.unlessCrashed(printing)).data, 'base64');
  }

  async heights(html: string, selector: string): Promise<number[]> {
    await this.show(html);
    // Of our own making, in a world of its own: the document's scripts stay off.
    const world = this.session.send('Page.createIsolatedWorld', { frameId: this.frameId });
    const { executionContextId } = await this.unlessCrashed(world);
    const expression = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().height / 96)`;
    const measuring = this.session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
    });
    const { result } = await this.unlessCrashed(measuring);
    return result.value as number[];
  }

  /** Wipes the document out of the page. A page that can't be wiped in time is spoiled. */
  async wipe(): Promise<void> {
    if (this.spoiled || this.isWiped) return;
    const wiping = this.hadImages ? this.leave() : this.show(EMPTY_DOCUMENT);
    await withinTime(wiping, WIPE_LIMIT_MS).catch(() => {
      this.spoiled = true;
    });
    this.isWiped = true;
    this.leavesTraces = false;
  }

  /** Ends the page and its process, however stuck it is: disposing of the context does not ask the document. */
  async dispose(): Promise<void> {
    this.onCrash('browser'); // at once: a browser that hangs never says that the page is gone
    await this.context.close().catch(() => undefined); // the browser is gone: so is the page
  }

  /** What a page has loaded it would show again without asking, until it is led elsewhere. */
  private async leave(): Promise<void> {
    const loaded = this.nextLoad();
    await this.unlessCrashed(this.session.send('Page.navigate', { url: 'about:blank' }));
    await this.unlessCrashed(loaded);
    this.hadImages = false;
  }

  private nextLoad(): Promise<void> {
    return new Promise((resolve) => this.session.once('Page.loadEventFired', () => resolve()));
  }

  private async show(html: string): Promise<void> {
    const loaded = this.nextLoad();
    await this.unlessCrashed(this.session.send('Page.setDocumentContent', { frameId: this.frameId, html }));
    await this.unlessCrashed(loaded); // images are decoded by then
  }

  private onCrash(culprit: PageCrashed['culprit']): void {
    this.spoiled = true;
    this.crash ??= new PageCrashed(culprit);
    this.interrupt?.(this.crash);
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
