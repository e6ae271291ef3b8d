/**
 * The documents that wait for a page, and the pages that wait for a document.
 *
 * A free page goes to the account that has used the least of the pages' time lately; an account's own documents are first
 * come, first served. What nobody waits for comes after all others, and leaves them a page while any come, and half of the pages while
 * one is at work: there are more pages than cores. Slow documents, and those of accounts that have slow ones, leave one page to the others' short ones, as
 * long as there are any, so that a new one finds a page at once. Where there were none for a while they take every page, and
 * one of them is taken off its page, and printed again, when a short one comes. While others wait, or did a moment ago, no account has slow
 * documents at more than half of the pages.
 */
import { RecentTime, type SlowAccounts } from '../slow-accounts.js';
import type { WarmPage } from './warm-page.js';

/** A document that is at a page for longer is slow. */
const SHORT_MS = 500;
/** How long a page is kept for short documents after the last one. */
const KEPT_MS = 5_000;
/** How long a page is kept for callers after the last one's document. */
const KEPT_FOR_CALLS_MS = 1_000;
/** A caller who is answered may well ask again: one that was at work a moment ago counts as if it were. */
const ASKS_AGAIN_MS = 100;
/** What a document at work adds to its account's time, so that two at a time count more than one. */
const BEGUN_MS = 20;

/** Does the work in a page that is handed to it. */
export type RunOnPage = (page: WarmPage) => Promise<void>;

export interface WaitingDocument {
  accountId: string;
  /** Prints it; never rejects. */
  run: RunOnPage;
  /** Ends the page that prints it, to print it again later. */
  evict(): void;
  /** Nobody waits for it at this moment. */
  isBackground?: boolean;
  /** It was evicted before; a document is evicted once at most. */
  wasEvicted: boolean;
  /** Called when it or its account turns out to be slow before it has a page; it has left the queue then. Absent: it stays. */
  postpone?: (() => void) | undefined;
}

/** A document as a page gets it. */
export interface Assignment {
  readonly document: WaitingDocument;
  /** To be called when the page is done with it. */
  done(): void;
}

interface Entry extends Assignment {
  begunAt: number;
  timer?: NodeJS.Timeout;
  /** Present while it is at work; called when it ends. */
  endTime?: () => void;
  /** Present since it is known to be slow; called when it ends. */
  endSlow?: () => void;
}

