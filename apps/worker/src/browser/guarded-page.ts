/** A page in which nothing runs, and nothing loads but what its guard lets through. */
import type { Browser } from 'puppeteer';
import { type BrowserProcesses, withItsProcesses } from './browser-processes.js';
import { type OpenPage, openPage } from './open-page.js';
import { RequestGuard } from './request-guard.js';

/** A page that does not open in this time belongs to a browser that no longer works. */
const OPEN_LIMIT_MS = 15_000;

export interface GuardedPage {
  page: OpenPage;
  guard: RequestGuard;
  processes: BrowserProcesses;
  /** Takes what is to be called when the page is gone, at once if it is. */
  onClosed: (tell: () => void) => void;
}

/** @throws TimedOut when the browser does not open it in time, once it is its turn; or what the browser says. */
export async function openGuardedPage(browser: Browser): Promise<GuardedPage> {
  let isClosed = false;
  let tell = (): void => {
    isClosed = true;
  };
  const { page: opened, processes } = await withItsProcesses(browser, OPEN_LIMIT_MS, async () => {
    const page = await openPage(browser, () => tell());
    const { session, frameId } = page;
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await session.send('Emulation.setEmulatedMedia', { media: 'print' }); // pictures are chosen before printing begins
    await session.send('Inspector.enable');
    return { page, guard: await RequestGuard.install(session, frameId) };
  });
  const onClosed = (told: () => void): void => {
    tell = told;
    if (isClosed) told();
  };
  return { ...opened, processes, onClosed };
}
