/** The child's side of a target: it puts itself under load when it is told to, and ends with its parent. */
import { availableParallelism } from 'node:os';
import { findBrowser } from '../../../scripts/lib/prepare/browser.mjs';
import { applyLoad } from '../load.mjs';

const END_LIMIT_MS = 5_000;

/**
 * @typedef {{ document: import('../documents.mjs').BenchDocument, load: import('../load.mjs').Load }} Order
 *
 * @typedef {object} Printer
 * @property {(html: string, client: number) => Promise<Uint8Array>} print
 * @property {() => Promise<unknown>} close
 *
 * @typedef {object} Settings
 * @property {string} browser path of Chromium
 * @property {number} concurrency how many documents are printed at a time
 * @property {string} [mode] one of the target's own
 * @property {boolean} [hidden] whether its pages are hidden
 */

/** Chromium refuses to run its sandbox as root. */
const sandboxArguments = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/**
 * @param {string} browser its path
 * @returns options that all targets share: the same program, without a window, ended with its parent
 */
export const launchOptions = (browser) => ({
  executablePath: browser,
  headless: /** @type {const} */ ('shell'),
  pipe: true,
  protocolTimeout: 0,
});

/** The worker's own flags, written down again: a baseline that does not move with it. */
export const workerArguments = () => [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--dns-prefetch-disable',
  '--js-flags=--jitless',
  '--disable-gpu',
  '--in-process-gpu',
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
  ...sandboxArguments(),
];

/** @param {(settings: Settings) => Promise<Printer>} start */
export async function runPrinter(start) {
  const printer = await start(settings());
  const prepare =
    (/** @type {Order['document']} */ { html, pages }) =>
    async (/** @type {number} */ client) => {
      const pdf = await printer.print(html, client);
      // It costs some microseconds: the page tree is found through the file's own index.
      const printed = countPages(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      if (printed !== pages) throw new Error(`printed ${printed} pages instead of ${pages}`);
    };
  obey(prepare, () => printer.close());
}

/** @returns {Settings} what the parent gave along, and for the rest what this machine has */
function settings() {
  const given = JSON.parse(process.argv[2] ?? '{}');
  return { concurrency: availableParallelism(), browser: findBrowser(process.env) ?? '', ...given };
}

const PAGE = Buffer.from('/Type /Page\n');

/**
 * Counts the pages by their own objects, as Chromium writes them: some microseconds, and none of the service's code.
 *
 * @param {Buffer} pdf
 */
function countPages(pdf) {
  let count = 0;
  for (let at = pdf.indexOf(PAGE); at >= 0; at = pdf.indexOf(PAGE, at + PAGE.length)) count += 1;
  return count;
}

/**
 * @param {(document: Order['document']) => (client: number) => Promise<void>} prepare
 * @param {() => Promise<unknown>} close
 */
export function obey(prepare, close) {
  process.on('message', async (/** @type {Order} */ { document, load }) => {
    try {
      tell({ result: await applyLoad(prepare(document), load) });
    } catch (error) {
      tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.once('disconnect', () => {
    // It ends by itself when nothing is left to do, the browser's folder removed; what hangs may not keep it.
    setTimeout(() => process.exit(1), END_LIMIT_MS).unref();
    close().catch(() => process.exit(1));
  });
  tell('ready');
}

/** @param {unknown} message nobody hears it when the parent is gone, and that is all right */
const tell = (message) => process.connected && process.send?.(message, () => undefined);
