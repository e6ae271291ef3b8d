/**
 * A page that is kept and printed from again and again: several times faster than a new page per document. It lies in a
 * browser context of its own, scripts are off and nothing loads, so that a document leaves nothing for the next one.
 */
import { readFileSync } from 'node:fs';
import { ServiceError } from '@toolpress/contract';
import { type FontFallback, findsSameFonts, mergeFontFallback } from '@toolpress/document';
import { withTimeout } from '@toolpress/runtime';
import { type Browser, ProtocolError } from 'puppeteer';
import type { LoadableFonts } from '../fonts/own-fonts.js';
import { saidTooMuch } from './launch.js';
import { PageMemory } from './memory-watch.js';
import { type OpenPage, openPage } from './open-page.js';
import { checkDocumentSize, PageCrashed, type PageEnd } from './print-errors.js';
import type { OpenDocument, Printer, PrintSettings, PrintWork } from './printer.js';

/** Documents that took longer may have left garbage. */
const SLOW_MS = 200;
/** Chromium answers what a page was asked that ends, and a moment later says that it has ended. */
const CRASH_NOTICED_MS = 200;
/** Taking down the largest document that could be printed takes some hundred milliseconds. */
const WIPE_LIMIT_MS = 2_000;

/** Of the faces that a document begins with: how many it has asked for, and which of them the browser did not take. */
interface LoadedFaces {
  asked: number;
  rejected: number[];
}

/**
 * A script that waits for the first faces of a document, as far as its layout needs them; one may bring another. In a world of its own
 * no element of the document, such as one named `fonts`, stands for something else.
 */
const loadFonts = (count: number): string => `(async () => {
  const faces = [...document.fonts].slice(0, ${count});
  const withStatus = (status) => faces.filter((face) => face.status === status);
  for (;;) {
    document.documentElement.getBoundingClientRect();
    const loading = withStatus('loading');
    if (loading.length === 0) break;
    await Promise.allSettled(loading.map((face) => face.loaded));
  }
  return {
    asked: faces.length - withStatus('unloaded').length,
    rejected: withStatus('error').map((face) => faces.indexOf(face)),
  };
})()`;

/**
 * A script that has the PDF name the places of elements, as of every element that a link leads to. Its links stand in the
 * head, where no selector of the document counts them, and show nowhere.
 */
const linkTo = (ids: readonly string[]): string => `(() => {
  const links = document.createElement('toolpress-links');
  links.style.setProperty('display', 'none', 'important');
  for (const id of ${JSON.stringify(ids)})
    links.append(Object.assign(document.createElement('a'), { href: '#' + encodeURIComponent(id) }));
  document.querySelector('toolpress-links')?.remove();
  document.head.append(links);
})()`;

const DOM = readFileSync(new URL('../../views/dom.js', import.meta.url), 'utf8');

const PX_PER_INCH = 96;
/** Chromium prints what is too wide for its page smaller, up to so much. */
const MAX_SHRINKING = 1.5;

const CONTENT_SIZE = `(({ scrollHeight, scrollWidth }) => ({
  height: Math.max(scrollHeight, document.documentElement.getBoundingClientRect().bottom),
  needed: scrollWidth,
}))(document.scrollingElement ?? document.documentElement)`;

export class WarmPage implements Printer {
  /** Documents printed so far. */
  jobs = 0;
  readonly memory: PageMemory;
  /** The page holds nothing of a document, nor its garbage. */
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
  private hasFailed = false;
  private ownFonts: LoadableFonts | undefined;
  /** Of the work at hand. */
  private brokenImages = new Set<string>();
  /** How many of these the document at hand has asked for. */
  private fontsAsked = 0;
  /** What its process has looked for among all fonts; it remembers what it found. */
  private readonly fonts = new Map<number, string>();

  private constructor(
    readonly browser: Browser,
    private page: OpenPage,
  ) {
    this.memory = new PageMemory(page.processes);
  }

  /** @throws TimedOut when the browser does not open it in time, once it is its turn; or what the browser says. */
  static async open(browser: Browser): Promise<WarmPage> {
    return new WarmPage(browser, await openPage(browser));
  }

  /** A page that misbehaved once is not used again. One that outgrew its memory may still print its document. */
  get broken(): boolean {
    return this.hasFailed || this.page.wasLedAway || this.page.crash !== undefined || this.memory.hasOutgrown;
  }

