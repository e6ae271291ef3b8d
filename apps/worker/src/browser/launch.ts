/** How Chromium is launched: without any way to the network, and so that nothing of it stays behind. */
import { Writable } from 'node:stream';
import { writeOncePerTick } from '@toolpress/runtime';
import puppeteer, { type Browser } from 'puppeteer';

const LAUNCH_TIMEOUT_MS = 20_000;

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
 * @param sandbox whether its pages are shut in, see `decideSandbox`.
 */
export async function launch(executablePath: string, profile: string, sandbox: boolean): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    pipe: true, // no debugging port; and Chromium ends by itself when this process is killed
    timeout: LAUNCH_TIMEOUT_MS,
    protocolTimeout: 0, // deadlines are ours, see WarmPage
    waitForInitialPage: false, // nobody uses it
    userDataDir: profile,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...ARGUMENTS, ...(sandbox ? [] : ['--no-sandbox'])],
  });
  for (const stream of browser.process()?.stdio ?? []) {
    // A pipe may break after puppeteer has stopped listening to it; nobody else would, and that ends the process.
    stream?.on('error', () => undefined);
    if (stream instanceof Writable) writeOncePerTick(stream); // puppeteer writes each message and its end by itself
  }
  return browser;
}

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
