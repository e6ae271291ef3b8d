/** The child's side of a target: it announces its URL and ends with its parent. */
import { createServer } from 'node:http';

const END_LIMIT_MS = 5_000;

/**
 * @typedef {object} Settings
 * @property {string} browser path of Chromium
 * @property {number} concurrency how many documents are printed at a time
 * @property {boolean} [isForPaper] for the raw loop: whether documents are laid out for paper only
 *
 * @typedef {object} Content what a printer receives
 * @property {string} html with everything inline
 * @property {string} [header] template of Chromium's own header
 * @property {string} [footer]
 *
 * @typedef {object} Printer
 * @property {(content: Content) => Promise<string>} print resolves with the PDF as base64
 * @property {() => Promise<unknown>} close
 */

/** The settings that the parent passes. */
export const settings = () => JSON.parse(process.argv[2] ?? '{}');

/** Chromium refuses to run its sandbox as root. */
const sandboxArguments = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/**
 * @param {string} browser its path
 * @returns options of puppeteer that all targets share
 */
export const launchOptions = (browser) => ({
  executablePath: browser,
  headless: /** @type {const} */ ('shell'),
  pipe: true,
  protocolTimeout: 0,
  args: workerArguments(),
});

/** Returns the flags of the worker's Chromium. They are a copy, so that the floor does not move with the worker. */
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

/**
 * Puts a printer behind a bare HTTP server: JSON in, and the service's form of the answer out.
 *
 * @param {(settings: Settings) => Promise<Printer>} start
 */
export async function servePrinter(start) {
  const printer = await start(settings());
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', async () => {
      try {
        const content = JSON.parse(Buffer.concat(chunks).toString());
        // Base64 needs no escapes. latin1 is the fastest way from a string to bytes.
        const body = Buffer.from(`{"success":true,"data":{"pdf_base64":"${await printer.print(content)}"}}`, 'latin1');
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  announce(`http://127.0.0.1:${address.port}/`, async () => {
    server.close();
    server.closeAllConnections();
    await printer.close();
  });
}

/**
 * Reports that the program is ready, and closes it when the parent ends.
 *
 * @param {unknown} ready a URL, or anything true
 * @param {() => Promise<unknown>} close
 */
export function announce(ready, close) {
  process.once('disconnect', () => {
    // The process ends when nothing is pending. Whatever hangs must not keep it.
    setTimeout(() => process.exit(1), END_LIMIT_MS).unref();
    close().catch(() => process.exit(1));
  });
  process.send?.({ ready });
}
