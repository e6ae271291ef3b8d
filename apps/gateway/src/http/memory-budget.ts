/**
 * How much this process holds of requests under way: bodies as they come and until Redis has them, contents of variables,
 * answers until their callers have taken them. What is small is only counted; what is large waits until there is room for it.
 *
 * Each step of a request has a pool of its own, and who holds something of one waits for later ones only: so nobody waits for
 * somebody who waits for him, and the last, an answer on its way out, waits for nothing but its reader. Of each pool an
 * account may hold up to three times what it leaves free (dynamic thresholds, as switches share their buffers): one account
 * alone gets three quarters, and another always finds room.
 */
import { ServiceError } from '@toolpress/contract';
import { SMALL_BYTES } from '@toolpress/runtime';

/** The steps of a request that hold memory, in their order, and the part of the budget that is theirs. */
const PARTS = { body: 3 / 8, variables: 1 / 4, answer: 3 / 8 } as const;
export type MemoryUse = keyof typeof PARTS;
const USES = Object.keys(PARTS) as MemoryUse[];

/** How many times of what is left free an account may hold. */
const SHARE_OF_FREE = 3;
/** An account that holds less has as good as nothing. */
const AS_GOOD_AS_NOTHING = 1024 * 1024;
/** How long a request waits for room. */
const WAIT_MS = 15_000;

/** Who takes memory, and for whom. */
interface Taker {
  readonly account: string;
}

interface Waiter {
  taker: Taker;
  bytes: number;
  isMore: boolean;
  admit: () => void;
}

/** Memory that accounts share. */
export class MemoryPool {
  private used = 0;
  private readonly heldBy = new Map<string, number>();
  private waiting: Waiter[] = [];
  /**
   * Of an account the one that gets more though there is no room: who holds a part and waits for the rest, as all others do,
   * would wait for ever.
   */
  private readonly favoured = new Map<string, Taker>();
  /** What is held for safety only: each gives its memory up. */
  private readonly spares = new Set<() => void>();
  private isAdmitting = false;

  constructor(
    private readonly totalBytes: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** Counts more or less for an account, whether there is room or not. */
  count(account: string, bytes: number): void {
    if (bytes === 0) return;
    const held = (this.heldBy.get(account) ?? 0) + bytes;
    if (held > 0) this.heldBy.set(account, held);
    else this.heldBy.delete(account);
    this.used += bytes;
    if (bytes < 0) this.admitWaiting();
  }

  /**
   * Asks for memory. What is larger than the pool is taken for as large as that.
   *
   * @param isMore whether it is more of something that is held in part already, and can't be used without it.
   * @param granted called with what is counted for the account from then on: at once where there is room.
   * @returns nothing when it was granted at once; else a promise of it.
   * @throws ServiceError `overloaded` when there was no room for a while; the signal's reason.
   */
  take(
    taker: Taker,
    wanted: number,
    {
      granted,
      isMore = false,
      signal,
    }: { granted: (bytes: number) => void; isMore?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void> | undefined {
    const bytes = Math.min(wanted, this.totalBytes);
    const grant = (): void => {
      this.count(taker.account, bytes);
      granted(bytes);
    };
    if (bytes <= SMALL_BYTES || (this.waiting.length === 0 && this.hasRoom(bytes) && this.mayHold(taker, bytes))) {
      grant();
      return undefined;
    }
    if (isMore && this.favoured.get(taker.account) === taker) {
      grant();
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', hungUp);
        this.waiting = this.waiting.filter((other) => other !== waiter);
      };
      const giveUp = (reason: unknown): void => {
        leave();
        reject(reason);
        this.admitWaiting(); // somebody smaller may have been behind
      };
      const hungUp = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(overloaded()), this.waitMs);
      const admit = (): void => {
        leave();
        grant();
        resolve();
      };
      const waiter: Waiter = { taker, bytes, isMore, admit };
      this.waiting.push(waiter);
      if (signal?.aborted) hungUp();
      else signal?.addEventListener('abort', hungUp, { once: true });
      this.admitWaiting();
    });
  }

  /** @param giveUp called when somebody waits for memory, the oldest first. */
  addSpare(giveUp: () => void): void {
    this.spares.add(giveUp);
    this.admitWaiting();
  }

  removeSpare(giveUp: () => void): void {
    this.spares.delete(giveUp);
  }

