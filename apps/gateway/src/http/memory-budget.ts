/**
 * How much this process holds of requests under way: bodies as they come, documents on their way into the queue, answers
 * until their callers have taken them. What is small is only counted; what is large waits until there is room for it.
 *
 * Nobody waits for somebody who waits as well: each step of a request may fill more of the budget than the one before, and the
 * last, an answer on its way out, waits for nothing but its reader. An account may hold up to three times what it leaves free
 * (dynamic thresholds, as switches share their buffers): one account alone gets three quarters, and another always finds room.
 */
import { ServiceError } from '@toolpress/contract';

/** The steps of a request that hold memory, and which part of the budget may be in use when one begins. */
const FILL = { body: 0.5, document: 0.75, answer: 1 } as const;
export type MemoryUse = keyof typeof FILL;
/** Who comes later in a request's life goes first. */
const USES = ['answer', 'document', 'body'] as const satisfies readonly MemoryUse[];

/** Up to so many bytes a step is counted, and waits for nothing. */
export const SMALL_BYTES = 64 * 1024;
/** How many times of what is left free an account may hold. */
const SHARE_OF_FREE = 3;
/** An account that holds less has as good as nothing. */
const AS_GOOD_AS_NOTHING = 1024 * 1024;
const WAIT_MS = 10_000;

interface Waiter {
  share: MemoryShare;
  bytes: number;
  admit: () => void;
}

export class MemoryBudget {
  private usedBytes = 0;
  private readonly heldBy = new Map<string, number>();
  private readonly waiting: Record<MemoryUse, Waiter[]> = { body: [], document: [], answer: [] };

  /** @param waitMs how long a request waits for room. */
  constructor(
    private readonly totalBytes: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  get used(): number {
    return this.usedBytes;
  }

  /** @param account in whose name a request holds memory. */
  share(account: string): MemoryShare {
    return new MemoryShare(this, account);
  }

  /** Counts more or less for an account, whether there is room or not. */
  count(account: string, bytes: number): void {
    if (bytes === 0) return;
    const held = (this.heldBy.get(account) ?? 0) + bytes;
    if (held > 0) this.heldBy.set(account, held);
    else this.heldBy.delete(account);
    this.usedBytes += bytes;
    if (bytes < 0) this.admitWaiting();
  }

  /** @returns nothing when the share has it at once. @throws ServiceError `overloaded`; the signal's reason. */
  take(share: MemoryShare, use: MemoryUse, wanted: number, signal?: AbortSignal): Promise<void> | undefined {
    const bytes = Math.min(wanted, this.totalBytes * FILL[use]);
    if (!this.someWait() && this.hasRoom(use, bytes) && this.mayHold(share, use, bytes)) {
      share.set(use, share.of(use) + bytes);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', hungUp);
        this.waiting[use] = this.waiting[use].filter((other) => other !== waiter);
      };
      const giveUp = (reason: unknown): void => {
        leave();
        reject(reason);
        this.admitWaiting(); // somebody smaller may have been behind
      };
      const hungUp = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(overloaded()), this.waitMs);
      signal?.addEventListener('abort', hungUp, { once: true });
      const admit = (): void => {
        leave();
        share.set(use, share.of(use) + bytes);
        resolve();
      };
      const waiter: Waiter = { share, bytes, admit };
      this.waiting[use].push(waiter);
      this.admitWaiting();
    });
  }

  private someWait(): boolean {
    return USES.some((use) => this.waiting[use].length > 0);
  }

  private admitWaiting(): void {
    for (const use of USES) {
      for (let next = this.next(use); next !== undefined; next = this.next(use)) {
        if (!this.hasRoom(use, next.bytes)) return; // small ones that pass by would keep it waiting for ever
        next.admit();
      }
    }
  }

  /** Of those who may, the first of the account that holds least. */
  private next(use: MemoryUse): Waiter | undefined {
    let best: Waiter | undefined;
    for (const waiter of this.waiting[use]) {
      const isBetter = best === undefined || this.held(waiter.share) < this.held(best.share);
      if (isBetter && this.mayHold(waiter.share, use, waiter.bytes)) best = waiter;
    }
    return best;
  }

  private hasRoom(use: MemoryUse, bytes: number): boolean {
    return bytes <= this.free(use) || this.usedBytes === 0;
  }

  private mayHold(share: MemoryShare, use: MemoryUse, bytes: number): boolean {
    const held = this.held(share);
    return held < AS_GOOD_AS_NOTHING || held + bytes <= SHARE_OF_FREE * (this.free(use) - bytes);
  }

  private held({ account }: MemoryShare): number {
    return this.heldBy.get(account) ?? 0;
  }

  private free(use: MemoryUse): number {
    return this.totalBytes * FILL[use] - this.usedBytes;
  }
}

/** What one request holds, by its steps. */
export class MemoryShare {
  private readonly bytes = { body: 0, document: 0, answer: 0 };
  private isOver = false;

  constructor(
    private readonly budget: MemoryBudget,
    readonly account: string,
  ) {}

  of(use: MemoryUse): number {
    return this.bytes[use];
  }

  /** Says how much a step really holds. It waits for nothing. */
  set(use: MemoryUse, bytes: number): void {
    if (this.isOver) return;
    const more = bytes - this.bytes[use];
    this.bytes[use] = bytes;
    this.budget.count(this.account, more);
  }

  /**
   * Asks for more.
   *
   * @returns nothing when there is room, as for all that is small; else a promise of it.
   * @throws ServiceError `overloaded`, with `Retry-After`, when there was none for a while; the signal's reason.
   */
  take(use: MemoryUse, bytes: number, signal?: AbortSignal): Promise<void> | undefined {
    if (bytes > SMALL_BYTES) return this.budget.take(this, use, bytes, signal);
    this.set(use, this.bytes[use] + bytes);
    return undefined;
  }

  /** The request is over: it holds nothing from now on, whatever it says. */
  release(): void {
    for (const use of USES) this.set(use, 0);
    this.isOver = true;
  }
}

const overloaded = (): ServiceError =>
  new ServiceError(
    'overloaded',
    'The service holds as much of requests under way as it has memory for; try again in 1 s, as `Retry-After` says.',
    { headers: { 'Retry-After': '1' } },
  );
