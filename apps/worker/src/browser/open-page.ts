/** Opens pages in which nothing runs, and nothing loads but what the guard lets through. */
import { withTimeout } from '@toolpress/runtime';
import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer';
import { PageCrashed, type PageEnd } from './print-errors.js';
import { RequestGuard } from './request-guard.js';

/** A page that does not open in this time belongs to a browser that no longer works. */
const OPEN_LIMIT_MS = 15_000;

export interface BrowserProcesses {
  /** Process ids. */
  browser: number | undefined;
  pages: number[];
}

/**
 * A page of the browser with one DevTools session and no other listener: puppeteer's own `Page` would open a second
 * one, which receives every event again.
 */
export class OpenPage {
  /** How the page ended: its process crashed, it was closed, or its browser ended. */
  crash: PageCrashed | undefined;
  /** A document tried to lead the page elsewhere. */
  wasLedAway = false;
  /** The browser's, and those that came with this page: its own, and one that Chromium may keep in reserve. */
  processes: BrowserProcesses = { browser: undefined, pages: [] };
  private interrupt: ((error: Error) => void) | undefined;

  constructor(
    /** The page's own; closing it closes the page, however stuck it is. */
    readonly context: BrowserContext,
    readonly session: CDPSession,
    readonly frameId: string,
    readonly guard: RequestGuard,
  ) {}

  /** As the session's. @throws PageCrashed. */
  readonly send: CDPSession['send'] = (...call) => this.unlessCrashed(this.session.send(...call));

  /** Waits for a step, one at a time: puppeteer leaves calls to a crashed page unanswered for ever. @throws PageCrashed. */
  unlessCrashed<Result>(step: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.crash) reject(this.crash);
      this.interrupt = reject;
      step.then(resolve, reject);
    });
  }

  /** Ends the page. */
  async close(): Promise<void> {
    this.onCrash('browser'); // at once: a browser that hangs never says that the page is gone
    await this.context.close().catch(() => undefined); // the browser is gone: so is the page
  }

  /** Listens for the end of the page. */
  listen(browser: Browser, page: Target): void {
    this.session.once('Inspector.targetCrashed', () => this.onCrash('page'));
    this.session.once('Inspector.detached', () => this.onCrash('page', 'refused')); // ended without a crash
    this.session.on('Page.frameRequestedNavigation', ({ frameId }) => {
      // An empty frame, which stands in the place of one that may not load, asks for its empty document.
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
    this.interrupt?.(this.crash);
  }
}

/** @throws TimedOut when the browser does not open it in time, once it is its turn; or what the browser says. */
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
    const session = await target.createCDPSession();
    await hide(session);
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    const frameId = frameTree.frame.id;
    const page = new OpenPage(context, session, frameId, await RequestGuard.install(session, frameId));
    page.listen(browser, target);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await session.send('Emulation.setEmulatedMedia', { media: 'print' }); // pictures are chosen before printing begins
    await session.send('Inspector.enable');
    return page;
  } catch (error) {
    await context.close().catch(() => undefined); // the browser is gone: so is the page
    throw error;
  }
}

/** A page that may be looked at is laid out, painted and drawn for its window first: a quarter of a short document's time. */
async function hide(session: CDPSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
}

const sessions = new WeakMap<Browser, Promise<CDPSession>>();

/** @returns the one session for what concerns the browser as a whole. */
function browserSession(browser: Browser): Promise<CDPSession> {
  const session = sessions.get(browser) ?? browser.target().createCDPSession();
  sessions.set(browser, session);
  return session;
}

/** @throws when the browser is gone. */
export async function processesOf(browser: Browser): Promise<BrowserProcesses> {
  const session = await browserSession(browser);
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const idsOf = (wanted: string): number[] => processInfo.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { browser: idsOf('browser')[0], pages: idsOf('renderer') };
}

/** The latest opening of each: the next one waits for it. */
const openings = new WeakMap<Browser, Promise<unknown>>();

/**
 * Opens a page while no other one is opened. A page in a context of its own has a process of its own, which is the one that
 * came with it: Chromium does not say which process is whose.
 *
 * @param open resolves when the page's process answers.
 * @param limitMs how long that may take, once it is its turn.
 * @throws TimedOut, or what `open` throws.
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
