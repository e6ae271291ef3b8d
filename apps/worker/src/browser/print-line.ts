/** The documents that wait for a page, first come, first served, and the pages that wait for a document. */
import type { Attend } from './print-within.js';

export interface WaitingDocument {
  /** Prints it; never rejects. */
  attend: Attend;
  /** To be called when it is done with. */
  done: () => void;
}

export class PrintLine {
  private readonly documents: WaitingDocument[] = [];
  private readonly pages: ((document: WaitingDocument | undefined) => void)[] = [];
  private closed = false;

  /** Puts a document at the end of the line. Resolves when a page is done with it. */
  join(attend: Attend): Promise<void> {
    return new Promise((done) => this.hand({ attend, done }, 'last'));
  }

  /** Gives a document back that was taken and not begun: it is the next one's. */
  giveBack(document: WaitingDocument): void {
    this.hand(document, 'first');
  }

  /**
   * Waits for the next document.
   *
   * @param limitMs how long; without it for ever.
   * @returns undefined when there was none in time, or the line is closed.
   */
  next(limitMs?: number): Promise<WaitingDocument | undefined> {
    const first = this.documents.shift();
    if (first !== undefined || this.closed) return Promise.resolve(first);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const page = (document: WaitingDocument | undefined): void => {
        clearTimeout(timer);
        resolve(document);
      };
      this.pages.push(page);
      if (limitMs === undefined) return;
      timer = setTimeout(() => {
        this.pages.splice(this.pages.indexOf(page), 1);
        resolve(undefined);
      }, limitMs);
    });
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Sends the waiting pages home. */
  close(): void {
    this.closed = true;
    for (const page of this.pages.splice(0)) page(undefined);
  }

  private hand(document: WaitingDocument, place: 'first' | 'last'): void {
    const page = this.pages.pop(); // the one that has just printed: its caches are warm, and the others can rest
    if (page !== undefined) page(document);
    else if (place === 'first') this.documents.unshift(document);
    else this.documents.push(document);
  }
}
