/** How much memory a browser's processes hold, and the end of a page that takes more than it may. */
import { type Logger, residentBytes } from '@toolpress/runtime';
import type { BrowserProcesses } from './browser-processes.js';

/** How often a page at work is looked at. Hostile documents were seen to grow by some 300 MiB a second, and more at once. */
const WATCH_EVERY_MS = 100;
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
    const check = (): void => {
      const { browser = -1, pages } = page.processes;
      const ofPages = pages.map(residentBytes);
      const ofPage = Math.max(0, ...ofPages);
      page.holds(ofPage);
      const bytes = ofPage + (isAlone ? residentBytes(browser) : 0);
      const pid = isAlone ? browser : pages[ofPages.indexOf(ofPage)];
      if (bytes <= this.maxPageBytes || pid === undefined || pid === -1) return;
      this.logger.info({ bytes }, 'a page took more memory than a document may; it is ended');
      page.outgrew();
      kill(pid);
    };
    const timer = setInterval(check, WATCH_EVERY_MS);
    return () => clearInterval(timer);
  }
}