export class PrintQueue {
  isClosed = false;
  private readonly waiting: Entry[] = [];
  private readonly idle: ((assignment: Entry | undefined) => void)[] = [];
  private readonly atWork = new Set<Entry>();
  private readonly pageTime = new RecentTime();
  /** When a document last had a page for which somebody waited, milliseconds of the process. */
  private calledAt = Number.NEGATIVE_INFINITY;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    /** How many there are. */
    private readonly pages: number,
    private readonly slowAccounts: SlowAccounts,
    private readonly shortMs = SHORT_MS,
    private readonly keptMs = KEPT_MS,
  ) {}

  /** Puts a document into the queue. Resolves when its page is done, or it has left the queue. */
  join(document: WaitingDocument): Promise<void> {
    return new Promise((resolve) => {
      const entry: Entry = {
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

  /** Takes a document that waits out of the queue. */
  leave(document: WaitingDocument): void {
    const index = this.waiting.findIndex((entry) => entry.document === document);
    if (index >= 0) this.waiting.splice(index, 1)[0]?.done();
  }

  /** Gives a document back that was taken and not begun: it is the next one of its account. */
  giveBack(assignment: Assignment): void {
    const entry = assignment as Entry;
    this.stopClocks(entry);
    this.atWork.delete(entry);
    this.waiting.unshift(entry);
    this.match();
  }

  /**
   * Waits for the next document.
   *
   * @param limitMs how long; without it for ever.
   * @returns undefined when there was none in time, or the queue is closed.
   */
  next(limitMs?: number): Promise<Assignment | undefined> {
    const entry = this.choose();
    if (entry !== undefined || this.isClosed) return Promise.resolve(entry && this.begin(entry));
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const page = (assignment: Entry | undefined): void => {
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

  /** Releases the waiting pages. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.looking);
    for (const page of this.idle.splice(0)) page(undefined);
  }

  private match(): void {
    this.postponeSlow();
    while (this.idle.length > 0) {
      const entry = this.choose();
      if (entry === undefined) break;
      this.idle.pop()?.(this.begin(entry)); // the one that has just printed: its caches are warm, and the others can rest
    }
    if (this.waiting.length === 0) return;
    if (this.idle.length > 0) this.lookAgain();
    else this.makeRoom();
  }

  /** Pages that are kept free are given to slow documents some time after the last short one. */
  private lookAgain(): void {
    this.looking ??= setTimeout(() => {
      this.looking = undefined;
      this.match();
    }, this.keptMs);
  }

  /** Whether a document of another account waits for a page. */
  private isAwaitedBeside(accountId: string): boolean {
    return this.waiting.some((entry) => !isInBackground(entry) && entry.document.accountId !== accountId);
  }

  /** @returns the document that a free page is to print. */
  private choose(): Entry | undefined {
    return this.chooseOf(false) ?? this.chooseOf(true);
  }

  private chooseOf(isBackground: boolean): Entry | undefined {
    const seen = new Set<string>();
    let chosen: Entry | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const entry of this.waiting) {
      const { accountId, isBackground: isOfNobody = false } = entry.document;
      if (isOfNobody !== isBackground || seen.has(accountId) || !this.mayBegin(entry)) continue;
      seen.add(accountId);
      const time = this.timeOf(accountId);
      if (time >= least) continue;
      chosen = entry;
      least = time;
    }
    return chosen;
  }

  private mayBegin(entry: Entry): boolean {
    if (entry.document.isBackground && this.countAtWork(isInBackground) >= this.mostInBackground()) return false;
    if (!this.isSlow(entry)) return true;
    if (this.hasOthers(entry.document.accountId) && this.countOf(entry.document.accountId) >= this.share) return false;
    const allButOne = Math.max(1, this.pages - 1);
    if (this.countAtWork((one) => this.isSlow(one)) >= (this.hasShortOnes() ? allButOne : this.pages)) return false;
    return !entry.document.wasEvicted || this.countAtWork((one) => one.document.wasEvicted) < allButOne;
  }

  /** One at least: else nothing would look for more when calls end. */
  private mostInBackground(): number {
    const since = performance.now() - this.calledAt;
    const calls = this.countAtWork((entry) => !isInBackground(entry)) || (since < ASKS_AGAIN_MS ? 1 : 0);
    if (calls > 0) return Math.max(1, Math.ceil(this.pages / 2) - calls);
    return since < KEPT_FOR_CALLS_MS ? Math.max(1, this.pages - 1) : this.pages;
  }

  /** How many pages an account's slow documents may have while others want some. */
  private get share(): number {
    return Math.max(1, Math.floor(this.pages / 2));
  }

  /** How many pages an account has, for callers. */
  private countOf(accountId: string): number {
    return this.countAtWork((one) => !isInBackground(one) && one.document.accountId === accountId);
  }

  /** Whether there are documents of other accounts for which somebody waits, or were a moment ago. */
  private hasOthers(accountId: string): boolean {
    for (const entry of [...this.atWork, ...this.waiting])
      if (!isInBackground(entry) && entry.document.accountId !== accountId) return true;
    for (const other of this.pageTime.within(this.keptMs)) if (other !== accountId) return true;
    return false;
  }

  private hasShortOnes(): boolean {
    for (const entry of [...this.atWork, ...this.waiting])
      if (!isInBackground(entry) && !this.isSlow(entry)) return true;
    for (const accountId of this.pageTime.within(this.keptMs)) if (!this.slowAccounts.has(accountId)) return true;
    return false;
  }

  private isSlow({ document, endSlow }: Entry): boolean {
    return endSlow !== undefined || document.wasEvicted || this.slowAccounts.has(document.accountId);
  }

  private countAtWork(which: (entry: Entry) => boolean): number {
    return [...this.atWork].filter(which).length;
  }

  /** Milliseconds of the pages' time that an account has had lately, its documents at work included. */
  private timeOf(accountId: string): number {
    let time = this.pageTime.of(accountId);
    for (const { document } of this.atWork) if (document.accountId === accountId) time += BEGUN_MS;
    return time;
  }

  private begin(entry: Entry): Entry {
    this.waiting.splice(this.waiting.indexOf(entry), 1);
    this.atWork.add(entry);
    entry.begunAt = performance.now();
    entry.endTime = this.pageTime.begin(entry.document.accountId);
    entry.timer = setInterval(() => this.isStillAtWork(entry), this.shortMs).unref();
    return entry;
  }

  private end(entry: Entry): void {
    if (!this.atWork.delete(entry)) return;
    if (!isInBackground(entry)) this.calledAt = performance.now();
    this.stopClocks(entry);
    if (this.waiting.length > 0 && this.idle.length > 0) this.match();
  }

  private stopClocks({ timer, endTime, endSlow }: Entry): void {
    clearInterval(timer);
    endTime?.();
    endSlow?.();
  }

  /** A slow document; after some time it makes its account a slow one. */
  private isStillAtWork(entry: Entry): void {
    entry.endSlow ??= this.slowAccounts.begin(entry.document.accountId);
    this.match();
  }

  /** Documents that are known to be slow before they have a page need not wait for one here. */
  private postponeSlow(): void {
    for (const entry of [...this.waiting]) {
      const { postpone } = entry.document;
      if (postpone === undefined || !this.isSlow(entry)) continue;
      this.leave(entry.document);
      postpone();
    }
  }

  /**
   * Where slow documents have every page while a short one waits, or those of one account more than its share while another's waits, one of them is taken
   * off: of the account that has had the most time, the one that loses the least.
   */
  private makeRoom(): void {
    const slow = [...this.atWork].filter(({ endSlow }) => endSlow !== undefined);
    const isWanted = this.waiting.some((entry) => !isInBackground(entry) && !this.isSlow(entry));
    const hasAll = slow.length >= this.pages && isWanted;
    const isGreedy = ({ document: { accountId } }: Entry): boolean =>
      slow.filter((one) => one.document.accountId === accountId).length > this.share && this.isAwaitedBeside(accountId);
    const times = new Map(slow.map(({ document: { accountId } }) => [accountId, this.timeOf(accountId)]));
    const timeOf = ({ document }: Entry): number => times.get(document.accountId) ?? 0;
    const candidates = slow.filter((entry) => !entry.document.wasEvicted && (hasAll || isGreedy(entry)));
    const [victim] = candidates.sort((a, b) => timeOf(b) - timeOf(a) || b.begunAt - a.begunAt);
    if (victim === undefined) return;
    this.end(victim);
    victim.document.evict();
  }
}

const isInBackground = ({ document }: Entry): boolean => document.isBackground === true;
