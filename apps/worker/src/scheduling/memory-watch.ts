/** Measures the memory of pages, and kills a page that exceeds its limit. */
import { type Logger, residentBytes } from '@toolpress/runtime';

/** The interval at which a working page is measured, in milliseconds. Hostile documents grow by some 300 MiB a second. */
const WATCH_EVERY_MS = 100;

export interface BrowserProcesses {
  /** Process ids. */
  browser: number | undefined;
  pages: number[];
}

/** The memory of one page, in all of its processes. */
export class PageMemory {
  /** Whether the page was killed because of its memory, which explains any error of its document. */
  hasOutgrown = false;
  private leastBytes = Number.POSITIVE_INFINITY;
  private mostBytes = 0;

  constructor(public processes: BrowserProcesses) {}

  /** To be called when a document starts, and when the page has moved to other processes. */
  begin(processes: BrowserProcesses): void {
    this.processes = processes;
    this.leastBytes = Number.POSITIVE_INFINITY;
    this.mostBytes = 0;
  }

  /** The memory that the page took for its document, in bytes. */
  get grownBytes(): number {
    return Math.max(0, this.mostBytes - this.leastBytes);
  }

  holds(bytes: number): void {
    this.leastBytes = Math.min(this.leastBytes, bytes);
    this.mostBytes = Math.max(this.mostBytes, bytes);
  }

  /** Returns the resident memory of the page and of the browser's main process, in bytes. */
  sizes(): { page: number; browser: number } {
    const { browser, pages } = this.processes;
    return { browser: residentBytes(browser ?? -1), page: Math.max(0, ...pages.map(residentBytes)) };
  }
}

/** Kills page processes that exceed the memory limit of a document. Otherwise the system would kill a process of its choice. */
export class MemoryWatch {
  constructor(
    private readonly maxPageBytes: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Watches while a document is printed.
   *
   * @param isAlone whether the browser has no other page. Then the memory of its main process counts as well.
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
      this.logger.info({ bytes }, 'a page exceeded the memory limit of a document and was killed');
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
    // it has exited meanwhile
  }
}
