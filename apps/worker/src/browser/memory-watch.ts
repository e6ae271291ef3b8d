/** How much memory a page holds, and the end of one that takes more than it may. */
import { type Logger, residentBytes } from '@toolpress/runtime';
import type { BrowserProcesses } from './open-page.js';

/** How often a page at work is looked at. Hostile documents were seen to grow by some 300 MiB a second, and more at once. */
const WATCH_EVERY_MS = 100;

/** The memory of one page, whatever processes it has. */
export class PageMemory {
  /** The page is being ended because of its memory: that explains any error of its document. */
  hasOutgrown = false;
  private leastBytes = Number.POSITIVE_INFINITY;
  private mostBytes = 0;

  constructor(public processes: BrowserProcesses) {}

  /** To be called when a document begins, and when the page has moved to other processes. */
  begin(processes: BrowserProcesses): void {
    this.processes = processes;
    this.leastBytes = Number.POSITIVE_INFINITY;
    this.mostBytes = 0;
  }

  /** How much the page was seen to grow under its document, bytes. */
  get grownBytes(): number {
    return Math.max(0, this.mostBytes - this.leastBytes);
  }

  holds(bytes: number): void {
    this.leastBytes = Math.min(this.leastBytes, bytes);
    this.mostBytes = Math.max(this.mostBytes, bytes);
  }

  /** @returns resident memory in bytes: the page's own, and that of the browser's process. */
  sizes(): { page: number; browser: number } {
    const { browser, pages } = this.processes;
    return { browser: residentBytes(browser ?? -1), page: Math.max(0, ...pages.map(residentBytes)) };
  }
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
   * @param isAlone whether the page's browser prints nothing else: then the memory of the browser's own process counts as well.
   * @returns a function that stops it.
   */
  start(memory: PageMemory, isAlone = false): () => void {
    const check = (): void => {
      const { browser = -1, pages } = memory.processes;
      const ofPages = pages.map(residentBytes);
      const ofPage = Math.max(0, ...ofPages);
      memory.holds(ofPage);
      const bytes = ofPage + (isAlone ? residentBytes(browser) : 0);
      const pid = isAlone ? browser : pages[ofPages.indexOf(ofPage)];
      if (bytes <= this.maxPageBytes || pid === undefined || pid === -1) return;
      this.logger.info({ bytes }, 'a page took more memory than a document may; it is ended');
      memory.hasOutgrown = true;
      kill(pid);
    };
    const timer = setInterval(check, WATCH_EVERY_MS);
    return () => clearInterval(timer);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}
