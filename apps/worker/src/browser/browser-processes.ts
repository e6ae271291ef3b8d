/** Which processes a browser has, and which of them came with a page: Chromium tells the first only. */
import { withTimeout } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import { browserSession } from './browser-session.js';

export interface BrowserProcesses {
  /** Process ids. */
  browser: number | undefined;
  pages: number[];
}

/** The latest opening of each: the next one waits for it. */
const openings = new WeakMap<Browser, Promise<unknown>>();

/** @throws when the browser is gone. */
export async function processesOf(browser: Browser): Promise<BrowserProcesses> {
  const session = await browserSession(browser);
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const idsOf = (wanted: string): number[] => processInfo.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { browser: idsOf('browser')[0], pages: idsOf('renderer') };
}

/**
 * Opens a page while no other one is opened. A page in a context of its own has a process of its own, which is the one that came with it.
 *
 * @param open resolves when the page's process answers.
 * @param limitMs how long that may take, once it is its turn.
 * @returns what `open` returns; the browser's process; and what came with the page: its own, and one that Chromium may keep in reserve.
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
