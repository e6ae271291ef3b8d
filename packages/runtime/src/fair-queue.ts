/** The waiting work of an account. */
interface AccountQueue {
  /**
   * The virtual time at which its next work is due: the milliseconds of work that every account would have used by
   * then.
   */
  due: number;
  readonly waiting: (() => void)[];
  /** Whether it works or rests. */
  isAtWork: boolean;
}

/**
 * Runs one piece of work at a time, or a limited number of different accounts. Accounts take turns by start-time fair
 * queueing: an account that has used much time waits behind those that have used less. The work of one account is
 * first in, first out.
 */
export class FairQueue {
  private readonly accounts = new Map<string, AccountQueue>();
  /** The due time of the work that was started last. */
  private now = 0;
  private atWork = 0;

  /**
   * @param clock returns milliseconds since any fixed moment.
   * @param works the limit of concurrent work. Each account has at most one at a time.
   * @param restMs returns how long an account rests after its work, while others work; both in milliseconds.
   */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly works = 1,
    private readonly restMs: (workMs: number) => number = () => 0,
  ) {}

  /**
   * Runs work when the account's turn comes.
   *
   * @param signal ends the wait, not the work.
   * @throws what the work throws; the signal's reason.
   */
  async run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const queue = this.accounts.get(account) ?? { due: this.now, waiting: [], isAtWork: false };
    this.accounts.set(account, queue);
    if (queue.waiting.length === 0 && !queue.isAtWork) queue.due = Math.max(queue.due, this.now); // unused time does not accumulate
    await this.wait(queue, signal);
    const begun = this.clock();
    const { due } = queue;
    try {
      return await work();
    } finally {
      const workMs = this.clock() - begun;
      queue.due = due + workMs;
      this.atWork -= 1;
      const restMs = this.restMs(workMs);
      if (restMs > 0) setTimeout(() => this.endTurn(queue), restMs).unref();
      else queue.isAtWork = false;
      this.next();
    }
  }

  private endTurn(queue: AccountQueue): void {
    queue.isAtWork = false;
    this.next();
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
      const areIdle = [...this.accounts.values()].every(({ isAtWork }) => !isAtWork);
      if (areIdle) this.accounts.clear(); // all accounts are equal again
      return;
    }
    first.isAtWork = true;
    this.atWork += 1;
    this.now = first.due;
    first.waiting.shift()?.();
    this.next();
  }
}
