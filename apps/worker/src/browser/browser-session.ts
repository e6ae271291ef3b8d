import type { Browser, CDPSession } from 'puppeteer';

const sessions = new WeakMap<Browser, Promise<CDPSession>>();

/** @returns the one session for what concerns the browser as a whole. */
export function browserSession(browser: Browser): Promise<CDPSession> {
  const session = sessions.get(browser) ?? browser.target().createCDPSession();
  sessions.set(browser, session);
  return session;
}
