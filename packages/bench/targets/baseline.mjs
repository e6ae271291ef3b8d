/** The baseline: bare Chromium. Warm pages, content in, PDF out; no service, no checks, nothing between. */
import puppeteer from 'puppeteer';
import { launchOptions, runPrinter, workerArguments } from './program.mjs';

/** As the worker prints; margins and paper are the document's own. */
const PRINT_SETTINGS = {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: false,
  pageRanges: '1-51',
};

await runPrinter(async ({ browser: executable, concurrency, hidden = false }) => {
  const browser = await puppeteer.launch({ ...launchOptions(executable), args: workerArguments() });
  const pages = await Promise.all(Array.from({ length: concurrency }, () => openPage(browser, hidden)));
  return {
    print: (html, client) => {
      const page = pages[client % pages.length];
      if (page === undefined) throw new Error('there is no page');
      return print(page, html);
    },
    close: () => browser.close(),
  };
});

/** @param {import('puppeteer').Browser} browser @param {boolean} hidden as the worker's pages are */
async function openPage(browser, hidden) {
  const context = await browser.createBrowserContext(); // one's own, and so a process of one's own
  const session = await (await context.newPage()).createCDPSession();
  if (hidden) {
    const { windowId } = await session.send('Browser.getWindowForTarget');
    await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
  }
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  return { session, frameId: frameTree.frame.id };
}

/**
 * @param {Awaited<ReturnType<typeof openPage>>} page
 * @param {string} html
 */
async function print({ session, frameId }, html) {
  const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
  await session.send('Page.setDocumentContent', { frameId, html });
  await loaded;
  const { data } = await session.send('Page.printToPDF', PRINT_SETTINGS);
  return Buffer.from(data, 'base64');
}
