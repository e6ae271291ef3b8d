/**
 * Large documents yield the processor to whatever answers requests: while they fill every core, a gateway beside them would
 * wait for one as long as it takes to print a short document.
 *
 * Linux shares the processor out to sessions before `nice` counts within one (autogroup, see sched(7)), and Chromium has a
 * session of its own, whose share may be lowered and restored at any time. Where the system does it in another way, in
 * containers among others, nothing happens.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer';

/** So many characters take some hundred milliseconds to print. */
const LARGE_CHARACTERS = 1024 * 1024;
/** A tenth of an equal share, when there is not enough for all. */
const LARGE_NICE = 10;
/** The page is cleared of it after a tenth of a second, which takes as long as printing some pages, or the next one follows. */
const CLEARING_MS = 500;
/** The system changes no more than one session each 100 ms and says EAGAIN to whoever is not its administrator. */
const RETRY_MS = 120;

export class SessionPriority {
  private large = 0;
  private current = 0;
  private isChanging = false;

  /**
   * @param leader process id of the session's leader.
   * @param clearingMs how long a page is being cleared of a large document.
   */
  constructor(
    private readonly leader: number,
    private readonly clearingMs = CLEARING_MS,
  ) {}

  /**
   * To be told of a document's beginning.
   *
   * @returns what is to be told of its end: whether it was printed. If not, another page is opened in place of its own, which must not wait.
   */
  began(characters: number): (isPrinted: boolean) => void {
    if (characters < LARGE_CHARACTERS) return () => undefined;
    this.large += 1;
    void this.change();
    const ended = (): void => {
      this.large -= 1;
      void this.change();
    };
    return (isPrinted) => {
      if (isPrinted) setTimeout(ended, this.clearingMs).unref();
      else ended();
    };
  }

  private async change(): Promise<void> {
    if (this.isChanging) return; // it looks again before it ends
    this.isChanging = true;
    for (let nice = this.wanted; nice !== this.current; nice = this.wanted) {
      try {
        await writeFile(`/proc/${this.leader}/autogroup`, String(nice));
        this.current = nice;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break; // there are no such groups, or the session has ended
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    this.isChanging = false;
  }

  private get wanted(): number {
    return this.large > 0 ? LARGE_NICE : 0;
  }
}

const priorities = new WeakMap<Browser, SessionPriority>();

/** @returns that of a browser's session. */
export function sessionPriority(browser: Browser): SessionPriority {
  const priority = priorities.get(browser) ?? new SessionPriority(browser.process()?.pid ?? -1);
  priorities.set(browser, priority);
  return priority;
}
