/** How much memory a browser's processes hold, and the end of a page that takes more than it may. */
import { readFile } from 'node:fs/promises';
import type { Logger } from '@toolpress/runtime';
import type { BrowserProcesses } from './browser-processes.js';

/** How often a page at work is looked at. Hostile documents were seen to grow by some 300 MiB a second, and more at once. */
const WATCH_EVERY_MS = 100;
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

/** A page at work, as the watch knows it. */
export interface WatchedPage {
  readonly processes: BrowserProcesses;
  /** Told how much memory the page holds, bytes, at every look. */
  holds(bytes: number): void;
  /** Told that it is being ended because of its memory: whatever its document fails with then comes of that. */
  outgrew(): void;
}

/** Ends page processes that take more memory than a document may: else the system would end a process of its choice. */
export class MemoryWatch {
  constructor(
    private readonly maxPageBytes: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Watches while a document is printed.
   *
   * @param isAlone whether nobody else uses the page's browser: then what its own process holds counts as well.
   * @returns how to stop.
   */
  start(page: WatchedPage, isAlone = false): () => void {
    let isOver = false;
    let isLooking = false;
    const check = async (): Promise<void> => {
      const { browser = -1, pages } = page.processes;
      const [ofBrowser = 0, ...ofPages] = await Promise.all([browser, ...pages].map(residentBytes));
      if (isOver) return;
      const ofPage = Math.max(0, ...ofPages);
      page.holds(ofPage);
      const bytes = ofPage + (isAlone ? ofBrowser : 0);
      const pid = isAlone ? browser : pages[ofPages.indexOf(ofPage)];
      if (bytes <= this.maxPageBytes || pid === undefined || pid === -1) return;
      this.logger.info({ bytes }, 'a page took more memory than a document may; it is ended');
      page.outgrew();
      kill(pid);
    };
    const timer = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      await check().finally(() => {
        isLooking = false;
      });
    }, WATCH_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }
}
