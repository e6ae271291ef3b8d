/** Opens pages in which no script runs, and which load only what the request guard allows. */
import { withTimeout } from '@toolpress/runtime';
import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer';
import type { BrowserProcesses } from '../scheduling/memory-watch.js';
import type { PageSession } from './devtools.js';
import { runningBrowser } from './launch.js';
import type { PageMedia, WindowSize } from './page-work.js';
import { PageCrashed, type PageEnd } from './print-errors.js';
import { RequestGuard } from './request-guard.js';

/** If a page does not open in this time, in milliseconds, its browser no longer works. */
const OPEN_LIMIT_MS = 15_000;

/**
 * A page of the browser with one DevTools session. Puppeteer's `Page` would open a second session, which receives every event again.
 */
export class OpenPage {
  /** How the page ended: its process crashed, it was closed, or its browser exited. */
  crash: PageCrashed | undefined;
  /** Whether a document tried to navigate the page. */
  wasLedAway = false;
  /** The process of the browser, and those that were started with this page: its own, and one that Chromium may keep in reserve. */
  processes: BrowserProcesses = { browser: undefined, pages: [] };
  /** The size of the window that was set. */
  size: WindowSize | undefined;

  constructor(
    /** The page's context. Closing it closes the page, even when it is stuck. */
    readonly context: BrowserContext,
    readonly session: PageSession,
    readonly frameId: string,
    readonly guard: RequestGuard,
  ) {}

  /** Sets the media that style sheets see. */
  async emulate({ type, features }: PageMedia = { type: 'print', features: {} }): Promise<void> {
    const list = Object.entries(features).map(([name, value]) => ({ name, value }));
    await this.session.send('Emulation.setEmulatedMedia', { media: type, features: list });
  }

  /** Sets the size of the window in pixels. Without one, it gets the size that it was opened with. */
  async resize(size: WindowSize | undefined): Promise<void> {
    this.size = size;
    if (size === undefined) await this.session.send('Emulation.clearDeviceMetricsOverride');
    else
      await this.session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 0, mobile: false });
  }

  /** Closes the page. */
  async close(): Promise<void> {
    this.onCrash('browser'); // now: a browser that hangs never reports that the page is closed
    await this.context.close().catch(() => undefined); // without its browser the page is closed, too
  }

  /** Listens for the end of the page. */
  listen(browser: Browser, page: Target): void {
    this.session.on('Inspector.targetCrashed', () => this.onCrash('page'));
    this.session.on('Inspector.detached', () => this.onCrash('page', 'refused')); // ended without a crash
    this.session.on('Page.frameRequestedNavigation', ({ frameId }) => {
      // An empty frame, which replaces a blocked one, requests its empty document.
      if (frameId === this.frameId) this.wasLedAway = true;
    });
    const onDestroyed = (target: Target): void => {
      if (target === page) onClosed();
    };
    const onClosed = (): void => {
      browser.off('disconnected', onClosed);
      this.context.off('targetdestroyed', onDestroyed);
      this.onCrash('browser');
    };
    browser.on('disconnected', onClosed);
    this.context.on('targetdestroyed', onDestroyed);
  }

  private onCrash(culprit: PageCrashed['culprit'], end?: PageEnd): void {
    this.crash ??= new PageCrashed(culprit, end);
    this.session.end(this.crash); // Chromium does not answer calls to a crashed page
  }
}

/** Opens a page. @throws TimedOut when the browser does not open it in time; errors of the browser. */
export async function openPage(browser: Browser): Promise<OpenPage> {
  const { page, processes } = await withItsProcesses(browser, OPEN_LIMIT_MS, () => open(browser));
  page.processes = processes;
  return page;
}

async function open(browser: Browser): Promise<OpenPage> {
  const context = await browser.createBrowserContext();
  try {
    const { id: browserContextId = 'none' } = context;
    await (await browserSession(browser)).send('Target.createTarget', { url: 'about:blank', browserContextId });
    const target = await context.waitForTarget((one) => one.type() === 'page');
    const session = runningBrowser(browser).pipe.takeOver(await target.createCDPSession());
    await hide(session);
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    const frameId = frameTree.frame.id;
    const page = new OpenPage(context, session, frameId, await RequestGuard.install(session, frameId));
    page.listen(browser, target);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.emulate(); // images for print are chosen before printing begins
    await session.send('Inspector.enable');
    return page;
  } catch (error) {
    await context.close().catch(() => undefined); // without its browser the page is closed, too
    throw error;
  }
}

/** Minimizes the window. A visible page is laid out and painted for its window first, which takes a quarter of a short document's time. */
async function hide(session: PageSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
}

const sessions = new WeakMap<Browser, Promise<CDPSession>>();

/** Returns the session for commands to the browser as a whole. */
function browserSession(browser: Browser): Promise<CDPSession> {
  const session = sessions.get(browser) ?? browser.target().createCDPSession();
  sessions.set(browser, session);
  return session;
}

/** Returns the processes of a browser. @throws when it has exited. */
export async function processesOf(browser: Browser): Promise<BrowserProcesses> {
  const session = await browserSession(browser);
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const idsOf = (wanted: string): number[] => processInfo.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { browser: idsOf('browser')[0], pages: idsOf('renderer') };
}

/** The latest opening of a page in each browser. The next one waits for it. */
const openings = new WeakMap<Browser, Promise<unknown>>();

/**
 * Opens a page while no other one is opened in the browser. Chromium does not report which process belongs to a page, but a page in its own
 * context has its own process, which is the one that was started with it.
 *
 * @param limitMs the time limit in milliseconds, without waiting for other openings.
 * @param open opens the page. It resolves when the page's process answers.
 * @throws TimedOut; errors of `open`.
 */
export function withItsProcesses<Page>(
  browser: Browser,
  limitMs: number,
  open: () => Promise<Page>,
): Promise<{ page: Page; processes: BrowserProcesses }> {
  const openNow = async () => {
    const before = new Set((await processesOf(browser)).pages);
    const page = await open();
    const after = await processesOf(browser);
    return { page, processes: { ...after, pages: after.pages.filter((pid) => !before.has(pid)) } };
  };
  const opening = (openings.get(browser) ?? Promise.resolve()).then(() => withTimeout(openNow(), limitMs));
  openings.set(
    browser,
    opening.catch(() => undefined),
  );
  return opening;
}