  private admitWaiting(): void {
    if (this.isAdmitting) return; // what is given back on the way is seen by who asked for it
    this.isAdmitting = true;
    while (this.waiting.length > 0) {
      const next = this.next();
      if (next !== undefined && this.hasRoom(next.bytes)) next.admit();
      else if (!this.giveUpSpare() && !this.favourOne()) break;
    }
    this.isAdmitting = false;
  }

  /** More than there is only one at a time has, beyond the pool by what it lacked. */
  private favourOne(): boolean {
    if (this.used > this.totalBytes) return false;
    const one = this.waiting.find(({ isMore, taker }) => isMore && !this.favoured.has(taker.account));
    if (one === undefined) return false;
    this.favoured.set(one.taker.account, one.taker);
    one.admit();
    return true;
  }

  private giveUpSpare(): boolean {
    const [oldest] = this.spares;
    if (oldest === undefined) return false;
    this.spares.delete(oldest);
    oldest();
    return true;
  }

  /** Of those who may, the first of the account that holds least. Smaller ones of others don't pass it by for ever. */
  private next(): Waiter | undefined {
    let best: Waiter | undefined;
    for (const waiter of this.waiting) {
      const isBetter = best === undefined || this.held(waiter.taker) < this.held(best.taker);
      if (isBetter && this.mayHold(waiter.taker, waiter.bytes)) best = waiter;
    }
    return best;
  }

  private hasRoom(bytes: number): boolean {
    return this.used + bytes <= this.totalBytes || this.used === 0;
  }

  private mayHold(taker: Taker, bytes: number): boolean {
    const held = this.held(taker);
    return held < AS_GOOD_AS_NOTHING || held + bytes <= SHARE_OF_FREE * (this.totalBytes - this.used - bytes);
  }

  /** What somebody wanted more of is complete, or given back: another may be favoured. */
  isComplete(taker: Taker): void {
    if (this.favoured.get(taker.account) !== taker) return;
    this.favoured.delete(taker.account);
    this.admitWaiting();
  }

  private held({ account }: Taker): number {
    return this.heldBy.get(account) ?? 0;
  }
}

/** The pools of all steps. */
export class MemoryBudget {
  private readonly pools: Record<MemoryUse, MemoryPool>;

  /** @param waitMs how long a request waits for room. */
  constructor(totalBytes: number, waitMs?: number) {
    const pool = (use: MemoryUse): MemoryPool => new MemoryPool(totalBytes * PARTS[use], waitMs);
    this.pools = { body: pool('body'), variables: pool('variables'), answer: pool('answer') };
  }

  /** @param account in whose name a request holds memory. */
  share(account: string): MemoryShare {
    return new MemoryShare(this.pools, account);
  }
}

/** What one request holds, by its steps. */
export class MemoryShare {
  private readonly held: Record<MemoryUse, number> = { body: 0, variables: 0, answer: 0 };
  private readonly spares: Partial<Record<MemoryUse, (() => void) | undefined>> = {};
  private isOver = false;

  constructor(
    private readonly pools: Record<MemoryUse, MemoryPool>,
    readonly account: string,
  ) {}

  of(use: MemoryUse): number {
    return this.held[use];
  }

  /**
   * Says how much a step really holds. It waits for nothing.
   *
   * @param giveUp gives it up for somebody who needs memory: it is held for safety only.
   */
  set(use: MemoryUse, bytes: number, giveUp?: () => void): void {
    if (this.isOver) return;
    const spare = this.spares[use];
    if (spare !== undefined) this.pools[use].removeSpare(spare);
    this.spares[use] = giveUp;
    const more = bytes - this.held[use];
    this.held[use] = bytes;
    this.pools[use].count(this.account, more);
    this.pools[use].isComplete(this);
    if (giveUp !== undefined) this.pools[use].addSpare(giveUp);
  }

  /**
   * Asks for more.
   *
   * @param isMore whether it is for something that is held in part already. When it is complete, `set` says so.
   * @returns nothing when there is room, as for all that is small; else a promise of it.
   * @throws ServiceError `overloaded`, with `Retry-After`, when there was none for a while; the signal's reason.
   */
  take(use: MemoryUse, wanted: number, signal?: AbortSignal, isMore = false): Promise<void> | undefined {
    const granted = (bytes: number): void => {
      if (this.isOver) this.pools[use].count(this.account, -bytes);
      else this.held[use] += bytes;
    };
    return this.pools[use].take(this, wanted, { granted, isMore, signal });
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