  /**
   * Does a piece of work.
   *
   * @returns its result, and the URLs that its documents were not allowed to load.
   * @throws whatever the work or the browser says, `PageCrashed` among it. But for a ServiceError, which is the
   *   document's fault and none of the page's, the page is broken then.
   */
  async work<Result>({
    images,
    deadAddresses,
    onAsked,
    onBroken,
    changesPage = false,
    fonts,
    ownFonts,
    run,
  }: PrintWork<Result>): Promise<{ result: Result; blocked: string[] }> {
    this.jobs += 1;
    this.isReset = false;
    this.mayChange = changesPage;
    this.memory.begin(this.page.processes);
    const begun = performance.now();
    try {
      if (fonts) await this.findSameFonts(fonts);
      this.page.guard.admit(images, deadAddresses, ownFonts);
      this.ownFonts = ownFonts;
      this.brokenImages = new Set();
      const result = await run(this);
      if (deadAddresses !== undefined && deadAddresses.size > 0) await this.haveAllAsked();
      const { blocked, asked } = this.page.guard.dismiss();
      onAsked?.(asked);
      if (this.brokenImages.size > 0) onBroken?.(this.brokenImages);
      this.leavesTraces =
        changesPage || ownFonts !== undefined || images.size > 0 || blocked.length > 0 || asked.size > 0;
      return { result, blocked };
    } catch (error) {
      this.leavesTraces = true;
      if (error instanceof ServiceError) throw error;
      this.hasFailed = true;
      throw await this.explained(error);
    } finally {
      this.ownFonts = undefined;
      this.wasSlow = performance.now() - begun >= SLOW_MS;
      this.hasGarbage ||= this.wasSlow;
    }
  }

  async print(html: string, settings: PrintSettings, targets: readonly string[] = []): Promise<Buffer> {
    await this.load(html);
    return this.printLoaded(settings, targets);
  }

  async open(html: string): Promise<OpenDocument> {
    await this.load(html);
    const world = await this.newWorld();
    await this.evaluate(DOM, world);
    return {
      run: (script) => this.evaluate(script, world),
      resize: (width) => this.resize(width),
      print: (settings, targets = []) => this.printLoaded(settings, targets),
    };
  }

  private async printLoaded(settings: PrintSettings, targets: readonly string[]): Promise<Buffer> {
    if (targets.length > 0) await this.evaluate(linkTo(targets));
    for (;;) {
      const asked = this.fontsAsked;
      const { data } = await this.page.send('Page.printToPDF', {
        generateTaggedPDF: false,
        ...settings,
        printBackground: true,
        preferCSSPageSize: true,
      });
      // What is on paper only, such as a margin box, may ask for more fonts: they are not there in time.
      await this.loadOwnFonts();
      if (this.fontsAsked === asked) return Buffer.from(data, 'base64');
    }
  }

  /**
   * Has the document laid out, which a hidden page is not before it is printed, and waits for the fonts that it asks for.
   *
   * @throws what went wrong with the file of one.
   */
  private async loadOwnFonts(): Promise<void> {
    const { ownFonts } = this;
    if (ownFonts === undefined) return;
    const { asked, rejected } = (await this.evaluate(loadFonts(ownFonts.count))) as LoadedFaces;
    this.page.guard.checkFonts();
    this.fontsAsked = asked;
    ownFonts.onRejected(rejected);
  }

