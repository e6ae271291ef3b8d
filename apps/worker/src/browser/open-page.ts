/**
 * A page of the browser with one DevTools session and nobody else listening: puppeteer's own `Page` would open a second
 * one, which hears every event again.
 *
 * The page is hidden: nobody looks at it, and a page that may be looked at is laid out, painted and drawn for its window
 * before it is printed, which takes a quarter of a short document's time.
 */
import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer';
import { browserSession } from './browser-session.js';

export interface OpenPage {
  /** The page's own; closing it closes the page, however stuck it is. */
  context: BrowserContext;
  session: CDPSession;
  frameId: string;
}

/** @param onClosed called when the page is gone: closed, or ended with its browser. */
export async function openPage(browser: Browser, onClosed: () => void): Promise<OpenPage> {
  const context = await browser.createBrowserContext();
  try {
    const { id: browserContextId = 'none' } = context;
    await (await browserSession(browser)).send('Target.createTarget', { url: 'about:blank', browserContextId });
    const target = await context.waitForTarget((one) => one.type() === 'page');
    const session = await target.createCDPSession();
    await hide(session);
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    tellOfClosing(browser, context, target, onClosed);
    return { context, session, frameId: frameTree.frame.id };
  } catch (error) {
    await context.close().catch(() => undefined); // the browser is gone: so is the page
    throw error;
  }
}

async function hide(session: CDPSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
}

function tellOfClosing(browser: Browser, context: BrowserContext, page: Target, onClosed: () => void): void {
  const onDestroyed = (target: Target): void => {
    if (target === page) tell();
  };
  const tell = (): void => {
    browser.off('disconnected', tell);
    context.off('targetdestroyed', onDestroyed);
    onClosed();
  };
  browser.on('disconnected', tell);
  context.on('targetdestroyed', onDestroyed);
}
