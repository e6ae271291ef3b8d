/** Documents that wait for a page, and pages that wait for a document. `PageShares` decides which document is next. */
import { PageShares, type SharedDocument } from './page-shares.js';
import type { SlowAccounts } from './slow-accounts.js';

/** A document that has a page for a longer time, in milliseconds, is slow. */
const SHORT_MS = 500;
/** How long a page is kept for short documents after the last one, in milliseconds. */
const KEPT_MS = 5_000;

export interface WaitingDocument<Page> {
  accountId: string;
  /** Prints the document. Never rejects. */
  run(page: Page, assignment: Assignment<Page>): Promise<void>;
  /** Ends the page that prints the document, which is printed again later. */
  evict(): void;
  /** Whether no caller waits for it at this moment. */
  isBackground?: boolean;
  /** Whether it was evicted before. A document is evicted at most once. */
  wasEvicted: boolean;
  /** Called when the document or its account turns out to be slow before it has a page. It has left the queue then. Absent: it stays. */
  postpone?: (() => void) | undefined;
}

/** A document for a page. */
export interface Assignment<Page> {
  readonly document: WaitingDocument<Page>;
  /** To be called when the page has finished. */
  done(): void;
}

interface Entry<Page> extends Assignment<Page>, SharedDocument {
  readonly document: WaitingDocument<Page>;
  begunAt: number;
  timer?: NodeJS.Timeout;
  /** Set while the document is printed; to be called when it ends. */
  endTime?: () => void;
  endSlow?: () => void;
}

export interface PrintQueueOptions {
  /** A document that has a page for a longer time, in milliseconds, is slow. Infinity: `noteSlow` says which are. */
  shortMs?: number;
  /** How long a page is kept for short documents after the last one, in milliseconds. */
  keptMs?: number;
}

export class PrintQueue<Page> {
  isClosed = false;
  private readonly shares: PageShares<Entry<Page>>;
  private readonly idle: ((assignment: Entry<Page> | undefined) => void)[] = [];
  private looking: NodeJS.Timeout | undefined;
  private readonly shortMs: number;
  private readonly keptMs: number;

  /** @param pages the number of pages. */
  constructor(
    pages: number,
    private readonly slowAccounts: SlowAccounts,
    { shortMs = SHORT_MS, keptMs = KEPT_MS }: PrintQueueOptions = {},
  ) {
    this.shortMs = shortMs;
    this.keptMs = keptMs;
    this.shares = new PageShares(pages, slowAccounts, this.keptMs);
  }

  private get waiting(): Entry<Page>[] {
    return this.shares.waiting;
  }

  /** Adds a document to the queue. Resolves when its page has finished, or the document has left the queue. */
  join(document: WaitingDocument<Page>): Promise<void> {
    return new Promise((resolve) => {
      const entry: Entry<Page> = {
        document,
        begunAt: 0,
        done: () => {
          this.end(entry);
          resolve();
        },
      };
      this.waiting.push(entry);
      this.match();
    });
  }

  /** Removes a waiting document from the queue. */
  leave(document: object): void {
    const index = this.waiting.findIndex((entry) => entry.document === document);
    if (index >= 0) this.waiting.splice(index, 1)[0]?.done();
  }

  /** Returns a document to the queue that was assigned and not started. It is the next one of its account. */
  giveBack(assignment: Assignment<Page>): void {
    const entry = assignment as Entry<Page>;
    this.stopClocks(entry);
    this.shares.withdraw(entry);
    this.waiting.unshift(entry);
    this.match();
  }

  /**
   * Waits for the next document.
   *
   * @param limitMs the longest wait in milliseconds; absent: no limit.
   * @returns undefined after this time, or when the queue is closed.
   */
  next(limitMs?: number): Promise<Assignment<Page> | undefined> {
    const entry = this.shares.choose();
    if (entry !== undefined || this.isClosed) return Promise.resolve(entry && this.begin(entry));
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const page = (assignment: Entry<Page> | undefined): void => {
        clearTimeout(timer);
        resolve(assignment);
      };
      this.idle.push(page);
      if (this.waiting.length > 0) this.lookAgain();
      if (limitMs === undefined) return;
      timer = setTimeout(() => {
        this.idle.splice(this.idle.indexOf(page), 1);
        resolve(undefined);
      }, limitMs);
    });
  }

  /** Notes a document that is still printed. After some time it makes its account a slow one. */
  noteSlow(assignment: Assignment<Page>): void {
    const entry = assignment as Entry<Page>;
    entry.endSlow ??= this.slowAccounts.begin(entry.document.accountId);
    this.match();
  }

  /** Releases the waiting pages. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.looking);
    for (const page of this.idle.splice(0)) page(undefined);
  }

  private match(): void {
    this.postponeSlow();
    while (this.idle.length > 0) {
      const entry = this.shares.choose();
      if (entry === undefined) break;
      this.idle.pop()?.(this.begin(entry)); // the page that printed last: its caches are warm, and the others can rest
    }
    if (this.waiting.length === 0) return;
    if (this.idle.length > 0) this.lookAgain();
    else this.makeRoom();
  }

  /** Gives pages that are kept free to slow documents, some time after the last short one. */
  private lookAgain(): void {
    this.looking ??= setTimeout(() => {
      this.looking = undefined;
      this.match();
    }, this.keptMs);
  }

  private begin(entry: Entry<Page>): Entry<Page> {
    entry.begunAt = performance.now();
    entry.endTime = this.shares.begin(entry);
    if (Number.isFinite(this.shortMs)) entry.timer = setInterval(() => this.noteSlow(entry), this.shortMs).unref();
    return entry;
  }

  private end(entry: Entry<Page>): void {
    if (!this.shares.end(entry)) return;
    this.stopClocks(entry);
    if (this.waiting.length > 0 && this.idle.length > 0) this.match();
  }

  private stopClocks({ timer, endTime, endSlow }: Entry<Page>): void {
    clearInterval(timer);
    endTime?.();
    endSlow?.();
  }

  /** Postpones documents that are known to be slow before they have a page. */
  private postponeSlow(): void {
    for (const entry of [...this.waiting]) {
      const { postpone } = entry.document;
      if (postpone === undefined || !this.shares.isSlow(entry)) continue;
      this.leave(entry.document);
      postpone();
    }
  }

  private makeRoom(): void {
    const victim = this.shares.victim();
    if (victim === undefined) return;
    this.end(victim);
    victim.document.evict();
  }
}