  async heights(html: string, selector: string): Promise<number[]> {
    await this.load(html);
    const heights = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().height / 96)`;
    return (await this.evaluate(heights)) as number[];
  }

  async contentHeight(html: string, width: number): Promise<number> {
    await this.load(html);
    // Less than a pixel narrower than the page, the document is no higher there.
    const available = Math.floor(width * PX_PER_INCH);
    const { height, needed } = await this.contentSize(available);
    const shrunk = Math.min(needed / available, MAX_SHRINKING);
    const pixels = shrunk > 1 ? (await this.contentSize(Math.floor(available * shrunk))).height / shrunk : height;
    await this.resize(undefined);
    return Math.ceil(pixels + 1) / PX_PER_INCH; // the height is rounded by the browser
  }

  /** Pixels. */
  private async contentSize(width: number): Promise<{ height: number; needed: number }> {
    await this.resize(width);
    return (await this.evaluate(CONTENT_SIZE)) as { height: number; needed: number };
  }

  /** Of so many pixels the window has next to no height: what is as high as a window adds none. */
  private async resize(width: number | undefined): Promise<void> {
    if (width === undefined) await this.page.send('Emulation.clearDeviceMetricsOverride');
    else {
      const window = { width, height: 1, deviceScaleFactor: 0, mobile: false };
      await this.page.send('Emulation.setDeviceMetricsOverride', window);
    }
  }

  /** Runs a script of our own making, in a world that is not the document's, whose scripts stay off. */
  private async evaluate(expression: string, world?: number): Promise<unknown> {
    const contextId = world ?? (await this.newWorld());
    const script = { expression, contextId, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.page.send('Runtime.evaluate', script);
    if (exceptionDetails) throw new Error(`a script of our own failed: ${exceptionDetails.text}`);
    return result.value;
  }

  private async newWorld(): Promise<number> {
    return (await this.page.send('Page.createIsolatedWorld', { frameId: this.page.frameId })).executionContextId;
  }

  /** Requests of a page come one after the other: when the guard has seen one more, it has seen all. */
  private async haveAllAsked(): Promise<void> {
    const url = `https://last-${this.jobs}.invalid/`;
    const seen = this.page.guard.waitFor(url);
    await this.evaluate(`new Image().src = ${JSON.stringify(url)}; 0`);
    await this.page.unlessCrashed(seen);
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
    if (this.hasGarbage) await this.unlessStuck(() => this.page.send('HeapProfiler.collectGarbage'));
    this.hasGarbage = false;
    this.isReset = true;
  }

  /** Ends the page and its process, however stuck it is: disposing of the context does not ask the document. */
  dispose(): Promise<void> {
    return this.page.close();
  }

  /** Moves to a new process where the present one would find other fonts: that takes as long as printing some pages. */
  private async findSameFonts(fonts: FontFallback): Promise<void> {
    if (!findsSameFonts(this.fonts, fonts)) {
      const old = this.page;
      await old.unlessCrashed(this.renew(old));
      void old.close();
    }
    mergeFontFallback(this.fonts, fonts);
  }

  private async renew(old: OpenPage): Promise<void> {
    const opened = await openPage(this.browser);
    if (old.crash) {
      await opened.close(); // disposed of meanwhile
      throw old.crash;
    }
    this.page = opened;
    this.fonts.clear();
    this.memory.begin(opened.processes);
    this.isWiped = true;
    this.isChanged = false;
    this.hasGarbage = false;
  }

  /** The page is somewhere else when it says so, and only a document of its own has a loader of its own. */
  private async leave(): Promise<void> {
    const { page } = this;
    const left = new Promise<string>((resolve) =>
      page.session.once('Page.frameNavigated', ({ frame }) => {
        page.session.once('Page.loadEventFired', () => resolve(frame.loaderId));
      }),
    );
    const { loaderId } = await this.page.send('Page.navigate', { url: 'about:blank' });
    if ((await this.page.unlessCrashed(left)) !== loaderId) throw new Error('the page kept its document');
  }

  private async unlessStuck(step: () => Promise<unknown>): Promise<void> {
    if (this.broken) return;
    await withTimeout(step(), WIPE_LIMIT_MS).catch(() => {
      this.hasFailed = true;
    });
  }

  /** The load event waits for all that the document loads: pictures are decoded by then. */
  private async load(html: string): Promise<void> {
    checkDocumentSize(html);
    if (this.isChanged) await this.wipe();
    if (this.isChanged) throw new Error('the page could not be wiped');
    this.isWiped = false;
    this.isChanged = this.mayChange;
    const { session, frameId } = this.page;
    const loaded = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()));
    await this.page.send('Page.setDocumentContent', { frameId, html });
    await this.page.unlessCrashed(loaded);
    await this.lookAtImages();
    await this.loadOwnFonts();
  }

  /** Chromium shows nothing for an image that it can't read, and says so to a script only. One that it has read is not asked for again. */
  private async lookAtImages(): Promise<void> {
    const handed = this.page.guard.takeHanded();
    if (handed.length === 0) return;
    const isRead = `(url) => new Promise((resolve) => Object.assign(new Image(), { onload: () => resolve(true), onerror: () => resolve(false), src: url }))`;
    const read = (await this.evaluate(`Promise.all(${JSON.stringify(handed)}.map(${isRead}))`)) as boolean[];
    for (const [index, url] of handed.entries()) if (!read[index]) this.brokenImages.add(url);
    this.page.guard.takeHanded();
  }

  /** How a page ended: its own process shows it, while Chromium's answer may only be “Printing failed”. */
  private async explained(error: unknown): Promise<unknown> {
    if (!(error instanceof PageCrashed || error instanceof ProtocolError)) return error;
    const { grownBytes, hasOutgrown } = this.memory;
    const because = (culprit: PageCrashed['culprit'], end: PageEnd): PageCrashed =>
      new PageCrashed(culprit, end, grownBytes, { cause: error });
    if (hasOutgrown) return because('page', 'memory');
    if (this.page.crash === undefined) await new Promise((resolve) => setTimeout(resolve, CRASH_NOTICED_MS));
    // Which of its pages had the document is not known: each may find out in a browser of its own.
    if (saidTooMuch(this.browser)) return because('page', 'message');
    return this.page.crash === undefined
      ? because('page', 'refused')
      : because(this.page.crash.culprit, this.page.crash.end);
  }
}
