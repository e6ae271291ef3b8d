/**
 * Decides which document a free page prints next.
 *
 * A page goes to the account that has used the least page time recently. An account's own documents are first come, first served.
 * Background documents come after all others. They leave one page to callers while any call, and half of the pages while a caller's
 * document is printed, because there are more pages than cores. Slow documents, and documents of slow accounts, leave one page to short
 * documents of other accounts, so that a new one finds a page immediately. When there were no short documents for a while, they take every
 * page; one of them is evicted and printed again when a short one arrives. While other accounts wait, or did a moment ago, an account has
 * slow documents on at most half of the pages.
 */
import { RecentTime, type SlowAccounts } from './slow-accounts.js';

/** How long a page is kept for callers after the last caller's document, in milliseconds. */
const KEPT_FOR_CALLS_MS = 1_000;
/** A caller that got its answer may call again. It counts as active for this time, in milliseconds. */
const ASKS_AGAIN_MS = 100;
/** The page time that a running document adds to its account, in milliseconds, so that two documents count more than one. */
const BEGUN_MS = 20;

/** What the shares need to know of a document. */
export interface SharedDocument {
  readonly document: {
    readonly accountId: string;
    /** Whether no caller waits for it at this moment. */
    readonly isBackground?: boolean;
    /** Whether it was evicted before. A document is evicted at most once. */
    readonly wasEvicted: boolean;
  };
  readonly begunAt: number;
  /** Set when the document turned out to be slow. */
  readonly endSlow?: () => void;
}

export class PageShares<Entry extends SharedDocument> {
  readonly waiting: Entry[] = [];
  /** An array: V8 copies a Set that changes often, and its old copies keep the documents until a full garbage collection. */
  private readonly running: Entry[] = [];
  private readonly pageTime = new RecentTime();
  /** When a caller's document last had a page, in milliseconds of the process. */
  private calledAt = Number.NEGATIVE_INFINITY;

  /**
   * @param pages the number of pages.
   * @param keptMs how long a page is kept for short documents after the last one, in milliseconds.
   */
  constructor(
    private readonly pages: number,
    private readonly slowAccounts: SlowAccounts,
    private readonly keptMs: number,
  ) {}

  /** Moves a document to the running ones. @returns a function to call when it ends. */
  begin(entry: Entry): () => void {
    this.waiting.splice(this.waiting.indexOf(entry), 1);
    this.running.push(entry);
    return this.pageTime.begin(entry.document.accountId);
  }

  /** Removes a running document. @returns false if it does not run. */
  end(entry: Entry): boolean {
    if (!this.withdraw(entry)) return false;
    if (!isInBackground(entry)) this.calledAt = performance.now();
    return true;
  }

  /** Removes a document that has not used its page. @returns false if it does not run. */
  withdraw(entry: Entry): boolean {
    const index = this.running.indexOf(entry);
    if (index >= 0) this.running.splice(index, 1);
    return index >= 0;
  }

  /** Returns the document that a free page prints; undefined if the page has to stay free. */
  choose(): Entry | undefined {
    return this.chooseOf(false) ?? this.chooseOf(true);
  }

  isSlow({ document, endSlow }: Entry): boolean {
    return endSlow !== undefined || document.wasEvicted || this.slowAccounts.has(document.accountId);
  }

  /**
   * Returns the running document to evict: when slow documents have all pages while a short one waits, or when an account exceeds its
   * share while another account waits. It is a document of the account with the most page time, the one that loses the least.
   */
  victim(): Entry | undefined {
    const slow = this.running.filter(({ endSlow }) => endSlow !== undefined);
    const isWanted = this.waiting.some((entry) => !isInBackground(entry) && !this.isSlow(entry));
    const hasAll = slow.length >= this.pages && isWanted;
    const isGreedy = ({ document: { accountId } }: Entry): boolean =>
      slow.filter((one) => one.document.accountId === accountId).length > this.share && this.isAwaitedBeside(accountId);
    const times = new Map(slow.map(({ document: { accountId } }) => [accountId, this.timeOf(accountId)]));
    const timeOf = ({ document }: Entry): number => times.get(document.accountId) ?? 0;
    const candidates = slow.filter((entry) => !entry.document.wasEvicted && (hasAll || isGreedy(entry)));
    const [victim] = candidates.sort((a, b) => timeOf(b) - timeOf(a) || b.begunAt - a.begunAt);
    return victim;
  }

  private chooseOf(isBackground: boolean): Entry | undefined {
    const seen = new Set<string>();
    let chosen: Entry | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const entry of this.waiting) {
      const { accountId } = entry.document;
      if (isInBackground(entry) !== isBackground || seen.has(accountId) || !this.mayBegin(entry)) continue;
      seen.add(accountId);
      const time = this.timeOf(accountId);
      if (time >= least) continue;
      chosen = entry;
      least = time;
    }
    return chosen;
  }

  private mayBegin(entry: Entry): boolean {
    const { accountId, wasEvicted } = entry.document;
    if (isInBackground(entry) && this.countRunning(isInBackground) >= this.mostInBackground()) return false;
    if (!this.isSlow(entry)) return true;
    if (this.hasOthers(accountId) && this.countOf(accountId) >= this.share) return false;
    const allButOne = Math.max(1, this.pages - 1);
    if (this.countRunning((one) => this.isSlow(one)) >= (this.hasShortOnes() ? allButOne : this.pages)) return false;
    return !wasEvicted || this.countRunning((one) => one.document.wasEvicted) < allButOne;
  }

  /** At least one, because a background document's end is what starts the next one. */
  private mostInBackground(): number {
    const since = performance.now() - this.calledAt;
    const calls = this.countRunning((entry) => !isInBackground(entry)) || (since < ASKS_AGAIN_MS ? 1 : 0);
    if (calls > 0) return Math.max(1, Math.ceil(this.pages / 2) - calls);
    return since < KEPT_FOR_CALLS_MS ? Math.max(1, this.pages - 1) : this.pages;
  }

  /** The number of pages for an account's slow documents while other accounts want some. */
  private get share(): number {
    return Math.max(1, Math.floor(this.pages / 2));
  }

  /** Whether a document of another account waits for a page. */
  private isAwaitedBeside(accountId: string): boolean {
    return this.waiting.some((entry) => !isInBackground(entry) && entry.document.accountId !== accountId);
  }

  /** Returns how many pages print an account's documents for callers. */
  private countOf(accountId: string): number {
    return this.countRunning((one) => !isInBackground(one) && one.document.accountId === accountId);
  }

  /** Whether callers of other accounts have documents, or had some a moment ago. */
  private hasOthers(accountId: string): boolean {
    for (const entry of [...this.running, ...this.waiting])
      if (!isInBackground(entry) && entry.document.accountId !== accountId) return true;
    for (const other of this.pageTime.within(this.keptMs)) if (other !== accountId) return true;
    return false;
  }

  private hasShortOnes(): boolean {
    for (const entry of [...this.running, ...this.waiting])
      if (!isInBackground(entry) && !this.isSlow(entry)) return true;
    for (const accountId of this.pageTime.within(this.keptMs)) if (!this.slowAccounts.has(accountId)) return true;
    return false;
  }

  private countRunning(which: (entry: Entry) => boolean): number {
    return this.running.filter(which).length;
  }

  /** Returns the recent page time of an account, including its running documents, in milliseconds. */
  private timeOf(accountId: string): number {
    let time = this.pageTime.of(accountId);
    for (const { document } of this.running) if (document.accountId === accountId) time += BEGUN_MS;
    return time;
  }
}

const isInBackground = ({ document }: SharedDocument): boolean => document.isBackground === true;
