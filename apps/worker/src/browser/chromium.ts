/** One Chromium process of ours: found, launched without any way to the network, launched again when it dies. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@toolpress/runtime';
import puppeteer, { type Browser } from 'puppeteer';

/** Launches that fail in a row before the process gives up; its supervisor starts it afresh. */
const MAX_FAILED_LAUNCHES = 5;
const FIRST_RETRY_MS = 200;
const LAUNCH_TIMEOUT_MS = 20_000;

export interface ChromiumOptions {
  executablePath: string;
  logger: Logger;
  /** Called once when Chromium can't be had: nothing will be rendered any more. */
  onHopeless: (error: Error) => void;
}

export class Chromium {
  private current: Promise<Browser> | undefined;
  private failures = 0;
  private closed = false;
  /** Resolves when nothing is left of the browsers that were launched so far. */
  private cleanedUp: Promise<void> = Promise.resolve();
  launches = 0;

  constructor(private readonly options: ChromiumOptions) {}

  /** @returns the running browser; launches it when there is none. Rejects only when closed or hopeless. */
  browser(): Promise<Browser> {
    this.current ??= this.launchWithRetries();
    return this.current;
  }

  /** Ends a browser that no longer obeys; whoever asks next gets a new one. */
  async kill(): Promise<void> {
    const browser = await this.current?.catch(() => undefined);
    endProcessGroup(browser?.process()?.pid);
  }

  async close(): Promise<void> {
    this.closed = true;
    const browser = await this.current?.catch(() => undefined);
    await browser?.close().catch(() => endProcessGroup(browser.process()?.pid));
    await this.cleanedUp;
  }

  private async launchWithRetries(): Promise<Browser> {
    for (;;) {
      if (this.closed) throw new Error('the browser is closed');
      try {
        const browser = await this.launch();
        this.failures = 0;
        return browser;
      } catch (error) {
        this.failures += 1;
        this.options.logger.warn({ err: error, failures: this.failures }, 'Chromium did not start');
        if (this.failures >= MAX_FAILED_LAUNCHES) {
          const hopeless = new Error(`Chromium did not start in ${this.failures} tries`, { cause: error });
          this.options.onHopeless(hopeless);
          throw hopeless;
        }
        await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS * 2 ** this.failures));
      }
    }
  }

  private async onExit(browser: Browser, removeProfile: () => Promise<void>): Promise<void> {
    const { logger } = this.options;
    this.current = undefined;
    if (!this.closed) logger.warn('Chromium ended; it is launched again');
    endProcessGroup(browser.process()?.pid);
    // A stuck child may hold the pipe open: without this, calls to the dead browser would wait for ever.
    await browser.disconnect().catch(() => undefined);
    await removeProfile().catch((error) => logger.warn({ err: error }, 'a browser profile was left behind'));
  }

  private async launch(): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
    const removeProfile = (): Promise<void> => rm(profile, { recursive: true, force: true, maxRetries: 3 });
    try {
      const browser = await puppeteer.launch({
        executablePath: this.options.executablePath,
        headless: 'shell',
        pipe: true, // no debugging port; and Chromium ends by itself when this process is killed
        timeout: LAUNCH_TIMEOUT_MS,
        protocolTimeout: 0, // deadlines are ours, see WarmPage
        userDataDir: profile,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        args: launchArguments(),
      });
      this.launches += 1;
      const chromium = browser.process();
      if (chromium !== null) {
        this.cleanedUp = once(chromium, 'exit').then(() => this.onExit(browser, removeProfile));
      }
      // A pipe may break after puppeteer has stopped listening to it; nobody else would, and that ends the process.
      for (const stream of chromium?.stdio ?? []) stream?.on('error', () => undefined);
      return browser;
    } catch (error) {
      await removeProfile();
      throw error;
    }
  }
}

/**
 * Chromium leads a process group of its own, often under a shell script; a stuck page's process may outlive both.
 */
function endProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // all of them have ended
  }
}

const PROFILE_PREFIX = 'toolpress-chromium-';

/** Removes the browser profiles of worker processes that were killed before they could do it themselves. */
export async function removeStaleProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PROFILE_PREFIX)) continue;
    const owner = Number.parseInt(name.slice(PROFILE_PREFIX.length), 10);
    if (!isRunning(owner)) await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Chromium refuses to run its sandbox as root. */
export const runsAsRoot = (): boolean => process.getuid?.() === 0;

function launchArguments(): string[] {
  return [
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
    ...(runsAsRoot() ? ['--no-sandbox'] : []),
  ];
}
