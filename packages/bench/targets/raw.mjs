/**
 * The floor: bare Chromium behind a bare HTTP server. Two browsers with two hidden pages each print through the raw
 * DevTools protocol, and the order to print is sent together with the content. No checks, no queue, no store. With `isForPaper`, documents are
 * laid out for paper only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer';
import { servePrinter, workerArguments } from './program.mjs';

const BROWSERS = 2;
const PAGES = 2;

/** As the worker prints. Margins and paper are the document's own. */
const PRINT_SETTINGS = {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: false,
  pageRanges: '1-51',
};

/**
 * Keeps documents from being laid out for their window, as the worker does (a copy, see `workerArguments`): they are hidden in a window of this
 * size. The worker makes exceptions, but not for these documents.
 */
const WINDOW = { width: 800, height: 7 };
const HIDDEN = `<style>@media (width: ${WINDOW.width}px) and (height: ${WINDOW.height}px) { @layer raw { html { content-visibility: hidden !important } } }</style>`;

/** @typedef {Awaited<ReturnType<typeof openPage>>} Page */

await servePrinter(async ({ browser: executable, isForPaper = false }) => {
  const browsers = await Promise.all(Array.from({ length: BROWSERS }, () => openBrowser(executable)));
  const opened = await Promise.all(
    browsers.flatMap((browser) => Array.from({ length: PAGES }, () => openPage(browser, isForPaper))),
  );
  // The page that was used last is the warmest. A waiting request receives the page that becomes free first.
  const free = [...opened];
  /** @type {((page: Page) => void)[]} */
  const waiting = [];
  return {
    async print(content) {
      /** @type {Page} */
      const page = free.pop() ?? (await new Promise((resolve) => void waiting.push(resolve)));
      try {
        return await print(page, content);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(page);
        else next(page);
      }
    },
    close: () => Promise.all(browsers.map((browser) => browser.close())),
  };
});

/** @param {string} executable */
async function openBrowser(executable) {
  const profile = await mkdtemp(join(tmpdir(), 'raw-'));
  const args = await puppeteer.defaultArgs({ headless: 'shell', userDataDir: profile, args: workerArguments() });
  const child = spawn(executable, [...args, '--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const writer = /** @type {import('node:stream').Writable} */ (child.stdio[3]);
  const reader = /** @type {import('node:stream').Readable} */ (child.stdio[4]);
  writer.on('error', () => undefined);
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const pending = new Map();
  let lastId = 0;
  /** @type {Buffer[]} the beginning of a message that is not complete */
  let parts = [];
  reader.on('data', (/** @type {Buffer} */ chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      receive([...parts, chunk.subarray(from, end)]);
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  /** @param {Buffer[]} message */
  function receive(message) {
    const { id, result, error } = JSON.parse(Buffer.concat(message).toString('latin1'));
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  }
  /**
   * Sends commands in one write.
   *
   * @param {[method: string, params: object][]} commands
   * @param {string} [sessionId]
   * @returns {Promise<any>} the result of the last
   */
  const send = (commands, sessionId) => {
    const text = commands.map(([method, params]) => `${JSON.stringify({ id: ++lastId, method, params, sessionId })}\0`);
    const last = lastId;
    return new Promise((resolve, reject) => {
      for (let id = last - commands.length + 1; id < last; id++) pending.set(id, { resolve: () => undefined, reject });
      pending.set(last, { resolve, reject });
      writer.write(text.join(''));
    });
  };
  const exit = once(child, 'exit');
  return {
    send,
    async close() {
      writer.end(`${JSON.stringify({ id: ++lastId, method: 'Browser.close' })}\0`);
      await exit;
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Opens a hidden page, as the worker's are. @param {Awaited<ReturnType<typeof openBrowser>>} browser @param {boolean} isForPaper */
async function openPage(browser, isForPaper) {
  // Its own context, and so its own process.
  const { browserContextId } = await browser.send([['Target.createBrowserContext', {}]]);
  const { targetId } = await browser.send([['Target.createTarget', { url: 'about:blank', browserContextId }]]);
  const { sessionId } = await browser.send([['Target.attachToTarget', { targetId, flatten: true }]]);
  const { windowId } = await browser.send([['Browser.getWindowForTarget', { targetId }]]);
  await browser.send([['Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } }]]);
  const { frameTree } = await browser.send([['Page.getFrameTree', {}]], sessionId);
  const size = { ...WINDOW, deviceScaleFactor: 0, mobile: false };
  if (isForPaper) await browser.send([['Emulation.setDeviceMetricsOverride', size]], sessionId);
  return { browser, sessionId, frameId: frameTree.frame.id, style: isForPaper ? HIDDEN : '' };
}

/**
 * @param {Page} page
 * @param {import('./program.mjs').Content} content
 */
async function print({ browser, sessionId, frameId, style }, { html, header, footer }) {
  const isPlain = header === undefined && footer === undefined;
  const settings = isPlain
    ? PRINT_SETTINGS
    : {
        ...PRINT_SETTINGS,
        displayHeaderFooter: true,
        headerTemplate: header ?? '<i></i>',
        footerTemplate: footer ?? '<i></i>',
      };
  const { data } = await browser.send(
    [
      ['Page.setDocumentContent', { frameId, html: html.replace('<head>', `<head>${style}`) }],
      ['Page.printToPDF', settings],
    ],
    sessionId,
  );
  return data;
}
