/** The Chromium of this worker: launched, launched again when it dies, replaced when it has grown. */
import { once } from 'node:events';
import type { Logger } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import { type BrowserLimits, endProcessGroup, launch } from './launch.js';
import { makeProfile, type Profile } from './profile.js';

/** Browsers in a row that don't start or open no page before the process gives up; its supervisor starts it afresh. */
const MAX_FAILURES = 5;
const FIRST_RETRY_MS = 200;

/** Why a page was replaced: it had printed its share of documents, something went wrong in it, or memory had grown. */
export const RECYCLE_REASONS = ['jobs', 'fault', 'memory'] as const;
export type RecycleReason = (typeof RECYCLE_REASONS)[number];

/** Hears of launches, ends and replaced pages, for metrics. */
export interface BrowserWatch {
  launched(): void;
  /** A browser that was launched is gone. */
  ended(): void;
  recycled(reason: RecycleReason): void;
}

export interface ChromiumOptions {
  executablePath: string;
  /** Whether it runs with its sandbox, see `decideSandbox`. */
  sandbox: boolean;
  limits: BrowserLimits;
  logger: Logger;
  /** Called once when Chromium can't be started any more: nothing will be rendered. */
  onFatal: (error: Error) => void;
  watch?: BrowserWatch;
}

export class Chromium {
  private current: Promise<Browser> | undefined;
  /** What `current` resolved to. */
  private running: Browser | undefined;
  private readonly retired = new Set<Browser>();
  private readonly exits = new Set<Promise<void>>();
  private failures = 0;
  private fatal: Error | undefined;
  private closed = false;

  constructor(private readonly options: ChromiumOptions) {}

  /** @returns the running browser; launches it when there is none. Rejects only when closed, or failed for good. */
  browser(): Promise<Browser> {
    this.current ??= this.launchUntilItStarts();
    return this.current;
  }

  /** To be called when a browser has opened a page: only then it is known to work. */
  worked(): void {
    this.failures = 0;
  }

  /** Ends a browser that no longer responds; the next call of `browser` launches a new one. */
  kill(browser: Browser): void {
    endProcessGroup(browser);
  }

  /** As `kill`, for one that never opened a page: after some of these in a row Chromium counts as failed for good. */
  killFailed(browser: Browser, reason: unknown): void {
    this.kill(browser);
    this.countFailure('Chromium opened no page', reason);
  }

  /** Lets a browser's pages finish their documents; the next call of `browser` launches a new one. */
  retire(browser: Browser): void {
    if (this.running !== browser) return;
    this.retired.add(browser);
    this.forget(browser);
  }

  isRetired(browser: Browser): boolean {
    return this.retired.has(browser);
  }

  /** To be called when a page is closed: a retired browser ends with its last page. */
  async pageClosed(browser: Browser): Promise<void> {
    const pagesLeft = browser.browserContexts().length - 1; // one context is the browser's own
    if (this.retired.has(browser) && pagesLeft === 0) await end(browser);
  }

  async close(): Promise<void> {
    this.closed = true;
    const running = await this.current?.catch(() => undefined);
    await Promise.all([...this.retired, ...(running ? [running] : [])].map(end));
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
      const chromium = browser.process();
      if (chromium === null || chromium.exitCode !== null || chromium.signalCode !== null) throw new Error('it ended');
      this.options.watch?.launched();
      this.awaitExit(once(chromium, 'exit').then(() => this.onExit(browser, profile)));
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
    if (!this.closed && !this.retired.delete(browser)) logger.warn('Chromium ended; it is launched again');
    this.forget(browser);
    endProcessGroup(browser);
    // A stuck child may hold the pipe open: without this, calls to the dead browser would wait for ever.
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
