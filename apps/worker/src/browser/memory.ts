/** How much memory a browser's processes hold, and the end of a page that takes more than it may. */
import { readFile } from 'node:fs/promises';
import type { Logger } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import { browserSession } from './browser-session.js';

/** How often the pages at work are looked at. Hostile documents were seen to grow by some 300 MiB a second. */
const WATCH_EVERY_MS = 400;
/** How long the end of a page may take to be noticed. */
const KILL_NOTICED_MS = 5_000;
/** Linux on every machine that Chromium runs on here; elsewhere there is no `/proc`. */
const MEMORY_PAGE_BYTES = 4_096;

export interface ProcessSizes {
  /** Resident memory in bytes. */
  browser: number;
  pages: { pid: number; bytes: number }[];
}

/** @returns the sizes of a browser's processes; all zero where the system does not tell. */
export async function processSizes(browser: Browser): Promise<ProcessSizes> {
  const session = await browserSession(browser);
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes: ProcessSizes = { browser: 0, pages: [] };
  for (const { type, id } of processInfo) {
    const bytes = await residentBytes(id);
    if (type === 'browser') sizes.browser = bytes;
    else if (type === 'renderer') sizes.pages.push({ pid: id, bytes });
  }
  return sizes;
}

async function residentBytes(pid: number): Promise<number> {
  const sizes = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(sizes.split(' ')[1]) * MEMORY_PAGE_BYTES;
}

/** Ends page processes that take more memory than a document may: else the system would end a process of its choice. */
export class MemoryWatch {
  private lastKill = Number.NEGATIVE_INFINITY;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly maxPageBytes: number,
    private readonly logger: Logger,
  ) {}

  /** Watches while a document is printed. @returns how to stop. */
  start(browser: Browser): () => void {
    const timer = setInterval(() => {
      this.checking ??= this.check(browser).finally(() => {
        this.checking = undefined;
      });
    }, WATCH_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Whether a page that has just ended was ended from here. Which page a process belongs to Chromium does not tell. */
  takeKill(): boolean {
    const isOurs = Date.now() - this.lastKill < KILL_NOTICED_MS;
    if (isOurs) this.lastKill = Number.NEGATIVE_INFINITY;
    return isOurs;
  }

  private async check(browser: Browser): Promise<void> {
    const sizes = await processSizes(browser).catch(() => undefined); // the browser is gone
    const largest = sizes?.pages.find(({ bytes }) => bytes > this.maxPageBytes);
    if (largest === undefined) return;
    this.logger.warn({ bytes: largest.bytes }, 'a page took more memory than a document may; it is ended');
    this.lastKill = Date.now();
    process.kill(largest.pid, 'SIGKILL');
  }
}
