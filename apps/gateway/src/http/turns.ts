/**
 * Turns at something that does one work at a time, by account and fair by time (start-time fair queueing): whose work took
 * long waits behind those who have used less. Among one account's it is first come, first served.
 */
interface Line {
  /** When its next turn is due, milliseconds of work that everybody would have had by then. */
  due: number;
  readonly waiting: (() => void)[];
}

export class Turns {
  private readonly lines = new Map<string, Line>();
  /** The due time of the work that has the turn, or had it last. */
  private now = 0;
  private isTaken = false;

  /**
   * Does a work when it is the account's turn.
   *
   * @param signal ends the waiting, not the work.
   * @throws what the work throws; the signal's reason.
   */
  async run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const line = await this.turnOf(account, signal);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      line.due = this.now + performance.now() - begun;
      this.isTaken = false;
      this.next();
    }
  }

  private turnOf(account: string, signal?: AbortSignal): Promise<Line> {
    const line = this.lines.get(account) ?? { due: this.now, waiting: [] };
    this.lines.set(account, line);
    if (line.waiting.length === 0) line.due = Math.max(line.due, this.now); // what was not used is not saved up
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(line);
      };
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      line.waiting.push(begin);
      this.next();
    });
  }

  private next(): void {
    if (this.isTaken) return;
    let first: Line | undefined;
    for (const line of this.lines.values()) {
      if (line.waiting.length > 0 && (first === undefined || line.due < first.due)) first = line;
    }
    if (first === undefined) {
      this.lines.clear(); // nobody is owed anything
      return;
    }
    this.isTaken = true;
    this.now = first.due;
    first.waiting.shift()?.();
  }
}
