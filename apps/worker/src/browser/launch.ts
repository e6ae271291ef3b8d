/** How Chromium is found and launched: without network access, with nothing left behind at its end. */
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isExecutable } from '@toolpress/runtime';
import puppeteer, { type Browser } from 'puppeteer';

const { config } = createRequire(import.meta.url)('../../package.json') as {
  config: { chromium: string[]; headlessShell: string };
};
const HEADLESS_SHELL = new RegExp(config.headlessShell, 'i');
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Looks for the programs named in this app's package.json, where `scripts/start` reads them too. The fastest come first:
 * a headless shell prints two to three times as fast as a whole browser.
 *
 * @param configured the operator's CHROME_PATH, if any: then nothing else is tried.
 * @throws Error that says what to install or set.
 */
export function findChromium(configured: string | undefined): string {
  const candidates = config.chromium.flatMap((name) => FOLDERS.map((folder) => resolve(folder, name)));
  const found = (configured === undefined ? candidates : [configured]).find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    configured === undefined
      ? 'No Chromium was found: install chromium-headless-shell (Debian) or Chrome, or set CHROME_PATH.'
      : `CHROME_PATH does not name a program that can be run: ${configured}`,
  );
}

const LAUNCH_TIMEOUT_MS = 20_000;

/** How much a browser may make at a time. */
export interface BrowserLimits {
  /**
   * The largest file, bytes. Shared memory is made of files, and in shared memory a PDF leaves its page: of one that is
   * larger the browser's own process, which holds several copies of it, gets no more than that printing failed.
   */
  fileBytes: number;
  /** The longest message that this process takes from it, bytes: it has to fit into one text. */
  messageBytes: number;
  /** Whether its pages make the PDF themselves: then a large one is what a page can't hand over. */
  pagesMakePdf: boolean;
}

const MEBIBYTE = 1024 * 1024;
/** A PDF as a message is base64. */
const messageOf = (pdfBytes: number): number => Math.ceil((pdfBytes * 4) / 3) + MEBIBYTE;
/** What else is in shared memory: messages to a page, decoded pictures of up to 16 megapixels. */
const LEAST_FILE_BYTES = 64 * MEBIBYTE;
/** A decoded picture of as many pixels as are printed, or what a page of a whole browser draws with, and some more. */
const LARGE_FILE_BYTES = 512 * MEBIBYTE;

/**
 * Tells headless shells from whole browsers, by the name: both say the same of themselves. A page of a headless shell makes its PDF
 * itself. One of a whole browser hands what it draws to a process that makes the PDF, as one file of shared memory with the
 * fonts' files whole: 11 MB for one emoji, 114 MB for a letter in four scripts.
 */
export const isHeadlessShell = (executablePath: string): boolean => HEADLESS_SHELL.test(basename(executablePath));

/** Returns the limits of a browser that many documents share. None of them gets anywhere near the limit of messages. */
export function sharedLimits(executablePath: string, maxPdfBytes: number): BrowserLimits {
  const pagesMakePdf = isHeadlessShell(executablePath);
  const largestPdf = Math.max(LEAST_FILE_BYTES, maxPdfBytes);
  const fileBytes = pagesMakePdf ? largestPdf : Math.max(LARGE_FILE_BYTES, maxPdfBytes);
  return { fileBytes, messageBytes: messageOf(largestPdf), pagesMakePdf };
}

/** Returns the limits of a browser that has one document only, which may end it. */
export const soloLimits = (executablePath: string, maxPdfBytes: number): BrowserLimits => ({
  fileBytes: Math.max(LARGE_FILE_BYTES, maxPdfBytes),
  messageBytes: messageOf(maxPdfBytes),
  pagesMakePdf: isHeadlessShell(executablePath),
});

/**
 * The system would end a process at its limit by the signal; without it the process is told, and goes on. The fonts are the same
 * on every machine, see docs/fonts.md.
 */
const WITHIN_LIMITS = 'trap "" XFSZ; ulimit -f "$0"; FONTCONFIG_FILE="$1"; export FONTCONFIG_FILE; shift; exec "$@"';
export const FONTS_CONF = fileURLToPath(new URL('../../../../fonts/fonts.conf', import.meta.url));
/** What POSIX counts in. */
const BLOCK_BYTES = 512;

const ARGUMENTS = [
  // No network, whatever a document asks for: names don't resolve, and every connection goes to a closed port.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--dns-prefetch-disable',
  // Scripts are off; should one ever run, it runs without a compiler to attack.
  '--js-flags=--jitless',
  '--disable-gpu',
  '--in-process-gpu',
  // Glyphs are placed where the font says, not where a screen's pixels are.
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
  // A page that is wiped needs another document, not another frame for it as well, which takes twice the time.
  '--disable-features=RenderDocument',
];

/**
 * @param profile the folder in which this browser keeps what it must.
 * @param sandbox whether its pages are sandboxed, see `decideSandbox`.
 */
export async function launch(
  executablePath: string,
  profile: string,
  sandbox: boolean,
  { fileBytes, messageBytes }: BrowserLimits,
): Promise<Browser> {
  const chromium = puppeteer.defaultArgs({
    headless: 'shell',
    userDataDir: profile,
    args: [...ARGUMENTS, ...(sandbox ? [] : ['--no-sandbox'])],
  });
  const blocks = String(Math.ceil(fileBytes / BLOCK_BYTES));
  const browser = await puppeteer.launch({
    executablePath: '/bin/sh',
    ignoreDefaultArgs: true,
    args: ['-c', WITHIN_LIMITS, blocks, FONTS_CONF, executablePath, ...chromium],
    pipe: true, // no debugging port; and Chromium ends by itself when this process is killed
    timeout: LAUNCH_TIMEOUT_MS,
    protocolTimeout: 0, // deadlines are ours, see WarmPage
    waitForInitialPage: false, // it is not used
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // A pipe may break after puppeteer has stopped listening to it; without a listener that would end the process.
  for (const stream of browser.process()?.stdio ?? []) stream?.on('error', () => undefined);
  const messages = browser.process()?.stdio[4];
  if (messages instanceof Readable) onLongMessage(messages, messageBytes, () => endOverMessage(browser));
  return browser;
}

/** Calls back when what has come of a message is longer than it may be; messages end with a zero byte. */
function onLongMessage(messages: Readable, maxBytes: number, tell: () => void): void {
  let length = 0;
  messages.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0);
    length = end === -1 ? length + chunk.length : chunk.length - end - 1;
    if (length > maxBytes) tell();
  });
}

const talkative = new WeakSet<Browser>();

function endOverMessage(browser: Browser): void {
  talkative.add(browser);
  endProcessGroup(browser);
}

/** Whether a browser was ended because of a message that was longer than its limit. */
export const saidTooMuch = (browser: Browser): boolean => talkative.has(browser);

/** Chromium leads a process group of its own, often under a shell script; a stuck page's process may outlive both. */
export function endProcessGroup(browser: Browser | undefined): void {
  const pid = browser?.process()?.pid;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // all of them have ended
  }
}
