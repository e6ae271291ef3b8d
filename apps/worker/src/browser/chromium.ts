/** The worker's Chromium. It is launched again when it crashes, and replaced when its memory has grown. */
import type { Logger } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import { type BrowserLimits, endProcessGroup, launch, runningBrowser } from './launch.js';
import { makeProfile, type Profile } from './profile.js';

/** After this many browsers in a row that do not start or open a page, the process exits. Its supervisor restarts it. */
const MAX_FAILURES = 5;
const FIRST_RETRY_MS = 200;

/** Why a page was replaced: the limit of jobs per page, a fault in the page, or memory that has grown. */
export const RECYCLE_REASONS = ['jobs', 'fault', 'memory'] as const;
export type RecycleReason = (typeof RECYCLE_REASONS)[number];

/** Is notified of launches, exits and replaced pages, for metrics. */
export interface BrowserWatch {
  launched(): void;
  /** A browser that was launched has exited. */
  ended(): void;
  recycled(reason: RecycleReason): void;
}

export interface ChromiumOptions {
  executablePath: string;
  /** Whether to use Chromium's sandbox, see `decideSandbox`. */
  sandbox: boolean;
  limits: BrowserLimits;
  logger: Logger;
  /** Called once when Chromium has failed permanently. No document is rendered after that. */
  onFatal: (error: Error) => void;
  watch?: BrowserWatch;
}

export class Chromium {
  private current: Promise<Browser> | undefined;
  /** The browser that `current` resolved to. */
  private running: Browser | undefined;
  private readonly retiring = new Set<Browser>();
  /** The browsers whose pages are not used for further documents. */
  readonly retired: ReadonlySet<Browser> = this.retiring;
  private readonly exits = new Set<Promise<void>>();
  private readonly failed = new WeakSet<Browser>();
  private failures = 0;
  private fatal: Error | undefined;
  private closed = false;

  constructor(private readonly options: ChromiumOptions) {}

  /** Returns the running browser, and launches one if necessary. Rejects only after `close` or a permanent failure. */
  browser(): Promise<Browser> {
    this.current ??= this.launchUntilItStarts();
    return this.current;
  }

  /** To be called when a browser has opened a page, which proves that it works. */
  worked(): void {
    this.failures = 0;
  }

  /** Kills a browser that does not respond. The next call of `browser` launches a new one. */
  kill(browser: Browser): void {
    endProcessGroup(browser);
  }

  /**
   * Kills a browser that never opened a page. After several of these in a row Chromium has failed permanently. A browser counts once: its
   * other pages fail because it was killed.
   */
  killFailed(browser: Browser, reason: unknown): void {
    if (this.failed.has(browser)) return;
    this.failed.add(browser);
    this.kill(browser);
    this.countFailure('Chromium opened no page', reason);
  }

  /** Retires a browser: its pages finish their documents, and the next call of `browser` launches a new one. */
  retire(browser: Browser): void {
    if (this.running !== browser) return;
    this.retiring.add(browser);
    this.forget(browser);
  }

  /** To be called when a page is closed. A retired browser exits with its last page. */
  async pageClosed(browser: Browser): Promise<void> {
    const pagesLeft = browser.browserContexts().length - 1; // one context is the browser's own
    if (this.retiring.has(browser) && pagesLeft === 0) await end(browser);
  }

  async close(): Promise<void> {
    this.closed = true;
    const running = await this.current?.catch(() => undefined);
    await Promise.all([...this.retiring, ...(running ? [running] : [])].map(end));
    await Promise.all(this.exits);
  }

  private async launchUntilItStarts(): Promise<Browser> {
    for (;;) {
      if (this.fatal) throw this.fatal;
      if (this.closed) throw new Error('the browser is closed');
      try {
        this.running = await this.launchOne();
        return this.running;
      } catch (error) {
        this.countFailure('Chromium did not start', error);
        if (!this.fatal) await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS * 2 ** this.failures));
      }
    }
  }

  private countFailure(what: string, reason: unknown): void {
    this.failures += 1;
    this.options.logger.warn({ err: reason, failures: this.failures }, what);
    if (this.failures < MAX_FAILURES || this.fatal) return;
    this.fatal = new Error(`${what} in ${this.failures} tries`, { cause: reason });
    this.options.onFatal(this.fatal);
  }

  private async launchOne(): Promise<Browser> {
    const profile = await makeProfile();
    const { executablePath, sandbox, limits } = this.options;
    try {
      const browser = await launch(executablePath, profile.path, sandbox, limits);
      const { process: chromium, exit } = runningBrowser(browser);
      if (chromium.exitCode !== null || chromium.signalCode !== null) throw new Error('it ended');
      this.options.watch?.launched();
      this.awaitExit(exit.then(() => this.onExit(browser, profile)));
      return browser;
    } catch (error) {
      await profile.remove();
      throw error;
    }
  }

  private awaitExit(exit: Promise<void>): void {
    this.exits.add(exit);
    void exit.finally(() => this.exits.delete(exit));
  }

  private async onExit(browser: Browser, profile: Profile): Promise<void> {
    const { logger, watch } = this.options;
    watch?.ended();
    if (!this.closed && !this.retiring.delete(browser)) logger.warn('Chromium ended; it is launched again');
    this.forget(browser);
    endProcessGroup(browser);
    // A stuck child process may hold the pipe open. Without this, calls to the dead browser would never return.
    await browser.disconnect().catch(() => undefined);
    await profile.remove().catch((error) => logger.warn({ err: error }, 'a browser profile was left behind'));
  }

  private forget(browser: Browser): void {
    if (this.running !== browser) return;
    this.running = undefined;
    this.current = undefined;
  }
}

const end = (browser: Browser): Promise<void> => browser.close().catch(() => endProcessGroup(browser));
