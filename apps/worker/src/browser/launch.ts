/** Finds and launches Chromium, without network access and without files that remain after its exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { ConfigError, isExecutable, withTimeout } from '@toolpress/runtime';
import puppeteer, { type Browser } from 'puppeteer';
import { FONTS_CONF } from '../resources/installed-fonts.js';
import { DevToolsPipe } from './devtools.js';

const { config } = createRequire(import.meta.url)('../../package.json') as {
  config: { chromium: string[]; headlessShell: string };
};
const HEADLESS_SHELL = new RegExp(config.headlessShell, 'i');
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Searches for the programs listed in this app's package.json, which `scripts/start` reads, too. The fastest come first: a headless
 * shell prints two to three times as fast as a full browser.
 *
 * @param configured CHROME_PATH. If it is set, no other program is tried.
 * @throws ConfigError that names what to install or set.
 */
export function findChromium(configured: string | undefined): string {
  const candidates = config.chromium.flatMap((name) => FOLDERS.map((folder) => resolve(folder, name)));
  const found = (configured === undefined ? candidates : [configured]).find(isExecutable);
  if (found !== undefined) return found;
  throw new ConfigError([
    configured === undefined
      ? 'No Chromium was found: install chromium-headless-shell (Debian) or Chrome, or set CHROME_PATH.'
      : `CHROME_PATH does not name a program that can be run: ${configured}`,
  ]);
}

const LAUNCH_TIMEOUT_MS = 20_000;

/** Limits of a browser's output. */
export interface BrowserLimits {
  /**
   * The largest file in bytes. Shared memory consists of files, and a PDF leaves its page in shared memory. For a larger PDF the browser's
   * main process, which holds several copies of it, receives only the information that printing failed.
   */
  fileBytes: number;
  /** The longest message from the browser in bytes. It has to fit into one string. */
  messageBytes: number;
  /** Whether pages create the PDF themselves. Then a failed print may mean that the PDF is too large. */
  pagesMakePdf: boolean;
}

const MEBIBYTE = 1024 * 1024;
/** Returns the length of the message for a PDF, which is base64. */
const messageOf = (pdfBytes: number): number => Math.ceil((pdfBytes * 4) / 3) + MEBIBYTE;
/** Room for other shared memory: messages to a page, decoded images of up to 16 megapixels. */
const LEAST_FILE_BYTES = 64 * MEBIBYTE;
/** Room for the largest image that is printed, decoded, or for what a page of a full browser draws with. */
const LARGE_FILE_BYTES = 512 * MEBIBYTE;

/**
 * Returns whether a program is a headless shell, by its name: headless shells and full browsers report the same product. A page of a
 * headless shell creates the PDF itself. A page of a full browser passes its drawing to another process as one file of shared memory,
 * with complete font files: 11 MB for one emoji, 114 MB for a letter in four scripts.
 */
export const isHeadlessShell = (executablePath: string): boolean => HEADLESS_SHELL.test(basename(executablePath));

/** Returns the limits of a browser that many documents share. */
export function sharedLimits(executablePath: string, maxPdfBytes: number): BrowserLimits {
  const pagesMakePdf = isHeadlessShell(executablePath);
  const largestPdf = Math.max(LEAST_FILE_BYTES, maxPdfBytes);
  const fileBytes = pagesMakePdf ? largestPdf : Math.max(LARGE_FILE_BYTES, maxPdfBytes);
  return { fileBytes, messageBytes: messageOf(largestPdf), pagesMakePdf };
}

/** Returns the limits of a browser for one document. */
export const soloLimits = (executablePath: string, maxPdfBytes: number): BrowserLimits => ({
  fileBytes: Math.max(LARGE_FILE_BYTES, maxPdfBytes),
  messageBytes: messageOf(maxPdfBytes),
  pagesMakePdf: isHeadlessShell(executablePath),
});

/**
 * Ignores SIGXFSZ, so that a write over the limit fails with EFBIG instead of killing the process. The fonts are the same on every
 * machine, see docs/fonts.md.
 */
const WITHIN_LIMITS = 'trap "" XFSZ; ulimit -f "$0"; FONTCONFIG_FILE="$1"; export FONTCONFIG_FILE; shift; exec "$@"';
/** The unit of `ulimit -f` in POSIX. */
const BLOCK_BYTES = 512;

const ARGUMENTS = [
  // No network for any document: names do not resolve, and every connection goes to a closed port.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--dns-prefetch-disable',
  // Scripts are off. If one ever ran, there would be no JIT compiler to attack.
  '--js-flags=--jitless',
  '--disable-gpu',
  '--in-process-gpu',
  // Places glyphs by the metrics of the font instead of a screen's pixels.
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
  // Wiping a page needs a new document, but no new frame, which would take twice the time.
  '--disable-features=RenderDocument',
];

interface RunningBrowser {
  /** The leader of the browser's process group. */
  process: ChildProcess;
  exit: Promise<void>;
  pipe: DevToolsPipe;
  /** Whether answers to printing come in the order in which the page printed: another process may make the PDFs of a full browser. */
  answersInOrder: boolean;
}

const browsers = new WeakMap<Browser, RunningBrowser>();

/** Returns the process and the DevTools pipe of a browser that was launched here. */
export function runningBrowser(browser: Browser): RunningBrowser {
  const running = browsers.get(browser);
  if (running === undefined) throw new Error('the browser was not launched here');
  return running;
}

/**
 * Launches Chromium. There is no debugging port, and Chromium exits when this process is killed.
 *
 * @param profile the folder for its files.
 * @param sandbox whether its pages are sandboxed, see `decideSandbox`.
 */
export async function launch(
  executablePath: string,
  profile: string,
  sandbox: boolean,
  { fileBytes, messageBytes, pagesMakePdf }: BrowserLimits,
): Promise<Browser> {
  const chromium = await puppeteer.defaultArgs({
    headless: 'shell',
    userDataDir: profile,
    args: [...ARGUMENTS, '--remote-debugging-pipe', ...(sandbox ? [] : ['--no-sandbox'])],
  });
  const blocks = String(Math.ceil(fileBytes / BLOCK_BYTES));
  const child = spawn('/bin/sh', ['-c', WITHIN_LIMITS, blocks, FONTS_CONF, executablePath, ...chromium], {
    detached: true, // it leads a process group
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await once(child, 'spawn');
  const kill = (): void => killGroup(child);
  process.on('exit', kill);
  void exit.then(() => process.off('exit', kill));
  const [commands, messages] = child.stdio.slice(3) as [Duplex, Duplex];
  // A pipe may break at any time. Without a listener that would end this process.
  for (const stream of [commands, messages]) stream.on('error', () => undefined);
  const pipe = new DevToolsPipe(commands, messages, messageBytes, kill);
  try {
    const connecting = puppeteer.connect({ transport: pipe, protocolTimeout: 0 }); // the worker has its own deadlines
    const browser = await withTimeout(connecting, LAUNCH_TIMEOUT_MS);
    browsers.set(browser, { process: child, exit, pipe, answersInOrder: pagesMakePdf });
    return browser;
  } catch (error) {
    kill();
    await exit;
    throw error;
  }
}

/** Returns whether a browser was killed because of a message over the limit. */
export const saidTooMuch = (browser: Browser): boolean => runningBrowser(browser).pipe.hasLongMessage;

/** Kills Chromium and its children. It leads a process group, often under a shell script, and a stuck page's process may outlive both. */
export const endProcessGroup = (browser: Browser): void => killGroup(runningBrowser(browser).process);

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // all processes have exited
  }
}
