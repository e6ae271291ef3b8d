/** What an account has waiting. */
interface AccountQueue {
  /** When its next work is due, milliseconds of work that every account would have had by then. */
  due: number;
  readonly waiting: (() => void)[];
  isAtWork: boolean;
}

/**
 * One work at a time, or so many of different accounts; accounts by start-time fair queueing: one whose work took long waits behind those who have used less time. Among
 * the works of one account it is first in, first out.
 */
export class FairQueue {
  private readonly accounts = new Map<string, AccountQueue>();
  /** The due time of the work that was begun last. */
  private now = 0;
  private atWork = 0;

  /**
   * @param clock milliseconds since any moment; only differences count.
   * @param works how many are done at a time; of one account one, whatever that is.
   */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly works = 1,
  ) {}

  /**
   * Does a work when the account's turn comes.
   *
   * @param signal ends the waiting, not the work.
   * @throws what the work throws; the signal's reason.
   */
  async run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const queue = this.accounts.get(account) ?? { due: this.now, waiting: [], isAtWork: false };
    this.accounts.set(account, queue);
    if (queue.waiting.length === 0 && !queue.isAtWork) queue.due = Math.max(queue.due, this.now); // unused time is not saved up
    await this.wait(queue, signal);
    const begun = this.clock();
    const { due } = queue;
    try {
      return await work();
    } finally {
      queue.due = due + this.clock() - begun;
      queue.isAtWork = false;
      this.atWork -= 1;
      this.next();
    }
  }

  private wait({ waiting }: AccountQueue, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
      this.next();
    });
  }

  private next(): void {
    if (this.atWork >= this.works) return;
    let first: AccountQueue | undefined;
    for (const queue of this.accounts.values()) {
      if (queue.waiting.length > 0 && !queue.isAtWork && (first === undefined || queue.due < first.due)) first = queue;
    }
    if (first === undefined) {
      if (this.atWork === 0) this.accounts.clear(); // no account is owed anything
      return;
    }
    first.isAtWork = true;
    this.atWork += 1;
    this.now = first.due;
    first.waiting.shift()?.();
    this.next();
  }
}
