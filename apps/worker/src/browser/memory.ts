/** How much memory a browser's processes hold, and the end of a page that takes more than it may. */
import { readFile } from 'node:fs/promises';
import type { Logger } from '@toolpress/runtime';
import type { Browser } from 'puppeteer';
import { processesOf } from './browser-processes.js';

/** How often the pages at work are looked at. Hostile documents were seen to grow by some 300 MiB a second. */
const WATCH_EVERY_MS = 400;
/** How long the end of a page may take to be noticed. */
const KILL_NOTICED_MS = 5_000;
/** Linux on every machine that Chromium runs on here; elsewhere there is no `/proc`. */
const MEMORY_PAGE_BYTES = 4_096;

/** @returns the resident memory of a process in bytes; 0 when it has ended, and where the system does not tell. */
export async function residentBytes(pid: number): Promise<number> {
  const sizes = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(sizes.split(' ')[1]) * MEMORY_PAGE_BYTES;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
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

  /** Whether a page that has just ended was ended from here. */
  takeKill(): boolean {
    const isOurs = Date.now() - this.lastKill < KILL_NOTICED_MS;
    if (isOurs) this.lastKill = Number.NEGATIVE_INFINITY;
    return isOurs;
  }

  private async check(browser: Browser): Promise<void> {
    const { pages } = await processesOf(browser).catch(() => ({ pages: [] })); // the browser is gone
    for (const pid of pages) {
      const bytes = await residentBytes(pid);
      if (bytes <= this.maxPageBytes) continue;
      this.logger.info({ bytes }, 'a page took more memory than a document may; it is ended');
      this.lastKill = Date.now();
      kill(pid);
      return;
    }
  }
}
